"""Where the command `pyramide` begins: an interrupt while Python still loads ends it quietly."""

from __future__ import annotations


def main() -> int:
    """Load and run the command; 130 when it is interrupted before it runs."""
    try:
        from pyramide_cli.main import main as run
    except KeyboardInterrupt:
        return 130
    return run()
