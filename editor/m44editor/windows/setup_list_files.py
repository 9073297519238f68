"""The files that setup lists are imported from, and reading them in the background."""

from __future__ import annotations

from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.board import BoardType, Face
from m44core.errors import M44Error, ReadError
from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import SCENARIO_SUFFIXES
from m44core.io.text.decoding import SIZE_LIMIT, decode, is_binary
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.model.edits import change_face
from m44core.model.scenario import Scenario
from m44core.pasted.list_board import list_on_its_board
from m44core.pdf_text.pdf_file import is_pdf_file, read_pdf_text
from m44core.setup_list.list_reader import LIST_SUFFIXES
from m44core.untrusted_files import read_truncated
from m44core.values import dataclass
from m44core.vassal.archive import GAME_SUFFIXES, MODULE_SUFFIX
from m44core.vassal.saved_briefing import SavedBriefing, with_saved_briefing
from m44core.vassal.saved_game import read_saved_game
from m44core.work.executors import Job, ThreadExecutor
from m44editor.background_jobs import JobBar, when_done
from m44editor.interface_text import language, tr
from m44editor.screen_reader import announce

_SHOWN_AFTER = 1000  # milliseconds until the progress is shown
_POLL_INTERVAL = 100  # milliseconds between two updates
MAX_LENGTH = 200_000
"""The maximum number of characters read from a list."""


