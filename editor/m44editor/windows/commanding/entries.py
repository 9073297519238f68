"""What can be asked for by its name: commands, panels, pieces, problems and hexes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QKeySequence

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
    from m44editor.windows.context import EditorContext

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


def entries_of(context: EditorContext) -> tuple[Entry, ...]:
    """Return all that can be chosen in a window now, but the hexes."""
    standing = (*_panels(context), *_layouts(context))
    return (*_commands(context), *standing, *_pieces(context), *_problems(context))


def hexes_of(context: EditorContext, typed: str) -> tuple[Entry, ...]:
    """Return the hexes whose names begin with what is typed; none where that is no such name."""
    beginning = typed.strip().casefold()
    if not _HEX.fullmatch(beginning):
        return ()
    scenario = context.document.scenario
    named = {hex_: scenario.board.name(hex_).casefold() for hex_ in scenario.board.hexes}
    fitting = [hex_ for hex_, name in named.items() if name.startswith(beginning)]
    fitting.sort(key=lambda hex_: (len(named[hex_]), named[hex_]))
    return tuple(_hex(context, hex_) for hex_ in fitting)


def _commands(context: EditorContext) -> Iterator[Entry]:
    paths = _menus_of_commands()
    for name, action in context.commands.items():
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


def _panels(context: EditorContext) -> Iterator[Entry]:
    for name, dock in context.docks.items():
        title = without_letter(dock.windowTitle())
        yield Entry(f"panel {name}", PANEL, title, plain(f"{title} {name}"), dock.go_in)


def _layouts(context: EditorContext) -> Iterator[Entry]:
    for name in layouts(context.settings):
        yield Entry(f"layout {name}", LAYOUT, name, plain(name), partial(recall, context, name))


def _pieces(context: EditorContext) -> Iterator[Entry]:
    for element in context.document.scenario.catalogue.elements.values():
        take = partial(_take, context, element.name)
        yield Entry(f"piece {element.name}", PIECE, called(element), found_by(element), take)


def _take(context: EditorContext, name: str) -> None:
    context.brush.take(context.document.scenario.catalogue.elements[name])
    context.view.setFocus()


def _problems(context: EditorContext) -> Iterator[Entry]:
    board = context.document.scenario.board
    for number, finding in enumerate(context.inspection.results.findings):
        said = said_by(finding)
        label = told(colon(place_of(finding, board), sentence(said)))
        found = plain(f"{label} {finding.code} {_english(said)}")
        yield Entry(
            f"problem {number}", PROBLEM, label, found, partial(_show_problem, context, finding)
        )


def _show_problem(context: EditorContext, finding: Diagnostic) -> None:
    context.panels.problems().list.stand_on(finding)
    if finding.hex is not None and finding.hex in context.document.scenario.board:
        _go(context, finding.hex)
    elif finding.pointer:
        context.panels.show_field(finding.pointer)


def _hex(context: EditorContext, hex_: Hex) -> Entry:
    scenario = context.document.scenario
    name = scenario.board.name(hex_)
    lying = hex_words(scenario, hex_)
    return Entry(f"hex {name}", HEX, lying, plain(name), partial(_go, context, hex_))


def _go(context: EditorContext, hex_: Hex) -> None:
    context.selection.select({hex_})
    context.view.setFocus()
    context.view.show_hex(hex_)


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _english(value: Value | None) -> str:
    return without_letter(words(ENGLISH).render(value)) if value else ""
