"""What a state of the search offers, beside the reference engine's legal moves."""

from __future__ import annotations

from random import Random

import pytest

from pyramide.board import encode, pyramid_id
from pyramide.cards import KING, rank_of
from pyramide.game import legal_moves
from pyramide.kernels.choices import (
    STOCK_EMPTY,
    best_edge,
    bury,
    needed_edge,
    playable_edges,
    settle,
)
from pyramide.kernels.edges import (
    HIGH,
    LOW,
    PLACE,
    SQUARES,
    START0,
    START1,
    START_NEED,
    STAY,
    WORD_EDGES,
    Graph,
    fill_graph,
    graph_tables,
    new_graph,
)
from pyramide.moves import Remove
from pyramide.position import Position
from pyramide.rules import Play, Rules
from pyramide.winning import PLAYS
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
TABLES = graph_tables()


def graph_of(position: Position, rules: Rules) -> Graph:
    code = encode(position)
    graph = new_graph()
    fill_graph(
        code.ranks, code.present, code.side_ranks, False, PLAYS[rules.play], rules.cover,
        TABLES, graph,
    )  # fmt: skip
    return graph


def pairs_of(position: Position, graph: Graph, words: tuple[int, int]) -> set[Remove]:
    """The removals that edges stand for."""
    pairs = set()
    for edge in range(96):
        if words[edge // WORD_EDGES] >> edge % WORD_EDGES & 1:
            ends = []
            for end in (int(graph.edges[edge, LOW]), int(graph.edges[edge, HIGH])):
                if end < SQUARES:
                    ends.append(position.pyramid[int(TABLES.squares[end, PLACE])])
                else:
                    ends.append(position.side[end - SQUARES])
            first, second = ends
            assert first is not None
            assert second is not None
            pairs.add(Remove(first, second))
    return pairs


@pytest.mark.parametrize("rules", ALL_RULES[::2], ids=str)
def test_the_pairs_on_offer_are_the_legal_ones(rules: Rules) -> None:
    rng = Random(f"choices {rules}")
    for _ in range(30):
        position = random_midgame(rng, rules, rng.randint(1, 20), rng.randint(0, 16))
        graph = graph_of(position, rules)
        code = encode(position)
        number = pyramid_id(code.present)
        drawn = int(position.drawn)
        words = playable_edges(number, code.side, code.pointer, drawn, TABLES, graph)
        edges = (
            int(words[0] & graph.facts[START0]), int(words[1] & graph.facts[START1]),
        )  # fmt: skip
        legal = {
            move
            for move in legal_moves(position, rules)
            if isinstance(move, Remove) and move.second is not None
        }
        assert pairs_of(position, graph, edges) == legal


def test_settling_removes_free_kings_and_those_of_the_stock() -> None:
    rules = Rules(play=Play.DRAWN_PAIR)
    pyramid = pyramid_of("5c 8d Kd")
    position = Position(pyramid, cards("2c Kc 3d Kh"), cards("Ks 4c"), drawn=True)
    graph = graph_of(position, rules)
    number, side, pointer, drawn = settle(pyramid_id(0b111), 0b111111, 4, 1, TABLES, graph)
    # The king on the waste's top and the one in the stock; the buried one stays.
    assert (number, side, pointer, drawn) == (pyramid_id(0b11), 0b100111, 5, 0)
    number, side, pointer, drawn = settle(pyramid_id(0b111), 0b10011, 5, 1, TABLES, graph)
    assert (side, pointer, drawn) == (0b1, STOCK_EMPTY, 0)


def test_a_dead_waste_card_buries_what_is_under_it() -> None:
    # The 2 has no partner any more, so it keeps the 8 under it from the 5.
    position = Position(pyramid_of("5c 9d"), cards("8d 2h 4c"), (), frozenset())
    graph = graph_of(position, Rules(passes=1))
    edges = int(graph.facts[START0]), int(graph.facts[START1])
    side, *kept = bury(0b111, STOCK_EMPTY, *edges, graph)
    assert side == 0b100
    left = pairs_of(position, graph, (int(kept[0]), int(kept[1])))
    assert left == {Remove(*cards("9d 4c"))}


def test_a_king_in_the_waste_buries_nothing() -> None:
    position = Position(pyramid_of("5c"), cards("8d Kh"), ())
    graph = graph_of(position, Rules(passes=1))
    edges = int(graph.facts[START0]), int(graph.facts[START1])
    assert bury(0b11, STOCK_EMPTY, *edges, graph) == (0b11, *edges)


def test_the_only_pair_of_a_card_is_needed_and_others_are_not() -> None:
    need_one = Position(pyramid_of("5c"), cards("8d"), ())
    graph = graph_of(need_one, Rules(passes=1))
    words = int(graph.facts[START0]), int(graph.facts[START1])
    need = int(graph.facts[START_NEED])
    edge = needed_edge(*words, need, *words, TABLES)
    assert pairs_of(need_one, graph, (0, 1 << (edge - WORD_EDGES))) == {Remove(*cards("5c 8d"))}
    assert best_edge(*words, *words, graph) == edge
    need_either = Position(pyramid_of("5c"), cards("8d 8h"), ())
    graph = graph_of(need_either, Rules(passes=1))
    words = int(graph.facts[START0]), int(graph.facts[START1])
    need = int(graph.facts[START_NEED])
    assert needed_edge(*words, need, *words, TABLES) == -1
    assert needed_edge(0, 0, need, *words, TABLES) == -1
    assert best_edge(0, 0, *words, graph) == -1


def test_the_cards_with_the_fewest_edges_are_tried_first() -> None:
    position = Position(pyramid_of("-- -- -- 5c 8d 6c"), cards("7h 8h 8s"), ())
    graph = graph_of(position, Rules(passes=1, play=Play.STOCK_AND_WASTE))
    words = int(graph.facts[START0]), int(graph.facts[START1])
    edge = best_edge(*words, *words, graph)
    ends = int(graph.edges[edge, LOW]), int(graph.edges[edge, HIGH])
    ranks = {
        rank_of(card)
        for card in (
            position.pyramid[int(TABLES.squares[end, PLACE])]
            if end < SQUARES
            else position.side[end - SQUARES]
            for end in ends
        )
        if card is not None
    }
    assert ranks == {6, 7}
    assert KING not in ranks
    assert graph.facts[STAY] == 0
