"""`pyramide hint`: the next move of a shortest line, or where the game was lost."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from pyramide.cards import rank_of
from pyramide.game import free_cards, is_won, legal_moves, reveal
from pyramide.limits import Limits
from pyramide.moves import Draw, Move, Remove, Undo
from pyramide.position import Position
from pyramide.record import Replay, replay
from pyramide.rules import Rules
from pyramide.text.moves import line_text, move_text
from pyramide_cli.exits import Exit
from pyramide_cli.json_out import echo_json, line_json, start_json, step_name
from pyramide_cli.options import (
    Lang,
    Look,
    json_option,
    lang_option,
    limit_options,
    look_options,
    rule_options,
)
from pyramide_cli.searching import Searcher
from pyramide_cli.starts import (
    Start,
    read_moves,
    reader,
    refuse_two_readers,
    start_of,
    start_options,
    the_one,
)

if TYPE_CHECKING:
    from pyramide.answers import Answer
    from pyramide.plan import PlanStep


@dataclass(frozen=True, slots=True)
class Hint:
    """What is advised: the next move, or with the order of the stock unknown what to wait for.

    `waiting` holds the steps of a plan that can be made as soon as their partner
    tops the waste, `lost_at` the number of the action after which the game could
    no longer be won: 0 where it never could, None where it is not lost or that is
    not known.  `refusal` says why there is no answer.
    """

    answer: Answer
    move: Move | None = None
    waiting: tuple[PlanStep, ...] = ()
    lost_at: int | None = None
    refusal: str | None = None


@click.command("hint")
@click.argument("words", metavar="DEAL...", nargs=-1, required=True)
@start_options
@json_option
@rule_options
@limit_options
@lang_option
@look_options
def command(
    words: tuple[str, ...],
    after: str | None,
    beside: str | None,
    as_json: bool,
    rules: Rules,
    limits: Limits,
    lang: Lang,
    look: Look,
) -> int:
    """The next move of a shortest win, and how many moves it takes.

    Of a game that cannot be won any more it tells the move that lost it.  Where
    the order of the stock is not known, it tells the next removal of a plan that
    wins whatever that order is.
    """
    refuse_two_readers(words, after)
    entry = the_one(reader(rules, lang, beside), words)
    start = start_of(entry, rules, read_moves(after, lang))
    hint = find_hint(start, Searcher(limits))
    if as_json:
        echo_json(_as_json(start, hint))
    else:
        click.echo(_as_text(start, hint, lang.writing, look))
    answer = hint.answer
    planned = answer.moves is None and hint.move is not None
    if answer.winnable is False or answer.shortest is not None or planned:
        return Exit.ANSWERED
    return Exit.UNDECIDED


def find_hint(start: Start, searcher: Searcher) -> Hint:
    """What to do next, or where the game was lost."""
    from pyramide.answers import Answer, Find, NeedsStockOrder, Status

    try:
        answer = searcher.solve(start.position, start.rules, {Find.SHORTEST})
    except NeedsStockOrder as error:
        empty = Answer(start.rules, shortest_status=Status.NEEDS_STOCK_ORDER, decided=False)
        return Hint(empty, refusal=str(error))
    if answer.winnable is False:
        return Hint(answer, lost_at=_lost_at(start, searcher))
    if answer.moves:
        return Hint(answer, answer.moves[0])
    if answer.plan:
        return _hint_of_plan(start, answer)
    return Hint(answer)


def _hint_of_plan(start: Start, answer: Answer) -> Hint:
    """The first step of a plan that can be made now, else a draw or recycle.

    A step made before its turn does no harm: its cards are free, and each step
    has a side card of its own.
    """
    position = start.position
    legal = legal_moves(position, start.rules)
    steps = answer.plan or ()
    for step in steps:
        for move in legal:
            if isinstance(move, Remove) and _makes(move, step, position):
                return Hint(answer, move)
    free = free_cards(position, start.rules)
    waiting = tuple(s for s in steps if s.partner_rank is not None and s.cards[0] in free)
    return Hint(answer, legal[-1], waiting)


def _makes(move: Remove, step: PlanStep, position: Position) -> bool:
    """Whether a removal is the step of a plan."""
    if step.partner_rank is None:
        return move == Remove(*step.cards)
    others = [card for card in move.cards if card != step.cards[0]]
    return (
        step.cards[0] in move.cards
        and [rank_of(card) for card in others] == [step.partner_rank]
        and others[0] not in position.pyramid
    )


def _lost_at(start: Start, searcher: Searcher) -> int | None:
    """The number of the action that lost a lost game, 0 where it was lost from the start.

    What is lost stays lost, so the actions not undone are halved again and again.
    None where one of the positions cannot be decided.
    """
    from pyramide.answers import Find, NeedsStockOrder

    played = with_what_was_seen(start.played)
    path = [0]
    for number, action in enumerate(played.actions, 1):
        if isinstance(action, Undo):
            path.pop()
        else:
            path.append(number)
    low, high = -1, len(path) - 1  # won at `low`, lost at `high`
    while high - low > 1:
        middle = (low + high) // 2 if low >= 0 else 0
        try:
            answer = searcher.solve(played.positions[path[middle]], start.rules, {Find.WIN})
        except NeedsStockOrder:
            return None
        if answer.winnable is None:
            return None
        if answer.winnable:
            low = middle
        else:
            high = middle
    return path[high]


def with_what_was_seen(played: Replay) -> Replay:
    """The same record from a start that knows already which cards its draws will show."""
    start = played.start
    for before, action in zip(played.positions, played.actions, strict=False):
        if isinstance(action, Draw) and action.card is not None and before.stock[0] is None:
            start = reveal(start, before.waste.count(None), action.card)
    return replay(start, played.actions, played.rules)


def _as_json(start: Start, hint: Hint) -> dict[str, object]:
    """A hint as plain values."""
    answer = hint.answer
    lost_by = str(start.played.actions[hint.lost_at - 1]) if hint.lost_at else None
    return {
        **start_json(start),
        "rules": start.rules.as_json(),
        "winnable": answer.winnable,
        "move": None if hint.move is None else str(hint.move),
        "waiting_for": [step_name(step) for step in hint.waiting],
        "shortest": answer.shortest,
        "shortest_status": str(answer.shortest_status),
        "shortest_bounds": answer.shortest_bounds,
        "moves": line_json(answer.moves),
        "lost_at": hint.lost_at,
        "lost_by": lost_by,
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def _as_text(start: Start, hint: Hint, lang: str, look: Look) -> str:
    """A hint for people."""
    answer = hint.answer
    if hint.refusal is not None:
        return hint.refusal
    if is_won(start.position, start.rules):
        return "The game is won."
    if answer.winnable is None:
        return "Whether this can still be won is not decided within the limits."
    if not answer.winnable:
        return _lost_text(start, hint, lang, look)
    if answer.moves:
        waits = list(takewhile(lambda move: not isinstance(move, Remove), answer.moves))
        moves = answer.moves[: len(waits) + 1]
        _, _, words = line_text(moves, look.style, lang, width=1000).partition(". ")
        count = len(answer.moves)
        takes = "1 move wins" if count == 1 else f"{count} moves win"
        proof = "the fewest possible" if answer.shortest is not None else "not proven the fewest"
        return f"Next: {words}\nFrom here {takes}, {proof}."
    if hint.move is None:
        return "It can be won, but the next move depends on the order of the stock."
    return _plan_text(hint, lang, look)


def _lost_text(start: Start, hint: Hint, lang: str, look: Look) -> str:
    """Where a game was lost."""
    if not start.played.actions or hint.lost_at == 0:
        never = " It could not from the start." if start.played.actions else ""
        return f"This cannot be won.{never}"
    if hint.lost_at is None:
        return "This cannot be won any more. Where it was lost is not decided."
    action = move_text(start.played.actions[hint.lost_at - 1], look.style, lang)
    return (
        f"This cannot be won any more. It was lost by move {hint.lost_at}, {action}; "
        "before that it could be won."
    )


def _plan_text(hint: Hint, lang: str, look: Look) -> str:
    """The next move where the order of the stock is not known."""
    from pyramide_cli.verdict import step_text

    assert hint.move is not None
    words = f"Next: {move_text(hint.move, look.style, lang)}"
    if hint.waiting:
        steps = " or ".join(step_text(step, look, lang) for step in hint.waiting)
        words += f", until you can remove {steps}"
    return (
        f"{words}.\nThis wins whatever the order of the stock; how many moves it takes "
        "depends on that order."
    )
