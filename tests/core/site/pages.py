"""A page parser: the elements, texts and data of a page, as a browser sees them."""

from __future__ import annotations

import json
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

_SCRIPTS = "script"
DATA = ("application/json", "application/ld+json")
"""The types of scripts that are data."""


class ParsedPage(HTMLParser):
    """The elements, texts and scripts of a page.

    Attributes:
        elements: Every element with its attributes.
        texts: Every visible text.
        scripts: The content of the scripts, with their types.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.scripts: list[tuple[str, str]] = []
        self._script: str | None = None
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._script = self.elements[-1][1].get("type", "") if tag == _SCRIPTS else None

    def handle_endtag(self, tag: str) -> None:
        self._script = None if tag == _SCRIPTS else self._script

    def handle_data(self, data: str) -> None:
        if self._script is None:
            self.texts.append(data)
        else:
            self.scripts.append((self._script, data))

    def find_all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """Return the attributes of each *tag* element that has the *wanted* attributes."""
        return [
            attributes
            for name, attributes in self.elements
            if name == tag and wanted.items() <= attributes.items()
        ]

    @property
    def data(self) -> Any:  # noqa: ANN401 - plain data
        """The data that the page passes to its scripts."""
        return self._data_of("application/json")

    @property
    def structured_data(self) -> Any:  # noqa: ANN401 - plain data
        """The data for search engines."""
        return self._data_of("application/ld+json")

    def _data_of(self, kind: str) -> Any:  # noqa: ANN401 - plain data
        return json.loads("".join(text for each, text in self.scripts if each == kind))


def file_digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file below a folder, keyed by its path in the folder."""
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
