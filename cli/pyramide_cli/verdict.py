"""The answers about a deal in words: the verdict, the figures, the line and what proves it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

import click

from pyramide.answers import Answer, Find, Status
from pyramide.cards import PACK_SIZE, RANK_LETTERS, Rank
from pyramide.codes import CodeEntry
from pyramide.layout import PYRAMID_SIZE
from pyramide.moves import Move, Remove
from pyramide.plan import PlanStep
from pyramide.rules import Rules, preset_name
from pyramide.text.cards import card_text
from pyramide.text.languages import language
from pyramide.text.moves import line_text, move_text
from pyramide_cli.options import Look
from pyramide_cli.starts import Start

WIDTH = 72
INDENT = "  "


def rules_text(rules: Rules) -> str:
    """The rules by name, or field by field where no preset has them."""
    name = preset_name(rules)
    if name is not None:
        return name
    return ", ".join(f"{field} {_plain(value)}" for field, value in rules.as_json().items())


def published_text(entry: CodeEntry, rules: Rules, look: Look) -> str:
    """What is said of a code of which only a fact is published: it cannot be won.

    The fact is of the app's rules.  Without cover no rule set can win what they cannot.
    """
    most = (entry.published or {})["most"]
    if preset_name(rules) == "app":
        verdict = f"{entry.code} cannot be won, as published: at most {most} cards can be removed."
    else:
        verdict = (
            f"{entry.code} cannot be won: even under the rules app, which win whatever these can, "
            f"at most {most} cards can be removed, as published."
        )
    return f"{_strong(verdict, look)}\n{paragraph(f'Source: {entry.note}')}"


def answer_text(start: Start, answer: Answer, find: frozenset[Find], look: Look, lang: str) -> str:
    """Everything that is known, in paragraphs."""
    parts = [_strong(_verdict(start, answer), look)]
    if figures := _figures(answer, find):
        parts[0] += "\n" + figures
    if answer.moves is not None:
        parts.append(f"{_head_of_line(answer)}\n{_line(answer.moves, look, lang)}")
    if answer.plan is not None and answer.moves is None:
        parts.append(
            "The removals of a win, whatever the order of the stock; draw and recycle until\n"
            f"the partner tops the waste:\n{_plan(answer.plan, look, lang)}"
        )
    if answer.best_line is not None:
        moves = _counted(len(answer.best_line), "move")
        head = f"The shortest line to the most pyramid cards, {moves}:"
        if not answer.best_line:
            head = "No pyramid card can be removed at all."
        parts.append(f"{head}\n{_line(answer.best_line, look, lang)}".rstrip())
    if "shortest" in answer.needs_stock_order and answer.winnable is not False:
        parts.append(paragraph(_how_to_give_the_stock(start)))
    parts.append(paragraph(_proof(answer)))
    return "\n\n".join(parts)


def _verdict(start: Start, answer: Answer) -> str:
    """The line that says whether the deal can be won."""
    subject = re.sub("^the ", "The ", start.entry.title)
    if start.played.actions:
        subject += f", after {_counted(len(start.played.actions), 'action')},"
    if answer.winnable is None:
        if "winnable" in answer.needs_stock_order:
            return f"{subject}: whether it can be won depends on the order of the stock."
        if answer.shortest_status is Status.NOT_ASKED and answer.decided:
            return f"{subject}:"
        return f"{subject} is not decided within the limits."
    return f"{subject} {'can' if answer.winnable else 'cannot'} be won."


def _figures(answer: Answer, find: frozenset[Find]) -> str:
    """The numbers asked for, one to a line."""
    rows: list[tuple[str, str]] = []
    at_most = "" if answer.winnable else "at most "
    if Find.MOST in find:
        pyramid, cards = answer.most_pyramid_cards, answer.most_cards
        rows.append(
            ("pyramid cards", _open("most_pyramid_cards", answer))
            if pyramid is None
            else ("pyramid cards", f"{at_most}{pyramid} of {PYRAMID_SIZE}")
        )
        rows.append(
            ("all cards", _open("most_cards", answer))
            if cards is None
            else ("all cards", f"{at_most}{cards} of {PACK_SIZE}")
        )
        if answer.score is not None:
            rows.append(("best score", f"{at_most}{answer.score} points"))
    if Find.SHORTEST in find and answer.winnable is not False:
        rows.append(("shortest win", _shortest(answer)))
    return "\n".join(f"{INDENT}{name:13}  {value}" for name, value in rows)


def _open(field: str, answer: Answer) -> str:
    """Why a number is not known."""
    if field in answer.needs_stock_order:
        return "depends on the order of the stock"
    return "not decided"


def _shortest(answer: Answer) -> str:
    """The length of the shortest win, as far as it is known."""
    if answer.shortest is not None:
        return _counted(answer.shortest, "move")
    if answer.shortest_bounds is None:
        return "depends on the order of the stock"
    low, high = answer.shortest_bounds
    return f"at least {_counted(low, 'move')}" if high is None else f"{low} to {high} moves"


def _head_of_line(answer: Answer) -> str:
    """What the winning line is."""
    count = _counted(len(answer.moves or ()), "move")
    if answer.moves == ():
        return "It is won already."
    if answer.shortest_status is Status.OPTIMAL:
        return f"A shortest win, {count}:"
    return f"A win in {count}, not proven to be the shortest:"


def _how_to_give_the_stock(start: Start) -> str:
    """Why the shortest win is not known here, and what to do."""
    why = "The shortest win depends on the order of the stock, which is not known."
    if start.in_progress:
        return (
            f"{why} Write each card that was drawn in the moves, such as --after "
            '"draw 5h; draw Kc": the order is known when all but one have been seen.'
        )
    how = (
        f"{why} Go through the stock once, note its cards, and give all 52: the pyramid, the "
        "waste card, then the stock in the order in which it is drawn."
    )
    if start.entry.code is not None:
        how += f" `pyramide codes add {start.entry.title} FILE` keeps them under this code."
    return how


def _proof(answer: Answer) -> str:
    """What each answer rests on."""
    nodes = f"{_counted(answer.nodes, 'node')} searched"
    said: list[str] = []
    if answer.moves is not None:
        said.append("the line was replayed by the rules and wins")
        if answer.shortest_status is Status.OPTIMAL:
            said.append("no line is shorter")
    elif answer.plan is not None:
        said.append(
            "with unlimited passes every side card can be brought to the top, so the plan, "
            "checked card by card, wins"
        )
    elif answer.winnable:
        said.append("a win was found and replayed by the rules")
    if answer.winnable is False:
        said.append("no line wins, each was searched or ruled out")
        if answer.best_line is not None:
            said.append("the line was replayed by the rules, and none to as many cards is shorter")
    if not answer.decided:
        said.append("the rest is not decided")
    if not said:
        said.append("every larger set of cards was searched or ruled out")
    return f"Proof: {'; '.join(said)} ({nodes})."


def _line(moves: Sequence[Move], look: Look, lang: str) -> str:
    """A line of play, indented."""
    return textwrap.indent(line_text(moves, look.style, lang, WIDTH), INDENT)


def _plan(plan: Sequence[PlanStep], look: Look, lang: str) -> str:
    """The removals of a plan, numbered and indented like a line of play."""
    items = [step_text(step, look, lang) for step in plan]
    digits = len(str(len(items)))
    lines: list[str] = []
    for number, item in enumerate(items, 1):
        if lines and len(lines[-1]) + len(item) + 3 <= WIDTH:
            lines[-1] += f"; {item}"
        else:
            lines.append(f"{number:>{digits}}. {item}")
    return textwrap.indent(";\n".join(lines), INDENT)


def step_text(step: PlanStep, look: Look, lang: str) -> str:
    """A removal of a plan for people: `10♣ + 3♠`, or `5♥ with any 8`."""
    if step.partner_rank is None:
        return move_text(Remove(*step.cards), look.style, lang)
    return f"{card_text(step.cards[0], look.style, lang)} with any " + rank_text(
        step.partner_rank, look, lang
    )


def rank_text(rank: Rank, look: Look, lang: str) -> str:
    """A rank for people: `10`, `B` in Dutch; `T` where cards are ASCII."""
    return language(lang).rank_letters[rank - 1] if look.symbols else RANK_LETTERS[rank - 1]


def _strong(text: str, look: Look) -> str:
    """A line that stands out where there are colours."""
    wrapped = paragraph(text)
    return click.style(wrapped, bold=True) if look.color else wrapped


def paragraph(text: str) -> str:
    """A text broken into lines."""
    return textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _plain(value: object) -> str:
    """A field's value in a list of fields."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _counted(count: int, word: str) -> str:
    """Such as `1 move` or `1,234 nodes`."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
