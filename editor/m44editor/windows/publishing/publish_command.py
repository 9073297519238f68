"""The command that opens the Publish window, which follows the scenario of its main window."""

from __future__ import annotations

from PySide6.QtCore import QObject

from m44core.diagnostics import Diagnostic
from m44editor.windows.editor_context import EditorContext
from m44editor.windows.publishing.publish_window import PublishWindow

_NAME = "publish"


def open_publish_window(context: EditorContext) -> PublishWindow:
    """Show and return the Publish window of the open scenario, creating it if necessary."""
    window = context.window.findChild(PublishWindow, _NAME)
    if window is None:
        window = PublishWindow(context.settings, context.window)
        window.setObjectName(_NAME)
        _DocumentFollower(context, window)
    window.show()
    window.raise_()
    window.activateWindow()
    return window


class _DocumentFollower(QObject):
    """Updates a Publish window as the scenario changes, and shows problems in the main window."""

    def __init__(self, context: EditorContext, window: PublishWindow) -> None:
        super().__init__(window)
        self._context, self._window = context, window
        document = context.document
        for signal in (document.changed, document.replaced, document.path_changed):
            signal.connect(self._update)
        document.history.cleanChanged.connect(self._update)
        context.inspection.options_changed.connect(self._apply_check_settings)
        context.closed.connect(window.close)
        window.finding_chosen.connect(self._show_problem)
        self._apply_check_settings()
        self._update()

    def _update(self) -> None:
        if self._window.objectName() != _NAME:
            return
        context, document = self._context, self._context.document
        self._window.show_scenario(
            document.scenario,
            document.path,
            context.files.export_path,
            is_saved=document.undo_stack.isClean(),
        )

    def _apply_check_settings(self) -> None:
        self._window.set_check_settings(self._context.inspection.options.settings)

    def _show_problem(self, finding: Diagnostic) -> None:
        """Show the hex and the field of a problem in the main window."""
        panels = self._context.panels
        if finding.hex is not None:
            panels.hex_chosen.emit(finding.hex)
        if finding.pointer and finding.hex is None:
            panels.show_field(finding.pointer)
