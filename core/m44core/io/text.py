"""The first stage of reading: from bytes to text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from m44core.diagnostics import Diagnostic
from m44core.io.codes import finding
from m44core.io.places import line_and_column

SIZE_LIMIT = 2 * 1024 * 1024  # the largest published scenario has 32 KB
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_MANY_CONTROLS = 0.01
_UTF_16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


@dataclass(slots=True)
class FileText:
    """A file's text, as far as it has one.

    Attributes:
        text: The text, without a byte order mark; None where there is none.
        findings: What was wrong with the bytes.
    """

    text: str | None = None
    findings: list[Diagnostic] = field(default_factory=list)

    def _refuse(self, code: str, message: str) -> FileText:
        self.findings.append(finding(code, message, line=1, column=1))
        return self


def too_large(size: int) -> Diagnostic:
    """Return the finding about a file of *size* bytes, which nobody should try to read."""
    return finding(
        "M001",
        f"The file has {size / 1e6:.1f} MB and a scenario at most {SIZE_LIMIT / 1e6:.1f} MB; "
        "this is not a scenario file",
        line=1,
        column=1,
    )


def decode(data: bytes) -> FileText:
    """Return the text of a file's bytes with what is wrong with them."""
    result = FileText()
    if len(data) > SIZE_LIMIT:
        result.findings.append(too_large(len(data)))
        return result
    if data[:2] in _UTF_16:
        return _utf_16(data, result)
    if data[:3] == b"\xef\xbb\xbf":
        data = data[3:]
        message = "The file begins with a byte order mark; saving leaves it out"
        result.findings.append(finding("M011", message, line=1, column=1))
    if not data.strip():
        return result._refuse("M004", "The file is empty; there is no scenario in it")
    if b"\x00" in data:
        return result._refuse("M002", "The file holds binary data, not text; is it the right file?")
    return _utf_8(data, result)


def _utf_16(data: bytes, result: FileText) -> FileText:
    """Read the encoding some Windows programs call Unicode."""
    text = data[2:].decode(_UTF_16[data[:2]], errors="replace")
    result._refuse(
        "M003", "The file is in UTF-16, but scenario files are in UTF-8; saving mends it"
    )
    result.text = text
    return result


def _utf_8(data: bytes, result: FileText) -> FileText:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = data.decode("cp1252", errors="replace")
        if _looks_binary(text):
            message = "The file holds binary data, not text; is it the right file?"
            return result._refuse("M002", message)
        line, column = line_and_column(text, error.start)
        message = (
            f"The byte 0x{data[error.start]:02X} is not UTF-8; the file is read as Windows-1252: "
            "look at its accented letters before you save it"
        )
        result.findings.append(finding("M003", message, line=line, column=column))
    else:
        if _looks_binary(text):
            message = "The file holds binary data, not text; is it the right file?"
            return result._refuse("M002", message)
    if "\r\n" in text:
        message = "The lines end as on Windows; that is read, and kept when the file is saved"
        result.findings.append(finding("M012", message, line=1, column=1))
    result.text = text
    return result


def _looks_binary(text: str) -> bool:
    sample = text[:4096]
    return len(_CONTROL.findall(sample)) > _MANY_CONTROLS * len(sample)
