"""Plain solvers that judge the clever ones: every legal move, no pruning, no bounds.

`oracle` plays the rules of `pyramide.game` themselves, so it suits small
positions; `tests.fast_oracle` asks the same of whole deals.  `relaxed_oracle`
asks only what the order of the side cards cannot change under unlimited passes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyramide.cards import KING, partner_rank, rank_of
from pyramide.game import apply, is_won, legal_moves
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules


@dataclass(frozen=True, slots=True)
class OracleAnswer:
    """What a plain search found from a position.

    `shortest` is None where the position cannot be won.  `most_pyramid_cards`
    and `most_cards` count what a line from this position on removes, each line
    ending at the win.  `states` counts the positions met, the first and the won
    ones included (under unlimited passes the pass is no part of a position).
    """

    winnable: bool
    shortest: int | None
    most_pyramid_cards: int
    most_cards: int
    states: int


@dataclass(frozen=True, slots=True)
class RelaxedAnswer:
    """What holds whatever the order of the side cards; None where it would matter."""

    winnable: bool | None
    most_pyramid_cards: int
    most_cards: int | None


def pyramid_count(position: Position) -> int:
    """How many pyramid cards are left."""
    return sum(card is not None for card in position.pyramid)


def oracle(position: Position, rules: Rules, cap: int | None = None) -> OracleAnswer | None:
    """Search breadth first from a position; None when more than `cap` positions are met."""
    start = _key(position, rules)
    seen = {start}
    layer = [start]
    depth = 0
    shortest: int | None = None
    while layer:
        following: list[Position] = []
        for place in layer:
            if shortest is None and is_won(place, rules):
                shortest = depth
            for move in legal_moves(place, rules):
                after = _key(apply(place, move, rules), rules)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
            if cap is not None and len(seen) > cap:
                return None
        layer = following
        depth += 1
    pyramid_left = min(pyramid_count(place) for place in seen)
    cards_left = min(pyramid_count(place) + len(place.side) for place in seen)
    return OracleAnswer(
        winnable=shortest is not None,
        shortest=shortest,
        most_pyramid_cards=pyramid_count(position) - pyramid_left,
        most_cards=pyramid_count(position) + len(position.side) - cards_left,
        states=len(seen),
    )


def _key(position: Position, rules: Rules) -> Position:
    """The position without its pass where passes are not counted."""
    return replace(position, pass_number=1) if rules.passes is None else position


RelaxedState = tuple[tuple[int | None, ...], tuple[int, ...]]
"""The pyramid, and how many side cards of each rank (index 0 unused) are left."""


def relaxed_oracle(position: Position, rules: Rules) -> RelaxedAnswer:
    """Answer under unlimited passes as if any side card could be played at any time.

    With unlimited passes every side card can be brought to the top, so this is
    exact for what `RelaxedAnswer` fills in; the order may be unknown.  Under
    `waste` side cards leave with a pyramid card or as kings, never in pairs of
    their own; a wider play makes such pairs, whose chance the order decides.

    Raises ValueError under limited passes.
    """
    if rules.passes is not None:
        raise ValueError("the relaxed oracle is for unlimited passes")
    side = Counter(rank_of(card) for card in position.present() if card not in position.pyramid)
    start: RelaxedState = (position.pyramid, tuple(side[rank] for rank in range(KING + 1)))
    seen = {start}
    waiting = [start]
    while waiting:
        for after in _relaxed_moves(waiting.pop(), rules):
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    sizes = [(sum(card is not None for card in pyramid), sum(left)) for pyramid, left in seen]
    waste_only = rules.play is Play.WASTE
    winnable = None
    if rules.clear is Clear.PYRAMID:
        winnable = any(in_pyramid == 0 for in_pyramid, _ in sizes)
    elif waste_only:
        winnable = (0, 0) in sizes
    all_left = min(in_pyramid + beside for in_pyramid, beside in sizes)
    return RelaxedAnswer(
        winnable=winnable,
        most_pyramid_cards=pyramid_count(position) - min(sizes)[0],
        most_cards=len(position.present()) - all_left if waste_only else None,
    )


def _relaxed_moves(state: RelaxedState, rules: Rules) -> Iterator[RelaxedState]:
    """The states one removal further, if this one is not won."""
    pyramid, side = state
    table = Position(pyramid, (), ())
    if is_won(table, replace(rules, clear=Clear.PYRAMID)) and (
        rules.clear is Clear.PYRAMID or not any(side)
    ):
        return
    if side[KING]:
        yield pyramid, _one_less(side, KING)
    # What the pyramid alone allows, cover pairs included, the rules say themselves.
    for move in legal_moves(table, replace(rules, clear=Clear.PYRAMID)):
        yield apply(table, move, rules).pyramid, side
    for place in table.free_places():
        card = pyramid[place]
        partner = 0 if card is None else partner_rank(rank_of(card))
        if side[partner]:
            left = (*pyramid[:place], None, *pyramid[place + 1 :])
            yield left, _one_less(side, partner)


def _one_less(side: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """The side cards without one of that rank."""
    return (*side[:rank], side[rank] - 1, *side[rank + 1 :])
