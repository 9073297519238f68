"""The exit statuses of the commands, as documented in their help."""

from __future__ import annotations

OK, PROBLEMS_FOUND, FAILED = 0, 1, 2
INTERRUPTED, PIPE_CLOSED = 130, 141  # what shells expect: 128 and the number of the signal
