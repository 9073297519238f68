"""Commands about checks: profiles, boxes, the check pages and the setup checklist."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from m44editor.checks.inspection import Inspection
from m44editor.documents.document import Document
from m44editor.documents.editor_settings import PROFILE_KEYS, bool_setting
from m44editor.windows.window_panels import Panels

if TYPE_CHECKING:
    from m44editor.checks.check_pages import ChecksWindow
    from m44editor.windows.setup_checklist import SetupChecklist

Actions = Mapping[str, QAction]
_PROFILES = {"arena": "bga", "publication": "publish"}  # profiles of the checks, by command


class CheckCommands(QObject):
    """Runs the check commands of one window.

    Window modules are imported when a window is first opened.
    """

    def __init__(
        self,
        document: Document,
        inspection: Inspection,
        panels: Panels,
        settings: QSettings,
        actions: Actions,
        window: QWidget,
    ) -> None:
        super().__init__(panels)
        self._document = document
        self._inspection = inspection
        self._panels = panels
        self._actions = actions
        self._window = window
        self._checks_window: ChecksWindow | None = None
        self._checklist: SetupChecklist | None = None
        for name, profile in _PROFILES.items():
            actions[name].setChecked(bool_setting(settings, PROFILE_KEYS[profile], False))
        inspection.options_changed.connect(self._update_actions)
        panels.boxes_requested.connect(self.edit_owned_boxes)
        panels.suppressed_toggled.connect(actions["show-allowed"].setChecked)

    def edit_owned_boxes(self) -> None:
        """Let the user choose which boxes they own."""
        from m44editor.checks.boxes_dialog import edit_owned_boxes  # 282 ms

        edit_owned_boxes(self._inspection.options, self._window)

    def show_setup(self) -> None:
        """Show the setup checklist."""
        from m44editor.windows.setup_checklist import SetupChecklist  # 323 ms

        if self._checklist is None:
            self._checklist = SetupChecklist(self._document, self._inspection.options, self._window)
        _bring_to_front(self._checklist)

    def show_pages(self) -> None:
        """Show the check pages, starting with the check of the current problem."""
        from m44editor.checks.check_pages import ChecksWindow  # 281 ms

        if self._checks_window is None:
            self._checks_window = ChecksWindow(self._inspection.options, self._window)
        self._checks_window.show_code(self._panels.selected_problem_code())
        _bring_to_front(self._checks_window)

    def take_over(self, before: CheckCommands) -> None:
        """Reopen the windows that *before* had open, in the same places with the same content."""
        if before._checklist is not None and before._checklist.isVisible():
            self.show_setup()
            assert self._checklist is not None, "showing makes it"
            self._checklist.take_over(before._checklist)
        if before._checks_window is not None and before._checks_window.isVisible():
            self.show_pages()
            assert self._checks_window is not None, "showing makes it"
            self._checks_window.take_over(before._checks_window)

    def close(self) -> None:
        """Close and delete the windows opened from here."""
        for window in self.windows():
            window.close()
            window.deleteLater()

    def windows(self) -> tuple[QWidget, ...]:
        """Return the windows opened from here."""
        return tuple(
            window for window in (self._checklist, self._checks_window) if window is not None
        )

    def toggle_suppressed_problems(self) -> None:
        """Open the Problems panel; list suppressed problems there if the menu item is checked."""
        is_shown = self._actions["show-allowed"].isChecked()
        self._panels.show_problems().bar.show_suppressed.setChecked(is_shown)

    def toggle_profile(self, name: str) -> None:
        """Turn a check profile on if its command is checked, else off; show the problems panel.

        Args:
            name: The name of the command.
        """
        self._panels.docks["problems"].reveal()
        self._inspection.options.set_profile(_PROFILES[name], self._actions[name].isChecked())

    def _update_actions(self) -> None:
        """Tick the commands of active profiles; disable those of profiles set in ``m44.toml``."""
        options = self._inspection.options
        for name, profile in _PROFILES.items():
            self._actions[name].setChecked(options.is_profile_on(profile))
            self._actions[name].setEnabled(not options.is_profile_required(profile))


def _bring_to_front(window: QWidget) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
