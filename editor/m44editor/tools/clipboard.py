"""Copied hexes on the system clipboard, as JSON of our own format."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from m44core.hexes import Hex
from m44core.model.edits import Clip, copy
from m44core.model.scenario import Scenario

MIME = "application/x-m44-workshop-hexes+json"
_FAR = 1000  # columns and rows no board has


def put(clip: Clip, scenario: Scenario) -> None:
    """Put a clip of *scenario* on the system clipboard."""
    from m44core.io.workshop.encode import encode  # used by few, and seldom

    part = Scenario(scenario.board, scenario.face, clip.hexes, clip.labels)
    area = sorted(clip.area)
    said = {"anchor": clip.anchor, "area": area, "part": encode(part)}
    text = json.dumps(said, ensure_ascii=False)
    data = QMimeData()
    data.setData(MIME, text.encode())
    data.setText(text)
    QGuiApplication.clipboard().setMimeData(data)


def take() -> Clip | None:
    """Return the clip on the system clipboard, or None where there is something else."""
    from m44core.io.text.decoding import SIZE_LIMIT
    from m44core.io.text.json_text import JsonReader
    from m44core.io.workshop.decode import decode

    data = QGuiApplication.clipboard().mimeData()
    if data is None or not data.hasFormat(MIME):
        return None
    text = bytes(data.data(MIME).data()[:SIZE_LIMIT]).decode("utf-8", errors="replace")
    said = JsonReader(text).read()  # whoever put it there: bounded and never too deep
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
