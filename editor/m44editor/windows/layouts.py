"""View > Layouts and Clear View: panel layouts saved and restored by name."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QInputDialog, QMainWindow, QMenu, QStatusBar

from m44core.untrusted_files import parse_json
from m44editor.documents.editor_settings import layout_setting, text_setting
from m44editor.interface_text import tr
from m44editor.menu_commands import LAYOUT_COMMANDS
from m44editor.screen import restore_panels

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


_SETTING = "layouts"
_STATE_VERSION = 1  # increase when saved layouts no longer fit
_MAX_NAME_LENGTH = 60  # characters of a name


def saved_layouts(settings: QSettings) -> dict[str, QByteArray]:
    """Return the saved layouts by name; empty if the setting is damaged."""
    try:
        stored_layouts = parse_json(text_setting(settings, _SETTING, "") or "{}")
        entries = stored_layouts.items() if isinstance(stored_layouts, dict) else ()
        return {name: QByteArray(b64decode(state, validate=True)) for name, state in entries}
    except (ValueError, TypeError):
        return {}


def fill_layouts_menu(context: EditorContext, menu: QMenu) -> None:
    """List the saved layouts above the layout commands."""
    layout_commands = [context.commands[name] for name in LAYOUT_COMMANDS]
    menu.clear()
    layouts = saved_layouts(context.settings)
    for name in layouts:
        menu.addAction(name.replace("&", "&&")).triggered.connect(
            partial(restore_layout, context, name)
        )
    menu.addSeparator()
    menu.addActions(layout_commands)


def restore_layout(context: EditorContext, name: str, *_: object) -> None:
    """Restore a saved layout of panels and toolbar, or report that it no longer fits."""
    state = saved_layouts(context.settings).get(name)
    with context.folding.unfolded():
        is_restored = state is not None and restore_panels(context.window, state, _STATE_VERSION)
    if not is_restored:
        context.status.showMessage(tr("The layout {name} can no longer be restored", name=name))
    context.view.setFocus()


def save_layout(settings: QSettings, window: QMainWindow, status: QStatusBar) -> None:
    """Ask for a name and save the current layout under it, replacing any layout of that name."""
    layouts = saved_layouts(settings)
    label = tr("Layout name:")
    name, agreed = QInputDialog.getItem(window, tr("Save Layout"), label, [*layouts], 0, True)
    name = " ".join(name.split())[:_MAX_NAME_LENGTH]
    if agreed and name:
        _store_layouts(settings, {**layouts, name: window.saveState(_STATE_VERSION)})
        status.showMessage(tr("Saved the layout {name}", name=name))


def delete_layout(settings: QSettings, window: QMainWindow, status: QStatusBar) -> None:
    """Ask for a saved layout and delete it."""
    layouts = saved_layouts(settings)
    label = tr("Layout to delete:")
    name, agreed = QInputDialog.getItem(window, tr("Delete Layout"), label, [*layouts], 0, False)
    if agreed and name in layouts:
        _store_layouts(settings, {each: state for each, state in layouts.items() if each != name})
        status.showMessage(tr("Deleted the layout {name}", name=name))


def reset_layout(context: EditorContext) -> None:
    """Reset panels and toolbar to the default layout, and focus the board."""
    for dock in context.docks.values():
        dock.setFloating(False)
        dock.show()
    context.tool_bar.show()
    with context.folding.unfolded():
        context.panels.arrange_docks()
    context.view.setFocus()


def _store_layouts(settings: QSettings, layouts: dict[str, QByteArray]) -> None:
    texts = {name: b64encode(state.data()).decode() for name, state in layouts.items()}
    settings.setValue(_SETTING, json.dumps(texts))


_BEFORE_CLEAR_VIEW = "window/before-clear-view"


def toggle_clear_view(context: EditorContext) -> None:
    """Hide all panels and the toolbar; if all are hidden already, show the previous layout.

    That layout is stored in the settings, so that it can be restored even after a window was closed
    showing only the board.
    """
    parts = (*context.docks.values(), context.tool_bar, *context.folding.bars.values())
    visible_parts = [each for each in parts if not each.isHidden()]
    if visible_parts:
        context.settings.setValue(_BEFORE_CLEAR_VIEW, context.window.saveState())
        context.view.setFocus()  # commits what is being typed
        for each in visible_parts:
            each.hide()
    elif not restore_panels(context.window, layout_setting(context.settings, _BEFORE_CLEAR_VIEW)):
        for each in (*context.docks.values(), context.tool_bar):
            each.show()
    if not visible_parts:
        context.folding.update()
