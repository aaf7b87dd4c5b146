"""Run all benchmarks, each in a process of its own: ``python -m benchmarks``."""

from __future__ import annotations

import subprocess
import sys

NAMES = ("winnable", "most", "shortest", "winning")


def main() -> int:
    """Run them one after the other; the first failure ends it."""
    for name in NAMES:
        done = subprocess.run([sys.executable, "-m", f"benchmarks.bench_{name}"], check=False)
        if done.returncode:
            return done.returncode
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
