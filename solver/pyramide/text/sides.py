"""Which side cards are gone, as far as a page sentence tells.

A sentence names the waste top and counts the stock.  All cards after the waste
top that are left are stock, which says how many of them are gone; ranks say
more, because cards leave in pairs.  The rest may stay open.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from pyramide.cards import KING, Card, card_name, partner_rank, rank_of
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.layout import SIDE_SIZE
from pyramide.rules import Play, Rules

MISSING_FACT = (
    "Give the deal with the moves played (--after), or the position as JSON or text, which "
    "name every side card."
)


def removed_side_cards(
    deal: Deal,
    pyramid: tuple[Card | None, ...],
    top: Card | None,
    stock_count: int,
    rules: Rules,
) -> frozenset[int]:
    """The indices of the side cards that are gone, where only one set is possible.

    `pyramid` holds the cards left, `top` is the waste top (None: the waste is
    empty).  Under limited passes the game is in its first pass, the one that a
    position is in when it names none, so what is gone after the waste top was
    drawn straight after it.  Raises PyramideError when no set is possible or
    more than one.
    """
    side = deal.side
    if top is not None and top not in side:
        raise PyramideError(
            f"The place of {card_name(top)} among the side cards of the deal is unknown. "
            + MISSING_FACT
        )
    top_index = -1 if top is None else side.index(top)
    after = SIDE_SIZE - 1 - top_index - stock_count
    if after < 0:
        raise PyramideError(
            f"{stock_count} cards in the stock are too many: only {SIDE_SIZE - 1 - top_index} "
            "side cards of the deal come after the waste top."
        )
    if rules.passes is not None:
        allowed = range(top_index + 1 + after)
        forced = frozenset(range(top_index + 1, top_index + 1 + after))
    else:
        allowed = range(SIDE_SIZE if after else max(top_index, 0))
        forced = frozenset()
    if any(side[index] is None for index in allowed):
        raise PyramideError(f"The order of the stock is unknown. {MISSING_FACT}")
    open_indices = [index for index in allowed if index != top_index]
    sets = _possible_sets(deal, pyramid, open_indices, forced, rules)
    fitting = _combine(sets, top_index, after)
    if not fitting:
        raise PyramideError(
            "The sentence cannot come from this deal: its cards left, waste top and number of "
            "stock cards do not agree."
        )
    if len(fitting) > 1:
        differing = fitting[0] ^ fitting[1]
        names = sorted(card_name(card) for i in differing if (card := side[i]) is not None)
        raise PyramideError(
            "The sentence does not tell which side cards are gone: it leaves open whether "
            f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} left. {MISSING_FACT}"
        )
    return fitting[0]


def _possible_sets(
    deal: Deal,
    pyramid: tuple[Card | None, ...],
    open_indices: list[int],
    forced: frozenset[int],
    rules: Rules,
) -> list[list[frozenset[int]]]:
    """For each pair of ranks (and the kings) the sets of side cards that may be gone."""
    gone = Counter(rank_of(card) for card in deal.pyramid if card not in pyramid)
    choices: list[list[frozenset[int]]] = []
    for rank in (*range(1, 7), KING):
        other = partner_rank(rank)
        places = [i for i in open_indices if _rank(deal.side[i]) in (rank, other)]
        choices.append([])
        for size in range(len(places) + 1):
            for chosen in map(frozenset, combinations(places, size)):
                low = sum(_rank(deal.side[i]) == rank for i in chosen)
                high = len(chosen) - low
                if not forced.isdisjoint(set(places) - chosen):
                    continue
                if rank == KING or _is_balanced(gone[rank], gone[other], low, high, rules):
                    choices[-1].append(chosen)
    return choices


def _is_balanced(low: int, high: int, side_low: int, side_high: int, rules: Rules) -> bool:
    """Whether these numbers of cards of a low and a high rank can have left as pairs.

    `low` and `high` left the pyramid.  Where only the waste top plays, each
    side card left with a pyramid card.
    """
    if low + side_low != high + side_high:
        return False
    return rules.play is not Play.WASTE or (side_low <= high and side_high <= low)


def _combine(
    choices: list[list[frozenset[int]]], top_index: int, after: int
) -> list[frozenset[int]]:
    """Unions of one set of each choice with `after` cards behind the top; two at most."""
    reached: dict[int, list[frozenset[int]]] = {0: [frozenset()]}
    for sets in choices:
        grown: dict[int, list[frozenset[int]]] = {}
        for count, unions in reached.items():
            for chosen in sets:
                behind = count + sum(index > top_index for index in chosen)
                kept = grown.setdefault(behind, [])
                kept += [union | chosen for union in unions][: 2 - len(kept)]
        reached = grown
    return reached.get(after, [])


def _rank(card: Card | None) -> int:
    """The rank of a card, -1 for an unknown one."""
    return -1 if card is None else rank_of(card)
