"""What commands print with `--json`: plain values in a fixed order, ASCII, one line each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pyramide import __version__
from pyramide.cards import PACK_SIZE, RANK_LETTERS, Card, card_name
from pyramide.errors import PyramideError
from pyramide.moves import Remove
from pyramide.text.positions import position_json
from pyramide_cli.inputs import Entry
from pyramide_cli.starts import Start

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pyramide.answers import Answer
    from pyramide.moves import Move
    from pyramide.plan import PlanStep

SCHEMA = 1


def echo_json(values: Mapping[str, object]) -> None:
    """Print one object on a line, the schema and the version at its end."""
    click.echo(json.dumps({**values, "schema": SCHEMA, "version": __version__}))


def cards_json(cards: Iterable[Card | None]) -> list[str | None]:
    """The machine names of cards, null where unknown."""
    return [None if card is None else card_name(card) for card in cards]


def entry_json(entry: Entry) -> dict[str, object]:
    """The name of a deal and its 52 cards in dealing order, as far as they are known."""
    unknown: tuple[None, ...] = (None,) * PACK_SIZE
    cards = unknown if entry.deal is None else entry.deal.cards
    return {"deal": entry.name, "cards": cards_json(cards)}


def error_json(entry: Entry, error: PyramideError) -> dict[str, object]:
    """What is said of a deal that is at fault."""
    return {"deal": entry.name, "error": str(error), "line": entry.line}


def start_json(start: Start) -> dict[str, object]:
    """A deal as above; of a game in progress also its position."""
    values = entry_json(start.entry)
    if start.in_progress:
        values["position"] = position_json(start.position)
    return values


def answer_json(
    values: Mapping[str, object], answer: Answer, more: Mapping[str, object] | None = None
) -> dict[str, object]:
    """The answers about a deal, after the values that name it.

    `more` fills in `score_challenge`, `card_challenge` and `samples`, null else.
    """
    return {
        **values,
        "rules": answer.rules.as_json(),
        "winnable": answer.winnable,
        "most_pyramid_cards": answer.most_pyramid_cards,
        "most_cards": answer.most_cards,
        "score": answer.score,
        "shortest": answer.shortest,
        "shortest_status": str(answer.shortest_status),
        "shortest_bounds": answer.shortest_bounds,
        "moves": line_json(answer.moves),
        "best_line": line_json(answer.best_line),
        "plan": None if answer.plan is None else [step_name(step) for step in answer.plan],
        "needs_stock_order": answer.needs_stock_order,
        "score_challenge": None,
        "card_challenge": None,
        "samples": None,
        **(more or {}),
        "source": answer.source,
        "published": answer.published,
        "nodes": answer.nodes,
        "seconds": round(answer.seconds, 6),
    }


def line_json(moves: Iterable[Move] | None) -> list[str] | None:
    """A line of play: one string per move, draws not folded."""
    return None if moves is None else [str(move) for move in moves]


def step_name(step: PlanStep) -> str:
    """A removal of a plan: `Kd`, `Tc 3s`, or `5h with any 8`."""
    if step.partner_rank is None:
        return str(Remove(*step.cards))
    return f"{card_name(step.cards[0])} with any {RANK_LETTERS[step.partner_rank - 1]}"
