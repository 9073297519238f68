"""Reading YAML files other than scenarios, strictly and size-limited, with lines for errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from m44core.diagnostics import Diagnostic
from m44core.errors import ReadError
from m44core.findings.render_findings import message_of
from m44core.io.text.decoding import decode
from m44core.io.text.yaml_read import YamlReader
from m44core.messages.message import Message, Value, message
from m44core.messages.os_errors import os_error_reason
from m44core.untrusted_files import read_truncated
from m44core.values import dataclass

_DOUBT_CODES = frozenset(
    {"M003", "M006", "M007", "M008"}
)  # the content is not exactly what was written


@dataclass(frozen=True, slots=True)
class YamlFile:
    """The content of a YAML file.

    Attributes:
        path: The file.
        tree: Its content as plain data; dates are strings.
        doubts: The findings about content that was not read exactly: guessed characters,
            inexact numbers, duplicate keys.
    """

    path: Path
    tree: object
    doubts: tuple[Diagnostic, ...] = ()
    _places: Mapping[str, tuple[int, int]] = field(default_factory=dict, repr=False)

    def error_at(self, pointer: str, problem: Value) -> ReadError:
        """Return an error about the value at a pointer, with its line or that of its parent."""
        return ReadError(self.message_at(pointer, problem))

    def message_at(self, pointer: str, problem: Value) -> Message:
        """Return a message about the value at a pointer, with its line or that of its parent."""
        while pointer and pointer not in self._places:
            pointer = pointer.rpartition("/")[0]
        line = self._places.get(pointer, (0, 0))[0] + 1
        return message_at_line(self.path, line, problem)


def read_yaml_file(path: Path, max_size: int, *, may_be_blank: bool = False) -> YamlFile:
    """Read a YAML file.

    Args:
        path: The file; it must be a regular file.
        max_size: The maximum size of the file, in bytes.
        may_be_blank: Whether a blank file is allowed; its content is then None.

    Raises:
        ReadError: the file cannot be read, is too large or is not YAML; the message contains its
            path, and for invalid YAML the line.
    """
    try:
        data = read_truncated(path, max_size)
    except (OSError, ValueError) as error:
        raise ReadError(
            message(
                "{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error)
            )
        ) from error
    if len(data) > max_size:
        raise ReadError(message("{file} is too large", file=str(path)))
    if may_be_blank and not data.strip():
        return YamlFile(path, None)
    file_text = decode(data, max_size)
    reader = YamlReader(file_text.text or "")
    tree = reader.read() if file_text.text is not None else None
    findings = [*file_text.findings, *reader.findings]
    if file_text.text is None or reader.failed:
        raise ReadError(message_at_line(path, findings[-1].line or 0, message_of(findings[-1])))
    doubts = tuple(each for each in findings if each.code in _DOUBT_CODES)
    return YamlFile(path, tree, doubts, reader.places)


def message_at_line(path: Path, line: int, text: Value) -> Message:
    """Return a message about a line of a file; about the whole file if *line* is 0."""
    if not line:
        return message("{file}: {said}", file=str(path), said=text)
    return message("{file}:{line}: {said}", file=str(path), line=line, said=text)
