"""The width of the help, in its own module so that printing built help loads little."""

from __future__ import annotations

MIN_WIDTH, MAX_WIDTH = 40, 100
"""The minimum and the maximum width, in cells."""

MARGIN = 2
"""The number of cells by which the help is narrower than the terminal."""
