"""The time windows: when side cards are on top, when pyramid cards can leave."""

from __future__ import annotations

import pytest

from pyramide.board import encode
from pyramide.kernels.bound import fill_partners
from pyramide.kernels.prepare import DEAD, DEMAND, RELATED, Prepared, prepare, prepared
from pyramide.kernels.windows import (
    PASS,
    Times,
    accessible,
    earliest_times,
    fill_wanted,
    last_times,
    times,
    with_side_partner,
)
from pyramide.lines import variant_of
from pyramide.position import Position
from pyramide.rules import APP, PRESETS, Rules
from tests.positions import cards, pyramid_of

pytestmark = [pytest.mark.kernel, pytest.mark.nocompiler]

TOP = PASS - 1
"""The last moment of a pass."""


def set_up(position: Position) -> Prepared:
    code = encode(position)
    tables = prepared()
    prepare(code.ranks, code.present, 0, code.side_ranks, False, RELATED, tables)
    return tables


def windows(pyramid: str, waste: str, stock: str, rules: Rules = APP) -> tuple[int, Times]:
    """The latest of the earliest times, and all of them, nothing being refused or staying."""
    position = Position(pyramid_of(pyramid), cards(waste), cards(stock))
    code, tables, work = encode(position), set_up(position), times()
    number = next(n for n, row in enumerate(tables.ids) if row[0] == code.present)
    live = fill_partners(number, code.side, 0, 0, tables, work)
    last_times(code.side, code.pointer, code.side & ~live, code.side & ~live, work)
    latest = earliest_times(code.present, code.pointer, 0, variant_of(rules), tables, work)
    fill_wanted(code.present, live, tables, work)
    return int(latest), work


def test_when_a_side_card_is_on_top_for_the_last_time() -> None:
    work = times()
    # Waste 0 1 2, stock 3 4 5; the cards 1 and 4 stay in this pass, 4 in the next.
    last_times(0b111111, 3, 0b010010, 0b010000, work)
    # 1 stays, so that 0 under it is covered; 2 and 3 can be on top until 4 is drawn.
    assert work.last0[:6].tolist() == [-1, -1, 4, 4, TOP, TOP]
    assert work.last1[:6].tolist() == [PASS + 4] * 4 + [PASS + TOP] * 2


def test_gone_cards_play_no_part() -> None:
    work = times()
    last_times(0b101001, 1, 0b001000, 0, work)
    assert [int(work.last0[card]) for card in (0, 3, 5)] == [3, TOP, TOP]
    last_times(0b101001, 4, 0b001000, 0, work)
    assert [int(work.last0[card]) for card in (0, 3, 5)] == [-1, -1, TOP]


def test_a_card_leaves_when_its_partner_comes() -> None:
    latest, work = windows("Ac", "", "5h Qd")
    assert (latest, int(work.leave_at[0]), int(work.free_at[0])) == (2, 2, 0)
    latest, work = windows("Ac", "Qd", "5h")
    assert (latest, int(work.leave_at[0])) == (1, 1)  # the time that it is now
    latest, work = windows("Ac", "Qd 5h", "8c")
    assert (latest, int(work.leave_at[0])) == (PASS + 1, PASS + 1)


def test_where_the_stock_top_plays_it_need_not_be_drawn() -> None:
    latest, _ = windows("Ac", "", "5h Qd", PRESETS["relaxed"])
    assert latest == 1


def test_a_covered_card_waits_for_its_covers() -> None:
    # The top ace waits for the jack, whose partner comes third; its queen came first.
    latest, work = windows("Ac Jc", "", "Qd 5h 2d")
    assert int(work.leave_at[1]) == int(work.free_at[0]) == 3
    assert latest == int(work.leave_at[0]) == PASS + 1
    assert int(work.wanted_at[0]) == 3
    assert int(work.wanted_at[2]) == 0


def test_without_a_partner_it_never_leaves() -> None:
    assert windows("Ac", "", "5h")[0] == DEAD
    assert windows("Kc", "", "5h")[0] == 0


def test_two_pyramid_cards_leave_when_both_are_free() -> None:
    latest, work = windows("Kc 6c 7d", "", "5h")
    assert (latest, int(work.leave_at[0])) == (0, 0)
    assert windows("6c 7d", "", "")[0] == DEAD  # one covers the other


def test_side_cards_that_have_partners_beside() -> None:
    tables = set_up(Position(pyramid_of("Kc"), (), cards("5h 8c 2d Qc Kd")))
    assert with_side_partner(0b11111, tables) == 0b00011
    assert with_side_partner(0b11110, tables) == 0
    assert with_side_partner(0, tables) == 0


def test_the_waste_is_open_down_to_the_first_card_that_stays() -> None:
    position = Position(pyramid_of("Ac 8c"), cards("Qd 5h 5d Kh"), ())
    code, tables = encode(position), set_up(position)
    demand = int(next(row for row in tables.ids if row[0] == code.present)[DEMAND])
    app, wide = variant_of(APP), variant_of(PRESETS["microsoft"])
    everything = 0b1111
    # One eight takes one five only: the lower five and what lies under it stay.
    assert accessible(code.side, code.side, everything, demand, app, tables) == 0b1100
    assert accessible(code.side, code.side, 0b1011, demand, app, tables) == 0b1000
    assert accessible(code.side, code.side, 0b0111, demand, app, tables) == 0
    assert accessible(code.side, code.side, everything, demand, wide, tables) == 0b1100
    assert accessible(code.side, 0, everything, demand, app, tables) == 0
