"""`pyramide rules`: the rule sets and their fields."""

from __future__ import annotations

import json

import click

from pyramide import __version__
from pyramide.rules import PRESET_NOTES, PRESETS
from pyramide_cli.options import json_option

SCHEMA = 1


@click.command("rules")
@json_option
def command(as_json: bool) -> None:
    """List the rule sets that --rules takes, and the five fields of each.

    \b
    clear        what has to be removed to win: the pyramid, or all 52 cards
    passes       how often the stock may be gone through
    play         waste: only the waste top plays; drawn-pair: the card just
                 drawn may also pair with the waste card under it;
                 stock-and-waste: the stock top plays too
    cover        whether a free card may pair with the card it alone covers
    waste-start  how many cards lie on the waste at the start

    Any field can be changed on its own, as in --rules app --passes 1.
    """
    if as_json:
        rows = [
            {"name": name, **rules.as_json(), "note": PRESET_NOTES[name]}
            for name, rules in PRESETS.items()
        ]
        answer = {"rules": rows, "schema": SCHEMA, "version": __version__}
        click.echo(json.dumps(answer, ensure_ascii=False))
        return
    table: list[tuple[str, ...]] = [("name", "clear", "passes", "play", "cover", "waste-start", "")]
    for name, rules in PRESETS.items():
        values = rules.as_json()
        cover = "yes" if rules.cover else "no"
        fields = (values["clear"], values["passes"], values["play"], cover, values["waste_start"])
        table.append((name, *map(str, fields), PRESET_NOTES[name]))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
