"""Every command of the playtest window as data: where it is, what it is called, its keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from m44editor.actions import LINE, Command
from m44editor.playtest.column.pace_bar import WORDS

PACE = "pace-"  # and the number of the speed

COMMANDS: Mapping[str, Command] = {
    "new": Command("&New game", ("Ctrl+N",), "Ask who plays, and begin anew"),
    "open": Command("&Open game…", ("Ctrl+O",), "Go on with a saved game"),
    "save": Command("&Save game…", ("Ctrl+S",), "Write the game so far to a file"),
    "replay": Command("&Watch a recorded game…", ("Ctrl+R",), "Show a game from a file"),
    "position": Command(
        "&Edit this position", ("Ctrl+E",), "Make a scenario of the position shown"
    ),
    "close": Command("&Close", ("Ctrl+W",)),
    "undo": Command("&Undo", ("Ctrl+Z",), "Take the last decision back"),
    "redo": Command("&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Do again what was taken back"),
    "next-hex": Command("&Next hex to click", ("N",), "To the next hex with something to do"),
    "hand": Command("To the &hand", ("H",), "Lead the keyboard to the cards"),
    "log": Command("To the &log", ("L",), "Lead the keyboard to the log"),
    "zoom-in": Command("Zoom &in", ("Ctrl++", "Ctrl+=")),
    "zoom-out": Command("Zoom &out", ("Ctrl+-",)),
    "fit": Command("&Fit the board", ("Ctrl+9",)),
    "names": Command("Hex &names", ("Ctrl+G",), checkable=True),
    "curtain": Command(
        "&Hide the other hand", ("Ctrl+H",), "Cover the cards between turns", checkable=True
    ),
    "watch": Command("&Watch from the beginning", ("Ctrl+Shift+W",)),
    "back": Command("One step &back", (",",)),
    "forward": Command("One step &on", (".",), "The computer's next step, or the next moment"),
    "turn-back": Command("One &turn back", ("[",)),
    "turn-forward": Command("One t&urn on", ("]",)),
    "start": Command("To the &beginning", ("Ctrl+Home",)),
    "end": Command("To the &end", ("Ctrl+End",)),
    "now": Command("Back to the &game", ("Esc",)),
    "pause": Command("&Pause", ("P",), "Let the computer wait, or the replay", checkable=True),
    "steps": Command("&Single steps", ("S",), "One step of the computer a key", checkable=True),
    **{
        f"{PACE}{number}": Command(words, (f"Ctrl+{number + 1}",), group="pace")
        for number, words in enumerate(WORDS)
    },
    "keys": Command("&Keys and mouse", ("F1",)),
}
MENUS: Mapping[str, tuple[str, ...]] = {
    "&Game": ("new", "open", "save", LINE, "replay", LINE, "position", LINE, "close"),
    "&Edit": ("undo", "redo", LINE, "next-hex", "hand", "log"),
    "&View": ("zoom-in", "zoom-out", "fit", "names", LINE, "curtain"),
    "&Look back": (
        *("watch", LINE, "back", "forward", "turn-back", "turn-forward", "start", "end", LINE),
        "now",
    ),
    "&Computer": ("pause", "steps", "forward", LINE, *(f"{PACE}{n}" for n in range(len(WORDS)))),
    "&Help": ("keys",),
}
_AT_ONCE = "Ctrl+T"  # as well as the key of its number


def make_actions(
    window: QMainWindow, slots: Mapping[str, Callable[[], object]]
) -> dict[str, QAction]:
    """Fill the menus of *window* and return the action of each command."""
    groups: dict[str, QActionGroup] = {}
    actions: dict[str, QAction] = {}
    for name, command in COMMANDS.items():
        action = QAction(command.text, window)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.setStatusTip(command.tip)
        action.setCheckable(command.checkable or bool(command.group))
        if command.group:
            groups.setdefault(command.group, QActionGroup(window)).addAction(action)
        action.triggered.connect(lambda _=False, act=slots[name]: act())
        actions[name] = action
    last = actions[f"{PACE}{len(WORDS) - 1}"]
    last.setShortcuts([*last.shortcuts(), QKeySequence(_AT_ONCE)])
    for title, names in MENUS.items():
        _fill(window.menuBar().addMenu(title), names, actions)
    return actions


def _fill(menu: QMenu, names: tuple[str, ...], actions: Mapping[str, QAction]) -> None:
    for name in names:
        if name == LINE:
            menu.addSeparator()
        else:
            menu.addAction(actions[name])
