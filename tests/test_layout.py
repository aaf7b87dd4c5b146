"""The pyramid's table of positions and covers."""

from __future__ import annotations

from pyramide.layout import (
    COVERS_OF,
    MIRROR,
    PYRAMID_SIZE,
    ROW_COUNT,
    ROW_OF,
    ROW_START,
    SIDE_SIZE,
    row_positions,
)


def test_the_rows_hold_one_to_seven_cards() -> None:
    assert [len(row_positions(row)) for row in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert [p for row in range(1, 8) for p in row_positions(row)] == list(range(28))
    assert all(ROW_OF[p] == row for row in range(1, 8) for p in row_positions(row))
    assert ROW_START == (0, 1, 3, 6, 10, 15, 21, 28)
    assert PYRAMID_SIZE + SIDE_SIZE == 52


def test_place_k_of_a_row_is_covered_by_places_k_and_k_plus_1_of_the_next() -> None:
    for row in range(1, ROW_COUNT):
        for k, place in enumerate(row_positions(row)):
            below = row_positions(row + 1)
            assert COVERS_OF[place] == (below[k], below[k + 1])


def test_the_last_row_is_covered_by_nothing() -> None:
    assert [p for p, covers in enumerate(COVERS_OF) if not covers] == list(range(21, 28))


def test_1430_pyramids_can_occur() -> None:
    whole = frozenset(range(PYRAMID_SIZE))
    found = {whole}
    waiting = [whole]
    while waiting:
        left = waiting.pop()
        for place in left:
            after = left - {place}
            if left.isdisjoint(COVERS_OF[place]) and after not in found:
                found.add(after)
                waiting.append(after)
    assert len(found) == 1430
    assert frozenset() in found


def test_the_mirror_swaps_left_and_right() -> None:
    assert MIRROR[0] == 0
    assert [MIRROR[p] for p in row_positions(3)] == [5, 4, 3]
    assert [MIRROR[p] for p in row_positions(7)] == [27, 26, 25, 24, 23, 22, 21]
    assert all(MIRROR[MIRROR[p]] == p and ROW_OF[MIRROR[p]] == ROW_OF[p] for p in range(28))


def test_the_mirror_keeps_the_covers() -> None:
    for place, covers in enumerate(COVERS_OF):
        assert {MIRROR[q] for q in covers} == set(COVERS_OF[MIRROR[place]])
