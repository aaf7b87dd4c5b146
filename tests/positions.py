"""Positions for tests: typed cards, and random positions in mid-game."""

from __future__ import annotations

from itertools import product
from random import Random

from pyramide.cards import KING, Card, card_from_name, make_card
from pyramide.layout import PYRAMID_SIZE
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules

ALL_RULES: tuple[Rules, ...] = tuple(
    Rules(clear, passes, play, cover, waste_start)
    for clear, passes, play, cover, waste_start in product(
        Clear, (1, 2, 3, None), Play, (False, True), (0, 1)
    )
)
"""The 96 rule sets of up to three or unlimited passes."""


def cards(text: str) -> tuple[Card, ...]:
    """The cards of machine names, such as `Kd 3c`."""
    return tuple(card_from_name(name) for name in text.split())


def pyramid_of(text: str) -> tuple[Card | None, ...]:
    """The pyramid of machine names in dealing order; `--` and what is missing is a gap."""
    names = text.split()
    typed = [None if name == "--" else card_from_name(name) for name in names]
    return (*typed, *[None] * (PYRAMID_SIZE - len(typed)))


def random_midgame(rng: Random, rules: Rules, pyramid_cards: int, side_cards: int) -> Position:
    """A random position with so many cards left, its ranks balanced as after pairs.

    The pyramid is any that can occur, waste and stock are split anywhere, the
    pass is any that the rules have, and under `drawn-pair` the drawn flag is
    on half of the time where there is a waste.
    """
    shape = Position((0,) * PYRAMID_SIZE, (), ())
    while sum(card is not None for card in shape.pyramid) > pyramid_cards:
        gone = rng.choice(shape.free_places())
        pyramid = tuple(None if p == gone else c for p, c in enumerate(shape.pyramid))
        shape = Position(pyramid, (), ())
    pack = _balanced_cards(rng, pyramid_cards + side_cards)
    in_pyramid = iter(pack[side_cards:])
    waste_size = rng.randint(0, side_cards)
    return Position.checked(
        tuple(None if card is None else next(in_pyramid) for card in shape.pyramid),
        pack[:waste_size],
        pack[waste_size:side_cards],
        pass_number=rng.randint(1, rules.passes or 3),
        drawn=rules.play is Play.DRAWN_PAIR and waste_size > 0 and rng.random() < 0.5,
    )


def _balanced_cards(rng: Random, count: int) -> tuple[Card, ...]:
    """So many cards in random order: kings, and as many of each rank as of its partner."""
    fewest = max(count % 2, count - 48)
    kings = rng.choice(range(fewest, min(4, count) + 1, 2))
    classes = rng.sample([rank for rank in range(1, 7) for _ in range(4)], (count - kings) // 2)
    suits = {rank: rng.sample(range(4), 4) for rank in range(1, KING + 1)}
    pack = [make_card(KING, suits[KING].pop()) for _ in range(kings)]
    for rank in classes:
        pack.append(make_card(rank, suits[rank].pop()))
        pack.append(make_card(KING - rank, suits[KING - rank].pop()))
    rng.shuffle(pack)
    return tuple(pack)
