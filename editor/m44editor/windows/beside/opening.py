"""What a main window opens beside itself; each is imported with the first of its kind."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from m44editor.documents.document import Document
    from m44editor.windows.beside.compare_commands import CompareCommands
    from m44editor.windows.beside.other_scenarios import OtherScenarios
    from m44editor.windows.beside.playtest_commands import PlaytestCommands
    from m44editor.windows.files import FileController
    from m44editor.work.jobs import Jobs


class OpeningWindow(QMainWindow):
    """A window that opens others beside it when they are wanted.

    Attributes:
        document: What is open in it.
        settings: What is remembered.
        files: The files of its tabs.

    Signals:
        closed: It is; nobody looks at its scenarios any more.
        rearranged: Another scenario stands on its second board, or none any more.
    """

    closed = Signal()
    rearranged = Signal()

    document: Document
    settings: QSettings
    files: FileController

    @cached_property
    def jobs(self) -> Jobs:
        """The work that is done beside this window."""
        from m44editor.work.jobs import Jobs

        made = Jobs(self)
        self.closed.connect(made.close)
        return made

    @cached_property
    def comparing(self) -> CompareCommands:
        """The comparisons that were opened here."""
        from m44editor.windows.beside.compare_commands import CompareCommands

        return CompareCommands(self.document, self.files, self)

    @cached_property
    def playing(self) -> PlaytestCommands:
        """The playtests that were opened here."""
        from m44editor.windows.beside.playtest_commands import PlaytestCommands

        made = PlaytestCommands(self.document, self.files, self)
        made.position_wanted.connect(self.files.show_position)
        return made

    @cached_property
    def others(self) -> OtherScenarios:
        """The windows of other scenarios that this one opened."""
        from m44editor.windows.beside.other_scenarios import OtherScenarios

        return OtherScenarios(self.settings, self)

    def made(self, *names: str) -> list[Any]:
        """Return those of the things that are made when they are wanted that were."""
        return [self.__dict__[name] for name in names if name in self.__dict__]
