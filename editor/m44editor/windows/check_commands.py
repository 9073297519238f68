"""The commands around the checks: what is asked of them, and what they can say besides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from m44editor.checks.inspection import Inspection
from m44editor.documents.document import Document
from m44editor.documents.editor_settings import ASKED, flag
from m44editor.windows.window_panels import Panels

if TYPE_CHECKING:
    from m44editor.checks.check_pages import PagesWindow
    from m44editor.windows.setup_checklist import SetupWindow

Actions = Mapping[str, QAction]
_PROFILES = {"arena": "bga", "publication": "publish"}  # of the checks, by their commands


class CheckCommands(QObject):
    """Does what the menus offer about the checks of one window.

    Modules of windows are imported when one of them is wanted.
    """

    def __init__(
        self,
        document: Document,
        inspection: Inspection,
        panels: Panels,
        remembered: QSettings,
        actions: Actions,
        window: QWidget,
    ) -> None:
        super().__init__(panels)
        self._document = document
        self._inspection = inspection
        self._panels = panels
        self._actions = actions
        self._window = window
        self._pages: PagesWindow | None = None
        self._setup: SetupWindow | None = None
        for name, profile in _PROFILES.items():
            actions[name].setChecked(flag(remembered, ASKED[profile], False))
        inspection.terms_changed.connect(self._show_terms)
        panels.boxes_wanted.connect(self.ask_for_boxes)
        panels.showing_allowed.connect(actions["show-allowed"].setChecked)

    def ask_for_boxes(self) -> None:
        """Ask which boxes the user owns."""
        from m44editor.checks.boxes_dialog import ask_for_boxes  # 282 ms

        ask_for_boxes(self._inspection.terms, self._window)

    def show_setup(self) -> None:
        """Show how to set the map up."""
        from m44editor.windows.setup_checklist import SetupWindow  # 323 ms

        if self._setup is None:
            self._setup = SetupWindow(self._document, self._inspection.terms, self._window)
        _bring_up(self._setup)

    def show_pages(self) -> None:
        """Show the pages of all checks, that of the current problem first."""
        from m44editor.checks.check_pages import PagesWindow  # 281 ms

        if self._pages is None:
            self._pages = PagesWindow(self._inspection.terms, self._window)
        self._pages.show_code(self._panels.current_code())
        _bring_up(self._pages)

    def take_over(self, before: CheckCommands) -> None:
        """Open again, where they were, the windows that others before had opened."""
        if before._setup is not None and before._setup.isVisible():
            self.show_setup()
            assert self._setup is not None, "showing makes it"
            self._setup.take_over(before._setup)
        if before._pages is not None and before._pages.isVisible():
            self.show_pages()
            assert self._pages is not None, "showing makes it"
            self._pages.take_over(before._pages)

    def close(self) -> None:
        """Close the windows that were opened."""
        for window in self.windows():
            window.close()
            window.deleteLater()

    def windows(self) -> tuple[QWidget, ...]:
        """Return the windows that were opened."""
        return tuple(window for window in (self._setup, self._pages) if window is not None)

    def show_allowed(self) -> None:
        """List what is allowed among the problems, or no longer, as the menu ticks."""
        shown = self._actions["show-allowed"].isChecked()
        self._panels.problems().bar.show_allowed.setChecked(shown)

    def ask_for(self, name: str) -> None:
        """Ask of the checks what a command that is ticked says, or no longer."""
        self._panels.docks["problems"].reveal()
        self._inspection.terms.ask_for(_PROFILES[name], self._actions[name].isChecked())

    def _show_terms(self) -> None:
        """Tick what holds; what ``m44.toml`` asks for cannot be switched off here."""
        terms = self._inspection.terms
        for name, profile in _PROFILES.items():
            self._actions[name].setChecked(terms.asks_for(profile))
            self._actions[name].setEnabled(not terms.collection_asks_for(profile))


def _bring_up(window: QWidget) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
