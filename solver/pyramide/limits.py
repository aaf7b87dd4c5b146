"""Limits of a search: time, nodes and memory, watched between slices."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a search may use: seconds, nodes expanded, bytes of its tables.

    None is no limit, but for memory: None is half of what the machine has
    available when the search begins.
    """

    seconds: float | None = None
    nodes: int | None = None
    memory: int | None = None


def available_memory() -> int:
    """Bytes of memory that the machine has available now; 4 GiB where it does not tell."""
    try:
        with open("/proc/meminfo", encoding="ascii") as info:
            for line in info:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (AttributeError, OSError, ValueError):
        return 4 << 30


@dataclass(slots=True)
class Clock:
    """One run of a search against its limits; it starts to run when it is made."""

    limits: Limits
    nodes: int = 0
    started: float = field(default_factory=time.monotonic)
    memory: int = 0

    def __post_init__(self) -> None:
        """Settle the memory limit."""
        limit = self.limits.memory
        self.memory = available_memory() // 2 if limit is None else limit

    @classmethod
    def unlimited(cls) -> Clock:
        """A clock that only the machine's memory limits."""
        return cls(Limits())

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started

    def slice_size(self, usual: int) -> int:
        """How many nodes the next slice may expand; 0 when a limit is reached."""
        if self.limits.seconds is not None and self.seconds >= self.limits.seconds:
            return 0
        if self.limits.nodes is not None:
            return max(0, min(usual, self.limits.nodes - self.nodes))
        return usual

    def reason(self) -> str:
        """Which limit is reached."""
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
            return "node limit"
        return "time limit"

    def count(self, nodes: int) -> None:
        """Count nodes expanded."""
        self.nodes += nodes

    def may_hold(self, size: int) -> bool:
        """Whether tables of so many bytes stay within the memory limit."""
        return size <= self.memory
