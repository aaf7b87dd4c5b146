"""Recorded games: replay a list of actions, and judge it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pyramide.game import Ending, IllegalMove
from pyramide.moves import Action
from pyramide.position import Position
from pyramide.rules import Rules
from pyramide.session import Session


@dataclass(frozen=True, slots=True)
class Fault:
    """The first illegal action of a record: its index from 0, and what is wrong."""

    index: int
    action: Action
    error: IllegalMove


@dataclass(frozen=True, slots=True)
class Replay:
    """A record replayed up to its end or its first illegal action.

    `positions` holds the start and the position after each legal action;
    `moves`, `score`, `microsoft_score` and `ending` tell of the last of them.
    """

    start: Position
    rules: Rules
    actions: tuple[Action, ...]
    positions: tuple[Position, ...]
    moves: int
    score: int
    microsoft_score: int
    ending: Ending
    fault: Fault | None

    @property
    def final(self) -> Position:
        """The position after the last legal action."""
        return self.positions[-1]


def replay(start: Position, actions: Sequence[Action], rules: Rules) -> Replay:
    """Replay a record from a position, by the app's rule for undo and the counter."""
    session = Session(start, rules)
    positions = [start]
    fault = None
    for index, action in enumerate(actions):
        try:
            session.do(action)
        except IllegalMove as error:
            fault = Fault(index, action, error)
            break
        positions.append(session.position)
    return Replay(
        start,
        rules,
        tuple(actions),
        tuple(positions),
        session.moves,
        session.score,
        session.microsoft_score,
        session.ending,
        fault,
    )
