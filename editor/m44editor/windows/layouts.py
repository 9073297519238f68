"""View > Layouts and Clear View: how panels stand, kept under names and taken up again."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QInputDialog, QMenu

from m44core.untrusted_files import json_data
from m44editor.documents.editor_settings import layout, word
from m44editor.interface_text import tr
from m44editor.menus.looks import LAYOUTS

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


_SETTING = "layouts"
_KEPT_OF = 1  # raised when kept layouts no longer fit
_LONGEST = 60  # letters of a name


def layouts(settings: QSettings) -> dict[str, QByteArray]:
    """Return the layouts that are kept, by name; none where what is remembered is damaged."""
    try:
        kept = json_data(word(settings, _SETTING, "") or "{}")
        said = kept.items() if isinstance(kept, dict) else ()
        return {name: QByteArray(b64decode(state, validate=True)) for name, state in said}
    except (ValueError, TypeError):
        return {}


def fill_menu(context: EditorContext, menu: QMenu) -> None:
    """List the layouts that are kept above the commands about them."""
    own = [context.commands[name] for name in LAYOUTS]
    menu.clear()
    kept = layouts(context.settings)
    for name in kept:
        menu.addAction(name.replace("&", "&&")).triggered.connect(partial(recall, context, name))
    menu.addSeparator()
    menu.addActions(own)


def recall(context: EditorContext, name: str, *_: object) -> None:
    """Let panels and tool bar stand as they did."""
    state = layouts(context.settings).get(name)
    if state is None or not context.window.restoreState(state, _KEPT_OF):
        context.status.showMessage(tr("The layout {name} does not fit any more", name=name))
    context.view.setFocus()


def ask_and_keep(context: EditorContext) -> None:
    """Ask for a name and keep how panels stand now, in place of what has that name."""
    kept = layouts(context.settings)
    asked = tr("Name of the layout:")
    name, agreed = QInputDialog.getItem(context.window, tr("Keep layout"), asked, [*kept], 0, True)
    name = " ".join(name.split())[:_LONGEST]
    if agreed and name:
        _store(context.settings, {**kept, name: context.window.saveState(_KEPT_OF)})
        context.status.showMessage(tr("Kept the layout {name}", name=name))


def ask_and_forget(context: EditorContext) -> None:
    """Ask for a layout and keep it no longer."""
    kept = layouts(context.settings)
    asked = tr("Layout to delete:")
    name, agreed = QInputDialog.getItem(
        context.window, tr("Delete layout"), asked, [*kept], 0, False
    )
    if agreed and name in kept:
        _store(context.settings, {each: state for each, state in kept.items() if each != name})
        context.status.showMessage(tr("Deleted the layout {name}", name=name))


def arrange_as_usual(context: EditorContext) -> None:
    """Let panels and tool bar stand as in the first session."""
    for dock in context.docks.values():
        dock.setFloating(False)
        dock.show()
    context.tool_bar.show()
    context.panels.arrange()
    context.view.setFocus()


def _store(settings: QSettings, kept: dict[str, QByteArray]) -> None:
    texts = {name: b64encode(state.data()).decode() for name, state in kept.items()}
    settings.setValue(_SETTING, json.dumps(texts))


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
