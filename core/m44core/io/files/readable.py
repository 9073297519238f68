"""Whether what is about to be written can be read again: the sizes of files are bounded."""

from __future__ import annotations

import re

from m44core.diagnostics import Severity
from m44core.findings.render import message_of
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_bytes
from m44core.io.text.decoding import SIZE_LIMIT, VALUE_LIMIT
from m44core.messages.message import Message

_BRACKETS = re.compile(rb"[\[\]{}]")
_OPENING = b"[{"
_USUAL_SIZE = SIZE_LIMIT // 4
_USUAL_VALUES = VALUE_LIMIT // 2
_USUAL_DEPTH = 30


def why_unreadable(data: bytes, file_format: FileFormat) -> Message | None:
    """Return why a file with these bytes would hold no scenario; None where it would.

    Only what is far from usual is read for that.
    """
    if not _is_unusual(data):
        return None
    result = read_bytes(data, f"a.{file_format.value}")
    if result.scenario is not None:
        return None
    errors = (found for found in result.diagnostics if found.severity is Severity.ERROR)
    return message_of(next(errors))


def _is_unusual(data: bytes) -> bool:
    values = data.count(b",") + data.count(b"\n")
    return len(data) > _USUAL_SIZE or values > _USUAL_VALUES or _depth(data) > _USUAL_DEPTH


def _depth(data: bytes) -> int:
    """Return how deep brackets lie in each other; those in texts are counted, too."""
    depth = deepest = 0
    for found in _BRACKETS.finditer(data):
        depth += 1 if found[0] in _OPENING else -1
        deepest = max(deepest, depth)
    return deepest
