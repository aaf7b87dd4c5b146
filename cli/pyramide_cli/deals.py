"""`pyramide deals`: random deals, deals that can be won, and other forms of deals."""

from __future__ import annotations

import click

from pyramide.cards import card_name
from pyramide.codes import UnknownCode
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.layout import ROW_COUNT, row_positions
from pyramide.limits import Limits
from pyramide.position import Position
from pyramide.rules import Rules
from pyramide.text.deals import deal_text
from pyramide.text.sentences import position_sentence
from pyramide_cli.exits import Exit
from pyramide_cli.inputs import Entry, Reader
from pyramide_cli.json_out import echo_json, entry_json, error_json
from pyramide_cli.options import Lang, lang_option, limit_options, rule_options
from pyramide_cli.searching import Searcher

FORMATS = ("cards", "names", "rows", "sentence", "json")


@click.command("deals")
@click.argument("words", metavar="DEAL...", nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="cards",
    show_default=True,
    help="A line of cards for each deal; its name (random:7), or its cards where it has none; "
    "rows as they lie, the side cards last; the app's sentence; or JSON.",
)
@click.option("--winnable", is_flag=True, help="Only deals that can be won under the rules.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="Stop after N deals.")
@rule_options
@limit_options
@lang_option
def command(
    words: tuple[str, ...],
    form: str,
    winnable: bool,
    count: int | None,
    rules: Rules,
    limits: Limits,
    lang: Lang,
) -> int:
    """Make numbered random deals, pick those that can be won, or convert deals.

    DEAL is what `pyramide solve` takes: random:1..100, a file, a code.  Deals are
    printed as they are made, so --count stops a long range early:

    \b
    pyramide deals random:1..1000000 --winnable --count 10
    pyramide deals mine.txt --format sentence --lang nl
    """
    searcher = Searcher(limits) if winnable else None
    worst = Exit.ANSWERED
    printed = 0
    for entry in Reader(rules, lang.reading).entries(words):
        try:
            deal = _deal_of(entry)
            if searcher is not None and not _can_be_won(deal, rules, searcher):
                continue
        except PyramideError as error:
            if form == "json":
                echo_json(error_json(entry, error))
            click.echo(entry.fault(error), err=True)
            code = Exit.UNDECIDED if isinstance(error, NotDecided) else Exit.BAD_INPUT
            worst = max(worst, code)
            continue
        if form == "json":
            echo_json(entry_json(entry))
        else:
            click.echo(_text(deal, form, rules, lang.writing))
        printed += 1
        if printed == count:
            break
    return worst


class NotDecided(PyramideError):
    """Whether a deal can be won is not known."""


def _deal_of(entry: Entry) -> Deal:
    """The deal of an entry; raises PyramideError where there is none."""
    if entry.error is not None:
        raise entry.error
    if entry.position is not None:
        raise PyramideError("This is a position of a game in progress: `pyramide show` draws it.")
    if entry.deal is None:
        raise UnknownCode(entry.title)
    return entry.deal


def _can_be_won(deal: Deal, rules: Rules, searcher: Searcher) -> bool:
    """Whether a deal can be won; raises NotDecided where a limit or its unknown cards forbid."""
    from pyramide.answers import Find, NeedsStockOrder

    title = deal.name or "This deal"
    try:
        answer = searcher.solve(Position.start(deal, rules), rules, {Find.WIN})
    except NeedsStockOrder as error:
        raise NotDecided(f"{title}: {error}") from None
    if answer.winnable is None:
        raise NotDecided(f"{title} is not decided within the limits.")
    return answer.winnable


def _text(deal: Deal, form: str, rules: Rules, lang: str) -> str:
    """A deal in one of the forms for people, each of which can be read again."""
    if form == "names" and deal.name is not None:
        return deal.name
    if form == "sentence":
        return position_sentence(Position.start(deal, rules), lang)
    if form == "rows":
        return _rows(deal) + "\n"
    return deal_text(deal)


def _rows(deal: Deal) -> str:
    """The pyramid in rows, and the known side cards on a last line."""
    lines = [] if deal.name is None else [f"# {deal.name}"]
    for row in range(1, ROW_COUNT + 1):
        cards = [card_name(deal.pyramid[place]) for place in row_positions(row)]
        lines.append("  " * (ROW_COUNT - row) + "  ".join(cards))
    side = [card_name(card) for card in deal.side if card is not None]
    return "\n".join([*lines, *([" ".join(side)] if side else [])])
