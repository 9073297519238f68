"""Problems with the files next to a scenario, which is published without these files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from m44core.errors import ReadError
from m44core.findings.render_findings import message_of
from m44core.io.files.file_reader import ReadResult
from m44core.messages.message import Value, label_with_text
from m44core.messages.renderers import message_of_error
from m44core.translate.text_record_file import read_record

_INVALID_RULES = "M065"


def side_file_problems(result: ReadResult, path: Path) -> Iterator[Value]:
    """Yield the problems with the ``NAME.rules.yaml`` and ``NAME.texts.yaml`` of a scenario.

    Args:
        result: The result of reading the scenario's file.
        path: The path of that file.
    """
    for each in result.diagnostics:
        if each.code == _INVALID_RULES:
            yield label_with_text(str(path), message_of(each))
    try:
        read_record(path)
    except ReadError as error:
        yield message_of_error(error)
