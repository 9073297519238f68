"""A report on a problem with the program: one file with everything that helps to find the cause.

Nothing is sent: the user sees what is in the file, and decides what to do with it.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from m44core.faults import reports_folder
from m44core.io.files.save import write
from m44core.messages.languages import ENGLISH
from m44core.messages.renderers import renderer_in
from m44core.support.installation import Facts
from m44core.support.installation_text import facts_as_text
from m44core.untrusted_files import read_truncated
from m44core.version import __version__

REPORT, SETTINGS, LOG = "report.txt", "settings.txt", "editor.log"
"""The names of the texts in a report."""
_MAX_LOG = 300_000  # bytes of the end of the log
_MAX_FAULTS = 3  # crash reports, the latest
_MAX_FAULT = 200_000  # bytes of a crash report
_MAX_VALUE = 200  # characters of a setting
_PATH = re.compile(r"[\\/]|^[A-Za-z]:")
_LEFT_OUT = "(left out: it may contain a path)"


def installation_report(description: str, facts: Facts) -> str:
    """Return the user's description of the problem with the facts about the installation."""
    text = description.strip() or "(nothing was written)"
    return f"M44 Workshop {__version__}\n\n{text}\n\n{facts_as_text(facts, renderer_in(ENGLISH))}\n"


def settings_report(settings: Mapping[str, object]) -> str:
    """Return settings as text, without values that may contain paths."""
    return "".join(f"{key} = {_setting_text(value)}\n" for key, value in sorted(settings.items()))


def _setting_text(value: object) -> str:
    match value:
        case bool() | int() | float() | None:
            return str(value)
        case str():
            return _LEFT_OUT if _PATH.search(value) else value[:_MAX_VALUE]
        case list() | tuple():
            return f"({len(value)} entries)"
        case _:
            return f"({type(value).__name__})"


def log_texts(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the end of the log and the latest crash reports by name, with ~ for the home folder.

    Files that are empty or cannot be read are left out.
    """
    faults = reports_folder(environment)
    texts_by_name = {LOG: _log_tail(faults.parent / LOG)}
    for path in sorted(_crash_reports_in(faults), key=lambda each: each.name)[-_MAX_FAULTS:]:
        texts_by_name[path.name] = _read_beginning(path, _MAX_FAULT)
    return {name: hide_home(text) for name, text in texts_by_name.items() if text}


def _crash_reports_in(folder: Path) -> Sequence[Path]:
    try:
        return [path for path in folder.iterdir() if path.suffix == ".txt"]
    except OSError:
        return []


def _log_tail(path: Path) -> str:
    try:
        with path.open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - _MAX_LOG))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


def _read_beginning(path: Path, limit: int) -> str:
    try:
        return read_truncated(path, limit)[:limit].decode("utf-8", "replace")
    except OSError:
        return ""


def hide_home(text: str) -> str:
    """Return a text with ~ for the home folder, wherever it occurs."""
    try:
        home = str(Path.home())
    except RuntimeError:  # there is none
        return text
    return text.replace(home, "~") if len(home) > 1 else text


def write_report(path: Path, parts: Mapping[str, str | bytes]) -> None:
    """Write the parts of a report to a ZIP file, which is replaced atomically.

    Raises:
        WriteError: the file cannot be written.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _archive_entries(parts):
            archive.writestr(name, content)
    write(buffer.getvalue(), path, backup=False)


def _archive_entries(parts: Mapping[str, str | bytes]) -> Iterator[tuple[str, str | bytes]]:
    for name, content in parts.items():
        yield Path(name).name or "file", content
