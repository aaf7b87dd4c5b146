"""The best-first search: its table, its pruning rules, all rules, deals with many pairs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pyramide.board import EMPTY_ID, encode
from pyramide.cards import KING, Card, make_card, rank_of, suit_of
from pyramide.game import is_won
from pyramide.kernels.prepare import ORDER, RELATED, SIDE_BITS, prepare, prepared
from pyramide.kernels.shortest import (
    NO_NODE,
    Search,
    find_slot,
    refill_table,
    refuse_twins,
    side_pair,
)
from pyramide.limits import Clock, Limits
from pyramide.lines import LineSearch, LineStatus, variant_of
from pyramide.position import Position
from pyramide.record import replay
from pyramide.rules import APP, PRESETS, Clear, Play, Rules
from tests.fast_oracle import fast_oracle
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
SEARCH = LineSearch()
ROOT = Path(__file__).parents[1]


def compare(position: Position, rules: Rules) -> None:
    """The search against the oracle, its line against the reference engine."""
    truth = fast_oracle(position, rules)
    assert truth is not None
    result = SEARCH.find(position, rules, EMPTY_ID, Clock(Limits()))
    assert (result.status is LineStatus.FOUND) == truth.winnable, (rules, position)
    if result.moves is not None:
        played = replay(position, result.moves, rules)
        assert played.fault is None, (rules, position)
        assert is_won(played.positions[-1], rules)
        assert len(result.moves) == truth.shortest, (rules, position)


@pytest.mark.slow
@pytest.mark.parametrize("clear", Clear)
@pytest.mark.parametrize("play", Play)
@pytest.mark.parametrize("cover", [False, True])
def test_every_rule_set_against_the_oracle(clear: Clear, play: Play, cover: bool) -> None:
    rng = Random(f"shortest {clear} {play} {cover}")
    for rules in ALL_RULES:
        if (rules.clear, rules.play, rules.cover, rules.waste_start) == (clear, play, cover, 0):
            for _ in range(40):
                compare(random_midgame(rng, rules, rng.randint(1, 13), rng.randint(0, 10)), rules)


@pytest.mark.nocompiler
def test_a_few_small_positions_of_every_rule_set() -> None:
    rng = Random("shortest few")
    for rules in ALL_RULES if "NUMBA_DISABLE_JIT" in os.environ else [APP] * 30:
        for _ in range(3):
            compare(random_midgame(rng, rules, rng.randint(1, 6), rng.randint(0, 5)), rules)


def test_the_drawn_flag_goes_with_the_card() -> None:
    # The king drawn last leaves, so the pair under it needs a whole pass more.
    rules = PRESETS["app-drawn-pair"]
    strict = Rules(clear=Clear.ALL, play=Play.DRAWN_PAIR)
    position = Position(pyramid_of("Kh"), cards("3c Tc Kc"), cards("Ks"))
    result = SEARCH.find(position, strict, EMPTY_ID, Clock(Limits()))
    assert result.moves is not None
    assert len(result.moves) == 8
    compare(position, strict)
    compare(position, rules)


@pytest.mark.nocompiler
def test_the_table_finds_what_was_filed_also_after_growing() -> None:
    rng = Random("table")
    states = rng.sample(range(1, 1 << 50), 200)
    nodes = np.zeros((256, 4), dtype=np.int64)
    small, large = np.zeros(256, dtype=np.int32), np.zeros(1024, dtype=np.int32)
    for node, state in enumerate(states):
        nodes[node, 0] = state
        slot = find_slot(state, nodes, small)
        assert small[slot] == 0
        small[slot] = node + 1
    nothing = np.zeros(1, dtype=np.int64)
    search = Search(nodes, small, nothing, np.zeros((1, 8), dtype=np.int64), nothing)
    refill_table(search, large, small)
    for table in (small, large):
        for node, state in enumerate(states):
            assert table[find_slot(state, nodes, table)] == node + 1
        for state in rng.sample(range(1 << 50, 1 << 51), 50):
            assert table[find_slot(state, nodes, table)] == 0
    assert np.count_nonzero(large) == 200


@pytest.mark.nocompiler
def test_what_the_lower_twin_was_refused_the_upper_is_too() -> None:
    position = Position(pyramid_of("Ac Ad Kc"), (), cards("Qc 5h Qd Qh"))
    code = encode(position)
    tables = prepared()
    prepare(code.ranks, code.present, 0, code.side_ranks, False, RELATED, tables)
    queens = [int(tables.sides[side, SIDE_BITS]) for side in (0, 2, 3)]
    assert [int(tables.sides[side, ORDER]) for side in (0, 2, 3)] == [0, 1, 2]
    assert [bits.bit_count() for bits in queens] == [2, 2, 2]
    lower_ace = queens[0] & -queens[0]
    assert refuse_twins(lower_ace, 0b1101, tables) == lower_ace * 0b111
    assert refuse_twins(lower_ace << 1, 0b1101, tables) == lower_ace * 0b110
    assert refuse_twins(lower_ace, 0b1001, tables) == lower_ace * 0b101  # the middle one is gone
    # A five between them is another rank: the two queens are no neighbours then.
    assert refuse_twins(lower_ace, 0b0111, tables) == lower_ace
    assert refuse_twins(0, 0b1111, tables) == 0


@pytest.mark.nocompiler
def test_pairs_of_two_side_cards() -> None:
    position = Position(pyramid_of("Kc"), cards("5h 8c"), cards("5c 8d"))
    code = encode(position)
    tables = prepared()
    prepare(code.ranks, code.present, 0, code.side_ranks, False, RELATED, tables)
    drawn, both = variant_of(PRESETS["app-drawn-pair"]), variant_of(PRESETS["microsoft"])
    assert side_pair(0b0011, 0b1100, 1, drawn, tables) == 0b0011
    assert side_pair(0b0011, 0b1100, 0, drawn, tables) == 0
    assert side_pair(0b0001, 0b1110, 1, drawn, tables) == 0
    assert side_pair(0b0011, 0b1100, 0, both, tables) == 0b0110
    assert side_pair(0b0011, 0b1000, 0, both, tables) == 0
    assert side_pair(0b0000, 0b1111, 0, both, tables) == 0
    assert NO_NODE == 2**35 - 1


FEW_BITS = """\
from random import Random
from pyramide.kernels import prepare
prepare.PAIR_BITS = {bits}
from pyramide.board import EMPTY_ID
from pyramide.limits import Clock, Limits
from pyramide.lines import LineSearch
from tests.oracle import oracle
from tests.positions import random_midgame
from pyramide.rules import APP

