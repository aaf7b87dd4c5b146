"""`pyramide codes`: the deals that are kept under their codes."""

from __future__ import annotations

import json

import click

from pyramide import __version__
from pyramide.cards import PACK_SIZE, card_name
from pyramide.codes import (
    CodeEntry,
    UnknownCode,
    add,
    book_path,
    entries,
    lookup,
    parse_code,
    remove,
)
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.layout import PYRAMID_SIZE
from pyramide.position import Position
from pyramide.rules import APP
from pyramide.text.deals import parse_deal
from pyramide_cli.inputs import read_text
from pyramide_cli.options import Lang, json_option, lang_option

SCHEMA = 1


@click.group("codes", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """List, add and remove the deals kept under codes such as PY1-N-AAAAAAS.

    How the app turns a code into cards is not published, so a code is known
    when its cards have been typed once.  Your own are kept in a file of your
    data folder; the library brings those that are published.
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_codes, as_json=False)


@command.command("list")
@json_option
def list_codes(as_json: bool) -> None:
    """List the codes that are known, and how many of their cards."""
    known = entries()
    if as_json:
        _echo_json({"codes": [_as_json(entry) for entry in known]})
        return
    for entry in known:
        owner = "yours" if entry.own else "library"
        click.echo(f"{entry.code}  {len(entry.known):2d} cards  {owner:7}  {entry.note}".rstrip())


@command.command("add")
@click.argument("code")
@click.argument("file")
@click.option("--note", help="A note to keep with it.")
@lang_option
@json_option
def add_code(code: str, file: str, note: str | None, lang: Lang, as_json: bool) -> None:
    """Keep the deal in FILE (- for standard input) under CODE.

    The deal is 28, 29 or 52 cards in dealing order, or the app's page sentence.
    Cards that are known already can only be added to, not changed.
    """
    parse_code(code)  # a slip in the code is told before standard input is waited for
    deal = parse_deal(read_text(file), lang.reading)
    refuse_contradiction(code, deal)
    entry = add(code, deal, note)
    if as_json:
        _echo_json(_as_json(entry))
    elif entry.own and entry.cards == deal.cards:
        click.echo(f"{entry.code} is kept with {len(entry.known)} cards in {book_path()}.")
    else:
        click.echo(f"Nothing new: {entry.code} is known with {len(entry.known)} cards already.")


def refuse_contradiction(code: str, deal: Deal) -> None:
    """Raise PyramideError for cards that can be won under a code published as lost."""
    try:
        published = lookup(code).published
    except UnknownCode:
        return
    if published is None or published.get("most", PACK_SIZE) >= PYRAMID_SIZE:
        return
    from pyramide.clearing import clearing

    if clearing(Position.start(deal, APP), cover=False).winnable:
        raise PyramideError(
            f"These are not the cards of {parse_code(code)}: they can be won, and the app's "
            f"pages say that at most {published['most']} cards of it can be removed."
        )


@command.command("remove")
@click.argument("code")
@json_option
def remove_code(code: str, as_json: bool) -> None:
    """Take CODE out of your book."""
    code = parse_code(code)
    remove(code)
    if as_json:
        _echo_json({"code": code, "removed": True})
    else:
        click.echo(f"{code} is removed from {book_path()}.")


@command.command("path")
@json_option
def path_of_book(as_json: bool) -> None:
    """Say where your book is, whether it is there yet or not."""
    path = book_path()
    if as_json:
        _echo_json({"path": str(path), "exists": path.exists()})
    else:
        click.echo(str(path))


def _as_json(entry: CodeEntry) -> dict[str, object]:
    """An entry as plain values, its cards as `solve --json` gives them."""
    return {
        "code": entry.code,
        "cards": [None if card is None else card_name(card) for card in entry.cards],
        "known": len(entry.known),
        "own": entry.own,
        "published": entry.published,
        "note": entry.note,
    }


def _echo_json(answer: dict[str, object]) -> None:
    """Print one answer as a line of JSON."""
    answer = {**answer, "schema": SCHEMA, "version": __version__}
    click.echo(json.dumps(answer, ensure_ascii=False))
