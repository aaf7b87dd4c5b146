"""What a state of the search for the most cards offers, and its bound."""

from __future__ import annotations

from random import Random

import pytest

from pyramide.board import EMPTY_ID, SQUARE_OF, encode, pyramid_id
from pyramide.cards import KING, rank_of
from pyramide.game import legal_moves
from pyramide.kernels.choices import STOCK_EMPTY
from pyramide.kernels.edges import (
    BOARD_KINGS,
    HIGH,
    LOW,
    SQUARES,
    START0,
    START1,
    STAY,
    WORD_EDGES,
    Graph,
    fill_graph,
    graph_tables,
    new_graph,
)
from pyramide.kernels.most_choices import (
    cards_hoped_for,
    endless_edges,
    forced_edge,
    matched_cards,
    matched_edges,
    settle_most,
)
from pyramide.moves import Remove
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules
from pyramide.winning import PLAYS
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
TABLES = graph_tables()
STRICT = Rules(Clear.ALL, None, Play.STOCK_AND_WASTE)
COVER = Rules(Clear.ALL, None, Play.STOCK_AND_WASTE, cover=True)


def graph_of(position: Position, rules: Rules) -> Graph:
    """The graphs of all cards of a position."""
    code = encode(position)
    graph = new_graph()
    graph.facts[STAY] = 0
    fill_graph(
        code.ranks, code.present, code.side_ranks, True,
        PLAYS[rules.play], rules.cover, TABLES, graph,
    )  # fmt: skip
    return graph


def largest_matching(edges: list[tuple[int, int]]) -> int:
    """The size of a maximum matching, by trying."""
    if not edges:
        return 0
    low, high = edges[0]
    apart = [edge for edge in edges[1:] if edge[0] != low and edge[1] != high]
    return max(1 + largest_matching(apart), largest_matching(edges[1:]))


def edges_of(word: int, shift: int) -> list[tuple[int, int]]:
    """The edges of one class in a word, as low and high lines."""
    return [(k >> 2, k & 3) for k in range(16) if word >> (shift + k) & 1]


def random_word(rng: Random) -> int:
    """A word of sparse edges."""
    return rng.getrandbits(48) & rng.getrandbits(48)


def test_the_bound_is_what_maximum_matchings_cover() -> None:
    rng = Random(1)
    for _ in range(40):
        words = random_word(rng), random_word(rng)
        pairs = sum(
            largest_matching(edges_of(word, shift)) for word in words for shift in (0, 16, 32)
        )
        assert matched_cards(*words, TABLES.matching) == 2 * pairs


def test_the_edges_of_maximum_matchings_and_those_that_all_of_them_use() -> None:
    rng = Random(2)
    graph = graph_of(random_midgame(rng, STRICT, 28, 24), STRICT)
    for _ in range(40):
        words = (
            random_word(rng) & int(graph.facts[START0]),
            random_word(rng) & int(graph.facts[START1]),
        )
        used, needed, lonely = set(), set(), set()
        for w, word in enumerate(words):
            for shift in (0, 16, 32):
                edges = edges_of(word, shift)
                size = largest_matching(edges)
                for low, high in edges:
                    number = WORD_EDGES * w + shift + 4 * low + high
                    others = [edge for edge in edges if edge != (low, high)]
                    apart = [edge for edge in others if edge[0] != low and edge[1] != high]
                    if largest_matching(apart) == size - 1:
                        used.add(number)
                    if largest_matching(others) < size:
                        needed.add(number)
                    if len(apart) == len(others):
                        lonely.add(number)
        kept = [matched_edges(word, TABLES) for word in words]
        assert used == {48 * w + b for w in (0, 1) for b in range(48) if kept[w] >> b & 1}
        for tight, forced in ((True, needed | lonely), (False, lonely)):
            edge = forced_edge(*words, *words, tight, TABLES, graph)
            assert edge == min(forced, default=-1)
            assert forced_edge(0, 0, *words, tight, TABLES, graph) == -1


def test_endless_edges_are_the_pairs_that_some_pointer_offers() -> None:
    rng = Random(3)
    for rules in (STRICT, COVER):
        for _ in range(60):
            position = random_midgame(rng, rules, rng.randint(0, 16), rng.randint(0, 10))
            side = tuple(c for c in position.side if c is not None and rank_of(c) != KING)
            position = Position(position.pyramid, (), side)
            offered = set()
            for top in range(len(side) + 1):
                turned = Position(position.pyramid, side[:top], side[top:])
                offered |= {m for m in legal_moves(turned, rules) if isinstance(m, Remove)}
            graph = graph_of(position, rules)
            code = encode(position)
            words = endless_edges(
                pyramid_id(code.present), code.side, code.pointer, 0, TABLES, graph
            )
            found = set()
            for number in range(2 * WORD_EDGES):
                if words[number // WORD_EDGES] >> number % WORD_EDGES & 1:
                    ends = int(graph.edges[number, LOW]), int(graph.edges[number, HIGH])
                    found.add(ends)
            card_of = {SQUARES + index: card for index, card in enumerate(side)}
            for place, card in enumerate(position.pyramid):
                if card is not None:
                    card_of[SQUARE_OF[place]] = card
            named = {Remove(*(card_of[end] for end in ends)) for ends in found}
            assert named == {move for move in offered if move.second is not None}


def test_kings_that_the_pointer_passes_are_gone_and_those_beyond_are_not() -> None:
    position = Position.checked(
        pyramid_of("Kc 5c 8c"), cards("5h Kd"), cards("Kh 8h Ks"), drawn=True
    )
    graph = graph_of(position, STRICT)
    code = encode(position)
    number = pyramid_id(code.present)
    settled = settle_most(number, code.side, 2, 1, 0, TABLES, graph)
    assert settled == (number, 0b11001, 3, 0, 2)
    # When the last card of the stock is gone, so is the king behind it.
    assert settle_most(number, 0b10001, 3, 0, 0, TABLES, graph) == (
        number, 0b00001, STOCK_EMPTY, 0, 1,
    )  # fmt: skip


def test_a_king_on_the_apex_stays_when_it_has_to() -> None:
    position = Position.checked(pyramid_of("Kc"), (), ())
    graph = graph_of(position, STRICT)
    number = pyramid_id(1)
    assert settle_most(number, 0, STOCK_EMPTY, 0, 0, TABLES, graph)[::4] == (EMPTY_ID, 1)
    assert settle_most(number, 0, STOCK_EMPTY, 0, 1, TABLES, graph)[::4] == (number, 0)


def test_kings_are_hoped_for_as_long_as_they_can_leave() -> None:
    position = Position.checked(pyramid_of("Kc 5c 8c"), (), cards("Kh"))
    graph = graph_of(position, STRICT)
    start = int(graph.facts[START0]), int(graph.facts[START1])
    number = pyramid_id(0b111)
    kings = int(graph.facts[BOARD_KINGS])
    assert cards_hoped_for(number, 1, kings, *start, TABLES, graph) == 4
    assert cards_hoped_for(number, 1, 0, *start, TABLES, graph) == 3
    assert cards_hoped_for(number, 0, 0, 0, 0, TABLES, graph) == 0
