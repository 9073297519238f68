"""In which order stamps lie on their shelf: a file beside them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from m44core.io.files.save import write
from m44core.plain.json_data import json_data
from m44core.plain.ordinary import read_within

_FILE = "order.json"
_LARGEST = 64 * 1024  # bytes


class ShelfOrder:
    """The names of stamps in their order; where the file is damaged, they lie by name."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE

    def names(self) -> list[str]:
        """Return the names of the stamps that were put somewhere, as they are now."""
        try:
            said = json_data(read_within(self._path, _LARGEST))
        except (OSError, ValueError):
            return []
        return [name for name in said if isinstance(name, str)] if isinstance(said, list) else []

    def sorted(self, files: Sequence[Path]) -> list[Path]:
        """Return the files of stamps in their order; those nobody put anywhere follow by name."""
        places = {name: place for place, name in enumerate(self.names())}
        last = len(places)
        return sorted(
            files, key=lambda path: (places.get(path.stem, last), path.stem.casefold(), path.stem)
        )

    def put(self, names: Sequence[str]) -> None:
        """Have stamps lie in this order from now on.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write(json.dumps(list(names), ensure_ascii=False).encode(), self._path, backup=False)

    def follow(self, before: str, after: str) -> None:
        """Leave a stamp where it lies that is called something else now.

        Raises:
            OSError, M44Error: the file cannot be written.
        """
        names = self.names()
        if before in names:
            self.put([after if name == before else name for name in names])
