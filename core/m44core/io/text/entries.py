"""What the entries of a list are called that may stand in any order: those of ``allow``."""

from __future__ import annotations

from m44core.io.text.places import escape

ALLOW = "allow"


def name_of_entry(entry: object) -> str:
    """Return what an entry of ``allow`` is called, wherever in the list it stands."""
    if not isinstance(entry, dict):
        return f"/{ALLOW}/"
    return f"/{ALLOW}/{escape(str(entry.get('check')))}/{escape(str(entry.get('at', '')))}"
