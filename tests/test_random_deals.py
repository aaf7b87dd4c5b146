"""Numbered random deals: golden cards, a second implementation, equal chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import PACK, card_name
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.random_deals import (
    MAX_NUMBER,
    below,
    mix,
    parse_range,
    random_cards,
    random_deal,
    stream,
)

GOLDEN = Path(__file__).parents[1] / "data" / "golden-deals.tsv"
GAMMA = 11400714819323198485


def second_implementation(number: int) -> list[str]:
    """The cards by another road: a list to pick from, names, one word at a time."""

    def scrambled(z: int) -> int:
        z = (z ^ z // 2**30) * 13787848793156543929 % 2**64
        z = (z ^ z // 2**27) * 10723151780598845931 % 2**64
        return z ^ z // 2**31

    def words() -> Iterator[int]:
        state = scrambled(number * GAMMA % 2**64)
        while True:
            state = (state + GAMMA) % 2**64
            yield scrambled(state)

    source = words()
    left = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    dealt = []
    while len(left) > 1:
        size = len(left)
        word = next(w for w in source if w * size % 2**64 >= 2**64 % size)
        pick = word * size // 2**64
        # Swapping with the first place and dropping that place.
        left[0], left[pick] = left[pick], left[0]
        dealt.append(left.pop(0))
    return dealt + left


def golden_rows() -> list[tuple[int, str]]:
    lines = GOLDEN.read_text(encoding="ascii").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert rows[0] == ["number", "cards"]
    return [(int(number), cards) for number, cards in rows[1:]]


@pytest.mark.parametrize(("number", "cards"), golden_rows())
def test_the_golden_deals_stay_for_ever(number: int, cards: str) -> None:
    assert " ".join(map(card_name, random_cards(number))) == cards
    assert random_deal(number) == Deal.of(random_cards(number), f"random:{number}")


def test_the_golden_deals_hold_the_first_five_and_the_last() -> None:
    numbers = [number for number, _ in golden_rows()]
    assert numbers[:5] == [1, 2, 3, 4, 5]
    assert numbers[-1] == MAX_NUMBER == 2**63 - 1


def test_splitmix64_gives_its_published_stream_from_seed_1234567() -> None:
    words = [mix((1234567 + n * GAMMA) % 2**64) for n in range(1, 6)]
    assert words == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers(1, MAX_NUMBER))
def test_a_second_implementation_agrees(number: int) -> None:
    assert list(map(card_name, random_cards(number))) == second_implementation(number)


@given(st.integers(1, MAX_NUMBER))
def test_a_deal_is_a_whole_pack(number: int) -> None:
    deal = random_deal(number)
    assert deal.complete
    assert sorted(random_cards(number)) == list(PACK)


@pytest.mark.parametrize("number", [0, -1, 2**63, 2**64 + 1])
def test_a_number_outside_the_range_is_refused(number: int) -> None:
    with pytest.raises(PyramideError, match=f"no random deal {number}: the numbers run from 1"):
        random_deal(number)


def test_words_that_would_favour_a_result_are_passed_over() -> None:
    # 2^64 mod 3 is 1, so of all words only 0 is passed over.
    assert below(3, iter([0, 0, 2**63]).__next__) == 1
    assert below(3, iter([1]).__next__) == 0
    assert below(3, iter([2**64 - 1]).__next__) == 2
    assert below(52, iter([2**64 - 1]).__next__) == 51


def test_words_at_the_very_edge_of_a_result() -> None:
    kept = 0
    for result in range(52):
        word = -(-result * 2**64 // 52)  # the first word that gives this result
        low = word * 52 - result * 2**64
        assert 0 <= low < 52
        if low >= 2**64 % 52:
            kept += 1
            assert below(52, iter([word]).__next__) == result
        else:  # one word too many: the next one is taken instead
            assert below(52, iter([word, 2**64 - 1]).__next__) == 51
    assert 0 < kept < 52


def test_neighbours_share_no_stream() -> None:
    streams = [set(islice(iter(stream(number), None), 60)) for number in range(1, 200)]
    assert len(set().union(*streams)) == sum(map(len, streams)) == 60 * 199


def test_every_card_is_as_likely_everywhere() -> None:
    deals = 5200
    first, last, follows = Counter[int](), Counter[int](), Counter[int]()
    for number in range(1, deals + 1):
        cards = random_cards(number)
        first[cards[0]] += 1
        last[cards[51]] += 1
        follows[(cards[28] - cards[27]) % 52] += 1
    for counts, cells in ((first, 52), (last, 52), (follows, 51)):
        assert len(counts) == cells
        expected = deals / cells
        chi_squared = sum((n - expected) ** 2 for n in counts.values()) / expected
        assert chi_squared < 99.6  # 1 chance in 20,000 at 51 degrees of freedom


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("7", range(7, 8)),
        ("1..3000", range(1, 3001)),
        (" 5 .. 5 ", range(5, 6)),
        (f"{MAX_NUMBER}", range(MAX_NUMBER, MAX_NUMBER + 1)),
        ("007", range(7, 8)),
    ],
)
def test_a_range_is_read(text: str, numbers: range) -> None:
    assert parse_range(text) == numbers


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is no number or range"),
        ("1-3000", "'1-3000' is no number or range: write 7, or 1..3000"),
        ("1..", "no number or range"),
        ("-5", "no number or range"),
        ("٣", "no number or range"),
        ("9..4", "The range 9..4 ends before it starts"),
        ("0..4", "0 is no number of a deal"),
        ("9" * 5000, "no number of a deal"),
        (f"1..{2**63}", f"{2**63} is no number of a deal: the numbers run from 1 to"),
    ],
)
def test_a_bad_range_is_refused(text: str, words: str) -> None:
    with pytest.raises(PyramideError) as caught:
        parse_range(text)
    assert words in str(caught.value)
