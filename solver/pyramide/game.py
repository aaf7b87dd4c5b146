"""The rules of the game, as pure functions over positions.

This is the reference: short and slow, knowing nothing of the compiled
searches, so that it can judge them.  Every combination of the five rule fields
works from any position, also while places in the stock are unknown.

Source of the rules: the rules pages of the app *Pyramide Solitaire* for `app`
and the variants that they name; `pyramide.rules` says which field means what.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from itertools import combinations, permutations

from pyramide.cards import KING, PAIR_SUM, Card, card_name, is_pair, rank_of
from pyramide.errors import PyramideError
from pyramide.moves import DRAW, RECYCLE, Action, Draw, Move, Recycle, Remove
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules


class Reason(StrEnum):
    """Why a move or an action is illegal."""

    COVERED = "covered"
    BURIED = "buried"
    IN_STOCK = "in-stock"
    GONE = "gone"
    PLACE_UNKNOWN = "place-unknown"
    WRONG_SUM = "wrong-sum"
    NO_KING = "no-king"
    STOCK_EMPTY = "stock-empty"
    STOCK_LEFT = "stock-left"
    WASTE_EMPTY = "waste-empty"
    NO_PASS_LEFT = "no-pass-left"
    DRAWN_OTHER = "drawn-other"
    GAME_WON = "game-won"
    NOTHING_TO_UNDO = "nothing-to-undo"


class IllegalMove(PyramideError):
    """An action that the rules forbid in this position.

    `cards` holds the cards in question; it is empty where it is about none.
    """

    def __init__(
        self, action: Action, reason: Reason, message: str, cards: tuple[Card, ...] = ()
    ) -> None:
        """Keep the action, the reason and the cards beside the sentence."""
        super().__init__(message)
        self.move = action
        self.reason = reason
        self.cards = cards


class Ending(StrEnum):
    """How a game stands."""

    WON = "won"
    STUCK = "stuck"
    GOING_ON = "going-on"


def is_won(position: Position, rules: Rules) -> bool:
    """Whether this position is a win, which ends the game."""
    if any(card is not None for card in position.pyramid):
        return False
    return rules.clear is Clear.PYRAMID or not (position.waste or position.stock)


def free_cards(position: Position, rules: Rules) -> tuple[Card, ...]:
    """The cards that may pair with one another: pyramid, waste top, stock top.

    The stock top is among them under `stock-and-waste` alone.  A top whose
    card is unknown is left out.
    """
    free = [position.pyramid[place] for place in position.free_places()]
    free += position.waste[-1:]
    if rules.play is Play.STOCK_AND_WASTE:
        free += position.stock[:1]
    return tuple(card for card in free if card is not None)


def legal_moves(position: Position, rules: Rules) -> tuple[Move, ...]:
    """All legal moves: kings, then pairs, then the draw or the recycle.

    None when the game is won.  A draw is given without its card.
    """
    if is_won(position, rules):
        return ()
    moves: list[Move] = list(_removals(position, rules))
    if position.stock:
        moves.append(DRAW)
    elif position.waste and rules.recycles_left(position.pass_number):
        moves.append(RECYCLE)
    return tuple(moves)


def apply(position: Position, move: Move, rules: Rules) -> Position:
    """The position after a move.

    Raises IllegalMove when the move is not legal.
    """
    if is_won(position, rules):
        raise IllegalMove(move, Reason.GAME_WON, f"The game is won, so '{move}' cannot follow.")
    match move:
        case Draw():
            return _after_draw(position, move, rules)
        case Recycle():
            return _after_recycle(position, move, rules)
        case Remove():
            return _after_removal(position, move, rules)


def ending(position: Position, rules: Rules) -> Ending:
    """How the game stands; stuck only where no legal move is left for certain.

    With unknown cards on the waste that means: whichever they are.  Under
    unlimited passes it is the app's own rule, "no more moves" only when stock
    and waste are both empty and nothing can be removed.
    """
    if is_won(position, rules):
        return Ending.WON
    if legal_moves(position, rules) or _unknown_could_leave(position, rules):
        return Ending.GOING_ON
    return Ending.STUCK


def reveal(position: Position, unknown: int, card: Card) -> Position:
    """The position with a card put in one of the unknown places.

    `unknown` counts the unknown places in drawing order from 0; `card` has to
    be an unseen one.  If one unseen card is left then, its place is clear too.
    """
    places = [i for i, side_card in enumerate(position.side) if side_card is None]
    side = list(position.side)
    side[places.pop(unknown)] = card
    unseen = position.unseen - {card}
    if len(unseen) == 1:
        (side[places[0]],) = unseen
        unseen = frozenset()
    bound = len(position.waste)
    return replace(position, waste=tuple(side[:bound]), stock=tuple(side[bound:]), unseen=unseen)


def _removals(position: Position, rules: Rules) -> list[Remove]:
    """The legal removals, kings first, if the game is not over."""
    free = free_cards(position, rules)
    kings = [Remove(card) for card in free if rank_of(card) == KING]
    pairs = [Remove(a, b) for a, b in combinations(free, 2) if is_pair(a, b)]
    return kings + pairs + _pairs_with_a_blocked_card(position, rules)


def _pairs_with_a_blocked_card(position: Position, rules: Rules) -> list[Remove]:
    """The pairs that `cover` and `drawn-pair` allow beyond those of two free cards."""
    pairs: list[Remove] = []
    if rules.cover:
        for place, card in enumerate(position.pyramid):
            covers = position.covers(place)
            if card is None or len(covers) != 1 or position.covers(covers[0]):
                continue
            cover = position.pyramid[covers[0]]
            if cover is not None and is_pair(cover, card):
                pairs.append(Remove(cover, card))
    if rules.play is Play.DRAWN_PAIR and position.drawn and len(position.waste) > 1:
        under, top = position.waste[-2:]
        if under is not None and top is not None and is_pair(under, top):
            pairs.append(Remove(under, top))
    return pairs


def _after_draw(position: Position, move: Draw, rules: Rules) -> Position:
    """The position after a draw; raises IllegalMove."""
    if not position.stock:
        raise IllegalMove(move, Reason.STOCK_EMPTY, "The stock is empty: there is no card to draw.")
    if move.card is not None and move.card != position.stock[0]:
        if position.stock[0] is not None or move.card not in position.unseen:
            raise _drawn_other(position, move, move.card)
        position = reveal(position, position.waste.count(None), move.card)
    return replace(
        position,
        waste=position.waste + position.stock[:1],
        stock=position.stock[1:],
        drawn=rules.play is Play.DRAWN_PAIR,
    )


def _drawn_other(position: Position, move: Draw, card: Card) -> IllegalMove:
    """The error of a draw that names a card which cannot be the stock's top."""
    name = card_name(card)
    top = position.stock[0]
    if top is not None:
        why = f"the next card of the stock is {card_name(top)}"
    elif card in position.pyramid:
        why = "it lies in the pyramid"
    elif card in position.side:
        why = f"it lies {'in the waste' if card in position.waste else 'deeper in the stock'}"
    else:
        why = "it has been removed"
    return IllegalMove(move, Reason.DRAWN_OTHER, f"{name} cannot be drawn: {why}.", (card,))


