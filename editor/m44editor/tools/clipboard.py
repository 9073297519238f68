"""Copied hexes on the system clipboard, as text: JSON of our own format.

It is text and nothing else, for Qt makes the content of a text itself. What Python made of a
QMimeData may outlive Python at the end of the program, and then ends it with a fault.
"""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtGui import QGuiApplication

from m44core.hexes import Hex
from m44core.model.edits import Clip, copy
from m44core.model.scenario import Scenario

_BEGINNING = '{"anchor"'
_FAR = 1000  # columns and rows no board has


def put(clip: Clip, scenario: Scenario) -> None:
    """Put a clip of *scenario* on the system clipboard."""
    from m44core.io.workshop.encode import encode  # used by few, and seldom

    part = Scenario(scenario.board, scenario.face, clip.hexes, clip.labels)
    area = sorted(clip.area)
    said = {"anchor": clip.anchor, "area": area, "part": encode(part)}
    QGuiApplication.clipboard().setText(json.dumps(said, ensure_ascii=False))


def take() -> Clip | None:
    """Return the clip on the system clipboard, or None where there is something else."""
    from m44core.io.text.decoding import SIZE_LIMIT
    from m44core.io.text.json_text import JsonReader
    from m44core.io.workshop.decode import decode

    text = QGuiApplication.clipboard().text()
    if not text.startswith(_BEGINNING):
        return None
    said = JsonReader(text[:SIZE_LIMIT]).read()  # whoever put it there: bounded, never too deep
    try:
        part, anchor = decode(_object(said)["part"]), _hex(_object(said)["anchor"])
        return copy(part, [_hex(pair) for pair in _object(said)["area"]], anchor)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _object(said: object) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise TypeError(said)
    return said


def _hex(pair: object) -> Hex:
    match pair:
        case [int(column), int(row)] if abs(column) < _FAR and abs(row) < _FAR:
            return Hex(column, row)
    raise ValueError(pair)
