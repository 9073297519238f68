"""Parsing pages: their elements, texts and data, as seen by a browser."""

from __future__ import annotations

import json
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

_SCRIPTS = "script"


class Page(HTMLParser):
    """The elements, texts and scripts of a page.

    Attributes:
        elements: Every element with its attributes.
        texts: Every visible text.
        scripts: The content of the scripts.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self._in_script = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._in_script = tag == _SCRIPTS

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_script and tag != _SCRIPTS

    def handle_data(self, data: str) -> None:
        (self.scripts if self._in_script else self.texts).append(data)

    def all(self, tag: str, **wanted: str) -> list[dict[str, str]]:
        """Return the attributes of each *tag* element that has the *wanted* attributes."""
        return [
            attributes
            for name, attributes in self.elements
            if name == tag and wanted.items() <= attributes.items()
        ]

    @property
    def data(self) -> Any:  # noqa: ANN401 - plain data
        """The data that the page passes to its scripts."""
        return json.loads(next(text for text in self.scripts if text.strip()))


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every file below a folder, keyed by its path in the folder."""
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
