"""Challenges: the best Microsoft score, and removing cards of one rank, in the fewest moves.

Both are counted from the position: what was scored or removed before it is not
known and counts for nothing.  The searching itself is `pyramide.kernels.challenge`;
every line is replayed by the reference engine before it is given out.  Under the
app's scoring the best score is ten times the most pyramid cards, which
`pyramide.answers` gives.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from pyramide.answers import NeedsStockOrder, Progress, replay_checked
from pyramide.board import EMPTY_ID, PRESENT, PYRAMID_COUNT, Encoded, encode, pyramid_id
from pyramide.cards import KING, rank_of
from pyramide.errors import PyramideError
from pyramide.game import is_won
from pyramide.kernels import challenge, shortest, values
from pyramide.kernels.prepare import RELATED, RELATED_APART, prepare, prepared
from pyramide.kernels.relaxed import relaxed_work
from pyramide.kernels.sets import fill_lines
from pyramide.kernels.windows import times
from pyramide.layout import ROW_COUNT, ROW_START
from pyramide.limits import Clock
from pyramide.lines import State, moves_between, recycles_left, variant_of
from pyramide.moves import Move
from pyramide.position import Position
from pyramide.record import replay
from pyramide.rules import Clear, Play, Rules
from pyramide.score import MICROSOFT_POINTS_PER_REMOVAL, MICROSOFT_ROW_POINTS
from pyramide.targets import targets
from pyramide.winning import WinSearch, WinStatus

FIRST_NODES = 1 << 13
FIRST_TABLE = 1 << 13
KEPT_NODES = 1 << 18
"""A node array larger than this (8 MB) is given back after a search."""

SLICE = 2000
"""Expansions between two looks at the clock: some ten milliseconds."""

MOST_OF_A_RANK = 4
NEVER = 1 << 40


class ChallengeStatus(StrEnum):
    """How far a challenge is answered."""

    OPTIMAL = "optimal"
    IMPOSSIBLE = "impossible"
    BOUNDS = "bounds"


@dataclass(frozen=True, slots=True)
class ChallengeAnswer:
    """The most that any line reaches, and the fewest moves for it.

    `value`: the score or the number of cards that `line` reaches, which is the
    most under OPTIMAL; None where there is no line that ends as it has to.
    `value_bounds`: the least and the greatest the most can be.  `moves`: how many
    moves `line` has; `moves_bounds`: the least and the greatest that the fewest
    for the most can be, None for a greatest without a line.
    """

    status: ChallengeStatus
    value: int | None
    value_bounds: tuple[int, int] | None
    moves: int | None
    moves_bounds: tuple[int, int | None] | None
    line: tuple[Move, ...] | None


IMPOSSIBLE = ChallengeAnswer(ChallengeStatus.IMPOSSIBLE, None, None, None, None, None)


@dataclass(frozen=True, slots=True)
class CardChallenge:
    """Removing `wanted` cards of a rank, or the most there are if fewer can leave.

    `winning`: by a line that ends in a win (IMPOSSIBLE where there is none);
    `free`: by any line.
    """

    rank: int
    wanted: int
    winning: ChallengeAnswer
    free: ChallengeAnswer


class ChallengeSearch:
    """A reusable search: its arrays are kept from one position to the next."""

    def __init__(self) -> None:
        """Allocate the arrays of fixed size and small ones to grow from."""
        self._tables = prepared()
        self._times = times()
        self._relaxed = relaxed_work()
        self._wins = WinSearch()
        self._hunt = values.Hunt(
            np.empty((FIRST_NODES, 4), dtype=np.int64),
            np.zeros(FIRST_TABLE, dtype=np.int32),
            np.empty((values.LEVELS, values.LISTS), dtype=np.int64),
            np.empty((values.LEVELS, 2), dtype=np.int64),
            np.zeros((challenge.MOST_CHILDREN, 8), dtype=np.int64),
            np.zeros(16, dtype=np.int64),
            np.zeros(PYRAMID_COUNT, dtype=np.int64),
            ROW_UNITS,
            np.zeros(PYRAMID_COUNT, dtype=np.int64),
            np.zeros((PYRAMID_COUNT, 5, 5), dtype=np.int64),
        )

    def best_score(
        self, position: Position, rules: Rules, clock: Clock, progress: Progress | None = None
    ) -> ChallengeAnswer:
        """The best Microsoft score that any line reaches, in the fewest moves.

        Points are counted from the position: rows cleared before count nothing.
        Raises NeedsStockOrder where the order of the side cards is not known.
        """
        check_order(position, "The best score")
        if is_won(position, rules):
            return _answer(ChallengeStatus.OPTIMAL, 0, 0, 0, ())
        answer = self._search(position, rules, 0, 0, False, clock, progress)
        low, high = answer.value_bounds or (0, 0)
        unit = MICROSOFT_POINTS_PER_REMOVAL
        value = None if answer.value is None else unit * answer.value
        return replace(answer, value=value, value_bounds=(unit * low, unit * high))

    def most_of_rank(
        self,
        position: Position,
        rules: Rules,
        rank: int,
        wanted: int,
        clock: Clock,
        progress: Progress | None = None,
    ) -> CardChallenge:
        """Remove so many cards (1 to 4) of a rank in the fewest moves; see `CardChallenge`.

        Raises PyramideError for a rank or a number that there is not, and
        NeedsStockOrder where the order of the side cards is not known.
        """
        if not 1 <= rank <= KING:
            raise PyramideError(f"{rank} is no rank: ranks run from 1, the ace, to 13, the king.")
        if not 1 <= wanted <= MOST_OF_A_RANK:
            raise PyramideError(f"{wanted} cards of a rank cannot be wanted: give 1 to 4.")
        check_order(position, "The cards of a rank that can be removed")
        if is_won(position, rules):
            nothing = _answer(ChallengeStatus.OPTIMAL, 0, 0, 0, ())
            return CardChallenge(rank, wanted, nothing, nothing)
        winning = self._winning_of_rank(position, rules, rank, wanted, clock, progress)
        free = self._search(position, rules, rank, wanted, False, clock, progress)
        return CardChallenge(rank, wanted, winning, free)

    def _winning_of_rank(
        self,
        position: Position,
        rules: Rules,
        rank: int,
        wanted: int,
        clock: Clock,
        progress: Progress | None,
    ) -> ChallengeAnswer:
        """The challenge of a rank by lines that win."""
        win = self._wins.find(position, rules, clock)
        if win.status is WinStatus.NO:
            return IMPOSSIBLE
        high = min(wanted, sum(rank_of(card) == rank for card in position.present()))
        if win.line is None:
            return ChallengeAnswer(ChallengeStatus.BOUNDS, None, (0, high), None, (0, None), None)
        answer = self._search(position, rules, rank, wanted, True, clock, progress)
        if answer.line is not None:
            return answer
        # The limit came before a line: there is still the one that proves the win.
        after = replay_checked(position, rules, win.line).present()
        gone = sum(rank_of(card) == rank for card in position.present() - after)
        return replace(
            answer, value=min(wanted, gone), value_bounds=(min(wanted, gone), high),
            moves=len(win.line), moves_bounds=(0, None), line=win.line,
        )  # fmt: skip

    def _search(
        self,
        position: Position,
        rules: Rules,
        rank: int,
        wanted: int,
        must_win: bool,
        clock: Clock,
        progress: Progress | None,
    ) -> ChallengeAnswer:
        """The most of a rank (0: the most points, in units) and the fewest moves for it."""
        aims = targets(position, rules, self._wins, clock)
        self._begin(position, rules, rank, wanted, must_win, aims or [EMPTY_ID])
        plain = replace(rules, clear=Clear.PYRAMID)
        strict = replace(rules, clear=Clear.ALL)
        hunt, control = self._hunt, self._hunt.control
        status = challenge.RUNNING
        while status not in (challenge.FOUND, challenge.EXHAUSTED):
            slice_size = clock.slice_size(SLICE)
            if slice_size == 0 or aims is None:
                break
            before = int(control[values.EXPANDED])
            status = challenge.hunt_on(
                slice_size, variant_of(plain), variant_of(strict),
                self._tables, self._relaxed, self._times, hunt,
            )  # fmt: skip
            clock.count(int(control[values.EXPANDED]) - before)
            if status in (challenge.NODES_FULL, challenge.TABLE_FULL):
                grown = _grown(hunt, status, clock)
                if grown is None:
                    break
                hunt = grown
                if len(hunt.nodes) <= KEPT_NODES:
                    self._hunt = hunt
            if progress is not None:
                most = int(control[values.BEST] - control[values.LEVEL])
                most *= 1 if rank else MICROSOFT_POINTS_PER_REMOVAL
                what = "cards" if rank else "points"
                progress(f"at most {most:,} {what}, {int(control[values.EXPANDED]):,} nodes")
        return self._read(position, rules, rank, must_win, hunt, status)

    def _begin(
        self,
        position: Position,
        rules: Rules,
        rank: int,
        wanted: int,
        must_win: bool,
        aims: list[int],
    ) -> None:
        """Set every array up for a new search, with its start as the first child."""
        code: Encoded = encode(position)
        relaxed, hunt = self._relaxed, self._hunt
        control, children = hunt.control, hunt.children
        relaxed.goal[0] = EMPTY_ID
        relaxed.cover[0] = rules.cover
        relaxed.memo[:] = 0
        fill_lines(
            code.ranks, code.present, rules.cover,
            relaxed.fixed, relaxed.sets, relaxed.clear, relaxed.work,
        )  # fmt: skip
        control[:] = 0
        start = pyramid_id(code.present)
        untracked = prepare(
            code.ranks, code.present, 0, code.side_ranks, rules.cover,
            RELATED_APART if rules.cover else RELATED, self._tables,
        )  # fmt: skip
        kings = sum(rank_of(card) == KING for card in position.present())
        removals = kings + (len(position.present()) - kings) // 2
        of_rank = sum(rank_of(card) == rank for card in position.present())
        control[values.UNTRACKED] = untracked | 1
        control[values.RECYCLES] = recycles_left(position, rules)
        control[values.CHALLENGE_RANK] = rank
        rows = int(ROW_UNITS[EMPTY_ID] - ROW_UNITS[start])
        control[values.BEST] = min(wanted, of_rank) if rank else removals + rows
        control[values.MUST_WIN] = must_win
        control[values.STRICT] = rules.clear is Clear.ALL
        control[values.TARGETS] = len(aims)
        control[values.START] = start
        control[values.START_LEFT] = of_rank if rank else removals
        hunt.targets[: len(aims)] = aims
        hunt.top_rows[:] = 0
        for target in aims:
            over = PRESENT & int(PRESENT[target]) == int(PRESENT[target])
            hunt.top_rows[over] = np.maximum(hunt.top_rows[over], ROW_UNITS[target])
        if rank:
            values.fill_need(
                rank, must_win, rules.clear is Clear.PYRAMID, variant_of(rules), self._tables, hunt
            )
        children[0, :] = 0
        children[0, shortest.ID] = start
        children[0, shortest.POINTER] = code.pointer
        children[0, shortest.SIDE] = code.side
        children[0, shortest.DRAWN] = position.drawn and rules.play is Play.DRAWN_PAIR
        hunt.heads[:] = shortest.NO_NODE
        hunt.ends[:, values.END_MOVES] = NEVER
        hunt.table[:] = 0

    def _read(
        self,
        position: Position,
        rules: Rules,
        rank: int,
        must_win: bool,
        hunt: values.Hunt,
        status: int,
    ) -> ChallengeAnswer:
        """The answer from the arrays of a search that is over."""
        control = hunt.control
        best, level = int(control[values.BEST]), int(control[values.LEVEL])
        if status == challenge.EXHAUSTED:
            raise AssertionError("a challenge has no line though there is one")
        ended = np.flatnonzero(hunt.ends[:, values.END_MOVES] < NEVER)
        if not len(ended):
            return ChallengeAnswer(
                ChallengeStatus.BOUNDS, None, (0, best - level), None, (0, None), None
            )
        node = int(hunt.ends[ended[0], values.END_NODE])
        line = tuple(moves_between(position, _states(hunt, node)))
        value = best - int(ended[0])
        record = replay(position, line, rules)
        if record.fault is not None:
            raise AssertionError(f"a challenge's line is illegal: {record.fault.error}")
        reached = _value(position, record.positions[-1], record.microsoft_score, rank)
        won = is_won(record.positions[-1], rules)
        if (reached if not rank else min(reached, best)) != value or (must_win and not won):
            raise AssertionError("a challenge's line does not reach what it should")
        if len(line) != hunt.ends[ended[0], values.END_MOVES]:
            raise AssertionError("a challenge's line is not as long as it should be")
        if status == challenge.FOUND:
            return _answer(ChallengeStatus.OPTIMAL, value, value, len(line), line)
        least = int(control[values.ESTIMATE]) if int(ended[0]) == level else 0
        answer = _answer(ChallengeStatus.BOUNDS, value, best - level, least, line)
        top = len(line) if int(ended[0]) == level else None
        return replace(answer, moves_bounds=(least, top))


def _answer(
    status: ChallengeStatus, value: int, high: int, low_moves: int, line: tuple[Move, ...]
) -> ChallengeAnswer:
    """An answer with a line."""
    moves = len(line)
    return ChallengeAnswer(status, value, (value, high), moves, (low_moves, moves), line)


def _value(start: Position, end: Position, microsoft_score: int, rank: int) -> int:
    """The value that a played line has reached, as the reference engine counts it."""
    if not rank:
        return microsoft_score // MICROSOFT_POINTS_PER_REMOVAL
    return sum(rank_of(card) == rank for card in start.present() - end.present())


def _grown(hunt: values.Hunt, status: int, clock: Clock) -> values.Hunt | None:
    """The search with the full array doubled; None when that passes the memory limit."""
    held = hunt.nodes.nbytes + hunt.table.nbytes
    if status == challenge.NODES_FULL:
        if not clock.may_hold(held + 2 * hunt.nodes.nbytes):
            return None
        nodes = np.empty((2 * len(hunt.nodes), 4), dtype=np.int64)
        nodes[: len(hunt.nodes)] = hunt.nodes
        return hunt._replace(nodes=nodes)
    if not clock.may_hold(held + 2 * hunt.table.nbytes):
        return None
    table = np.zeros(2 * len(hunt.table), dtype=np.int32)
    challenge.refill(hunt, table)
    return hunt._replace(table=table)


def _states(hunt: values.Hunt, node: int) -> list[State]:
    """The states on the line to a node."""
    states: list[State] = []
    while node != shortest.NO_NODE:
        word = int(hunt.nodes[node, 0])
        states.append(
            State(word & 2047, word >> 11 & 31, word >> 16 & shortest.SIDE_MASK, word >> 40 & 1)
        )
        node = int(hunt.nodes[node, 2]) >> 28
    return states[::-1]


def check_order(position: Position, what: str) -> None:
    """Raise NeedsStockOrder where the order of the side cards is not known."""
    if not position.order_known:
        raise NeedsStockOrder(
            f"{what} cannot be answered without the order of the stock: give the cards of the "
            "stock too, in the order in which they are drawn."
        )


def _row_units() -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Per pyramid id Microsoft's points for the rows that are gone in it, in units of five."""
    units = np.zeros(PYRAMID_COUNT, dtype=np.int64)
    ends = (*ROW_START[1:], 28)
    for row in range(ROW_COUNT):
        mask = (1 << ends[row]) - (1 << ROW_START[row])
        units += (mask & PRESENT == 0) * (MICROSOFT_ROW_POINTS[row] // MICROSOFT_POINTS_PER_REMOVAL)
    return units


ROW_UNITS = _row_units()
