"""The answers about a position: can it be won, the most cards, the shortest win.

Every answer is proven or says that it is not.  Which search answers what under
which rules stands in `solve`; each line is replayed by the reference engine
before it is given out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from pyramide.clearing import Largest, clearing, largest
from pyramide.errors import PyramideError
from pyramide.game import is_won
from pyramide.limits import Clock, Limits
from pyramide.lines import LineResult, LineSearch, LineStatus
from pyramide.moves import Move
from pyramide.plan import Plan, line_of_plan
from pyramide.position import Position
from pyramide.record import replay
from pyramide.rules import APP, Rules

EMPTY_PYRAMID = 1429


class Find(StrEnum):
    """What to find out."""

    WIN = "win"
    MOST = "most"
    SHORTEST = "shortest"


class Status(StrEnum):
    """How far the shortest win is known."""

    OPTIMAL = "optimal"
    UNWINNABLE = "unwinnable"
    BOUNDS = "bounds"
    NEEDS_STOCK_ORDER = "needs-stock-order"
    NOT_ASKED = "not-asked"


class UnsupportedRules(PyramideError):
    """A question that this version cannot answer under these rules."""


class NeedsStockOrder(PyramideError):
    """A question whose answer depends on the order of the stock, which is not known."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known; None where it was not asked for or is not known.

    Cards and score are counted from the deal: what is gone at the start of a
    position in mid-game counts.  `shortest` counts moves from the position.
    `shortest_bounds`: the least and the greatest length still possible, None for
    a greatest without a line.  `moves`: a winning line, a shortest one where
    `shortest_status` is OPTIMAL.  `best_line`: for a lost position a shortest
    line to the most pyramid cards.  `plan`: for a win the removals in order.
    `decided`: whether everything asked for is answered.
    """

    rules: Rules
    winnable: bool | None = None
    most_pyramid_cards: int | None = None
    most_cards: int | None = None
    score: int | None = None
    shortest: int | None = None
    shortest_status: Status = Status.NOT_ASKED
    shortest_bounds: tuple[int, int | None] | None = None
    moves: tuple[Move, ...] | None = None
    best_line: tuple[Move, ...] | None = None
    plan: Plan | None = None
    source: str = "computed"
    published: dict[str, int] | None = None
    nodes: int = 0
    seconds: float = 0.0
    decided: bool = True


Progress = Callable[[str], None]
EVERYTHING = frozenset(Find)


class Solver:
    """Answers about one position after another, keeping its work arrays."""

    def __init__(self) -> None:
        """Nothing is allocated before the first search that needs it."""
        self._lines: LineSearch | None = None

    def solve(
        self,
        position: Position,
        rules: Rules,
        find: Collection[Find] = EVERYTHING,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Answer:
        """What `find` asks about a position.

        Raises UnsupportedRules or NeedsStockOrder, before any search, for a
        question that cannot be answered.
        """
        check_question(position, rules, find)
        clock = Clock(limits or Limits())
        answer = Answer(rules)
        cleared = clearing(position, rules.cover)
        clock.count(cleared.nodes)
        if Find.WIN in find or Find.SHORTEST in find:
            answer = replace(answer, winnable=cleared.winnable, plan=cleared.plan)
        most: Largest | None = None
        if Find.MOST in find:
            most = largest(position, rules.cover)
            gone = 28 - sum(card is not None for card in position.pyramid)
            all_gone = 52 - len(position.present())
            answer = replace(
                answer,
                most_pyramid_cards=gone + most.pyramid_cards,
                # The game has ended at a win: the kings beside it stay.
                most_cards=all_gone + (0 if is_won(position, rules) else most.cards),
                score=10 * (gone + most.pyramid_cards),
            )
        if Find.SHORTEST in find:
            if not cleared.winnable:
                answer = replace(answer, shortest_status=Status.UNWINNABLE)
                if position.order_known:
                    line = self._best_line(position, rules, most, clock, progress)
                    answer = replace(answer, best_line=line, decided=line is not None)
            elif not position.order_known:
                answer = replace(
                    answer,
                    shortest_status=Status.NEEDS_STOCK_ORDER,
                    decided=set(find) != {Find.SHORTEST},
                )
            else:
                result = self._shortest(position, rules, EMPTY_PYRAMID, clock, None, progress)
                answer = self._with_shortest(answer, position, result)
        return replace(answer, nodes=clock.nodes, seconds=clock.seconds)

    def _with_shortest(self, answer: Answer, position: Position, result: LineResult) -> Answer:
        """The answer with the outcome of the search for a shortest win."""
        if result.moves is not None:
            length = len(result.moves)
            moves = verified(position, answer.rules, result.moves)
            return replace(
                answer,
                shortest=length,
                shortest_status=Status.OPTIMAL,
                shortest_bounds=(length, length),
                moves=moves,
            )
        assert answer.plan is not None
        line = verified(position, answer.rules, line_of_plan(position, answer.plan))
        return replace(
            answer,
            shortest_status=Status.BOUNDS,
            shortest_bounds=(min(result.low, len(line)), len(line)),
            moves=line,
            decided=False,
        )

    def _best_line(
        self,
        position: Position,
        rules: Rules,
        most: Largest | None,
        clock: Clock,
        progress: Progress | None,
    ) -> tuple[Move, ...] | None:
        """A shortest line to the most pyramid cards; None when a limit is reached."""
        most = most or largest(position, rules.cover)
        best: tuple[Move, ...] | None = None
        for goal in most.goals:
            below = None if best is None else len(best)
            result = self._shortest(position, rules, goal, clock, below, progress)
            if result.moves is not None:
                best = result.moves
            elif result.status is not LineStatus.NO_LINE:
                return None
        assert best is not None
        replay_checked(position, rules, best)
        return best

    def _shortest(
        self,
        position: Position,
        rules: Rules,
        goal: int,
        clock: Clock,
        below: int | None,
        progress: Progress | None,
    ) -> LineResult:
        """Run the line search, telling how it goes."""
        if self._lines is None:
            self._lines = LineSearch()
        tell = None
        if progress is not None:
            say = progress

            def tell(low: int, nodes: int) -> None:
                say(f"at least {low} moves, {nodes:,} nodes")

        return self._lines.find(position, rules, goal, clock, below, tell)


def check_question(position: Position, rules: Rules, find: Collection[Find]) -> None:
    """Raise UnsupportedRules or NeedsStockOrder if `solve` could not answer."""
    if replace(rules, waste_start=APP.waste_start) != APP:
        raise UnsupportedRules(
            "This version answers under the rule set 'app' only; "
            "play, show and verify know every rule set."
        )
    del position, find


def replay_checked(position: Position, rules: Rules, moves: tuple[Move, ...]) -> Position:
    """Replay a line by the reference engine; its last position.

    Raises AssertionError if it is not legal: that would be a fault of a search.
    """
    played = replay(position, moves, rules)
    if played.fault is not None:
        raise AssertionError(f"a search gave an illegal line: {played.fault.error}")
    return played.positions[-1]


def verified(position: Position, rules: Rules, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """A winning line, after the reference engine has replayed it to the win."""
    if not is_won(replay_checked(position, rules, moves), rules):
        raise AssertionError("a search gave a line that does not win")
    return moves


def solve(
    position: Position,
    rules: Rules = APP,
    find: Collection[Find] = EVERYTHING,
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> Answer:
    """What `find` asks about one position; see `Solver.solve`."""
    return Solver().solve(position, rules, find, limits, progress)
