"""Faults of the program: each ends only the piece of work in which it occurs.

Work on one of several files runs inside :func:`boundary`. An unexpected exception there becomes a
:class:`FaultError`, which callers handle like any other error, and a report is written for the
developers. With the environment variable ``M44_TRACEBACK`` set, the traceback is
printed as well.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from m44core.errors import M44Error
from m44core.log import Log
from m44core.messages.message import Message, Value, label_with_text, message
from m44core.messages.os_errors import os_error_reason
from m44core.values import dataclass
from m44core.version import __version__

_log = Log(__name__)

TRACEBACK_VARIABLE = "M44_TRACEBACK"
"""The environment variable that turns on printing tracebacks."""

MAX_REPORTS = 50
"""The number of reports that are kept; the oldest are removed first."""

_MAX_BRIEF = 300  # characters of an exception in a message
_MAX_TRACEBACK = 100_000  # characters of a traceback
_MAX_HASHED_SIZE = 4_000_000  # bytes; larger files are not hashed
_FIRST_BUILD_OF_WINDOWS_11 = 22000
_ENDING_EXCEPTIONS = (KeyboardInterrupt, SystemExit, GeneratorExit)
_PREFIX, _SUFFIX = "fault-", ".txt"


@dataclass(frozen=True, slots=True)
class Fault:
    """An unexpected exception with its report.

    Attributes:
        error: A short description of the exception: ``ValueError: not enough values to unpack``.
        report: The file with the details; None if it could not be written.
    """

    error: str
    report: Path | None

    @property
    def message(self) -> Message:
        """A sentence about the fault that does not name the file."""
        if self.report is None:
            return message("internal error ({error}); please report this", error=self.error)
        return message(
            "internal error ({error}); please report this and attach {report}",
            error=self.error,
            report=str(self.report),
        )

    @property
    def brief(self) -> Value:
        """The exception and its report, for use in a sentence about the failed work."""
        if self.report is None:
            return self.error
        return message("{error} (details in {report})", error=self.error, report=str(self.report))


class FaultError(M44Error):
    """A fault of the program ended a piece of work; other work continues.

    Attributes:
        fault: The exception and its report.
    """

    def __init__(self, fault: Fault, name: str = "") -> None:
        super().__init__(label_with_text(name, fault.message) if name else fault.message)
        self.fault, self._name = fault, name

    def __reduce__(self) -> tuple[type[FaultError], tuple[Fault, str]]:
        return FaultError, (self.fault, self._name)


class FileError(M44Error):
    """The operating system refused to use a file; the message names it and says why."""


@contextmanager
def boundary(
    path: Path | str | None = None,
    data: bytes | None = None,
    *,
    expected: tuple[type[Exception], ...] = (),
) -> Iterator[None]:
    """Turn unexpected exceptions inside the block into errors that callers handle.

    Args:
        path: The file being processed; named in the message and in the report.
        data: Its bytes, if known.
        expected: Further exceptions that callers expect.

    Raises:
        M44Error: an M44Error was raised inside. It is passed on, as are *expected* exceptions and
            BrokenPipeError.
        FileError: an OSError with an error number was raised inside.
        FaultError: a different exception was raised inside, except interrupts and exits.
    """
    try:
        yield
    except (M44Error, BrokenPipeError, *_ENDING_EXCEPTIONS):
        raise
    except expected:
        raise
    except BaseException as error:  # libraries written in Rust panic past Exception
        name = "" if path is None else str(path)
        if isinstance(error, OSError) and error.errno:
            file_name = str(error.filename or name)
            text = (
                label_with_text(file_name, os_error_reason(error))
                if file_name
                else os_error_reason(error)
            )
            raise FileError(text) from error
        files = [] if path is None else [describe_file(path, data)]
        raise FaultError(record_fault(error, files), name) from error


def error_reason(error: M44Error) -> Value:
    """Return the message of an error; a fault's message does not name the file."""
    from m44core.messages.renderers import message_of_error  # it imports the languages

    return error.fault.message if isinstance(error, FaultError) else message_of_error(error)


