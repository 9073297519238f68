"""Copied hexes on the system clipboard.

They are text and nothing else, for Qt makes the content of a text itself. What Python made of a
QMimeData may outlive Python at the end of the program, and then ends it with a fault.
"""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from m44core.catalogue.catalogue import Catalogue
from m44core.model.edits import Clip
from m44core.model.scenario import Scenario


def put(clip: Clip, scenario: Scenario) -> None:
    """Put a clip of *scenario* on the system clipboard."""
    from m44editor.documents.clip_text import written

    QGuiApplication.clipboard().setText(written(clip, scenario))


def take(catalogue: Catalogue) -> Clip | None:
    """Return the clip on the system clipboard, or None where there is something else.

    Its pieces are those that a catalogue knows.
    """
    from m44editor.documents.clip_text import read

    part = read(QGuiApplication.clipboard().text(), catalogue)
    return part.clip if part else None
