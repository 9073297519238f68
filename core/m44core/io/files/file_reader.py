"""Opening a scenario file in any of the three formats, even if only part of it can be read."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import field, replace
from functools import cache, cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.diagnostics import Diagnostic, Severity, position_sort_key
from m44core.errors import ReadError
from m44core.faults import Fault, FaultError, boundary
from m44core.findings.finding_kinds import finding, kind
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.side_files import catalogue_for, with_side_rules
from m44core.io.files.standard_input import is_standard_input, name_for_format, readable_path
from m44core.io.m44 import m44_format as m44
from m44core.io.m44.m44_pointers import M44Locator
from m44core.io.origin import NO_ORIGIN, Content, OpenFile, Origin, OtherContent
from m44core.io.text import decoding as text
from m44core.io.text.finding_limits import cap_findings, merge_repeated_findings
from m44core.io.text.json_pointers import JsonLocator
from m44core.io.text.json_text import JsonReader
from m44core.log import Log
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.model.scenario import Scenario
from m44core.untrusted_files import open_regular_file
from m44core.values import dataclass

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack

__all__ = ["FileFormat", "Fingerprint", "ReadResult", "fingerprint", "read_bytes", "read_file"]

_log = Log(__name__)

FAULT_CODE = "M097"
"""The code of the finding about a file that cannot be read because the program failed."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Identifies the content of a file so that changes on disk can be detected.

    Attributes:
        size: Its size in bytes.
        modified: Its modification time, in nanoseconds.
        digest: The SHA-256 of its bytes.
    """

    size: int
    modified: int
    digest: str


class Locator(Protocol):
    """Converts pointers into the workshop document to positions in the text of one file."""

    def line_and_column(self, pointer: str) -> tuple[int, int]:
        """Return the line and column, from 1, of a pointer's value or of its nearest parent."""

    def file_pointer(self, pointer: str) -> str | None:
        """Return the JSON Pointer into the file itself; None for YAML files."""


@lru_cache(maxsize=1)  # reading a file and then checking it use the same locator
def locator_for(text: str, file_format: FileFormat) -> Locator:
    """Return the locator for the text of a file in a given format."""
    if file_format is FileFormat.M44:
        return M44Locator(text)
    if file_format is FileFormat.JSON:
        return JsonLocator(text)
    from m44core.io.text.yaml_read import YamlLocator  # 18 ms

    return YamlLocator(text)


@dataclass(frozen=True)
class ReadResult:
    """The result of reading a file: its readable content and the findings.

    Attributes:
        content: The scenario or other known content; None if the file contains neither.
        diagnostics: The findings about the text, the schema, the dialect, the packs and the rules
            file; those with a position in the file include the line.
        format: The format of the file.
        origin: The properties of the file that saving preserves.
        fingerprint: The fingerprint of the file as it was read; None if it was read from bytes.
        name: The file's name.
        fault: The program fault that prevented the file from being read; None if there was none.
        catalogue: The pieces of the game and of the packs that apply to this file.
    """

    content: Content | None
    diagnostics: tuple[Diagnostic, ...]
    format: FileFormat
    origin: Origin = NO_ORIGIN
    fingerprint: Fingerprint | None = None
    name: str = ""
    _text: str = field(default="", repr=False)
    fault: Fault | None = None
    catalogue: Catalogue = field(default_factory=base_catalogue, repr=False)

    @property
    def scenario(self) -> Scenario | None:
        """The scenario of the file; None if it contains none."""
        return self.content if isinstance(self.content, Scenario) else None

    @property
    def file(self) -> OpenFile | None:
        """The scenario with its origin; None if there is no scenario."""
        return None if self.scenario is None else OpenFile(self.scenario, self.origin)

    @property
    def blocking_finding(self) -> Diagnostic | None:
        """The finding that explains why there is no scenario; None if there are no findings.

        That is the first error that does not merely concern formatting, or otherwise the first
        finding of any severity.
        """
        findings = [d for d in self.diagnostics if d.severity is Severity.ERROR]
        stopping_findings = (d for d in findings if not kind(d.code).settled_by_writing)
        return next(stopping_findings, next(iter(self.diagnostics), None))

    def raise_fault(self, path: Path | str) -> None:
        """Raise the program fault that prevented the file from being read, if there was one.

        Raises:
            FaultError: there was a fault; the message names *path*.
        """
        if self.fault is not None:
            raise FaultError(self.fault, str(path))

    @property
    def text(self) -> str:
        """The file's text without a byte order mark; empty if it could not be decoded."""
        return self._text

    def with_location(self, diagnostic: Diagnostic) -> Diagnostic:
        """Return a finding with its line, column and JSON Pointer in this file.

        It is returned unchanged if the file could not be decoded.
        """
        if not self._text:
            return diagnostic
        if diagnostic.file_pointer is None and self.scenario is not None:
            pointer = self._locator.file_pointer(diagnostic.pointer)
            if pointer is not None:
                diagnostic = replace(diagnostic, file_pointer=pointer)
        if diagnostic.line is not None:
            return diagnostic
        line, column = self._locator.line_and_column(diagnostic.pointer)
        return replace(diagnostic, line=line, column=column)

    @cached_property
    def _locator(self) -> Locator:
        return locator_for(self._text, self.format)


