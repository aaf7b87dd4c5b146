"""The signature of the searches: how many nodes they expand on fixed deals.

It is the same on every machine, so it changes only when a search does.  Run
from the repository root to renew the file: ``python -m benchmarks.signature``.
"""

from __future__ import annotations

from pathlib import Path

from pyramide.answers import Find, Solver
from pyramide.clearing import clearing
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP

PATH = Path(__file__).parents[1] / "data" / "signature.tsv"
DEALS = {"winnable": 2000, "winnable with cover": 2000, "shortest": 40, "best line": 40}
HEADER = (
    "# Nodes that the searches expand on random:1 to random:N under app, all deals together.\n"
    "# A change of a search changes them; `python -m benchmarks.signature` writes this file.\n"
    "search\tdeals\tnodes\n"
)


def signature() -> dict[str, int]:
    """The nodes of each search."""
    nodes = dict.fromkeys(DEALS, 0)
    for number in range(1, DEALS["winnable"] + 1):
        position = Position.start(random_deal(number), APP)
        nodes["winnable"] += clearing(position, False).nodes
        nodes["winnable with cover"] += clearing(position, True).nodes
    solver = Solver()
    for number in range(1, DEALS["shortest"] + 1):
        answer = solver.solve(Position.start(random_deal(number), APP), APP, {Find.SHORTEST})
        nodes["shortest" if answer.winnable else "best line"] += answer.nodes
    return nodes


def kept() -> dict[str, int]:
    """The nodes that the file holds."""
    rows = PATH.read_text(encoding="ascii").splitlines()[3:]
    return {name: int(nodes) for name, _, nodes in (row.split("\t") for row in rows)}


def main() -> None:
    """Write the file and tell what changed."""
    before = kept() if PATH.exists() else {}
    now = signature()
    rows = [f"{name}\t{DEALS[name]}\t{nodes}\n" for name, nodes in now.items()]
    PATH.write_text(HEADER + "".join(rows), encoding="ascii", newline="\n")
    for name, nodes in now.items():
        print(f"{name}: {nodes:,} nodes (before: {before.get(name, 0):,})")


if __name__ == "__main__":
    main()
