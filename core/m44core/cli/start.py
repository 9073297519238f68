"""The entry point of ``m44``; an interrupt during the imports ends it without a traceback."""

from __future__ import annotations

import sys

from m44core.cli.built_help import print_built_help
from m44core.interrupts import exit_silently_on_interrupt

exit_silently_on_interrupt()


def main() -> int:
    """Run the command in the arguments of the process, and return its exit status."""
    if getattr(sys, "frozen", False):
        from m44core.work.worker import freeze_support  # 24 ms

        freeze_support()
    if print_built_help(sys.argv[1:]):
        return 0
    from m44core.cli.main import main as run  # 33 ms

    return run()
