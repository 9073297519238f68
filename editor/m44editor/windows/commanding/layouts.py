"""View > Layouts: how panels stand, kept under names and taken up again."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QSettings
from PySide6.QtWidgets import QInputDialog, QMenu

from m44core.plain.json_data import json_data
from m44editor.documents.settings import word
from m44editor.menus.looks import LAYOUTS
from m44editor.words import tr

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

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


def fill_menu(window: MainWindow, menu: QMenu) -> None:
    """List the layouts that are kept above the commands about them."""
    own = [window.commands[name] for name in LAYOUTS]
    menu.clear()
    kept = layouts(window.settings)
    for name in kept:
        menu.addAction(name.replace("&", "&&")).triggered.connect(partial(recall, window, name))
    menu.addSeparator()
    menu.addActions(own)


def recall(window: MainWindow, name: str, *_: object) -> None:
    """Let panels and tool bar stand as they did."""
    state = layouts(window.settings).get(name)
    if state is None or not window.restoreState(state, _KEPT_OF):
        window.status.showMessage(tr("The layout {name} does not fit any more", name=name))
    window.view.setFocus()


def ask_and_keep(window: MainWindow) -> None:
    """Ask for a name and keep how panels stand now, in place of what has that name."""
    kept = layouts(window.settings)
    asked = tr("Name of the layout:")
    name, agreed = QInputDialog.getItem(window, tr("Keep layout"), asked, [*kept], 0, True)
    name = " ".join(name.split())[:_LONGEST]
    if agreed and name:
        _store(window.settings, {**kept, name: window.saveState(_KEPT_OF)})
        window.status.showMessage(tr("Kept the layout {name}", name=name))


def ask_and_forget(window: MainWindow) -> None:
    """Ask for a layout and keep it no longer."""
    kept = layouts(window.settings)
    asked = tr("Layout to delete:")
    name, agreed = QInputDialog.getItem(window, tr("Delete layout"), asked, [*kept], 0, False)
    if agreed and name in kept:
        _store(window.settings, {each: state for each, state in kept.items() if each != name})
        window.status.showMessage(tr("Deleted the layout {name}", name=name))


def arrange_as_usual(window: MainWindow) -> None:
    """Let panels and tool bar stand as in the first session."""
    for dock in window.docks.values():
        dock.setFloating(False)
        dock.show()
    window.tool_bar.show()
    window.panels.arrange()
    window.view.setFocus()


def _store(settings: QSettings, kept: dict[str, QByteArray]) -> None:
    texts = {name: b64encode(state.data()).decode() for name, state in kept.items()}
    settings.setValue(_SETTING, json.dumps(texts))
