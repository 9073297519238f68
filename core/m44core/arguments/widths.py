"""How wide the lines of help are."""

from __future__ import annotations

NARROWEST, WIDEST = 40, 100
"""At least, and at most."""

MARGIN = 2
"""How much narrower than the terminal."""
