"""Copied hexes on the system clipboard, as JSON of our own format."""

from __future__ import annotations

import json

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication

from m44core.hexes import Hex
from m44core.model.edits import Clip, copy
from m44core.model.scenario import Scenario

MIME = "application/x-m44-workshop-hexes+json"


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
    from m44core.io.workshop.decode import decode

    data = QGuiApplication.clipboard().mimeData()
    if data is None or not data.hasFormat(MIME):
        return None
    try:
        said = json.loads(bytes(data.data(MIME).data()))
        part, anchor = decode(said["part"]), Hex(*said["anchor"])
        area = [Hex(*pair) for pair in said["area"]]
    except (ValueError, KeyError, TypeError):
        return None
    return copy(part, area, anchor)
