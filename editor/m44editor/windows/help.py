"""The dialogs of the Help menu."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from m44core.licences import libraries
from m44core.messages.message import Message, message
from m44core.version import __version__
from m44editor.interface_text import tr
from m44editor.panels.keys_dialog import Keys, KeysDialog

_KEYS: Mapping[Message, Keys] = {
    message("Board"): {
        message("Ctrl + wheel, pinch"): message("zoom to the pointer"),
        message("Wheel, Shift + wheel"): message("scroll down, across"),
        message("Middle button, Space + drag"): message("move the board"),
        message("Ctrl+0 / Ctrl+9"): message("actual size / whole board"),
        message("Right click, Alt + click"): message("pick up the piece under the pointer"),
        message("Right button + drag"): message("take an area in hand as a stamp"),
        message("Arrow keys, Space or Enter"): message("move from hex to hex, click there"),
        message("Shift + arrow keys"): message("drag from hex to hex until you release Shift"),
        message("F6, Shift+F6 / Esc"): message("go through the panels / go back to the board"),
        message("I, then drag"): message("take an area in hand as a stamp"),
        message("Esc"): message("take back a drag, select nothing"),
        message("Ctrl+Shift+P"): message("any command, piece, problem or hex by its name"),
        message("Ctrl+Shift+G / Alt+C"): message("go to a hex / copy the names of hexes"),
        message("F11"): message("the board alone, and the panels again"),
    },
    message("Painting (B)"): {
        message("Drag"): message("paint; one stroke is one undo step"),
        message("Shift + click"): message("a straight line from the last hex"),
        message("Ctrl + Shift + click"): message("a circle about the last hex"),
        message("R / Shift+R"): message("turn the piece"),
        message("1 to 6, 0"): message("figures of the units placed or selected; the usual ones"),
        message("P, F, E"): message("rectangle, fill, eraser (Ctrl: everything on the hex)"),
        message("Shift+P"): message("oval"),
        message("S"): message("change the unit in hand or selected for the enemy's"),
        message("M"): message("mirror painting: left and right, top and bottom, half a turn"),
        message("Alt+Shift+1 to 5"): message(
            "erase the uppermost piece; only terrain, obstacles, units, markers and badges"
        ),
        message("Ctrl+F"): message("search the palette; Enter takes the first piece"),
        message("Ctrl + click in the palette"): message(
            "paint several pieces at random, each as often as its weight says"
        ),
        message("Drag from the palette"): message("put one piece on the board"),
    },
    message("Drawing lines (C)"): {
        message("Drag with a river, a road ..."): message("lay all tiles of the line and join it"),
        message("Drag back"): message("take the last hexes away again"),
        message("Drag over the edge of the board"): message("say where the line leaves it"),
        message("R"): message("another bridge or ford, the sea on the other side, open ends"),
        message("Ctrl + drag"): message("keep the old way of a line that is led another way"),
    },
    message("Selecting (V)"): {
        message("Drag a piece"): message("move it; the two hexes change places"),
        message("Click again, Tab"): message("choose one of several pieces of the hex"),
        message("Alt + drag"): message("move everything on the hex"),
        message("Ctrl + drag"): message("leave it there and drag a copy"),
        message("Alt + arrows, Home, End, PgUp, PgDn"): message("move the selection by a hex"),
        message("Shift + drag"): message("select what the rubber band encloses"),
        message("Shift + Ctrl + drag"): message("keep what of the selection the band encloses"),
        message("L"): message("lasso: select what a line encloses; Shift adds, Ctrl takes out"),
        message("W"): message("wand: select connected like ground, with the keys of the lasso"),
        message("Shift + click, Ctrl + click"): message(
            "add to, add to or remove from the selection"
        ),
        message("Ctrl+D"): message("duplicate to where you click"),
        message("Ctrl+I, Ctrl+K, Ctrl+J"): message("select others, same kind, same side"),
        message("Ctrl+H"): message("replace all pieces of a kind"),
        message("Ctrl+B"): message("paint with the selected hexes as a stamp"),
        message("Shift+Q, then 1 to 9"): message("keep what is in hand or selected as a stamp"),
        message("Q, then 1 to 9"): message("take that stamp in hand"),
        message("R, X, Y while pasting"): message("turn and mirror what is in hand"),
        message("Alt+1, Alt+2, Alt+3"): message("paste everything, terrain only, pieces only"),
    },
    message("Objectives and exits"): {
        message("O, then drag"): message("draw an objective; a loop encloses hexes"),
        message("Shift + click, Ctrl + click"): message("add a hex to it, take one out"),
        message("Shift+O, then drag"): message("draw an exit along an edge; Ctrl closes it"),
    },
    message("Problems"): {
        message("F8 / Shift+F8"): message("the next problem, the one before"),
        message("Enter in the list"): message("go into the field that is wrong"),
        message("Ctrl+."): message("what can be done: fixes, allow it with a reason, explain it"),
        message("Shift+F1"): message("what each check looks for, and why"),
    },
}


def show_keys(parent: QWidget) -> None:
    """Show the list of keys and mouse actions."""
    keys_dialog(parent).exec()


def keys_dialog(parent: QWidget | None = None) -> KeysDialog:
    """Return the list of keys and mouse actions of the main window."""
    return KeysDialog(_KEYS, parent)


def show_about(parent: QWidget) -> None:
    """Show the About box."""
    about_box(parent).exec()


def about_box(parent: QWidget | None = None) -> QMessageBox:
    """Return the About box: the program, its licence, and the libraries it uses."""
    box = QMessageBox(
        QMessageBox.Icon.NoIcon, tr("About M44 Workshop"), _about_page(), parent=parent
    )
    box.setTextFormat(Qt.TextFormat.RichText)
    return box


def _about_page() -> str:
    what = tr("Write, check, draw and try out scenarios for Memoir '44.")
    whose = tr(
        "MIT licence. Unofficial: not made or approved by the publisher of Memoir '44, "
        "which is a trademark of its owner. All pictures are our own."
    )
    made_with = tr("Libraries it is built with, and their licences:")
    each = "; ".join(f"{library.name} ({library.licence or '?'})" for library in libraries())
    return (
        f"<h3>M44 Workshop {__version__}</h3><p>{escape(what)}</p><p>{escape(whose)}</p>"
        f"<p>{escape(made_with)} {escape(each)}</p>"
    )