rng = Random("few bits")
search = LineSearch()
won = 0
while won < 25:
    position = random_midgame(rng, APP, rng.randint(2, 8), rng.randint(2, 8))
    truth = oracle(position, APP, cap=3000)
    if truth is None:
        continue
    result = search.find(position, APP, EMPTY_ID, Clock(Limits()))
    found = None if result.moves is None else len(result.moves)
    assert found == truth.shortest, position
    won += truth.winnable
print(won)
"""


@pytest.mark.nocompiler
@pytest.mark.parametrize("bits", [0, 2, 5])
def test_pairs_without_a_bit_change_no_answer(bits: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FEW_BITS.format(bits=bits)],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "solver")]),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["25"]


def many_pairs(rng: Random, classes: int) -> Position:
    """Low ranks at the top of the pyramid, their partners beside: 16 pairs a class."""
    low = [make_card(rank, suit) for rank in range(1, classes + 1) for suit in range(4)]
    high = [make_card(KING - rank_of(card), suit_of(card)) for card in low]
    rng.shuffle(low)
    rng.shuffle(high)
    waste = rng.randint(0, 3)
    top: list[Card | None] = [*low, *[None] * (28 - len(low))]
    return Position.checked(tuple(top), tuple(high[:waste]), tuple(high[waste:]))


def test_positions_with_more_pairs_than_bits() -> None:
    rng = Random("many pairs")
    code = encode(many_pairs(rng, 4))
    tables = prepared()
    assert prepare(code.ranks, code.present, 0, code.side_ranks, False, RELATED, tables) == 1
    for classes in [4] * 12 + [5] * 3:
        compare(many_pairs(rng, classes), APP)
