"""An explanation as sentences: why a deal cannot be won, naming the cards."""

from __future__ import annotations

from collections.abc import Sequence

from pyramide.cards import Card, Rank
from pyramide.explanation import Explanation, PairNeed
from pyramide.text.cards import Style, card_text

PLURALS = (
    "", "aces", "twos", "threes", "fours", "fives", "sixes",
    "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
)  # fmt: skip


def explanation_text(explanation: Explanation, style: Style = "symbol") -> str:
    """The whole explanation, a sentence per line."""
    pairs = explanation.pairs
    names = listed([f"{PLURALS[low]} and {PLURALS[high]}" for low, high in _ranks(pairs)], "; ")
    if not explanation.whatever_order:
        lines = [
            f"The {names} alone make it impossible: even if all other cards were free to go, "
            f"no line wins (all were searched, {explanation.nodes:,} nodes).",
            "It is the order of the side cards and the number of passes that decide: with "
            "unlimited passes this reason would not hold.",
        ]
        lines += [_cards_of(need, style) for need in pairs]
        return "\n".join(lines)
    if explanation.by_counting:
        return _counting(pairs[0], style)
    lines = [f"The {names} block each other, whatever the order of the stock:"]
    lines += [_need(need, style) for need in pairs]
    lines.append(
        "However these are chosen, some of the pairs wait for each other in a circle "
        f"(all choices were searched, {explanation.nodes:,} nodes)."
    )
    return "\n".join(lines)


def _ranks(pairs: Sequence[PairNeed]) -> list[tuple[Rank, Rank]]:
    return [need.ranks for need in pairs]


def _counting(need: PairNeed, style: Style) -> str:
    """One rank pair needs more pairs inside the pyramid than can meet."""
    lines = [_need(need, style)]
    if need.most == 0:
        lines.append("But none of these can ever meet.")
    else:
        one_of = listed([card_text(card, style) for card in need.hubs], ", ", " or ")
        count = _counted(need.most, "pair")
        lines.append(f"But at most {count} can be made, since each possible pair needs {one_of}.")
    lines += _blocks(need, style)
    return "\n".join(lines)


def _need(need: PairNeed, style: Style) -> str:
    """What has to be made inside the pyramid, and why."""
    low, high = need.ranks
    return (
        f"{_cards_of(need, style)} The {PLURALS[low]} and {PLURALS[high]} beside it are too few: "
        f"at least {_counted(need.needed, 'pair')} must be made inside the pyramid."
    )


def _cards_of(need: PairNeed, style: Style) -> str:
    """Which cards of a rank pair lie in the pyramid."""
    cards = [card_text(card, style) for card in (*need.low, *need.high)]
    verb = "lies" if len(cards) == 1 else "lie"
    return f"{listed(cards)} {verb} in the pyramid." if cards else "None lies in the pyramid."


def _blocks(need: PairNeed, style: Style) -> list[str]:
    """Sentences such as `J♣ and J♥ lie under 2♦.`; those with a hub do not matter."""
    over: dict[Card, list[Card]] = {}
    under: dict[Card, list[Card]] = {}
    for block in need.blocked:
        if block.over not in need.hubs and block.under not in need.hubs:
            over.setdefault(block.under, []).append(block.over)
            under.setdefault(block.over, []).append(block.under)
    if len(over) < len(under):
        return [
            f"{card_text(card, style)} lies under {listed([card_text(c, style) for c in cards])}."
            for card, cards in over.items()
        ]
    lines = []
    for card, cards in under.items():
        names = listed([card_text(c, style) for c in cards])
        verb = "lies" if len(cards) == 1 else "lie"
        lines.append(f"{names} {verb} under {card_text(card, style)}.")
    return lines


def listed(words: Sequence[str], comma: str = ", ", last: str = " and ") -> str:
    """Words as a list in a sentence: `a, b and c`."""
    if len(words) < 2 or comma == "; ":
        return comma.join(words)
    return comma.join(words[:-1]) + last + words[-1]


def _counted(count: int, word: str) -> str:
    """Such as `1 pair` or `2 pairs`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
