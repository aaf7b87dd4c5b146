"""Objects that a command printed earlier and that are read again: do they hold together?"""

from __future__ import annotations

from collections.abc import Mapping

from pyramide.cards import card_name
from pyramide.codes import UnknownCode, looks_like_code, lookup
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import Rules

SCHEMA = 1


def check_printed(
    value: Mapping[str, object], deal: Deal | None, position: Position | None, rules: Rules
) -> None:
    """Raise PyramideError where an object contradicts itself, or the rules asked for."""
    schema = value.get("schema", SCHEMA)
    if schema != SCHEMA:
        raise PyramideError(f"This JSON is of schema {schema}; this version reads {SCHEMA}.")
    if deal is not None and deal.name is not None:
        _check_name(deal, deal.name)
    if position is None:
        return
    if deal is not None:
        _check_place(deal, position)
    printed = value.get("rules")
    if printed is not None and printed != rules.as_json():
        raise PyramideError(
            "This position was printed under other rules than those asked for: give its own "
            "as options (--rules, --clear, --passes, --play, --cover, --waste-start), or take "
            "its 'rules' out."
        )


def check_pass(position: Position, rules: Rules) -> None:
    """Raise PyramideError for a position in a later pass than the rules have."""
    if rules.passes is not None and position.pass_number > rules.passes:
        raise PyramideError(
            f"The position is in pass {position.pass_number}, but the rules have only "
            f"{rules.passes}: mend its 'pass', or give --passes."
        )


def _check_name(deal: Deal, name: str) -> None:
    """Refuse a numbered or coded deal with other cards."""
    kind, _, number = name.partition(":")
    known: tuple[int | None, ...] = ()
    if kind == "random" and number.isdigit():
        known = random_deal(int(number)).cards
    elif looks_like_code(name):
        try:
            known = lookup(name).cards
        except UnknownCode:
            return
    for own, true in zip(deal.cards, known, strict=False):
        if own is not None and true is not None and own != true:
            raise PyramideError(
                f"These are not the cards of {name}: it has {card_name(true)} where "
                f"{card_name(own)} stands here."
            )


def _check_place(deal: Deal, position: Position) -> None:
    """Refuse a position whose cards do not lie where the deal has them."""
    for place, card in enumerate(position.pyramid):
        if card is not None and card != deal.pyramid[place]:
            raise PyramideError(
                f"'cards' and 'position' contradict each other: {card_name(card)} lies where "
                f"the deal has {card_name(deal.pyramid[place])}."
            )
    order = [card for card in deal.side if card is not None]
    last = -1
    for card in position.side:
        if card is None or card not in order:
            continue
        if order.index(card) < last:
            raise PyramideError(
                f"'cards' and 'position' contradict each other: {card_name(card)} is drawn "
                "earlier in the deal."
            )
        last = order.index(card)
