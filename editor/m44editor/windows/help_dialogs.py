"""The dialogs of the Help menu."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMessageBox, QWidget

from m44core.licences import installed_libraries
from m44core.messages.message import Message, message
from m44core.version import __version__
from m44editor.actions import first_shortcut_text
from m44editor.interface_text import tr, without_mnemonic
from m44editor.panels.keys_dialog import Keys, KeysDialog

NO_COMMANDS: Mapping[str, QAction] = {}
_KEYS: Mapping[Message, Keys] = {
    message("Board"): {
        message("Ctrl+wheel, pinch"): message("zoom at the pointer"),
        message("Wheel, Shift+wheel"): message("scroll vertically or horizontally"),
        message("Middle-button drag, Space+drag"): message("pan the board"),
        message("Ctrl+0 / Ctrl+9"): message("actual size / whole board"),
        message("Right-click, Shift+F10"): message(
            "open the context menu of the piece, hex or selection"
        ),
        message("Alt+right-click, Alt+click"): message("pick up the piece under the pointer"),
        message("Alt+right-button drag"): message("pick up an area as a stamp"),
        message("Arrow keys, Space or Enter"): message(
            "move from hex to hex, click the current one"
        ),
        message("Shift+arrow keys"): message("drag from hex to hex until you release Shift"),
        message("F6, Shift+F6 / Esc"): message(
            "go to the next or previous panel / return to the board"
        ),
        message("I, then drag"): message("pick up an area as a stamp"),
        message("G, then 1 to 9 or 0"): message("go to a panel"),
        message("Double-click"): message("show the properties of the hex"),
        message("Esc"): message("cancel a drag or clear the selection"),
        message("Ctrl+Shift+P"): message("run a command; find a piece, problem or hex by name"),
        message("Ctrl+Shift+G / Alt+C"): message("go to a hex / copy hex names"),
        message("F11"): message("hide all panels, or show them again"),
    },
    message("Painting (B)"): {
        message("Drag"): message("paint; each stroke is one undo step"),
        message("Shift+click"): message("paint a straight line from the last hex"),
        message("Ctrl+Shift+click"): message("paint a circle around the last hex"),
        message("R / Shift+R"): message("rotate the piece"),
        message("1 to 6, 0"): message(
            "number of figures for units placed or selected; 0 for the default"
        ),
        message("P, F, E"): message("rectangle, fill, eraser (Ctrl: everything on the hex)"),
        message("Shift+P"): message("oval"),
        message("S"): message(
            "switch the unit being placed, or the selected units, to the other side"
        ),
        message("M"): message(
            "mirror while painting: horizontally, vertically, or through the center"
        ),
        message("Alt+Shift+1 to Alt+Shift+5"): message(
            "erase only the top piece, terrain, obstacles, units, or markers and badges"
        ),
        message("Ctrl+F"): message("search the palette; Enter picks the first piece"),
        message("Ctrl+click in the palette"): message(
            "paint several pieces at random, according to their weights"
        ),
        message("Drag from the palette"): message("place one piece on the board"),
    },
    message("Drawing lines (C)"): {
        message("Drag with a river, road, etc."): message(
            "place and connect all tiles of the line"
        ),
        message("Drag back"): message("remove the last hexes"),
        message("Drag past the edge of the board"): message("set where the line leaves the board"),
        message("R"): message(
            "change the bridge or ford, put the sea on the other side, open or close the ends"
        ),
        message("Ctrl+drag"): message("keep the old route when you redraw part of a line"),
    },
    message("Selecting (V)"): {
        message("Drag a piece"): message(
            "move it; a piece already on the target hex trades places with it"
        ),
        message("Click again, Tab"): message("choose one of several pieces on the hex"),
        message("Alt+drag"): message("move everything on the hex"),
        message("Ctrl+drag"): message("drag a copy and leave the original"),
        message("Alt+arrow keys, Home, End, PgUp, PgDn"): message("move the selection by one hex"),
        message("Shift+drag"): message("select everything inside the rectangle"),
        message("Ctrl+Shift+drag"): message(
            "keep only the part of the selection inside the rectangle"
        ),
        message("L"): message(
            "lasso: select everything inside an outline; Shift adds, Ctrl subtracts"
        ),
        message("W"): message(
            "wand: select connected hexes of the same terrain, with the same keys as the lasso"
        ),
        message("Shift+click, Ctrl+click"): message("add to the selection; add or remove a hex"),
        message("Ctrl+D"): message("place a copy where you click"),
        message("Ctrl+I, Ctrl+K, Ctrl+J"): message(
            "invert the selection, select the same kind, select the same side"
        ),
        message("Ctrl+H"): message("replace all pieces of one kind"),
        message("Ctrl+B"): message("paint with the selected hexes as a stamp"),
        message("Shift+Q, then 1 to 9"): message(
            "save what you are pasting, or the selection, as a stamp"
        ),
        message("Q, then 1 to 9"): message("paint with that stamp"),
        message("R, X, Y while pasting"): message("rotate and flip what you are pasting"),
        message("Alt+1, Alt+2, Alt+3"): message("paste everything, terrain only, pieces only"),
    },
    message("Objectives and exits"): {
        message("O, then drag"): message("draw an objective; drag across hexes or around them"),
        message("Shift+click, Ctrl+click"): message(
            "add hexes to the objective; remove hexes from it"
        ),
        message("Shift+O, then drag"): message("draw an exit along an edge; Ctrl removes exits"),
    },
    message("Problems"): {
        message("F8 / Shift+F8"): message("next problem, previous problem"),
        message("Enter in the list"): message("jump to the field with the problem"),
        message("Ctrl+."): message(
            "apply a fix, suppress the problem with a reason, explain the check"
        ),
        message("Ctrl+Shift+F1"): message("explain what each check looks for and why"),
    },
    message("Help"): {
        message("F1 / Ctrl+F1"): message("the manual / this list"),
        message("Shift+F1"): message("explain the focused field or button"),
    },
}


def keys_dialog(
    parent: QWidget | None = None, commands: Mapping[str, QAction] = NO_COMMANDS
) -> KeysDialog:
    """Return the dialog that lists the keys and mouse actions of the main window.

    *commands* are listed with their shortcuts, which the user may have changed.
    """
    with_keys = {
        first_shortcut_text(action): without_mnemonic(action.text()).rstrip("…")
        for action in commands.values()
        if first_shortcut_text(action)
    }
    all_keys = {**_KEYS, message("All commands with shortcuts"): with_keys} if with_keys else _KEYS
    return KeysDialog(all_keys, parent)


def show_about(parent: QWidget) -> None:
    """Show the About box."""
    about_box(parent).exec()


def about_box(parent: QWidget | None = None) -> QMessageBox:
    """Return the About box: the program, its license, and the libraries it uses."""
    box = QMessageBox(
        QMessageBox.Icon.NoIcon, tr("About M44 Workshop"), _about_page(), parent=parent
    )
    box.setTextFormat(Qt.TextFormat.RichText)
    return box


def _about_page() -> str:
    summary = tr("Write, check, draw and try out scenarios for Memoir '44.")
    licence = tr(
        "MIT license. Unofficial: not made or approved by the publisher of Memoir '44, which "
        "is a trademark of its owner. All pictures are our own."
    )
    libraries_heading = tr("Libraries used, and their licenses:")
    libraries_text = "; ".join(
        f"{library.name} ({library.licence or '?'})" for library in installed_libraries()
    )
    return (
        f"<h3>M44 Workshop {__version__}</h3><p>{escape(summary)}</p><p>{escape(licence)}</p>"
        f"<p>{escape(libraries_heading)} {escape(libraries_text)}</p>"
    )
