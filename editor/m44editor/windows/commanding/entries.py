"""What can be asked for by its name: commands, panels, pieces, problems and hexes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.search_words import plain
from m44core.diagnostics import Diagnostic
from m44core.hexes import Hex
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Value, colon, message_in
from m44core.messages.words import words
from m44editor.actions import COMMANDS, MENUS, SUBMENUS
from m44editor.board.describe import hex_words
from m44editor.panels.palette.model import called, found_by
from m44editor.panels.problems.sayings import place_of, said_by
from m44editor.windows.commanding.layouts import layouts, recall
from m44editor.words import sentence, told, without_letter

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

COMMAND = message_in("kind of entry", "Command")
PANEL = message_in("kind of entry", "Panel")
LAYOUT = message_in("kind of entry", "Layout")
PIECE = message_in("kind of entry", "Piece")
PROBLEM = message_in("kind of entry", "Problem")
HEX = message_in("kind of entry", "Hex")
_ITSELF = ("palette", "go-to-hex")
_HEX = re.compile(r"[a-z]\d{0,2}")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to choose.

    Attributes:
        key: What it is remembered by: ``command save``.
        kind: What kind of thing it is.
        name: What it is called in the language of the window.
        found_by: All it can be found by, in plain small letters.
        keys: The shortcut that does the same, as people read it.
        do: What choosing it does.
    """

    key: str
    kind: Message
    name: str
    found_by: str
    do: Callable[[], object]
    keys: str = ""


def entries_of(window: MainWindow) -> tuple[Entry, ...]:
    """Return all that can be chosen in a window now, but the hexes."""
    standing = (*_panels(window), *_layouts(window))
    return (*_commands(window), *standing, *_pieces(window), *_problems(window))


def hexes_of(window: MainWindow, typed: str) -> tuple[Entry, ...]:
    """Return the hexes whose names begin with what is typed; none where that is no such name."""
    beginning = typed.strip().casefold()
    if not _HEX.fullmatch(beginning):
        return ()
    scenario = window.document.scenario
    named = {hex_: scenario.board.name(hex_).casefold() for hex_ in scenario.board.hexes}
    fitting = [hex_ for hex_, name in named.items() if name.startswith(beginning)]
    fitting.sort(key=lambda hex_: (len(named[hex_]), named[hex_]))
    return tuple(_hex(window, hex_) for hex_ in fitting)


def _commands(window: MainWindow) -> Iterator[Entry]:
    paths = _menus_of_commands()
    for name, action in window.commands.items():
        if action.isEnabled() and name not in _ITSELF:
            menu, label = paths.get(name), label_of(name, action)
            english = (
                f"{_english(menu)} {_english(COMMANDS[name].text if name in COMMANDS else '')}"
            )
            yield Entry(
                f"command {name}",
                COMMAND,
                label,
                plain(f"{label} {english}"),
                action.trigger,
                _keys(action),
            )


def label_of(name: str, action: QAction) -> str:
    """Return what a command is called outside its menu: ``Theme: Dark``."""
    text, menu = without_letter(action.text()), _menus_of_commands().get(name)
    return told(colon(without_letter(told(menu)), text)) if menu else text


@cache
def _menus_of_commands() -> Mapping[str, Message]:
    """Return the menu each command is in."""
    whole = {name: title for title, names in MENUS.items() for name in names}
    return whole | {name: title for title, names in SUBMENUS.values() for name in names}


def _panels(window: MainWindow) -> Iterator[Entry]:
    for name, dock in window.docks.items():
        title = without_letter(dock.windowTitle())
        yield Entry(f"panel {name}", PANEL, title, plain(f"{title} {name}"), dock.go_in)


def _layouts(window: MainWindow) -> Iterator[Entry]:
    for name in layouts(window.settings):
        yield Entry(f"layout {name}", LAYOUT, name, plain(name), partial(recall, window, name))


def _pieces(window: MainWindow) -> Iterator[Entry]:
    for element in load_catalogue().elements.values():
        take = partial(_take, window, element.name)
        yield Entry(f"piece {element.name}", PIECE, called(element), found_by(element), take)


def _take(window: MainWindow, name: str) -> None:
    window.brush.take(load_catalogue().elements[name])
    window.view.setFocus()


def _problems(window: MainWindow) -> Iterator[Entry]:
    board = window.document.scenario.board
    for number, finding in enumerate(window.inspection.results.findings):
        said = said_by(finding)
        label = told(colon(place_of(finding, board), sentence(said)))
        found = plain(f"{label} {finding.code} {_english(said)}")
        yield Entry(
            f"problem {number}", PROBLEM, label, found, partial(_show_problem, window, finding)
        )


def _show_problem(window: MainWindow, finding: Diagnostic) -> None:
    window.panels.problems().list.stand_on(finding)
    if finding.hex is not None and finding.hex in window.document.scenario.board:
        _go(window, finding.hex)
    elif finding.pointer:
        window.panels.show_field(finding.pointer)


def _hex(window: MainWindow, hex_: Hex) -> Entry:
    scenario = window.document.scenario
    name = scenario.board.name(hex_)
    lying = hex_words(scenario, hex_)
    return Entry(f"hex {name}", HEX, lying, plain(name), partial(_go, window, hex_))


def _go(window: MainWindow, hex_: Hex) -> None:
    window.selection.select({hex_})
    window.view.setFocus()
    window.view.show_hex(hex_)


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _english(value: Value | None) -> str:
    return without_letter(words(ENGLISH).render(value)) if value else ""