def _after_recycle(position: Position, move: Recycle, rules: Rules) -> Position:
    """The position after a recycle; raises IllegalMove.

    The waste becomes the stock in the order in which it was drawn, and the
    waste is empty: nothing is drawn by it.
    """
    if position.stock:
        raise IllegalMove(
            move,
            Reason.STOCK_LEFT,
            f"The stock still holds {len(position.stock)}: it is recycled only when it is empty.",
        )
    if not position.waste:
        raise IllegalMove(move, Reason.WASTE_EMPTY, "The waste is empty: there is none to recycle.")
    if not rules.recycles_left(position.pass_number):
        raise IllegalMove(
            move,
            Reason.NO_PASS_LEFT,
            f"This is pass {position.pass_number}, the last: the stock cannot be recycled again.",
        )
    return replace(
        position,
        waste=(),
        stock=position.waste,
        pass_number=position.pass_number + 1,
        drawn=False,
    )


def _after_removal(position: Position, move: Remove, rules: Rules) -> Position:
    """The position after a removal; raises IllegalMove."""
    free = free_cards(position, rules)
    blocked = [card for card in move.cards if card not in free]
    if blocked and move not in _pairs_with_a_blocked_card(position, rules):
        raise _not_free(position, move, blocked[0])
    if move.second is None:
        if rank_of(move.first) != KING:
            raise IllegalMove(
                move,
                Reason.NO_KING,
                f"{card_name(move.first)} cannot go alone: only a king can.",
                move.cards,
            )
    elif not is_pair(move.first, move.second):
        total = rank_of(move.first) + rank_of(move.second)
        raise IllegalMove(
            move,
            Reason.WRONG_SUM,
            f"{card_name(move.first)} and {card_name(move.second)} sum to {total}, "
            f"not to {PAIR_SUM}.",
            move.cards,
        )
    top_stays = bool(position.waste) and position.waste[-1] not in move.cards
    return replace(
        position,
        pyramid=tuple(None if card in move.cards else card for card in position.pyramid),
        waste=tuple(card for card in position.waste if card not in move.cards),
        stock=tuple(card for card in position.stock if card not in move.cards),
        drawn=rules.play is Play.DRAWN_PAIR and position.drawn and top_stays,
    )


def _not_free(position: Position, move: Remove, card: Card) -> IllegalMove:
    """The error of a removal that needs a card which is not free."""
    name = card_name(card)
    place = position.place_of(card)
    if place is not None:
        covers = [c for q in position.covers(place) if (c := position.pyramid[q]) is not None]
        names = " and ".join(map(card_name, covers))
        reason, why = Reason.COVERED, f"{name} is not free: {names} still covers it."
        if len(covers) > 1:
            why = f"{name} is not free: {names} still cover it."
    elif card in position.waste:
        above = position.waste[position.waste.index(card) + 1]
        over = "an unknown card" if above is None else card_name(above)
        reason, why = Reason.BURIED, f"{name} is not free: it lies in the waste under {over}."
    elif card in position.stock:
        reason, why = Reason.IN_STOCK, f"{name} is not free: it lies in the stock."
    elif card in position.unseen:
        reason = Reason.PLACE_UNKNOWN
        why = f"It is not known where {name} lies: write 'draw {name}' where it was drawn."
    else:
        reason, why = Reason.GONE, f"{name} has been removed already."
    return IllegalMove(move, reason, why, (card,))


def _unknown_could_leave(position: Position, rules: Rules) -> bool:
    """Whether a removal would be legal if the unknown cards on the waste were known.

    Only asked when nothing can be drawn.  At most the two topmost waste cards
    play, so at most two unknown cards are tried.
    """
    top_two = position.waste[-2:]
    below = position.waste[: -len(top_two)] if top_two else ()
    unknown = [i for i, card in enumerate(top_two) if card is None]
    for cards in permutations(position.unseen, len(unknown)) if unknown else ():
        known = list(top_two)
        for i, card in zip(unknown, cards, strict=True):
            known[i] = card
        if _removals(replace(position, waste=(*below, *known)), rules):
            return True
    return False
