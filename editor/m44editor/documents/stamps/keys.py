"""Which stamps of a shelf are taken in hand by a key: a file beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from m44core.io.files.save import write
from m44core.plain.json_data import json_data
from m44core.plain.ordinary import read_within

NUMBERS = range(1, 10)
_FILE = "keys.json"
_LARGEST = 4096  # bytes


class ShelfKeys:
    """The names of stamps by number; where the file is damaged, no stamp has a key."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE

    def names(self) -> Mapping[int, str]:
        """Return the names of the stamps that have keys, as they are now."""
        try:
            said = json_data(read_within(self._path, _LARGEST))
        except (OSError, ValueError):
            return {}
        found = said.items() if isinstance(said, dict) else ()
        numbered = {number: str(number) for number in NUMBERS}
        named = {key: name for key, name in found if isinstance(name, str)}
        return {number: named[key] for number, key in numbered.items() if key in named}

    def number_of(self, name: str) -> int:
        """Return the number of a stamp; 0 where it has none."""
        return next((number for number, each in self.names().items() if each == name), 0)

    def give(self, name: str, number: int) -> None:
        """Give a stamp a number, which another loses; with 0 it has none any more.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        before = self.names()
        after = {n: each for n, each in before.items() if each != name and n != number}
        after |= {number: name} if number else {}
        if after != before:
            self._write(after)

    def follow(self, before: str, after: str) -> None:
        """Keep the number of a stamp that is called something else now.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        if number := self.number_of(before):
            self.give(before, 0)
            self.give(after, number)

    def _write(self, names: Mapping[int, str]) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({str(number): name for number, name in sorted(names.items())})
        write(text.encode(), self._path, backup=False)
