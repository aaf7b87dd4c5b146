"""`pyramide verify`: replay a recorded game."""

from __future__ import annotations

import click

from pyramide.game import Ending, Reason
from pyramide.rules import Play, Rules
from pyramide.session import Message
from pyramide.text.messages import message_text
from pyramide.text.moves import move_text
from pyramide.text.positions import position_json
from pyramide_cli.exits import Exit
from pyramide_cli.json_out import cards_json, echo_json, entry_json
from pyramide_cli.options import (
    Lang,
    Look,
    json_option,
    lang_option,
    look_options,
    rule_options,
)
from pyramide_cli.starts import Start, begin, read_moves, reader, refuse_two_readers, the_one

RESULTS = {
    Ending.WON: "won",
    Ending.STUCK: "stuck",
    Ending.GOING_ON: "not over",
}


@click.command("verify")
@click.argument("deal")
@click.argument("moves")
@click.option(
    "--deal",
    "beside",
    metavar="DEAL",
    help="The deal of a page sentence of a game in progress, which names only the cards left.",
)
@json_option
@rule_options
@lang_option
@look_options
def command(
    deal: str,
    moves: str,
    beside: str | None,
    as_json: bool,
    rules: Rules,
    lang: Lang,
    look: Look,
) -> int:
    """Replay a recorded game: is it legal, what does it score, how does it end?

    MOVES are the moves themselves ("Kd; Tc 3s; draw x3; recycle; undo"), a file
    of them, or - for standard input.  Moves are counted as the app counts them:
    an undo takes the cards and points of a move back, but not its count.  The
    exit code is 1 where the record is not legal, 3 where it does not tell enough
    of an unknown stock: write `draw 5h` for the card that was seen.
    """
    refuse_two_readers((deal,), moves)
    entry = the_one(reader(rules, lang, beside), (deal,))
    start = begin(entry, rules, read_moves(moves, lang))
    if as_json:
        echo_json({**entry_json(start.entry), **record_json(start)})
    else:
        click.echo(record_text(start, lang.writing, look))
    legal = is_legal(start)
    if legal is None:
        return Exit.BAD_INPUT
    return Exit.ANSWERED if legal else Exit.NOT_LEGAL


def is_legal(start: Start) -> bool | None:
    """Whether a record is legal; None where it needs a card whose place it does not tell."""
    fault = start.played.fault
    if fault is not None and fault.error.reason is Reason.PLACE_UNKNOWN:
        return None
    return fault is None


def score_of(start: Start) -> tuple[int, str]:
    """The score of a record and whose it is: Microsoft's where the stock top plays."""
    if start.rules.play is Play.STOCK_AND_WASTE:
        return start.played.microsoft_score, "microsoft"
    return start.played.score, "app"


def record_json(start: Start) -> dict[str, object]:
    """A record judged, as plain values; they tell of the last legal action."""
    played, fault = start.played, start.played.fault
    score, scoring = score_of(start)
    return {
        "rules": start.rules.as_json(),
        "legal": is_legal(start),
        "fault": None
        if fault is None
        else {
            "move": fault.index + 1,
            "action": str(fault.action),
            "reason": str(fault.error.reason),
            "cards": cards_json(fault.error.cards),
            "message": str(fault.error),
        },
        "actions": len(played.positions) - 1,
        "moves": played.moves,
        "score": score,
        "scoring": scoring,
        "result": str(played.ending),
        "position": position_json(played.final),
    }


def record_text(start: Start, lang: str, look: Look) -> str:
    """A record judged, for people."""
    played, fault = start.played, start.played.fault
    score, _ = score_of(start)
    moves = f"{played.moves} move{'' if played.moves == 1 else 's'}"
    end = f"{moves}, {score} points, {RESULTS[played.ending]}."
    if fault is not None:
        action = move_text(fault.action, look.style, lang)
        head = "Not legal" if is_legal(start) is False else "Not known to be legal"
        return f"{head}: move {fault.index + 1}, {action}. {fault.error}\nUp to there: {end}"
    lines = [f"Legal: {end}"]
    if played.ending is Ending.STUCK:
        lines.append(message_text(Message.NO_MORE_MOVES, lang))
    return "\n".join(lines)
