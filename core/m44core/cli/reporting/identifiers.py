"""Paths, URIs and fingerprints that identify files and findings to other programs."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from m44core.diagnostics import Diagnostic
from m44core.validation.runner import FileReport

_DIGEST_LENGTH = 16


def relative_path(path: str) -> str:
    """Return a path relative to the current folder, with slashes; absolute if it is elsewhere."""
    folder, absolute_path = os.getcwd(), os.path.abspath(path)  # noqa: PTH100, PTH109 - without its links
    is_inside = absolute_path.startswith(folder.rstrip(os.sep) + os.sep)
    return Path(os.path.relpath(absolute_path, folder) if is_inside else absolute_path).as_posix()


def file_uri(path: str) -> str:
    """Return a path below the current folder as a relative URI, any other as a ``file:`` URI."""
    name = relative_path(path)
    quoted_name = quote(os.fsencode(name))
    if name.startswith("/"):
        return f"file://{quoted_name}"
    return f"file:///{quoted_name}" if Path(name).is_absolute() else quoted_name


def findings_with_fingerprints(report: FileReport) -> Iterator[tuple[Diagnostic, str]]:
    """Yield each finding with a fingerprint that survives moved lines and a renamed file.

    It is a digest of the code, the hex and the pointer, with a counter for findings that share all
    of them.
    """
    seen: Counter[str] = Counter()
    for diagnostic in report.diagnostics:
        identity = "\n".join(
            (diagnostic.code, report.hex_name(diagnostic) or "", diagnostic.pointer)
        )
        digest = sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()[:_DIGEST_LENGTH]
        seen[digest] += 1
        yield diagnostic, f"{digest}:{seen[digest]}"
