"""The published and independent figures in the folder that PYRAMIDE_REFERENCE names."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyramide.answers import Find, Solver, Status
from pyramide.cards import RANK_LETTERS, card_from_name, make_card
from pyramide.deal import Deal
from pyramide.position import Position
from pyramide.rules import PRESETS, Clear, Play, Rules, parse_passes

pytestmark = [pytest.mark.kernel, pytest.mark.slow]
SOLVER = Solver()

# The deal that the best peer calls its slowest; it cannot be won.
SLOWEST = (
    "Th 2h 4d 3h Qd 8h 9h 5d Jc Td 7c 4c Ts Ac 9c 8d 5s 2s 7h 6s 7s 2c 9d Qs 3d 5c 5h Ad "
    "8s Js 6c 9s 4h Kh Jd 4s 2d 6d Ks Qc 3s 3c Kc 7d Tc Ah 6h Qh Kd 8c As Jh"
)


def rows(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def deal_of_names(names: str) -> Deal:
    return Deal.of(card_from_name(name) for name in names.split())


def deal_of_ranks(names: str) -> Deal:
    """A deal of these ranks; the suits, which do not matter, come in order."""
    left = {letter: [make_card(rank, suit) for suit in range(4)]
            for rank, letter in enumerate(RANK_LETTERS, start=1)}  # fmt: skip
    return Deal.of(left[letter].pop() for letter in names.split())


def test_the_shortest_wins_of_300_microsoft_deals(reference: Path) -> None:
    rules = PRESETS["microsoft"]
    asked = rows(reference / "microsoft-300.tsv")
    assert len(asked) == 300
    for length, names in asked:
        position = Position.start(deal_of_names(names), rules)
        answer = SOLVER.solve(position, rules, {Find.WIN})
        if answer.winnable:
            answer = SOLVER.solve(position, rules, {Find.SHORTEST})
        assert (answer.shortest or 0) == int(length), names


def test_every_row_of_the_plain_search(reference: Path) -> None:
    asked = [row for row in rows(reference / "oracle.tsv") if row[0] != "clear"]
    assert len(asked) == 80
    for clear, passes, play, cover, waste_start, shortest, pyramid, cards, names in asked:
        rules = Rules(
            Clear(clear), parse_passes(passes), Play(play), cover == "yes", int(waste_start)
        )
        answer = SOLVER.solve(Position.start(deal_of_ranks(names), rules), rules)
        found = (answer.shortest or -1, answer.most_pyramid_cards, answer.most_cards)
        assert found == (int(shortest), int(pyramid), int(cards)), (rules, names)


def test_the_deal_that_a_peer_calls_its_slowest() -> None:
    rules = PRESETS["microsoft"]
    answer = SOLVER.solve(Position.start(deal_of_names(SLOWEST), rules), rules)
    assert answer.winnable is False
    assert answer.shortest_status is Status.UNWINNABLE
    assert answer.best_line is not None
