"""The first stage of reading: decoding bytes to text."""

from __future__ import annotations

import codecs
import re
from dataclasses import field, replace

from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import finding_at, rewrite_fixes
from m44core.io.text.json_pointers import line_and_column
from m44core.messages.message import one_decimal
from m44core.values import dataclass

SIZE_LIMIT = 1024 * 1024  # the largest published scenario is 32 KB
VALUE_LIMIT = 10_000  # the largest has 800 without its texts, a full Overlord board 5,000
_START = 1, 1
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_MAX_CONTROL_SHARE = 0.01
_ARCHIVE, _SAVED_GAME = b"PK\x03\x04", b"savedGame"  # identify saved games of VASSAL
_DOCUMENTS = {
    "pdf": (b"%PDF-",),
    "picture": (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"II*\x00", b"MM\x00*"),
    "document": (b"\xd0\xcf\x11\xe0", b"{\\rtf"),
}
"""How files of other programs begin: PNG, JPEG, GIF and TIFF, old Word and spreadsheets, RTF."""
_OFFICE_PARTS = re.compile(rb"(?:word|xl)/|mimetypeapplication/vnd\.oasis")
"""The names of files in the archives that word processors and spreadsheets write."""
_UTF_8_CHARACTERS = re.compile(
    rb"((?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}"
    rb"|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}"
    rb"|\xf4[\x80-\x8f][\x80-\xbf]{2})+)"
)
"""Matches one or more characters of more than one byte."""
_WIDE_ENCODINGS = {  # UTF-32 first, because its mark may begin with that of UTF-16
    codecs.BOM_UTF32_LE: ("utf-32-le", "UTF-32"),
    codecs.BOM_UTF32_BE: ("utf-32-be", "UTF-32"),
    codecs.BOM_UTF16_LE: ("utf-16-le", "UTF-16"),
    codecs.BOM_UTF16_BE: ("utf-16-be", "UTF-16"),
}
_UNMARKED_ENCODINGS = (  # how files without a mark begin, whose first two characters are ASCII
    (re.compile(rb"[\x09-\x7e]\0\0\0[\x09-\x7e]\0\0\0"), ("utf-32-le", "UTF-32")),
    (re.compile(rb"\0\0\0[\x09-\x7e]\0\0\0[\x09-\x7e]"), ("utf-32-be", "UTF-32")),
    (re.compile(rb"[\x09-\x7e]\0[\x09-\x7e]\0"), ("utf-16-le", "UTF-16")),
    (re.compile(rb"\0[\x09-\x7e]\0[\x09-\x7e]"), ("utf-16-be", "UTF-16")),
)


@dataclass(slots=True)
class FileText:
    """The decoded text of a file, and the problems in its bytes.

    Attributes:
        text: The text without a byte order mark; None if the bytes are not text.
        findings: The problems in the bytes.
    """

    text: str | None = None
    findings: list[Diagnostic] = field(default_factory=list)

    def _refuse(self, code: str, key: str) -> FileText:
        self.findings.append(finding_at(_START, code, key))
        return self


def too_large_finding(size: int) -> Diagnostic:
    """Return the finding about a file of *size* bytes, which is too large to read."""
    values = {"size": one_decimal(size / 1e6), "limit": one_decimal(SIZE_LIMIT / 1e6)}
    return finding_at(_START, "M001", "too-large", **values)


def decode(data: bytes, limit: int = SIZE_LIMIT) -> FileText:
    """Decode the bytes of a file as UTF-8, UTF-16, UTF-32 or Windows-1252.

    In a file that is partly UTF-8, as when texts were pasted into it, only the other bytes are
    Windows-1252.

    For more than *limit* bytes, or for anything that is not text, the result has no text, only a
    finding that explains why.
    """
    result = FileText()
    if document := _kind_of_document(data):
        return result._refuse("M002", document)
    if len(data) > limit:
        result.findings.append(too_large_finding(len(data)))
        return result
    if wide_encoding := _wide_encoding(data):
        return _decode_wide(data, *wide_encoding, result)
    if data[:3] == b"\xef\xbb\xbf":
        data = data[3:]
        result.findings.append(_with_rewrite_fix(finding_at(_START, "M011", "mark")))
    if not data.strip():
        return result._refuse("M004", "empty")
    if data.startswith(_ARCHIVE) and _SAVED_GAME in data:
        return result._refuse("M002", "saved-game")
    if b"\x00" in data:
        return result._refuse("M002", "binary")
    return _decode_utf_8(data, result)


def _kind_of_document(data: bytes) -> str:
    """Return the kind of a file of another program, as a key of M002; empty for other files."""
    for kind, beginnings in _DOCUMENTS.items():
        if data.startswith(beginnings):
            return kind
    is_office_file = data.startswith(_ARCHIVE) and _OFFICE_PARTS.search(data)
    return "document" if is_office_file else ""


def is_binary(data: bytes) -> bool:
    """Return whether the first bytes of a file show that it cannot be text (M002)."""
    return any(finding.code == "M002" for finding in decode(data).findings)


def _wide_encoding(data: bytes) -> tuple[str, str, int] | None:
    """Return the codec, the name and the byte order mark's length of UTF-16 or UTF-32 text.

    The result is None for other data, and the length is 0 without a byte order mark.

    Some Windows programs call UTF-16 "Unicode".
    """
    for mark, (codec, name) in _WIDE_ENCODINGS.items():
        if data.startswith(mark):
            return codec, name, len(mark)
    for pattern, (codec, name) in _UNMARKED_ENCODINGS:
        if pattern.match(data):
            return codec, name, 0
    return None


def _decode_wide(data: bytes, codec: str, name: str, start: int, result: FileText) -> FileText:
    text = data[start:].decode(codec, errors="replace")
    if not start and _looks_binary(text):
        return result._refuse("M002", "binary")
    finding = finding_at(_START, "M003", "wide", encoding=name)
    result.findings.append(finding if "\ufffd" in text else _with_rewrite_fix(finding))
    result.text = text
    return result


def _with_rewrite_fix(finding: Diagnostic) -> Diagnostic:
    """Return a finding whose fix is to rewrite the file."""
    return replace(finding, fixes=rewrite_fixes(finding.code))


def _decode_utf_8(data: bytes, result: FileText) -> FileText:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        pieces = _UTF_8_CHARACTERS.split(data)  # each second one is UTF-8
        encodings = ("cp1252", "utf-8")
        text = "".join(p.decode(encodings[n % 2], errors="replace") for n, p in enumerate(pieces))
        if _looks_binary(text):
            return result._refuse("M002", "binary")
        offset = len(data[: error.start].decode("utf-8"))
        place, byte = line_and_column(text, offset), f"0x{data[error.start]:02X}"
        key = "mixed" if len(pieces) > 1 else "guessed"
        result.findings.append(finding_at(place, "M003", key, byte=byte))
    else:
        if _looks_binary(text):
            return result._refuse("M002", "binary")
    if "\r\n" in text:
        result.findings.append(finding_at(_START, "M012", "line-ends"))
    result.text = text
    return result


def _looks_binary(text: str) -> bool:
    sample = text[:4096]
    return len(_CONTROL.findall(sample)) > _MAX_CONTROL_SHARE * len(sample)