def record_fault(error: BaseException, files: Sequence[str] = ()) -> Fault:
    """Write a report about an exception and return the fault.

    Args:
        error: The exception.
        files: Lines about the processed files, see :func:`describe_file`.
    """
    import traceback  # slow to import

    if os.environ.get(TRACEBACK_VARIABLE):
        traceback.print_exception(error, file=sys.stderr)
    brief = " ".join("".join(traceback.format_exception_only(error)).split())
    try:
        report = _write_report(_report_text(error, files))
    except Exception:  # reporting must never raise
        report = None
    _log.error("%s; report: %s", brief[:_MAX_BRIEF], report)
    return Fault(brief[:_MAX_BRIEF], report)


def describe_file(path: Path | str, data: bytes | None = None) -> str:
    """Return a line about a file for a report: name, size and SHA-256."""
    name = os.path.basename(path)  # noqa: PTH119 - a Path raises what it cannot tell
    if data is None:
        data = _read_bytes(path)
    if data is None:
        return f"{name!r} (not read)"
    return f"{name!r}, {len(data)} bytes, SHA-256 {_digest(data)}"


def reports_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of reports: below ``$XDG_STATE_HOME`` if set, else with the editor's state.

    Raises:
        RuntimeError: the user has no home folder.
    """
    state = Path(environment.get("XDG_STATE_HOME", ""))
    if state.is_absolute():
        base = state
    elif sys.platform == "win32":
        local = environment.get("LOCALAPPDATA", "") or Path.home() / "AppData" / "Local"
        base = Path(local, "State")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Preferences" / "State"
    else:
        base = Path.home() / ".local" / "state"
    return base / "m44-workshop" / "faults"


def _digest(data: bytes) -> str:
    from hashlib import sha256  # slow to import

    return sha256(data).hexdigest()


def _read_bytes(path: Path | str) -> bytes | None:
    """Return the bytes of a regular file; None if it is too large, unreadable or missing."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a Path raises what it cannot tell
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_HASHED_SIZE:
            return None
        return Path(path).read_bytes()
    except (OSError, ValueError):
        return None


def system_name() -> str:
    """Return the name, version and machine of the operating system, for reports.

    On Windows, ``platform.platform()`` asks the WMI service, which can take a long time, and
    which ends the program under Wine.
    """
    if sys.platform == "win32":
        major, minor, build = sys.getwindowsversion().platform_version
        edition = 11 if (major, build) >= (10, _FIRST_BUILD_OF_WINDOWS_11) else major
        machine = os.environ.get("PROCESSOR_ARCHITECTURE", "")
        return f"Windows-{edition}-{major}.{minor}.{build}-{machine}"
    import platform  # slow to import

    return platform.platform()


def _report_text(error: BaseException, files: Sequence[str]) -> str:
    import traceback  # 1 ms

    trace = "".join(traceback.format_exception(error))
    if len(trace) > _MAX_TRACEBACK:
        trace = f"{trace[: _MAX_TRACEBACK // 2]}\n...\n{trace[-_MAX_TRACEBACK // 2 :]}"
    header = (
        f"M44 Workshop {__version__}",
        f"Python {sys.version.split()[0]}, {system_name()}",
        *(f"File: {line}" for line in files),
    )
    return "\n".join((*header, "", trace))


def _write_report(text: str) -> Path:
    """Write a report and return its path; the same report is only written once."""
    data = text.encode("utf-8", "backslashreplace")
    folder = reports_folder()
    path = folder / f"{_PREFIX}{_digest(data)[:16]}{_SUFFIX}"
    if path.exists():
        return path
    folder.mkdir(parents=True, exist_ok=True)
    unfinished_path = path.with_suffix(f".{os.getpid()}")
    unfinished_path.write_bytes(data)
    unfinished_path.replace(path)
    _remove_oldest_reports(folder, path)
    return path


def _remove_oldest_reports(folder: Path, newest_report: Path) -> None:
    """Remove the oldest reports, if there are too many."""
    reports = []
    for report in folder.glob(f"{_PREFIX}*"):
        with suppress(OSError):  # another process may remove it too
            reports.append((report != newest_report, -report.stat().st_mtime_ns, report))
    for *_, report in sorted(reports)[MAX_REPORTS:]:
        with suppress(OSError):
            report.unlink()
