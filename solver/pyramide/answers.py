"""The answers about a position: can it be won, the most cards, the shortest win.

Every answer is proven or says that it is not.  Which search answers what under
which rules stands in `solve`; each line is replayed by the reference engine
before it is given out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from pyramide.board import EMPTY_ID
from pyramide.cards import KING, partner_rank, rank_of
from pyramide.clearing import clearing, largest
from pyramide.errors import PyramideError
from pyramide.game import is_won
from pyramide.limits import Clock, Limits
from pyramide.lines import LineResult, LineSearch, LineStatus
from pyramide.most import MostSearch, most_pyramid
from pyramide.moves import Move
from pyramide.plan import Plan, line_of_plan
from pyramide.position import Position
from pyramide.record import replay
from pyramide.rules import APP, Clear, Play, Rules
from pyramide.winning import WinSearch, WinStatus


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
    `decided`: whether everything asked for is answered, but for what needs the
    order of the stock; `needs_stock_order` names the fields that do.
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
    needs_stock_order: tuple[str, ...] = ()


Progress = Callable[[str], None]
EVERYTHING = frozenset(Find)


@dataclass(frozen=True, slots=True)
class _Win:
    """Whether a position is won, None when a limit was reached, with its plan and a line."""

    winnable: bool | None
    plan: Plan | None = None
    line: tuple[Move, ...] | None = None


@dataclass(frozen=True, slots=True)
class _Most:
    """The most cards that leave from a position; None where a limit was reached."""

    pyramid_cards: int | None
    cards: int | None
    goals: tuple[int, ...]


class Solver:
    """Answers about one position after another, keeping its work arrays."""

    def __init__(self) -> None:
        """Nothing is allocated before the first search that needs it."""
        self._lines: LineSearch | None = None
        self._wins: WinSearch | None = None
        self._all_cards: MostSearch | None = None

    def solve(
        self,
        position: Position,
        rules: Rules,
        find: Collection[Find] = EVERYTHING,
        limits: Limits | None = None,
        progress: Progress | None = None,
    ) -> Answer:
        """What `find` asks about a position.

        Raises NeedsStockOrder, before any search, where nothing that is asked
        can be answered without the order of the stock.
        """
        missing = fields_needing_order(position, rules, find)
        clock = Clock(limits or Limits())
        answer = Answer(rules, needs_stock_order=missing)
        win = _Win(None)
        if "winnable" not in missing and {Find.WIN, Find.SHORTEST} & set(find):
            win = self._win(position, rules, clock)
            answer = replace(
                answer,
                winnable=win.winnable,
                plan=win.plan,
                decided=win.winnable is not None,
            )
        most: _Most | None = None
        if Find.MOST in find and "most_pyramid_cards" not in missing:
            most = self._most(position, rules, "most_cards" not in missing, clock)
            answer = _with_most(answer, position, most)
        if Find.SHORTEST in find:
            answer = self._with_shortest(answer, position, win, most, clock, progress)
            if answer.shortest_status is Status.NEEDS_STOCK_ORDER and set(find) == {Find.SHORTEST}:
                answer = replace(answer, decided=False)
        return replace(answer, nodes=clock.nodes, seconds=clock.seconds)

    def _win(self, position: Position, rules: Rules, clock: Clock) -> _Win:
        """Whether the position can be won."""
        cleared = clearing(position, rules.cover)
        clock.count(cleared.nodes)
        if not cleared.winnable:
            # Under unlimited passes this is exact; all else only makes winning harder.
            return _Win(False)
        if rules.passes is None and rules.clear is Clear.PYRAMID:
            assert cleared.plan is not None
            known = position.order_known
            line = line_of_plan(position, cleared.plan) if known else None
            return _Win(True, cleared.plan, line)
        if rules.passes is None and rules.play is Play.WASTE:
            if not side_cards_have_partners(position):
                return _Win(False)
            if not position.order_known:
                return _Win(True)
        result = self._win_search().find(position, rules, clock)
        if result.status is WinStatus.WIN:
            assert result.line is not None
            return _Win(True, None, verified(position, rules, result.line))
        return _Win(False if result.status is WinStatus.NO else None)

    def _win_search(self) -> WinSearch:
        """The search for wins under limited passes, made when it is first needed."""
        self._wins = self._wins or WinSearch()
        return self._wins

    def _most(self, position: Position, rules: Rules, all_cards: bool, clock: Clock) -> _Most:
        """The most pyramid cards, and the most cards in all, that leave from here."""
        if is_won(position, rules):
            # The game is over: what lies beside a cleared pyramid stays.
            return _Most(0, 0, (EMPTY_ID,))
        pyramid = most_pyramid(position, rules, clock, self._win_search())
        cards: int | None = None
        if rules.passes is None and rules.play is Play.WASTE:
            cards = largest(position, rules.cover).cards
        elif all_cards:
            self._all_cards = self._all_cards or MostSearch()
            found = self._all_cards.find(position, rules, clock)
            cards = found.low if found.low == found.high else None
        return _Most(pyramid.low if pyramid.proven else None, cards, pyramid.goals)

    def _with_shortest(
        self,
        answer: Answer,
        position: Position,
        win: _Win,
        most: _Most | None,
        clock: Clock,
        progress: Progress | None,
    ) -> Answer:
        """The answer with the shortest win, or for a lost position the best line."""
        rules = answer.rules
        if win.winnable is False:
            answer = replace(answer, shortest_status=Status.UNWINNABLE)
            if not position.order_known:
                return answer
            line = self._best_line(position, rules, most, clock, progress)
            return replace(answer, best_line=line, decided=answer.decided and line is not None)
        if not position.order_known:
            return replace(answer, shortest_status=Status.NEEDS_STOCK_ORDER)
        if win.winnable is None:
            return replace(
                answer, shortest_status=Status.BOUNDS, shortest_bounds=(0, None), decided=False
            )
        result = self._shortest(position, rules, EMPTY_ID, clock, None, progress)
        if result.moves is not None:
            length = len(result.moves)
            return replace(
                answer,
                shortest=length,
                shortest_status=Status.OPTIMAL,
                shortest_bounds=(length, length),
                moves=verified(position, rules, result.moves),
            )
        assert win.line is not None
        line = verified(position, rules, win.line)
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
        most: _Most | None,
        clock: Clock,
        progress: Progress | None,
    ) -> tuple[Move, ...] | None:
        """A shortest line to the most pyramid cards; None when a limit is reached."""
        most = most or self._most(position, rules, False, clock)
        if most.pyramid_cards is None:
            return None
        # Which pyramid cards can go, and how fast, does not depend on `clear`.
        towards = replace(rules, clear=Clear.PYRAMID)
        best: tuple[Move, ...] | None = None
        for goal in most.goals:
            below = None if best is None else len(best)
            result = self._shortest(position, towards, goal, clock, below, progress)
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


def _with_most(answer: Answer, position: Position, most: _Most) -> Answer:
    """The answer with the most cards, counted from the deal."""
    rules = answer.rules
    pyramid_gone = 28 - sum(card is not None for card in position.pyramid)
    gone = 52 - len(position.present())
    pyramid_cards = None if most.pyramid_cards is None else pyramid_gone + most.pyramid_cards
    cards = None if most.cards is None else gone + most.cards
    apps = rules.play is not Play.STOCK_AND_WASTE
    complete = pyramid_cards is not None and (
        cards is not None or "most_cards" in answer.needs_stock_order
    )
    return replace(
        answer,
        most_pyramid_cards=pyramid_cards,
        most_cards=cards,
        score=10 * pyramid_cards if apps and pyramid_cards is not None else None,
        decided=answer.decided and complete,
    )


def side_cards_have_partners(position: Position) -> bool:
    """Whether every side card can leave with a pyramid card of its own.

    With `clear = all`, unlimited passes and `play = waste` a position is won
    exactly when this holds and it is won with `clear = pyramid`.
    """
    pyramid = [rank_of(card) for card in position.pyramid if card is not None]
    left = [rank_of(card) for card in position.present()]
    return all(
        pyramid.count(rank) + pyramid.count(partner_rank(rank)) >= left.count(rank)
        for rank in range(1, KING)
    )


FIELDS = {
    Find.WIN: ("winnable",),
    Find.MOST: ("most_pyramid_cards", "most_cards"),
    Find.SHORTEST: ("winnable", "shortest"),
}


def fields_needing_order(
    position: Position, rules: Rules, find: Collection[Find]
) -> tuple[str, ...]:
    """Which fields of what is asked depend on the order of the stock, which is not known.

    Under unlimited passes these do not: `winnable` with `clear = pyramid`, or
    with `play = waste`; `most_pyramid_cards`; `most_cards` with `play = waste`.

    Raises NeedsStockOrder when all of them depend on it, naming them.
    """
    if position.order_known:
        return ()
    unlimited = rules.passes is None
    waste = rules.play is Play.WASTE
    free_of_order = {
        "winnable": unlimited and (rules.clear is Clear.PYRAMID or waste),
        "most_pyramid_cards": unlimited,
        "most_cards": unlimited and waste,
        "shortest": False,
    }
    asked = dict.fromkeys(field for kind in Find if kind in find for field in FIELDS[kind])
    missing = tuple(field for field in asked if not free_of_order[field])
    if len(missing) == len(asked):
        raise NeedsStockOrder(
            f"{' and '.join(missing)} cannot be answered under these rules without the order of "
            "the stock: give the cards of the stock too, in the order in which they are drawn."
        )
    return missing


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
