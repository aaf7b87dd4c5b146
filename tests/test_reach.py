"""The look-ahead: never against a win, and sharp where it has to be."""

from __future__ import annotations

from random import Random

import pytest

from pyramide.board import encode, pyramid_id
from pyramide.kernels.edges import (
    HIGH,
    LOW,
    PLACE,
    SQUARES,
    START0,
    START1,
    START_NEED,
    WORD_EDGES,
    fill_graph,
    graph_tables,
    new_graph,
)
from pyramide.kernels.reach import look_ahead, reach_work
from pyramide.limits import Clock, Limits
from pyramide.moves import Remove
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import Clear, Play, Rules
from pyramide.winning import PLAYS, recycles_left, winning
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
TABLES = graph_tables()
WORK = reach_work()


def seen(position: Position, rules: Rules) -> set[Remove] | None:
    """The pairs that may be in a win, or None when the look-ahead excludes a win."""
    code = encode(position)
    graph = new_graph()
    matched = fill_graph(
        code.ranks, code.present, code.side_ranks, rules.clear is Clear.ALL,
        PLAYS[rules.play], rules.cover, TABLES, graph,
    )  # fmt: skip
    if not matched:
        return None
    facts = graph.facts
    fine, *words = look_ahead(
        pyramid_id(code.present), code.side, code.pointer, int(position.drawn),
        recycles_left(position, rules), int(facts[START_NEED]), int(facts[START0]),
        int(facts[START1]), TABLES, graph, WORK,
    )  # fmt: skip
    if not fine:
        return None
    pairs = set()
    for edge in range(96):
        if int(words[edge // WORD_EDGES]) >> edge % WORD_EDGES & 1:
            ends = []
            for end in (int(graph.edges[edge, LOW]), int(graph.edges[edge, HIGH])):
                pile = position.pyramid if end < SQUARES else position.side
                card = pile[int(TABLES.squares[end, PLACE]) if end < SQUARES else end - SQUARES]
                assert card is not None
                ends.append(card)
            pairs.add(Remove(*ends))
    return pairs


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_every_pair_of_a_win_is_let_in(rules: Rules) -> None:
    rng = Random(f"reach {rules}")
    positions = [
        random_midgame(rng, rules, rng.randint(1, 12), rng.randint(0, 12)) for _ in range(9)
    ]
    positions += [Position.start(random_deal(number), rules) for number in range(1, 4)]
    for position in positions:
        line = winning(position, rules, Clock(Limits())).line
        if line is None:
            continue
        pairs = seen(position, rules)
        assert pairs is not None
        used = {move for move in line if isinstance(move, Remove) and move.second is not None}
        assert used <= pairs


def test_it_excludes_most_wins_that_counting_does_not() -> None:
    rules = Rules(passes=1, play=Play.STOCK_AND_WASTE)
    positions = [Position.start(random_deal(number), rules) for number in range(1, 201)]
    lost = [p for p in positions if winning(p, rules, Clock(Limits())).line is None]
    assert sum(seen(position, rules) is None for position in lost) > 0.5 * len(lost)


def test_a_partner_drawn_under_cards_that_stay_is_out_of_reach() -> None:
    # The 5 is free only once the 4 has come; by then the 2 lies on the 8.
    late = Position(pyramid_of("5c 9d"), (), cards("8d 2h 4c"))
    assert seen(late, Rules(passes=1)) is None
    assert seen(late, Rules(passes=2)) == {Remove(*cards("5c 8d")), Remove(*cards("9d 4c"))}
    early = Position(pyramid_of("5c 9d"), (), cards("4c 8d 2h"))
    assert seen(early, Rules(passes=1)) == {Remove(*cards("5c 8d")), Remove(*cards("9d 4c"))}


def test_blocking_cards_need_not_have_to_go() -> None:
    # The 2 over the 8 may stay, but the 8 cannot leave before it.
    position = Position(pyramid_of("5c"), cards("8d 2h"), ())
    assert seen(position, Rules(passes=1)) is None
    freed = Position(pyramid_of("5c Jc"), cards("8d 2h"), ())
    assert seen(freed, Rules(passes=1)) is not None


def test_the_pair_of_the_moment_is_let_in() -> None:
    rules = Rules(Clear.ALL, 1, Play.DRAWN_PAIR)
    empty = pyramid_of("")
    position = Position(empty, cards("5c 8h"), (), drawn=True)
    assert seen(position, rules) == {Remove(*cards("5c 8h"))}
    assert seen(Position(empty, cards("5c 8h"), (), drawn=False), rules) is None


def test_a_waste_king_opens_what_is_under_it() -> None:
    position = Position(pyramid_of("5c"), cards("8d Kh"), ())
    assert seen(position, Rules(passes=1)) == {Remove(*cards("5c 8d"))}


def test_a_covered_partner_needs_the_cover_rule() -> None:
    position = Position(pyramid_of("8c 5c Kd"), (), ())
    assert seen(position, Rules(passes=1)) is None
    assert seen(position, Rules(passes=1, cover=True)) == {Remove(*cards("8c 5c"))}