def read_file(path: Path, packs: Sequence[Pack] = ()) -> ReadResult:
    """Read a scenario file; a fault of the program becomes a finding (M097).

    Args:
        path: The file; the packs listed in the nearest ``m44.toml`` apply to it. ``-`` means
            standard input, if a command has copied it, and is treated as a file in the current
            folder.
        packs: Further user packs that apply to the file.

    Raises:
        ReadError: the file does not exist, is not a regular file or is not readable.
    """
    source = readable_path(path)
    try:
        status = source.stat()
        if not stat.S_ISREG(status.st_mode):
            raise ReadError(_not_a_file_message(path, status.st_mode))
        if status.st_size > text.SIZE_LIMIT:
            findings = (text.too_large_finding(status.st_size),)
            return ReadResult(None, findings, FileFormat.of(path), name=path.name)
        with open_regular_file(source) as file:  # another program may have put a pipe there
            status = os.fstat(file.fileno())
            data = file.read(text.SIZE_LIMIT + 1)
    except OSError as error:
        raise ReadError(unreadable_message(path, error)) from error
    except ValueError as error:
        raise ReadError(
            message(
                "{path!r} is not a valid file name; check it for unprintable characters",
                path=str(path),
            )
        ) from error
    catalogue, side_findings = catalogue_for(path, packs)
    is_piped = is_standard_input(path)
    name = name_for_format(data) if is_piped else path.name
    result = read_bytes(data, name, catalogue=catalogue)
    _log.info("read %s: %s, %d bytes", path, result.format.value, len(data))
    if result.scenario is not None and not is_piped:
        scenario, rule_findings = with_side_rules(result.scenario, path)
        result = replace(result, content=scenario)
        side_findings = (*side_findings, *rule_findings)
    return replace(
        result,
        diagnostics=side_findings + result.diagnostics,
        fingerprint=fingerprint(data, status),
    )


def fingerprint(data: bytes, status: os.stat_result) -> Fingerprint:
    """Return the fingerprint of a file with the given bytes and status."""
    return Fingerprint(len(data), status.st_mtime_ns, digest(data))


def digest(data: bytes) -> str:
    """Return the SHA-256 of some bytes, in hexadecimal digits."""
    return _sha256()(data).hexdigest()


class _Hash(Protocol):
    """A hash object of :mod:`hashlib`."""

    def hexdigest(self) -> str:
        """Return the digest in hexadecimal digits."""


@cache
def _sha256() -> Callable[[bytes], _Hash]:
    """Return Python's own SHA-256 constructor; ``hashlib`` would load OpenSSL, which is slow."""
    for module in ("_sha2", "_sha256"):  # of Python 3.12 and newer, of Python 3.11
        with suppress(ImportError):
            return _sha256_of(module)
    return _sha256_of("hashlib")


def _sha256_of(module: str) -> Callable[[bytes], _Hash]:
    constructor: Callable[[bytes], _Hash] = import_module(module).sha256
    return constructor


def _not_a_file_message(path: Path, mode: int) -> Message:
    if stat.S_ISDIR(mode):
        try:
            os.scandir(path).close()
        except OSError as error:
            return unreadable_message(path, error)
        return message("{path} is a folder; choose a scenario file in it", path=str(path))
    return message("{path} is not a regular file; choose a scenario file", path=str(path))


