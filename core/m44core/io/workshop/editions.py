"""The editions of our own format: a file of any of them is read for ever.

A change that a reader of the edition before would misunderstand makes a new
one. Then :data:`FORMAT` goes up, a step that turns a document of the edition
before into one of the new is added, and the files that stand in
``tests/core/io/editions`` stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Document = Mapping[str, Any]
Step = Callable[[Document], Document]

FORMAT = 1
"""The edition that is written."""

STEPS: Mapping[int, Step] = {}
"""By each older edition, what makes its documents those of the next."""


def edition_of(document: Document) -> int:
    """Return the edition a document says it is of; the first where it says none."""
    said = document.get("format")
    return said if isinstance(said, int) and not isinstance(said, bool) and said > 0 else 1


def migrated(
    document: Document, steps: Mapping[int, Step] = STEPS, newest: int = FORMAT
) -> Document:
    """Return what a document of an older edition says, as the newest says it."""
    for edition in range(edition_of(document), newest):
        document = steps[edition](document)
    return document
