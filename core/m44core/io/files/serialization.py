"""Converting a scenario to the text or bytes of a file, in the layout of the previous file."""

from __future__ import annotations

import json
import re

from m44core.diagnostics import Severity
from m44core.io.files.file_reader import ReadResult, read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.m44 import m44_format as m44
from m44core.io.m44.original_form import with_written_form
from m44core.io.origin import NO_ORIGIN, Origin
from m44core.io.text.decoding import SIZE_LIMIT, VALUE_LIMIT
from m44core.messages.message import Message
from m44core.model.scenario import Scenario

_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


def to_bytes(scenario: Scenario, file_format: FileFormat, origin: Origin = NO_ORIGIN) -> bytes:
    """Return a scenario as the bytes of a file; unedited parts keep the bytes of *origin*."""
    data = m44.unchanged_bytes(scenario, origin) if file_format is FileFormat.M44 else None
    return data if data is not None else to_text(scenario, file_format, origin).encode("utf-8")


def to_text(scenario: Scenario, file_format: FileFormat, origin: Origin = NO_ORIGIN) -> str:
    """Return a scenario as the text of a file; see :func:`to_bytes`.

    Lone surrogates, which no file can hold, become U+FFFD.
    """
    text = _text_in_format(scenario, file_format, origin)
    return text if text.isascii() else _LONE_SURROGATES.sub("\ufffd", text)


def _text_in_format(scenario: Scenario, file_format: FileFormat, origin: Origin) -> str:
    if file_format is FileFormat.M44:
        return m44.to_text(scenario, origin)
    from m44core.io.workshop.workshop_format import to_json, to_yaml  # 30 ms

    origin = with_written_form(origin)
    if file_format is FileFormat.JSON:
        return to_json(scenario, origin)
    return to_yaml(scenario, origin)


def splice_rewritten(result: ReadResult, rewritten_text: str) -> str:
    """Return the original text of a file with only the changes made in a rewritten version.

    Everything else keeps its layout. Returns *rewritten_text* itself if it differs only in its
    layout or the changes cannot be made in the original text.

    Raises:
        FaultError: the program failed to read the rewritten text.
    """
    from m44core.io.text.splicing import LayoutError  # 21 ms

    expected_scenario = _scenario_in_text(rewritten_text, result)
    if result.file is None or expected_scenario is None or expected_scenario == result.scenario:
        return rewritten_text
    old_text = to_text(result.file.scenario, result.format, result.file.origin)
    try:
        text = _spliced_text(result.text, old_text, rewritten_text, result.format)
    except (LayoutError, ValueError):
        return rewritten_text
    return text if _scenario_in_text(text, result) == expected_scenario else rewritten_text


def _scenario_in_text(text: str, original: ReadResult) -> Scenario | None:
    """Parse the new text of a file and return its scenario; None if it contains none."""
    result = read_bytes(text.encode(), original.name, catalogue=original.catalogue)
    result.raise_fault(original.name)
    return result.scenario


def in_original_layout(result: ReadResult, rewritten_text: str) -> str:
    """Return a rewritten file in one of our own formats, in the layout of the original text.

    Returns *rewritten_text* itself if the original had no scenario, or if something has changed and
    the original had findings.
    """
    if result.file is None:
        return rewritten_text
    old_text = to_text(result.file.scenario, result.format, result.file.origin)
    if old_text == rewritten_text:
        return result.text
    return rewritten_text if result.diagnostics else splice_rewritten(result, rewritten_text)


def _spliced_text(text: str, old_text: str, new_text: str, file_format: FileFormat) -> str:
    from m44core.io.text.splicing import splice_json, splice_yaml  # 21 ms

    if file_format is FileFormat.YAML:
        return splice_yaml(text, _load_yaml(old_text), _load_yaml(new_text))
    return splice_json(text, json.loads(old_text), json.loads(new_text))


def _load_yaml(text: str) -> object:
    import yaml  # 10 ms

    from m44core.io.text.yaml_read import LOADER  # 14 ms

    return yaml.load(text, Loader=LOADER)  # a safe loader


_BRACKETS = re.compile(rb"[\[\]{}]")
_OPENING = b"[{"
_SAFE_SIZE = SIZE_LIMIT // 4
_SAFE_VALUES = VALUE_LIMIT // 2
_SAFE_DEPTH = 30


def unreadable_reason(data: bytes, file_format: FileFormat) -> Message | None:
    """Return a message that explains why data could not be read again; None if it could.

    Only data near the limits of size or depth is read as a test; all other data passes.
    """
    if not _needs_check(data):
        return None
    result = read_bytes(data, f"a.{file_format.value}")
    if result.scenario is not None:
        return None
    from m44core.findings.render_findings import message_of  # only for files near the limits

    errors = (finding for finding in result.diagnostics if finding.severity is Severity.ERROR)
    return message_of(next(errors))


def _needs_check(data: bytes) -> bool:
    values = data.count(b",") + data.count(b"\n")
    return len(data) > _SAFE_SIZE or values > _SAFE_VALUES or _nesting_depth(data) > _SAFE_DEPTH


def _nesting_depth(data: bytes) -> int:
    """Return the maximum nesting depth of brackets; brackets inside strings count too."""
    depth = max_depth = 0
    for bracket in _BRACKETS.finditer(data):
        depth += 1 if bracket[0] in _OPENING else -1
        max_depth = max(max_depth, depth)
    return max_depth