def unreadable_message(path: Path, error: OSError) -> Message:
    """Return a message that explains why a file cannot be read and what to do about it."""
    if isinstance(error, FileNotFoundError) and path.is_symlink():
        return message("{path} is a broken link; fix or remove it", path=str(path))
    if isinstance(error, FileNotFoundError):
        return message("There is no file {path}; check the path", path=str(path))
    if isinstance(error, PermissionError):
        return message(
            "You do not have permission to read {path}; change its permissions or copy it",
            path=str(path),
        )
    return message("{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error))


def read_bytes(
    data: bytes,
    name: str,
    limit: int = text.SIZE_LIMIT,
    *,
    catalogue: Catalogue | None = None,
) -> ReadResult:
    """Read a scenario file from its bytes; no content is returned for more than *limit* bytes.

    A fault of the program becomes a finding (M097) in a result without a scenario.

    Args:
        data: The bytes.
        name: The name of the file; its suffix decides whether it is read as YAML or as JSON.
        limit: The maximum size, in bytes.
        catalogue: The known pieces; those of the game without packs by default.
    """
    catalogue = catalogue or base_catalogue()
    try:
        with boundary(name, data):
            return replace(_read(data, name, limit, catalogue), catalogue=catalogue)
    except FaultError as error:
        findings, file_format = (_fault_finding(error.fault),), FileFormat.of(Path(name))
        return ReadResult(
            None, findings, file_format, name=name, fault=error.fault, catalogue=catalogue
        )


def _fault_finding(fault: Fault) -> Diagnostic:
    if fault.report is None:
        return finding(FAULT_CODE, "unreported", error=fault.error)
    return finding(FAULT_CODE, "reported", error=fault.error, report=str(fault.report))


def _read(data: bytes, name: str, limit: int, catalogue: Catalogue) -> ReadResult:
    file_text = text.decode(data, limit)
    file_format = FileFormat.of(Path(name))
    if file_text.text is None:
        return ReadResult(None, tuple(file_text.findings), file_format, name=name)
    reader = _read_yaml if file_format is FileFormat.YAML else _read_json
    reading = reader(file_text.text, file_text.findings, catalogue)
    file = reading.file and _with_original_bytes(reading.file, data)
    content, origin = (file.scenario, file.origin) if file else (reading.other, NO_ORIGIN)
    result = ReadResult(content, (), reading.format, origin, name=name, _text=file_text.text)
    capped_findings = cap_findings(merge_repeated_findings(reading.findings, result.with_location))
    findings = sorted(map(result.with_location, capped_findings), key=position_sort_key)
    return replace(result, diagnostics=tuple(findings))


@dataclass(frozen=True, slots=True)
class _Reading:
    format: FileFormat
    file: OpenFile | None
    findings: list[Diagnostic]
    other: OtherContent | None = None


def _read_yaml(source: str, text_findings: list[Diagnostic], catalogue: Catalogue) -> _Reading:
    from m44core.io.workshop.workshop_format import read_yaml  # 31 ms

    file, findings = read_yaml(source, catalogue)
    return _Reading(FileFormat.YAML, file, text_findings + findings)


def _read_json(source: str, text_findings: list[Diagnostic], catalogue: Catalogue) -> _Reading:
    """Read a file in either of the two JSON formats, which its content distinguishes."""
    reader = JsonReader(source)
    tree = reader.read()
    text_findings = text_findings + reader.findings
    if reader.failed:
        return _Reading(FileFormat.M44, None, text_findings)
    if m44.is_m44(tree):
        reading = m44.read_tree(tree, source, text_findings, catalogue)
        content, all_findings = reading.content, text_findings + reading.findings
        if isinstance(content, Scenario):
            return _Reading(FileFormat.M44, OpenFile(content, reading.origin), all_findings)
        return _Reading(FileFormat.M44, None, all_findings, content)
    from m44core.io.workshop.workshop_format import read_json  # 31 ms

    file, findings = read_json(tree, source, catalogue)
    return _Reading(FileFormat.JSON, file, text_findings + findings)


def _with_original_bytes(file: OpenFile, data: bytes) -> OpenFile:
    """Return the file; if it is an .m44 file not in the normal form, with its original bytes."""
    if file.origin.tree is None or file.origin.text is not None:
        return file
    return replace(file, origin=replace(file.origin, data=data))
