"""Where histories are, and how much room all of them take."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from m44core.history.kept import History
from m44core.history.thinning import Limits, in_order_of_age
from m44core.io.files.open import digest

BESIDE = ".m44-history"
"""The folder beside a scenario for a history that is to go with it."""

_LONGEST = 40  # signs of a file's name that stand in the name of its history


def history_of(file: Path, root: Path) -> History:
    """Return the history of a file among those of a folder, whatever link leads to the file."""
    real = Path(os.path.realpath(file))
    name = "".join(sign for sign in real.stem if sign.isalnum() or sign in "-_")[:_LONGEST]
    place = digest(os.fsencode(os.path.normcase(real)))[:16]
    return History(root / f"{name or 'scenario'}-{place}")


def history_beside(file: Path) -> History:
    """Return the history of a file that lies beside it, and is found wherever both are moved."""
    return History(file.parent / BESIDE / file.name)


def histories(root: Path) -> list[History]:
    """Return the histories of a folder, by name; none where nothing can be read."""
    try:
        return [History(path) for path in sorted(root.iterdir()) if path.is_dir()]
    except OSError:
        return []


def size_of(histories: list[History]) -> int:
    """Return how many bytes the contents of histories take on the disk."""
    return sum(sum(history.sizes().values()) for history in histories)


def tidy(root: Path, limits: Limits, now: datetime | None = None) -> None:
    """Thin all histories of a folder, and let the oldest versions make room where it is used up."""
    found = histories(root)
    for history in found:
        history.tidy(limits.number, now)
    excess = size_of(found) - limits.size
    if excess <= 0:
        return
    versions = [history.versions() for history in found]
    sizes = [history.sizes() for history in found]
    for number, version in in_order_of_age(versions):
        if excess <= 0:
            return
        found[number].drop([version])
        left = found[number].sizes()
        excess -= sum(sizes[number].values()) - sum(left.values())
        sizes[number] = left
