"""Opening and saving: the document's file, and every way in which it may be lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QWidget

from m44core.diagnostics import Diagnostic, Severity
from m44core.errors import ReadError, WriteError
from m44core.io.files.open import FileFormat, Fingerprint, ReadResult, read_file
from m44core.io.origin import OpenFile
from m44core.messages.message import Message, message, several
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.values import dataclass
from m44editor.answers import Answer
from m44editor.documents.document import Document
from m44editor.documents.recent import RecentFiles
from m44editor.documents.watching import FileWatch
from m44editor.panels.notices import NoticeBar
from m44editor.words import told, tr

if TYPE_CHECKING:
    from m44editor.windows.file_dialogs import FileDialogs


@dataclass(frozen=True, slots=True)
class _Notice:
    """What is told over the board.

    Attributes:
        severity: How bad it is.
        words: What it says.
        answers: The buttons, with what each does.
    """

    severity: Severity
    words: Message
    answers: tuple[tuple[Message, Callable[[], object]], ...] = ()


class FileController(QObject):
    """Opens and saves the scenario of one document; nothing is ever lost without a question.

    Attributes:
        recent: The files opened last, for a menu.
        bar: A bar for the window to show above the board.
    """

    opened = Signal(tuple)  # what was found when the file was read
    saved = Signal()

    def __init__(
        self,
        document: Document,
        parent: QWidget | None = None,
        settings: QSettings | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._window = parent
        self._format: FileFormat | None = None
        self._fingerprint: Fingerprint | None = None
        self._given_up: Scenario | None = None
        self.recent = RecentFiles(QSettings() if settings is None else settings, self)
        self.bar = NoticeBar(parent)
        self._notice: _Notice | None = None
        self._watch = FileWatch(self)
        self._watch.stirred.connect(self._look_at_disk)

    @property
    def name(self) -> str:
        """What to call the document: its file's name, or its title, or Untitled."""
        if self._document.path:
            return self._document.path.name
        return self._document.scenario.title or tr("Untitled")

    @property
    def format(self) -> FileFormat | None:
        """How the file is written; None while there is no file."""
        return self._format

    @property
    def fingerprint(self) -> Fingerprint | None:
        """The file as it was read or saved last; None while there is no file."""
        return self._fingerprint

    @property
    def picture_place(self) -> Path:
        """Where to propose to write a picture: beside the file, called as the file is."""
        from m44editor.windows.file_dialogs import file_name

        path = self._document.path
        return path.with_suffix("") if path else self.recent.folder / file_name(self.name)

    @property
    def unsaved(self) -> bool:
        """Whether there are changes that are neither saved nor given up by the user."""
        document = self._document
        return not document.undo_stack.isClean() and document.scenario is not self._given_up

    def new(self) -> bool:
        """Ask for format and face and show an empty scenario; tell whether that was done."""
        if not self.may_close():
            return False
        scenario = self._dialogs.new_scenario()
        if scenario is None:
            return False
        self.show_file(OpenFile(scenario))
        return True

    def open(self) -> bool:
        """Ask for a file and show what it holds; tell whether that was done."""
        if not self.may_close():
            return False
        path = self._dialogs.what_to_open()
        return path is not None and self._load(path)

    def open_path(self, path: Path) -> bool:
        """Show what a file holds; tell whether that was done."""
        return self.may_close() and self._load(path)

    def open_copy(self, path: Path) -> bool:
        """Show what a file holds as a scenario of no file yet, so that saving asks for another."""
        result = self.read(path) if self.may_close() else None
        if result is None or result.file is None:
            return False
        self.show_file(result.file)
        self.opened.emit(result.diagnostics)
        return True

    def save(self) -> bool:
        """Write the scenario to its file, in the file's own format; tell whether that was done."""
        if self._document.path is None:
            return self.save_as()
        return self._write(self._document.path, self._format, self._fingerprint)

    def save_as(self) -> bool:
        """Ask for a file and write the scenario to it; tell whether that was done."""
        document, file_format = self._document, self._format or FileFormat.M44
        path = self._dialogs.where_to_save(document.path, self.name, file_format)
        return path is not None and self._write(path, None, None)

    def reload(self) -> bool:
        """Read the file again; tell whether that was done."""
        path = self._document.path
        if path is None:
            return False
        clean = self._document.undo_stack.isClean()
        return (clean or self._dialogs.may_reload(self.name)) and self._load(path)

    def may_close(self) -> bool:
        """Tell whether the scenario may go: it is saved, or the user does not want it."""
        if self._document.undo_stack.isClean():
            return True
        answer = self._dialogs.may_lose(self.name)
        if answer is Answer.DISCARD:
            self._given_up = self._document.scenario
        return answer is Answer.DISCARD or (answer is Answer.SAVE and self.save())

    def show_file(
        self,
        file: OpenFile,
        path: Path | None = None,
        fingerprint: Fingerprint | None = None,
        file_format: FileFormat | None = None,
    ) -> None:
        """Show a scenario whose file is *path*, which was last seen as *fingerprint*."""
        self.bar.clear()
        self._format = file_format
        self._fingerprint = fingerprint
        self._document.replace(file.scenario, path, file.origin)
        self._watch.watch(path)

    def show_unsaved(self, scenario: Scenario) -> None:
        """Show a scenario no file holds yet; closing asks whether to save it."""
        self.show_file(OpenFile(scenario))
        self._document.undo_stack.resetClean()

    def say_anew(self) -> None:
        """Tell again, in the language spoken now, what is told over the board."""
        if self._notice is not None and not self.bar.isHidden():
            self._tell(self._notice)

    def warn(self, words: Message) -> None:
        """Tell over the board what the user has to know and can do nothing about here."""
        self._tell(_Notice(Severity.WARNING, words))

    def _tell(self, notice: _Notice) -> None:
        self._notice = notice
        answers = ((told(label), act) for label, act in notice.answers)
        self.bar.tell(notice.severity, told(notice.words), *answers)

    @cached_property
    def _dialogs(self) -> FileDialogs:
        """All questions about files; imported with the first of them, for that takes long."""
        from m44editor.windows.file_dialogs import FileDialogs

        return FileDialogs(self._window, self.recent)

    def _load(self, path: Path) -> bool:
        path = path.absolute()  # whoever recovers the work may start in another folder
        result = self.read(path)
        if result is None or result.file is None:
            return False
        self.show_file(result.file, path, result.fingerprint, result.format)
        self.recent.add(path)
        self._tell_findings(result.diagnostics)
        self.opened.emit(result.diagnostics)
        return True

    def read(self, path: Path) -> ReadResult | None:
        """Return what a file holds; None, and the user is told, where that is no scenario."""
        try:
            result = read_file(path)
        except ReadError as error:
            self._dialogs.not_opened(path, told(reason(error)))
            return None
        if result.scenario is None:
            self._dialogs.no_scenario(path, result.diagnostics)
            return None
        return result

    def follow(self, path: Path) -> None:
        """Go on with the file under another name: it was renamed."""
        self._watch.watch(path)
        self._document.set_path(path)

    def _tell_findings(self, findings: tuple[Diagnostic, ...]) -> None:
        if findings:
            worst = min(findings, key=lambda f: list(Severity).index(f.severity)).severity
            words = several(
                "“{name}” was opened with {number} remark. The file was not changed.",
                "“{name}” was opened with {number} remarks. The file was not changed.",
                len(findings),
                name=self.name,
            )
            show = message("Show"), partial(self._show_findings, findings)
            self._tell(_Notice(worst, words, (show,)))

    def _show_findings(self, findings: tuple[Diagnostic, ...]) -> None:
        board = self._document.scenario.board
        self._dialogs.findings(findings, self.name, board)

    def _write(
        self, path: Path, file_format: FileFormat | None, expected: Fingerprint | None
    ) -> bool:
        from m44core.io.files import save as files  # needed when something is to be kept

        try:
            file = self._document.file
            written = files.save(file.scenario, path, expected, file_format, file.origin)
        except files.ChangedOnDiskError:
            answer = self._dialogs.changed_on_disk(path)
            return self._go_on(answer, path, file_format, None)
        except WriteError as error:
            answer = self._dialogs.not_saved(path, told(reason(error)))
            return self._go_on(answer, path, file_format, expected)
        self._settle(path, file_format or FileFormat.of(path), written)
        return True

    def _go_on(
        self,
        answer: Answer,
        path: Path,
        file_format: FileFormat | None,
        expected: Fingerprint | None,
    ) -> bool:
        match answer:
            case Answer.OVERWRITE | Answer.AGAIN:
                return self._write(path, file_format, expected)
            case Answer.ELSEWHERE:
                return self.save_as()
            case _:
                return False

    def _settle(self, path: Path, file_format: FileFormat, written: Fingerprint) -> None:
        """Remember that the document is now what the file holds."""
        self._format, self._fingerprint = file_format, written
        self.bar.clear()
        self._watch.watch(path)
        self.recent.add(path)
        self._document.set_path(path)
        self._document.undo_stack.setClean()
        self.saved.emit()

    def _look_at_disk(self) -> None:
        path, expected = self._document.path, self._fingerprint
        if path is None or expected is None or _is_unchanged(path, expected):
            return
        if path.exists():
            self._ask_whose_file(path)
        else:
            words = message("“{name}” is no longer there. Save to write it again.", name=path.name)
            self._tell(_Notice(Severity.WARNING, words))
            self._disown()

    def _ask_whose_file(self, path: Path) -> None:
        words = message("“{name}” was changed by another program.", name=path.name)
        if not self._document.undo_stack.isClean():
            words = message(
                "“{name}” was changed by another program. Reloading it loses your changes.",
                name=path.name,
            )
        reload = message("Reload"), partial(self._load, path)
        keep = message("Keep Mine"), self._keep_mine
        self._tell(_Notice(Severity.WARNING, words, (reload, keep)))

    def _keep_mine(self) -> None:
        """Stay with the document; the next saving overwrites what is on the disk now."""
        from m44core.io.files.save import current

        path = self._document.path
        assert path is not None, "only a document with a file is asked about it"
        with suppress(OSError):
            self._fingerprint = current(path)
        self._document.undo_stack.resetClean()

    def _disown(self) -> None:
        """The document is all there is left: it counts as unsaved."""
        self._fingerprint = None
        self._document.undo_stack.resetClean()


def _is_unchanged(path: Path, expected: Fingerprint) -> bool:
    """Tell whether a file is what we know; one that may not be read now counts as such."""
    from m44core.io.files.save import is_unchanged

    try:
        return is_unchanged(path, expected)
    except OSError:
        return True
