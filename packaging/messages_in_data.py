"""The messages in our data files, as the program makes them of what it has read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from messages_in_code import Entry


def entries_of_data(root: Path) -> Iterator[Entry]:
    """Yield the messages of the data, in the order of the files."""
    yield from ()
