"""A game being played: selection, move counter, score and undo as the app has them.

Source: the rules pages of the app *Pyramide Solitaire*.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from enum import StrEnum

from pyramide.cards import KING, Card, is_pair, rank_of
from pyramide.game import (
    Ending,
    IllegalMove,
    Reason,
    apply,
    ending,
    free_cards,
    is_won,
    legal_moves,
    reveal,
)
from pyramide.moves import DRAW, RECYCLE, UNDO, Action, Draw, Remove, Undo
from pyramide.position import Position
from pyramide.rules import Rules
from pyramide.score import app_points, microsoft_points

UNDO_DEPTH = 100
"""How many actions the app takes back at most."""


class Message(StrEnum):
    """What the app tells the player; `pyramide.text.messages` has the words."""

    COVERED = "covered"
    WRONG_SUM = "wrong-sum"
    NO_MORE_MOVES = "no-more-moves"


@dataclass(frozen=True, slots=True)
class _Before:
    """What an undo brings back; the move counter is not part of it."""

    position: Position
    score: int
    microsoft_score: int


class Session:
    """One game under way, played by actions or by taps.

    `position` is what lies on the table, `moves` the move counter (removals,
    draws and recycles, never going down), `score` the app's points and
    `microsoft_score` Microsoft's, `selected` the card tapped first, if any,
    and `history` every action done, undos included.
    """

    def __init__(self, start: Position, rules: Rules, *, error_help: bool = False) -> None:
        """Begin at a position; `error_help` has the app say why a tap did nothing."""
        self.rules = rules
        self.error_help = error_help
        self.position = start
        self.moves = 0
        self.score = 0
        self.microsoft_score = 0
        self.selected: Card | None = None
        self.history: list[Action] = []
        self._undoable: deque[_Before] = deque(maxlen=UNDO_DEPTH)

    @property
    def undo_depth(self) -> int:
        """How many actions can be taken back now, at most 100."""
        return len(self._undoable)

    @property
    def ending(self) -> Ending:
        """How the game stands."""
        return ending(self.position, self.rules)

    def do(self, action: Action) -> Message | None:
        """Do an action; nothing stays selected.

        Gives NO_MORE_MOVES when the game is stuck after it.  Raises
        IllegalMove, with nothing changed, when the action is not legal.
        """
        if isinstance(action, Undo):
            self._take_back()
        else:
            after = apply(self.position, action, self.rules)
            if isinstance(action, Draw) and action.card is not None:
                self._remember(action.card)
            self._undoable.append(_Before(self.position, self.score, self.microsoft_score))
            self.score += app_points(self.position, action)
            self.microsoft_score += microsoft_points(self.position, action)
            self.position = after
            self.moves += 1
        self.history.append(action)
        self.selected = None
        return Message.NO_MORE_MOVES if self.ending is Ending.STUCK else None

    def undo(self) -> None:
        """Take back the last action: its cards and its points, not its count.

        Raises IllegalMove when there is none, or when 100 have been taken back.
        """
        self.do(UNDO)

    def tap(self, card: Card) -> Message | None:
        """Tap a card: select it, let it go, or remove what goes by it.

        A card that is not free does nothing, unless the rules let it pair with
        the selected one; with error help on, COVERED says so.  WRONG_SUM is
        given for two free cards that do not make 13; the second stays selected.
        """
        if is_won(self.position, self.rules):
            return None
        if card not in free_cards(self.position, self.rules):
            return self._tap_blocked(card)
        if rank_of(card) == KING:
            return self.do(Remove(card))
        if self.selected is None or self.selected == card:
            self.selected = card if self.selected is None else None
            return None
        if is_pair(self.selected, card):
            return self.do(Remove(self.selected, card))
        self.selected = card
        return Message.WRONG_SUM

    def tap_stock(self) -> Message | None:
        """Tap the stock: draw, or recycle when it is empty; else nothing happens."""
        for action in (DRAW, RECYCLE):
            if action in legal_moves(self.position, self.rules):
                return self.do(action)
        return None

    def _tap_blocked(self, card: Card) -> Message | None:
        """A tap on a card that is not free."""
        if self.selected is not None:
            removal = Remove(self.selected, card)
            if removal in legal_moves(self.position, self.rules):
                return self.do(removal)
        lies_open = card in self.position.pyramid or card in self.position.waste
        return Message.COVERED if self.error_help and lies_open else None

    def _take_back(self) -> None:
        """Bring back what was before the last action; raises IllegalMove."""
        if not self._undoable:
            raise IllegalMove(
                UNDO,
                Reason.NOTHING_TO_UNDO,
                f"There is nothing to undo: the last {UNDO_DEPTH} actions can be taken back.",
            )
        before = self._undoable.pop()
        self.position = before.position
        self.score = before.score
        self.microsoft_score = before.microsoft_score

    def _remember(self, card: Card) -> None:
        """Note a card seen at a draw in all that an undo brings back.

        The order of the side cards never changes and unknown ones never leave,
        so the n-th unknown place is the same card's in every position.
        """
        if card not in self.position.unseen:
            return
        unknown = self.position.waste.count(None)
        self.position = reveal(self.position, unknown, card)
        self._undoable = deque(
            (
                replace(before, position=reveal(before.position, unknown, card))
                for before in self._undoable
            ),
            maxlen=UNDO_DEPTH,
        )
