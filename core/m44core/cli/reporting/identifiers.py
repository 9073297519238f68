"""What other programs know files and findings by."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from m44core.diagnostics import Diagnostic
from m44core.validation.runner import FileReport

_DIGITS = 16


def relative_path(path: str) -> str:
    """Return a path from the current folder on, with slashes; whole, where it is elsewhere."""
    folder, full = os.getcwd(), os.path.abspath(path)  # noqa: PTH100, PTH109 - without its links
    inside = full.startswith(folder.rstrip(os.sep) + os.sep)
    return Path(os.path.relpath(full, folder) if inside else full).as_posix()


def file_uri(path: str) -> str:
    """Return a path as a relative URI, or as one of a file that is not below this folder."""
    name = relative_path(path)
    quoted = quote(os.fsencode(name))
    if name.startswith("/"):
        return f"file://{quoted}"
    return f"file:///{quoted}" if Path(name).is_absolute() else quoted


def fingerprints(report: FileReport) -> Iterator[tuple[Diagnostic, str]]:
    """Yield each finding with a mark it keeps when lines are moved or the file is renamed.

    It is made of the code, the hex and the place in the document. Findings that
    have all of them in common are told apart by their order.
    """
    seen: Counter[str] = Counter()
    for found in report.diagnostics:
        said = "\n".join((found.code, report.hex_name(found) or "", found.pointer))
        digest = sha256(said.encode("utf-8", "backslashreplace")).hexdigest()[:_DIGITS]
        seen[digest] += 1
        yield found, f"{digest}:{seen[digest]}"
