"""Whether a text says that a unit starts on its hex, whatever the ground there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from m44core.data_files import yaml_file
from m44core.validation.prose.language import tag_of
from m44core.validation.prose.prose import BRIEFING, Prose, Told

_FILE = Path(__file__).parent / "told_starts.yaml"
_SENTENCE = re.compile(r"[.!?;\n\u3002]")


def says_where_it_starts(prose: Prose, ground: str, hex_name: str) -> bool:
    """Tell whether a text says that units start on a tile of a key, or on a hex by its name."""
    named = re.compile(rf"\b{re.escape(hex_name.lower())}\b")
    return any(
        any(word in sentence for word in _grounds(said, ground)) or bool(named.search(sentence))
        for told in prose.told
        if (said := _language(told))
        for sentence in _sentences(told)
        if any(word in sentence for word in said["starts"])
    )


def _grounds(said: Mapping[str, Any], ground: str) -> list[str]:
    """Return the words a language has for a tile."""
    return [word for part, words in said["ground"].items() if part in ground for word in words]


def _sentences(told: Told) -> Iterator[str]:
    for _, text in told.fields(BRIEFING):
        yield from _SENTENCE.split(text.lower())


def _language(told: Told) -> Mapping[str, Any] | None:
    return _said().get((tag_of(told.code) or "").partition("-")[0])


@cache
def _said() -> Mapping[str, Mapping[str, Any]]:
    """Return the words of each language; read once."""
    said: Mapping[str, Mapping[str, Any]] = yaml_file(_FILE)
    return said
