"""Pairing classes: the graphs of who can meet, against plain counting."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pyramide.board import FULL_MASK, SQUARE_OF, encode
from pyramide.cards import KING
from pyramide.kernels.classes import (
    CLEAR_TABLES,
    ClearWork,
    clear_work,
    cover_edges,
    find_pairs,
    free_edges,
    line_edges,
    nibble,
    place_cards,
)
from pyramide.layout import COVERS_OF, PYRAMID_SIZE
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from tests.positions import random_midgame

pytestmark = [pytest.mark.kernel, pytest.mark.nocompiler]


def matching_by_trying(edges: list[tuple[int, int]]) -> int:
    """The most of these edges of which no two share an end, by trying all choices."""
    if not edges:
        return 0
    (row, column), *rest = edges
    apart = [edge for edge in rest if edge[0] != row and edge[1] != column]
    return max(matching_by_trying(rest), 1 + matching_by_trying(apart))


def positions() -> list[Position]:
    rng = Random("classes")
    start = [Position.start(random_deal(number), APP) for number in range(1, 6)]
    return start + [
        random_midgame(rng, APP, rng.randint(1, 24), rng.randint(0, 24)) for _ in range(15)
    ]


def placed(position: Position, cover: bool) -> ClearWork:
    code = encode(position)
    work = clear_work()
    place_cards(code.ranks, code.present, CLEAR_TABLES, work)
    find_pairs(cover, CLEAR_TABLES, work)
    return work


def edges_of(word: int, number: int, work: ClearWork) -> set[frozenset[int]]:
    """The pairs of squares that an edge word of a class joins."""
    return {
        frozenset((int(work.who[number, edge >> 2]), int(work.who[number, 4 + (edge & 3)])))
        for edge in range(16)
        if word >> edge & 1
    }


def below(place: int) -> set[int]:
    """All that must go before a place."""
    return set().union(*({q} | below(q) for q in COVERS_OF[place]))


def test_the_matchings_of_random_graphs() -> None:
    rng = Random("matchings")
    graphs = [0, 1, 0xFFFF, 0x8421, 0x000F, 0x1111, *(rng.randrange(1 << 16) for _ in range(300))]
    for graph in graphs:
        edges = [(edge >> 2, edge & 3) for edge in range(16) if graph >> edge & 1]
        assert CLEAR_TABLES.matching[graph] == matching_by_trying(edges), bin(graph)


def test_how_many_graphs_there_are_of_each_matching() -> None:
    assert np.bincount(CLEAR_TABLES.matching)[0] == 1
    # Matrices of 4 x 4 zeros and ones whose permanent is not 0: OEIS A227414.
    assert np.bincount(CLEAR_TABLES.matching)[4] == 37_823


def test_the_edges_of_lines() -> None:
    assert [line_edges(line) for line in (0, 3, 4, 7)] == [0x000F, 0xF000, 0x1111, 0x8888]
    assert CLEAR_TABLES.lines_edges[0b0001_0001] == 1
    assert CLEAR_TABLES.lines_edges[0xFF] == 0xFFFF
    assert CLEAR_TABLES.lines_edges[0x0F] == CLEAR_TABLES.lines_edges[0xF0] == 0
    assert CLEAR_TABLES.lines_edges[0b0100_1000] == 1 << 14


def test_cards_are_placed_by_class_and_line() -> None:
    for position in positions():
        work = placed(position, False)
        code = encode(position)
        board, kings, _ = (int(word) for word in work.frames[0, :3])
        present = [place for place in range(PYRAMID_SIZE) if code.present >> place & 1]
        assert board == sum(1 << SQUARE_OF[place] for place in present)
        assert kings == sum(1 << SQUARE_OF[p] for p in present if code.ranks[p] == KING)
        for place in present:
            rank, square = int(code.ranks[place]), SQUARE_OF[place]
            if rank == KING:
                assert work.card_class[square] == 6
                continue
            number, line = int(work.card_class[square]), int(work.line[square])
            assert number == min(rank, 13 - rank) - 1
            assert (line >= 4) == (rank > 6)
            assert work.who[number, line] == square
            assert int(work.ranks_in[number, int(rank > 6)]) >> square & 1


@pytest.mark.parametrize("cover", [False, True])
def test_two_cards_can_meet_unless_one_must_go_before_the_other(cover: bool) -> None:
    for position in positions():
        work = placed(position, cover)
        ranks = encode(position).ranks
        expected: list[set[frozenset[int]]] = [set() for _ in range(6)]
        for one, other in combinations(range(PYRAMID_SIZE), 2):
            if not ranks[one] or not ranks[other] or ranks[one] + ranks[other] != 13:
                continue
            if other not in below(one) or (cover and other in COVERS_OF[one]):
                number = min(ranks[one], ranks[other]) - 1
                expected[number].add(frozenset((SQUARE_OF[one], SQUARE_OF[other])))
        for number in range(6):
            assert edges_of(int(work.pairs[number]), number, work) == expected[number]


def test_free_edges_and_cover_edges_are_the_pairs_of_this_moment() -> None:
    for position in positions():
        work = placed(position, True)
        ranks = encode(position).ranks
        board = int(work.frames[0, 0])
        free = board & ~(board >> 7) & ~(board >> 8)
        free_places = position.free_places()
        for number in range(6):
            now = {
                frozenset((SQUARE_OF[one], SQUARE_OF[other]))
                for one, other in combinations(free_places, 2)
                if ranks[one] + ranks[other] == 13 and number + 1 in (ranks[one], ranks[other])
            }
            covered = {
                frozenset((SQUARE_OF[place], SQUARE_OF[covers[0]]))
                for place in range(PYRAMID_SIZE)
                if ranks[place]
                and len(covers := position.covers(place)) == 1
                and covers[0] in free_places
                and ranks[place] + ranks[covers[0]] == 13
                and number + 1 in (ranks[place], ranks[covers[0]])
            }
            pairs = int(work.pairs[number])
            assert edges_of(pairs & free_edges(number, free, work), number, work) == now
            assert edges_of(pairs & cover_edges(number, board, free, work), number, work) == covered


def test_nibbles() -> None:
    counts = sum(rank % 5 << 4 * (rank - 1) for rank in range(1, 13))
    assert [nibble(counts, rank) for rank in range(1, 13)] == [1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2]


def test_what_lies_under_and_over_a_square() -> None:
    assert CLEAR_TABLES.over[0] == 0
    assert CLEAR_TABLES.under[48] == 0
    assert int(CLEAR_TABLES.under[0]).bit_count() == 27
    assert CLEAR_TABLES.beside[0] == 1 << 7 | 1 << 8
    assert CLEAR_TABLES.square_of.tolist() == list(SQUARE_OF)
    assert FULL_MASK.bit_count() == len(SQUARE_OF)
