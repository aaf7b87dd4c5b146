"""The class graphs of a whole position."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest

from pyramide.board import FULL_MASK, encode
from pyramide.kernels.edges import (
    BESIDE,
    BESIDE0,
    BESIDE1,
    BIT,
    COVER_COUNT,
    ENDS,
    HIGH,
    KING_BIT,
    LOW,
    OVER,
    SQUARE,
    SQUARES,
    START0,
    START1,
    STOCK_AND_WASTE,
    UNDER,
    WASTE,
    WORD_EDGES,
    Graph,
    all_covered,
    class_covered,
    fill_graph,
    graph_tables,
    new_graph,
    useful_edges,
)
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP, Rules
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
TABLES = graph_tables()


def graph_of(
    position: Position, clear_all: bool = False, play: int = WASTE, cover: bool = False
) -> tuple[Graph, bool]:
    code = encode(position)
    graph = new_graph()
    matched = fill_graph(
        code.ranks, code.present, code.side_ranks, clear_all, play, cover, TABLES, graph
    )
    return graph, bool(matched)


def start_edges(graph: Graph) -> list[int]:
    both = int(graph.facts[START0]) | int(graph.facts[START1]) << WORD_EDGES
    return [edge for edge in range(96) if both >> edge & 1]


def matchings_that_cover(graph: int, lines: int) -> list[set[int]]:
    """All sets of edges, no two of which share a line, that touch all of these lines."""
    pairs = [(i, 4 + j) for i in range(4) for j in range(4) if graph >> (4 * i + j) & 1]
    wanted = {line for line in range(8) if lines >> line & 1}
    found = []
    for size in range(5):
        for some in combinations(pairs, size):
            touched = [line for pair in some for line in pair]
            if len(set(touched)) == len(touched) and wanted <= set(touched):
                found.append({4 * i + j - 4 for i, j in some})
    return found


@pytest.mark.nocompiler
def test_covering_and_useful_edges_are_those_of_all_matchings() -> None:
    rng = Random(1)
    for _ in range(150):
        graph = rng.getrandbits(16) & rng.getrandbits(16)
        lines = rng.getrandbits(8) & rng.getrandbits(8)
        matchings = matchings_that_cover(graph, lines)
        assert class_covered(graph, lines, TABLES) == bool(matchings)
        if matchings:
            useful = sum(1 << edge for edge in set().union(*matchings))
            assert useful_edges(graph, lines, TABLES) == useful


def test_all_covered_looks_at_every_class() -> None:
    assert all_covered(0, 0, 0, TABLES)
    for c in range(6):
        edge = 1 << (16 * (c % 3))
        words = (edge, 0) if c < 3 else (0, edge)
        assert all_covered(0b10001 << (8 * c), *words, TABLES)
        assert not all_covered(0b11 << (8 * c), *words, TABLES)
        assert not all_covered(0b10001 << (8 * ((c + 1) % 6)), *words, TABLES)


@pytest.mark.parametrize("play", range(3))
@pytest.mark.parametrize("cover", [False, True])
def test_edges_join_the_pairs_that_can_meet(play: int, cover: bool) -> None:
    position = Position.start(random_deal(3), APP)
    graph, _ = graph_of(position, play=play, cover=cover)
    code = encode(position)
    rank = {int(TABLES.squares[place, SQUARE]): int(code.ranks[place]) for place in range(28)}
    rank |= {SQUARES + index: int(code.side_ranks[index]) for index in range(24)}
    met = set()
    for edge in start_edges(graph):
        low, high = int(graph.edges[edge, LOW]), int(graph.edges[edge, HIGH])
        assert rank[low] + rank[high] == 13
        assert graph.edges[edge, ENDS] == graph.cards[low, BIT] | graph.cards[high, BIT]
        met.add(frozenset((low, high)))
    for one, other in permutations(rank, 2):
        if rank[one] + rank[other] != 13:
            continue
        if one >= SQUARES and other >= SQUARES:
            expected = play != WASTE
        elif one < SQUARES and other < SQUARES:
            apart = int(TABLES.squares[one, UNDER] | TABLES.squares[one, OVER]) >> other & 1
            expected = not apart or (cover and int(TABLES.squares[one, BESIDE]) >> other & 1 == 1)
        else:
            expected = True
        assert (frozenset((one, other)) in met) == expected
    beside = int(graph.facts[BESIDE0] | graph.facts[BESIDE1])
    assert (beside != 0) == (play != WASTE)


def test_kings_share_a_bit_and_have_no_edges() -> None:
    position = Position.start(random_deal(8), APP)
    graph, _ = graph_of(position)
    kings = [int(card) for card in range(73) if graph.cards[card, BIT] == KING_BIT]
    assert len(kings) == 4
    assert not graph.cards[kings, 1:5].any()


def test_a_cover_pair_is_found_only_with_cover() -> None:
    pyramid = pyramid_of("8c 5c 2c")
    position = Position(pyramid, cards("Jd"), ())
    graph, matched = graph_of(position, play=STOCK_AND_WASTE)
    assert not matched
    assert graph.facts[COVER_COUNT] == 0
    graph, matched = graph_of(position, play=STOCK_AND_WASTE, cover=True)
    assert matched
    assert graph.facts[COVER_COUNT] == 1


def test_clear_all_needs_the_side_cards_too() -> None:
    position = Position(pyramid_of("Kc"), cards("5c 8d"), ())
    assert graph_of(position, clear_all=False)[1]
    assert not graph_of(position, clear_all=True, play=WASTE)[1]
    assert graph_of(position, clear_all=True, play=STOCK_AND_WASTE)[1]


def test_any_midgame_position_numbers_its_lines_without_a_clash() -> None:
    rng = Random(4)
    for _ in range(100):
        position = random_midgame(rng, Rules(), rng.randint(1, 28), rng.randint(0, 24))
        graph, _ = graph_of(position)
        bits = [int(bit) for bit in graph.cards[:, BIT] if 0 < bit < KING_BIT]
        assert len(set(bits)) == len(bits)
        assert encode(position).present & ~FULL_MASK == 0
