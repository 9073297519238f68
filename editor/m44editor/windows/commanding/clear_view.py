"""F11: the board alone, and everything round it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m44editor.documents.settings import layout

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

_BEFORE = "window/before-clear-view"


def toggle_clear_view(window: MainWindow) -> None:
    """Hide all panels and the tool bar; where all are hidden, show those that were there.

    What was there is remembered over sessions: a window closed with the board alone gets its
    panels back as well.
    """
    around = (*window.docks.values(), window.tool_bar)
    shown = [each for each in around if not each.isHidden()]
    if shown:
        window.settings.setValue(_BEFORE, window.saveState())
        window.view.setFocus()  # what is being typed is taken
        for each in shown:
            each.hide()
    elif not window.restoreState(layout(window.settings, _BEFORE)):
        for each in around:
            each.show()
