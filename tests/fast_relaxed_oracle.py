"""The plain relaxed oracle for whole deals: every removal, on sets kept as bits.

Any side card may be played at any time, as `tests.oracle.relaxed_oracle` has it,
which judges this one.  Every reachable state is visited, with no heuristics and
no pruning; it shares no code with the searches.

A state is the set of pyramid cards gone and, per pair of ranks, how many pairs
have been made inside the pyramid: from these follow the side cards used.  All
states of one pyramid are the bits of one Python integer; bit number is the pair
counts in mixed radix, so that one more pair is a shift.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product

from pyramide.cards import KING, PAIR_SUM, rank_of
from pyramide.layout import COVERS_OF, PYRAMID_SIZE
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules
from tests.oracle import RelaxedAnswer

LOW_RANKS = range(1, 7)


def fast_relaxed_oracle(position: Position, rules: Rules) -> RelaxedAnswer:
    """Answer as if any side card could be played at any time.

    Raises ValueError unless the rules are `clear = pyramid`, unlimited passes and
    `play = waste`.
    """
    if rules.clear is not Clear.PYRAMID or rules.passes is not None or rules.play is not Play.WASTE:
        raise ValueError("the fast relaxed oracle is for app with or without cover")
    reached, ranks, weights = reachable(position, rules.cover)
    side_kings = sum(rank_of(c) == KING for c in position.present() if c not in position.pyramid)
    everything = sum(1 << place for place, rank in enumerate(ranks) if rank)
    pyramid_kings = sum(1 << place for place, rank in enumerate(ranks) if rank == KING)
    if not everything:
        return RelaxedAnswer(winnable=True, most_pyramid_cards=0, most_cards=0)
    most_cards = 0
    for gone, states in reached.items():
        kings = (gone & pyramid_kings).bit_count()
        pairs = next(n for n, of_size in enumerate(weights) if states & of_size)
        most_cards = max(most_cards, 2 * gone.bit_count() - kings - 2 * pairs)
    return RelaxedAnswer(
        winnable=everything in reached,
        most_pyramid_cards=max(map(int.bit_count, reached)),
        most_cards=most_cards + side_kings,
    )


def reachable(position: Position, cover: bool) -> tuple[dict[int, int], list[int], list[int]]:
    """The states per set of cards gone, the rank of each place, and the states
    in which n pairs have been made, by n.
    """
    ranks = [0 if card is None else rank_of(card) for card in position.pyramid]
    beside = Counter(rank_of(c) for c in position.present() if c not in position.pyramid)
    inside = Counter(ranks)
    radix = [min(inside[low], inside[PAIR_SUM - low]) + 1 for low in LOW_RANKS]
    unit = [1]
    for size in radix:
        unit.append(unit[-1] * size)
    at_least = [[0] * 6 for _ in LOW_RANKS]  # [class][pairs made]: the states with as many
    weights = [0] * 25
    for counts in product(*map(range, radix)):
        bit = 1 << sum(n * size for n, size in zip(counts, unit, strict=False))
        weights[sum(counts)] |= bit
        for own, n in zip(at_least, counts, strict=True):
            for fewer in range(n + 1):
                own[fewer] |= bit
    places = [place for place, rank in enumerate(ranks) if rank]
    partners = [[other for other in places if ranks[other] + rank == PAIR_SUM] for rank in ranks]
    of_rank = [sum(1 << p for p in places if ranks[p] == rank) for rank in range(KING + 1)]
    covers = [sum(1 << q for q in under if ranks[q]) for under in COVERS_OF]

    reached: dict[int, int] = {}
    layers: defaultdict[int, dict[int, int]] = defaultdict(dict)
    layers[0] = {0: 1}
    for gone_count in range(PYRAMID_SIZE + 1):
        for gone, states in layers[gone_count].items():
            reached[gone] = states
            for place in places:
                if gone >> place & 1 or covers[place] & ~gone:
                    continue
                rank = ranks[place]
                if rank == KING:
                    _add(layers[gone_count + 1], gone | 1 << place, states)
                    continue
                low = min(rank, PAIR_SUM - rank)
                # With a side card: more must be left than went with this rank so far.
                spent = (gone & of_rank[rank]).bit_count() + 1 - beside[PAIR_SUM - rank]
                alone = states & at_least[low - 1][max(0, spent)]
                if alone:
                    _add(layers[gone_count + 1], gone | 1 << place, alone)
                for other in partners[place]:
                    if gone >> other & 1:
                        continue
                    covered_by = covers[other] & ~gone
                    if (covered_by == 0 and place < other) or (cover and covered_by == 1 << place):
                        _add(
                            layers[gone_count + 2],
                            gone | 1 << place | 1 << other,
                            states << unit[low - 1],
                        )
    return reached, ranks, weights


def _add(layer: dict[int, int], gone: int, states: int) -> None:
    layer[gone] = layer.get(gone, 0) | states