@dataclass(frozen=True, slots=True)
class SetupListFile:
    """A setup list as read from a file.

    Attributes:
        text: The list.
        notes: Remarks about the file.
        saved_game: The saved game the list was made from; None for a text file.
        briefing: The briefing in the notes of the saved game; None if it has none.
        face: The face of the saved game's board; None if unknown.
        board: The format of the saved game's board; None for a text file.
    """

    text: str = ""
    notes: tuple[Message, ...] = ()
    saved_game: Path | None = None
    briefing: SavedBriefing | None = None
    face: Face | None = None
    board: BoardType | None = None

    @property
    def has_briefing(self) -> bool:
        """Whether the saved game has a briefing or a known face."""
        return self.briefing is not None or self.face is not None

    def with_briefing(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the face and the briefing of the saved game, if known."""
        if self.face is not None:
            scenario = change_face(scenario, self.face)
        return with_saved_briefing(scenario, self.briefing) if self.briefing else scenario

    def shares_no_line_with(self, text: str) -> bool:
        """Return whether *text* differs from the list and shares no line with it."""
        lines, other_lines = ({*each.splitlines()} - {""} for each in (self.text, text))
        return lines != other_lines and not lines & other_lines


def is_vassal_module(path: Path) -> bool:
    """Return whether a file has the suffix of VASSAL modules."""
    return path.suffix.lower() == MODULE_SUFFIX


def is_importable(path: Path) -> bool:
    """Return whether a file is not a scenario but contains, or may contain, a setup list.

    Such a file is a PDF file, a saved game of VASSAL, or a text file with a list of pieces.
    """
    suffix = path.suffix.lower()
    if suffix in SCENARIO_SUFFIXES or not path.is_file():
        return False
    return suffix in GAME_SUFFIXES or is_pdf_file(path) or _is_list(path)


def _is_list(path: Path) -> bool:
    """Return whether a file is a text file with a list of pieces, and not a scenario."""
    if path.suffix.lower() not in LIST_SUFFIXES:
        return False
    with suppress(ReadError):
        is_scenario = read_file(path).scenario is not None
        return not is_scenario and bool(list_on_its_board(_read_text(path), language())[1].entries)
    return False  # opening it as a scenario reports the error


def read_list_file(path: Path, scenario: Scenario, before: SetupListFile) -> SetupListFile:
    """Return the list in a text file, a PDF file, a saved game or a VASSAL module.

    Args:
        path: The file.
        scenario: The scenario to place the pieces in.
        before: The list loaded before; a module makes the list of its saved game more precise.

    Raises:
        ReadError: the file cannot be read, or it is a module and no saved game was loaded.
    """
    if path.suffix.lower() in GAME_SUFFIXES:
        return _list_from_saved_game(path, scenario)
    if is_pdf_file(path):
        pdf = read_pdf_text(path)
        return SetupListFile(pdf.text[:MAX_LENGTH], pdf.notes)
    if not is_vassal_module(path):
        return SetupListFile(_read_text(path))
    if before.saved_game is None:
        text = message(
            "{file} is a VASSAL module: open one of its saved games first", file=path.name
        )
        raise ReadError(text)
    return _list_from_saved_game(before.saved_game, scenario, path)


def _list_from_saved_game(
    path: Path, scenario: Scenario, module: Path | None = None
) -> SetupListFile:
    saved_game = read_saved_game(path, scenario, language(), module)
    remarks = saved_game.briefing.remarks if saved_game.briefing else ()
    return SetupListFile(
        saved_game.text,
        (*saved_game.notes, *remarks),
        path,
        saved_game.briefing,
        saved_game.face,
        saved_game.board,
    )


def _read_text(path: Path) -> str:
    """Return the text of a file, in whatever encoding decode() knows.

    Raises:
        ReadError: the file cannot be read, or is not a text file.
    """
    try:
        data = read_truncated(path, SIZE_LIMIT)
    except OSError as error:
        text = message("cannot read {file}: {why}", file=path.name, why=os_error_reason(error))
        raise ReadError(text) from error
    if len(data) > SIZE_LIMIT:
        data = data[: data.rfind(b"\n") + 1]  # no half letters at the end
    if data.startswith(_PICTURES):
        text = message(
            "{file} is a picture. Show it under the pieces with View > Underlay, and type the list",
            file=path.name,
        )
        raise ReadError(text)
    if data.startswith(_DOCUMENTS) or is_binary(data):
        text = message(
            "{file} is not a text file. Open it in its own program, and copy the list from there",
            file=path.name,
        )
        raise ReadError(text)
    return (decode(data).text or "")[:MAX_LENGTH]


_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\x00", b"MM\x00*", b"RIFF")
"""How pictures begin: PNG, JPEG, GIF, BMP, TIFF and WebP."""
_DOCUMENTS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"{\\rtf")
"""How Word, spreadsheet and RTF files begin."""


class ListFileJob(QObject):
    """Reads a PDF file in the background, because that can take seconds.

    Args:
        bar: Shows the progress after a second; its button cancels the job.
        parent: The owner.

    Signals:
        loaded: The file was read; carries a :class:`SetupListFile`.
        failed: The file could not be read; carries the error.
        ended: The job has ended in one of these ways, or was canceled.
    """

    loaded = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(self, bar: JobBar, parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._title = bar, ""
        self._job: Job[SetupListFile] | None = None
        self._show_timer = QTimer(self, interval=_SHOWN_AFTER)
        self._show_timer.timeout.connect(self._show_progress)
        bar.cancelled.connect(self.cancel)

    @property
    def is_running(self) -> bool:
        """Whether a file is being read."""
        return self._job is not None

    def start(self, path: Path, scenario: Scenario) -> None:
        """Start reading a file, instead of the one that is being read."""
        self.cancel()
        self._title = tr("Reading {file}…", file=path.name)
        executor = ThreadExecutor("setup-list")
        self._job = executor.submit(read_list_file, path, scenario, SetupListFile())
        executor.shutdown(wait=False)
        when_done(self._job, partial(self._finish, self._job))
        self._show_timer.start(_SHOWN_AFTER)

    def cancel(self) -> None:
        """Stop reading the file, if any."""
        if self._job is not None:
            self._job.cancel()
            self._end()

    def _finish(self, own_job: Job[SetupListFile], job: Future[SetupListFile]) -> None:
        if own_job is not self._job:
            return  # it ended just before it was canceled
        self._end()
        error = job.exception()
        if isinstance(error, M44Error):
            self.failed.emit(error)
        else:
            self.loaded.emit(job.result())

    def _end(self) -> None:
        self._job = None
        self._show_timer.stop()
        self._bar.hide()
        self.ended.emit()

    def _show_progress(self) -> None:
        assert self._job is not None, "the timer runs only while there is a job"
        if not self._bar.isVisible():
            announce(self._bar, self._title)
        self._bar.show_progress(self._title, self._job.progress, can_cancel=True)
        self._show_timer.start(_POLL_INTERVAL)
