"""`pyramide explain`: why a deal cannot be won."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

import click

from pyramide.cards import RANK_LETTERS
from pyramide.limits import Clock, Limits
from pyramide.rules import Rules
from pyramide_cli.exits import Exit
from pyramide_cli.json_out import cards_json, echo_json, start_json
from pyramide_cli.options import (
    Lang,
    Look,
    json_option,
    lang_option,
    limit_options,
    look_options,
    rule_options,
)
from pyramide_cli.searching import announce_compiling, in_background
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
    from pyramide.explanation import Explanation, PairNeed


WIDTH = 72


@click.command("explain")
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
    """Why a deal, or a game after some moves, cannot be won.

    It names the fewest rank pairs that already make it impossible, with all other
    cards made free, and the cards that stand in each other's way.
    """
    refuse_two_readers(words, after)
    entry = the_one(reader(rules, lang, beside), words)
    start = start_of(entry, rules, read_moves(after, lang))

    def work() -> tuple[bool | None, Explanation | None]:
        announce_compiling()
        from pyramide.explain import NotLost, explain

        try:
            found = explain(start.position, rules, Clock(limits))
        except NotLost:
            return True, None
        return (None if found is None else False), found

    winnable, explanation = in_background(work)
    if as_json:
        echo_json(_as_json(start, winnable, explanation))
    elif explanation is not None:
        from pyramide.text.explanation import explanation_text

        for sentence in explanation_text(explanation, look.style).splitlines():
            click.echo(fill(sentence, WIDTH, break_long_words=False))
    elif winnable:
        click.echo("There is nothing to explain: this can be won.")
    else:
        click.echo("Not decided within the limits.")
    return Exit.UNDECIDED if winnable is None else Exit.ANSWERED


def _as_json(
    start: Start, winnable: bool | None, explanation: Explanation | None
) -> dict[str, object]:
    """The object of `--json`; everything but the deal is null where it can be won."""
    pairs = None if explanation is None else [_pair_json(need) for need in explanation.pairs]
    return {
        **start_json(start),
        "rules": start.rules.as_json(),
        "winnable": winnable,
        "pairs": pairs,
        "by_counting": None if explanation is None else explanation.by_counting,
        "whatever_order": None if explanation is None else explanation.whatever_order,
    }


def _pair_json(need: PairNeed) -> dict[str, object]:
    """One rank pair: its cards in the pyramid and what stands in their way."""
    return {
        "ranks": [RANK_LETTERS[rank - 1] for rank in need.ranks],
        "pyramid": cards_json((*need.low, *need.high)),
        "needed": need.needed,
        "most": need.most,
        "possible": [cards_json(pair) for pair in need.possible],
        "blocked": [
            {"over": cards_json([block.over])[0], "under": cards_json([block.under])[0]}
            for block in need.blocked
        ],
    }
