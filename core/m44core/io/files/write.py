"""Writing a scenario as the bytes of a file."""

from __future__ import annotations

import re

from m44core.io.files.formats import FileFormat
from m44core.io.m44 import content as m44
from m44core.io.m44.arrange import with_written
from m44core.io.origin import NEW, Origin
from m44core.model.scenario import Scenario

_HALVES = re.compile("[\ud800-\udfff]")


def to_bytes(scenario: Scenario, file_format: FileFormat, origin: Origin = NEW) -> bytes:
    """Return the bytes of a scenario's file; what was not edited keeps the bytes of *origin*."""
    data = m44.unchanged(scenario, origin) if file_format is FileFormat.M44 else None
    return data if data is not None else to_text(scenario, file_format, origin).encode("utf-8")


def to_text(scenario: Scenario, file_format: FileFormat, origin: Origin = NEW) -> str:
    """Return the text of the file that :func:`to_bytes` returns.

    Halves of characters, which no file can hold, become the mark of what is unreadable.
    """
    text = _said(scenario, file_format, origin)
    return text if text.isascii() else _HALVES.sub("\ufffd", text)


def _said(scenario: Scenario, file_format: FileFormat, origin: Origin) -> str:
    if file_format is FileFormat.M44:
        return m44.to_text(scenario, origin)
    from m44core.io.workshop.content import to_json, to_yaml  # 30 ms

    origin = with_written(origin)
    if file_format is FileFormat.JSON:
        return to_json(scenario, origin)
    return to_yaml(scenario, origin)
