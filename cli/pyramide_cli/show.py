"""`pyramide show`: draw a deal, or a position of a game."""

from __future__ import annotations

import click

from pyramide.errors import PyramideError
from pyramide.game import Ending
from pyramide.rules import Rules
from pyramide.session import Message
from pyramide.text.deals import deal_text
from pyramide.text.messages import message_text
from pyramide.text.picture import picture
from pyramide.text.positions import position_json, position_text
from pyramide.text.sentences import position_sentence
from pyramide_cli.exits import Exit
from pyramide_cli.json_out import echo_json, entry_json, error_json
from pyramide_cli.options import Lang, Look, lang_option, look_options, rule_options
from pyramide_cli.starts import (
    Start,
    read_moves,
    reader,
    refuse_two_readers,
    start_of,
    start_options,
)

FORMATS = ("text", "sentence", "cards", "json")


@click.command("show")
@click.argument("words", metavar="DEAL...", nargs=-1, required=True)
@start_options
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="A picture; the app's sentence; the cards in dealing order (of a game in progress: rows "
    "with gaps, waste and stock); or JSON.",
)
@rule_options
@lang_option
@look_options
def command(
    words: tuple[str, ...],
    after: str | None,
    beside: str | None,
    form: str,
    rules: Rules,
    lang: Lang,
    look: Look,
) -> int:
    """Draw a deal, or a position of a game in progress.

    DEAL is what `pyramide solve` takes.  What the formats sentence, cards and
    json print can be read again.
    """
    refuse_two_readers(words, after)
    actions = read_moves(after, lang)
    worst = Exit.ANSWERED
    for number, entry in enumerate(reader(rules, lang, beside).entries(words)):
        if number and form == "text":
            click.echo()
        try:
            start = start_of(entry, rules, actions)
        except PyramideError as error:
            if form == "json":
                echo_json(error_json(entry, error))
            click.echo(entry.fault(error), err=True)
            worst = Exit.BAD_INPUT
        else:
            _show(start, form, lang.writing, look)
    return worst


def _show(start: Start, form: str, lang: str, look: Look) -> None:
    """Print one position."""
    position = start.position
    if form == "sentence":
        click.echo(position_sentence(position, lang))
    elif form == "cards" and start.deal is not None and not start.in_progress:
        click.echo(deal_text(start.deal))
    elif form == "cards":
        click.echo(position_text(position))
    elif form == "json":
        values = entry_json(start.entry)
        echo_json({**values, "rules": start.rules.as_json(), "position": position_json(position)})
    else:
        click.echo(picture(position, lang=lang, color=look.color, symbols=look.symbols))
        if start.played.ending is Ending.STUCK:
            click.echo(message_text(Message.NO_MORE_MOVES, lang))
