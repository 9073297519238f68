"""F11: the board alone, and everything round it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m44editor.documents.settings import layout

if TYPE_CHECKING:
    from m44editor.windows.context import EditorContext

_BEFORE = "window/before-clear-view"


def toggle_clear_view(context: EditorContext) -> None:
    """Hide all panels and the tool bar; where all are hidden, show those that were there.

    What was there is remembered over sessions: a window closed with the board alone gets its
    panels back as well.
    """
    around = (*context.docks.values(), context.tool_bar)
    shown = [each for each in around if not each.isHidden()]
    if shown:
        context.settings.setValue(_BEFORE, context.window.saveState())
        context.view.setFocus()  # what is being typed is taken
        for each in shown:
            each.hide()
    elif not context.window.restoreState(layout(context.settings, _BEFORE)):
        for each in around:
            each.show()
