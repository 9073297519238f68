"""Where ``m44`` starts: an interrupt while the rest is imported ends it without a traceback."""

from __future__ import annotations

import sys

from m44core.cli.built_help import print_built_help
from m44core.interrupts import end_quietly

end_quietly()


def main() -> int:
    """Run the command that the words of the process ask for, and return its exit status."""
    if getattr(sys, "frozen", False):
        from m44core.work.worker import freeze_support  # 24 ms

        freeze_support()
    if print_built_help(sys.argv[1:]):
        return 0
    from m44core.cli.main import main as run  # 33 ms

    return run()
