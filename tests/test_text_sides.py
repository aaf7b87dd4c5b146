"""Which side cards are gone, as far as a sentence tells."""

from __future__ import annotations

import pytest

from pyramide.cards import PACK, card_from_name
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.rules import APP, PRESETS
from pyramide.text.sides import removed_side_cards

# Row 7 ends in 8c 5d Kc; of the side cards only Kd is a king and only 5s, 8h pair with them.
_SIDE = "2c 5s 3c Kd 4c 6c 7c 9c Tc Jc Qc Ac 2d 3d 4d 6d 7d 9d Td Jd 2h 3h 4h 8h"
SIDE = _SIDE.split()
PYRAMID_END = ["8c", "5d", "Kc"]
_others = [card for card in PACK if card not in map(card_from_name, (*SIDE, *PYRAMID_END))]
DEAL = Deal.of([*_others, *map(card_from_name, PYRAMID_END), *map(card_from_name, SIDE)])


def gone(removed, top, stock, rules=APP, deal=DEAL):
    left = tuple(None if i in removed else card for i, card in enumerate(deal.pyramid))
    card = None if top is None else card_from_name(top)
    return removed_side_cards(deal, left, card, stock, rules)


def test_nothing_gone():
    assert gone((), "2c", 23) == frozenset()
    assert gone((), "3c", 21) == frozenset()
    assert gone((), None, 24) == frozenset()


def test_a_partner_of_a_pyramid_card():
    assert gone((25,), "3c", 21) == {1}  # the eight went with 5s, the only five there
    assert gone((25,), "2c", 22) == {1}
    assert gone((26,), "2c", 22) == {23}  # the five can only have gone with 8h
    assert gone((26, 25), "3c", 21) == frozenset()  # five and eight went together
    assert gone((27,), "3c", 21) == frozenset()
    assert gone((26,), "3c", 20) == {23}


def test_a_king_under_the_top_stays_open():
    with pytest.raises(PyramideError) as caught:
        gone((), "4c", 19)
    assert str(caught.value) == (
        "The sentence does not tell which side cards are gone: it leaves open whether Kd is left. "
        "Give the deal with the moves played (--after), or the position as JSON or text, which "
        "name every side card."
    )


def test_the_first_pass_tells_more():
    one_pass = PRESETS["app-one-pass"]
    assert gone((), "3c", 20, one_pass) == {3}
    assert gone((), "3c", 20) == {3}
    assert gone((26, 25), "2c", 23, one_pass) == frozenset()
    with pytest.raises(PyramideError, match="cannot come from this deal"):
        gone((26,), "2c", 22, one_pass)  # 8h is not next after 2c


def test_two_side_cards_leave_together_only_where_they_may():
    microsoft = PRESETS["microsoft"]
    order = ["5s", "8h", *SIDE[2:23], "2c"]
    swapped = Deal.of([*DEAL.pyramid, *map(card_from_name, order)])
    assert gone((), None, 22, microsoft, swapped) == {0, 1}
    with pytest.raises(PyramideError, match="cannot come from this deal"):
        gone((), None, 22, PRESETS["app-one-pass"], swapped)


@pytest.mark.parametrize(
    ("removed", "top", "stock", "message"),
    [
        ((), "3c", 22, "22 cards in the stock are too many: only 21 side cards"),
        ((), "4c", 20, "20 cards in the stock are too many: only 19"),
        ((27, 25), "2c", 23, "cannot come from this deal"),
    ],
)
def test_what_cannot_be(removed, top, stock, message):
    with pytest.raises(PyramideError, match=message):
        gone(removed, top, stock)


def test_an_unknown_order_is_refused_where_it_matters():
    seen = Deal.of([card for card in DEAL.cards[:33] if card is not None])
    assert gone((), "2c", 23, deal=seen) == frozenset()
    assert gone((25,), "3c", 21, deal=seen) == {1}
    with pytest.raises(PyramideError, match="The order of the stock is unknown"):
        gone((26,), "2c", 22, deal=seen)
    with pytest.raises(PyramideError, match="The place of 9c among the side cards"):
        gone((), "9c", 16, deal=seen)
