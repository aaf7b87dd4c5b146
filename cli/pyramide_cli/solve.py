"""`pyramide solve`: all answers for a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pyramide.codes import UnknownCode
from pyramide.errors import PyramideError
from pyramide.limits import Limits
from pyramide.moves import Action
from pyramide.rules import Rules
from pyramide_cli.challenges import (
    CARDS_FORM,
    SCORE,
    Asked,
    Challenger,
    Found,
    challenges_json,
    challenges_text,
    read_finds,
    refuse_quiet,
)
from pyramide_cli.exits import Exit
from pyramide_cli.inputs import Entry
from pyramide_cli.json_out import answer_json, echo_json, entry_json, error_json, start_json
from pyramide_cli.options import (
    Lang,
    Look,
    json_option,
    lang_option,
    limit_options,
    look_options,
    rule_options,
)
from pyramide_cli.samples import (
    Sampling,
    all_decided,
    sample_options,
    sampled,
    samples_json,
    samples_text,
)
from pyramide_cli.searching import Searcher
from pyramide_cli.starts import (
    Start,
    read_moves,
    reader,
    refuse_two_readers,
    start_of,
    start_options,
)

if TYPE_CHECKING:
    from pyramide.answers import Answer
    from pyramide.samples import Samples

FINDS = ("win", "most", "shortest")


@dataclass(frozen=True, slots=True)
class Job:
    """What is asked of every deal, and how the answer is to be given."""

    rules: Rules
    find: tuple[str, ...]
    asked: Asked
    sampling: Sampling
    limits: Limits
    actions: tuple[Action, ...]
    as_json: bool
    quiet: bool
    look: Look
    lang: str


@click.command("solve")
@click.argument("words", metavar="DEAL...", nargs=-1, required=True)
@click.option(
    "--find",
    metavar=f"{'|'.join([*FINDS, SCORE, CARDS_FORM])}",
    multiple=True,
    help="Find only this: whether it can be won, the most cards, or the shortest win; the best "
    "Microsoft score in the fewest moves; or how to remove N (1 to 4) cards of a rank, as "
    "cards:Q=3, in the fewest moves, by a win and by any line.  May be given more than once; "
    "default: win, most and shortest.",
)
@sample_options
@start_options
@click.option(
    "--quiet", "-q", is_flag=True, help="Print nothing: exit code 0 can be won, 1 cannot be won."
)
@json_option
@rule_options
@limit_options
@lang_option
@look_options
def command(
    words: tuple[str, ...],
    find: tuple[str, ...],
    sampling: Sampling,
    after: str | None,
    beside: str | None,
    quiet: bool,
    as_json: bool,
    rules: Rules,
    limits: Limits,
    lang: Lang,
    look: Look,
) -> int:
    """Can a deal be won, how many cards can go, what is the shortest win?

    DEAL is a code, random:NUMBER or a range as random:1..5, a file, - for
    standard input, or the cards: the pyramid from the top row down, the waste
    card, then the stock as far as it has been seen.  Several deals are answered
    one after another; a position of a game in progress is read too.

    Every answer is proven, or says that it is not and gives bounds.
    """
    if quiet and as_json:
        raise click.UsageError("--quiet prints nothing, so it cannot go with --json.")
    refuse_two_readers(words, after)
    asked = read_finds(find, FINDS, lang)
    refuse_quiet(bool(asked) or sampling.count > 0, quiet)
    wanted = tuple(name for name in FINDS if name in find)
    if not wanted and not asked:
        wanted = ("win",) if quiet else FINDS
    if sampling.count and not {"win", "shortest"} & set(wanted):
        raise click.UsageError("--samples samples win and shortest: --find neither is asked.")
    actions = read_moves(after, lang)
    job = Job(rules, wanted, asked, sampling, limits, actions, as_json, quiet, look, lang.writing)
    searcher, challenger = Searcher(limits), Challenger(limits)
    worst = Exit.ANSWERED
    read = reader(rules, lang, beside)
    for number, entry in enumerate(read.entries(words)):
        if number and not (as_json or quiet):
            click.echo()
        worst = max(worst, _solve(entry, job, searcher, challenger))
    return worst


def _solve(entry: Entry, job: Job, searcher: Searcher, challenger: Challenger) -> Exit:
    """Answer one deal; a faulty one is told, and the next can follow."""
    try:
        if entry.deal is None and job.find and _settled_by_the_book(entry, job.rules):
            return _tell_published(entry, job)
        start = start_of(entry, job.rules, job.actions)
        return _tell(start, job, searcher, challenger)
    except PyramideError as error:
        if job.as_json:
            echo_json(error_json(entry, error))
        click.echo(entry.fault(error), err=True)
        return Exit.BAD_INPUT


def _settled_by_the_book(entry: Entry, rules: Rules) -> bool:
    """Whether a published fact says that a code cannot be won under these rules.

    Published is that fewer than all pyramid cards can go under the app's rules.
    Fewer passes or more to clear make winning harder, and what side cards play
    does not matter under unlimited passes; only `cover` could help.
    """
    published = entry.code.published if entry.code is not None else None
    return published is not None and "most" in published and not rules.cover


def _tell_published(entry: Entry, job: Job) -> Exit:
    """What is published of a code whose cards are not."""
    assert entry.code is not None
    if job.actions:
        raise UnknownCode(entry.code.code)
    if job.as_json:
        from pyramide.answers import Answer, Status

        status = Status.UNWINNABLE if "shortest" in job.find else Status.NOT_ASKED
        answer = Answer(
            job.rules,
            winnable=False if {"win", "shortest"} & set(job.find) else None,
            shortest_status=status,
            source="published",
            published=entry.code.published,
        )
        echo_json(answer_json(entry_json(entry), answer))
    elif not job.quiet:
        from pyramide_cli.verdict import published_text

        click.echo(published_text(entry.code, job.rules, job.look))
    return Exit.NOT_WINNABLE if job.quiet else Exit.ANSWERED


def _tell(start: Start, job: Job, searcher: Searcher, challenger: Challenger) -> Exit:
    """Search, and print what was found."""
    from dataclasses import replace

    answer, refusal = _answer(start, job, searcher)
    if job.quiet:
        if answer.winnable is None:
            return Exit.UNDECIDED
        return Exit.ANSWERED if answer.winnable else Exit.NOT_WINNABLE
    found = challenger.find(start, job.asked)
    samples = sampled(start, job.sampling, job.find, job.limits)
    # What needs the order of the stock has been sampled instead.
    decided = answer.decided or (samples is not None and bool(answer.needs_stock_order))
    decided = decided and found.decided and (samples is None or all_decided(samples))
    answer = replace(
        answer, nodes=answer.nodes + found.nodes, seconds=answer.seconds + found.seconds
    )
    if job.as_json:
        more = {**challenges_json(found), "samples": samples_json(samples)}
        echo_json(answer_json(start_json(start), answer, more))
    else:
        _tell_in_words(start, job, answer, refusal, found, samples)
    return Exit.ANSWERED if decided else Exit.UNDECIDED


def _tell_in_words(
    start: Start,
    job: Job,
    answer: Answer,
    refusal: str | None,
    found: Found,
    samples: Samples | None,
) -> None:
    """Print the answers for people: the deal, what is known of it, challenges, samples."""
    from pyramide.answers import Find
    from pyramide.text.picture import picture
    from pyramide_cli.verdict import answer_text, paragraph, rules_text

    look, lang = job.look, job.lang
    click.echo(f"{start.entry.title}, rules {rules_text(job.rules)}\n")
    click.echo(picture(start.position, lang=lang, color=look.color, symbols=look.symbols))
    parts: list[str] = []
    if refusal is not None:
        parts.append(paragraph(refusal))
    elif job.find:
        find = frozenset(Find(name) for name in job.find)
        parts.append(answer_text(start, answer, find, look, lang))
    if job.asked:
        parts.append(challenges_text(found, look, lang))
    if samples is not None:
        parts.append(samples_text(samples))
    for part in parts:
        click.echo(f"\n{part}")


def _answer(start: Start, job: Job, searcher: Searcher) -> tuple[Answer, str | None]:
    """The answer, or an empty one with the sentence that refuses it without the stock's order."""
    from dataclasses import replace

    from pyramide.answers import FIELDS, Answer, Find, NeedsStockOrder, Status

    published = start.entry.code.published if start.entry.code is not None else None
    if not job.find:
        return Answer(job.rules, published=published), None
    find = frozenset(Find(name) for name in job.find)
    refusal = None
    try:
        answer = searcher.solve(start.position, job.rules, find)
    except NeedsStockOrder as error:
        refusal = str(error)
        status = Status.NEEDS_STOCK_ORDER if Find.SHORTEST in find else Status.NOT_ASKED
        missing = dict.fromkeys(field for kind in Find if kind in find for field in FIELDS[kind])
        answer = Answer(
            job.rules, shortest_status=status, decided=False, needs_stock_order=tuple(missing)
        )
    return replace(answer, published=published), refusal
