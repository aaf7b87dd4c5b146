"""A search changes on purpose only: the nodes it expands are those kept in data/."""

from __future__ import annotations

import pytest

from benchmarks.signature import DEALS, kept, signature


@pytest.mark.kernel
def test_the_searches_expand_the_nodes_that_are_kept() -> None:
    # After a change on purpose: `python -m benchmarks.signature`, and say so in the commit.
    assert signature() == kept()


@pytest.mark.nocompiler
def test_every_search_is_kept() -> None:
    assert list(kept()) == list(DEALS)
    assert all(nodes > 0 for nodes in kept().values())
