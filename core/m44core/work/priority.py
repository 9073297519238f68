"""The priority of this process."""

from __future__ import annotations

import os
from contextlib import suppress

_NICENESS = 10  # as much as the command nice adds


def lower_priority() -> None:
    """Lower the priority of this process, so that others, such as a window, go first.

    It can be used as the initializer of workers, and has no effect on Windows.
    """
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_NICENESS)
