"""Ctrl+Shift+P: every command, panel, layout, piece, problem and hex by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.catalogue.search_words import plain
from m44core.diagnostics import Diagnostic
from m44core.hexes import Hex
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Value, colon, message_in
from m44core.messages.words import words
from m44editor.actions import COMMANDS, MENUS, SUBMENUS
from m44editor.board.describe import hex_text
from m44editor.documents.editor_settings import names
from m44editor.interface_text import sentence, told, tr, without_letter
from m44editor.panels.finding_labels import finding_message, place_text
from m44editor.panels.palette_model import piece_title, search_text
from m44editor.screen import resize_to_screen
from m44editor.windows.layouts import layouts, recall

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


_LOOSE = 3  # letters of a text for each letter typed, where some are left out
_NEARNESS = 10  # what a letter left out counts at most


def fit(typed: tuple[str, ...], text: str) -> int | None:
    """Return how far *text* is from what is typed, the least first; None where it is not meant.

    Each word typed must be at the beginning of a word of the text, or inside one, or its letters
    must follow each other closely from the beginning of a word: ``svas`` finds ``save as``.

    Args:
        typed: Words in plain small letters.
        text: What something is called, in plain small letters.
    """
    total = 0
    for word in typed:
        away = _away(word, text)
        if away is None:
            return None
        total += away
    return total


def _away(word: str, text: str) -> int | None:
    at = text.find(word)
    if at == 0:
        return 0
    if at > 0:
        begins = re.search(rf"\b{re.escape(word)}", text)
        return 1 if begins else 3
    found = _scattered(word).search(text) if len(word) > 1 else None
    if found is None or len(found.group()) > _LOOSE * len(word):
        return None
    return 4 + min(len(found.group()) - len(word), _NEARNESS)


@cache
def _scattered(word: str) -> re.Pattern[str]:
    """Return what finds the letters of a word one after the other, from the start of a word."""
    return re.compile(r"\b" + ".*?".join(map(re.escape, word)))


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
        yield Entry(f"panel {name}", PANEL, title, plain(f"{title} {name}"), dock.focus_panel)


def _layouts(context: EditorContext) -> Iterator[Entry]:
    for name in layouts(context.settings):
        yield Entry(f"layout {name}", LAYOUT, name, plain(name), partial(recall, context, name))


def _pieces(context: EditorContext) -> Iterator[Entry]:
    for element in context.document.scenario.catalogue.elements.values():
        take = partial(_take, context, element.name)
        yield Entry(
            f"piece {element.name}", PIECE, piece_title(element), search_text(element), take
        )


def _take(context: EditorContext, name: str) -> None:
    context.brush.pick_up(context.document.scenario.catalogue.elements[name])
    context.view.setFocus()


def _problems(context: EditorContext) -> Iterator[Entry]:
    board = context.document.scenario.board
    for number, finding in enumerate(context.inspection.results.findings):
        said = finding_message(finding)
        label = told(colon(place_text(finding, board), sentence(said)))
        found = plain(f"{label} {finding.code} {_english(said)}")
        yield Entry(
            f"problem {number}", PROBLEM, label, found, partial(_show_problem, context, finding)
        )


def _show_problem(context: EditorContext, finding: Diagnostic) -> None:
    context.panels.problems().list.set_current(finding)
    if finding.hex is not None and finding.hex in context.document.scenario.board:
        _go(context, finding.hex)
    elif finding.pointer:
        context.panels.show_field(finding.pointer)


def _hex(context: EditorContext, hex_: Hex) -> Entry:
    scenario = context.document.scenario
    name = scenario.board.name(hex_)
    lying = hex_text(scenario, hex_)
    return Entry(f"hex {name}", HEX, lying, plain(name), partial(_go, context, hex_))


def _go(context: EditorContext, hex_: Hex) -> None:
    context.selection.select({hex_})
    context.view.setFocus()
    context.view.show_hex(hex_)


def _keys(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _english(value: Value | None) -> str:
    return without_letter(words(ENGLISH).render(value)) if value else ""


_RECENT = "commands/recent"
_REMEMBERED = 12
_LISTED = 160  # more than anybody reads
_FIRST = (COMMAND, PANEL)
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CommandPalette(QDialog):
    """Finds something by its name; Enter does it.

    Attributes:
        search: Where one types; the arrow keys move in the list from here.
        list: What fits, the best first; what was used last before anything is typed.
        chosen: What was chosen, or None.
    """

    def __init__(
        self,
        entries: tuple[Entry, ...],
        hexes: Callable[[str], tuple[Entry, ...]],
        recent: list[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._entries, self._hexes, self._recent = entries, hexes, recent
        self._shown: tuple[Entry, ...] = ()
        self.chosen: Entry | None = None
        self.setWindowTitle(tr("Commands"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_placeholder(only_hexes=not entries))
        self.search.setAccessibleName(_placeholder(only_hexes=not entries))
        self.search.installEventFilter(self)
        self.list = _list(self)
        self.nothing = QLabel(tr("Nothing is called that."), self)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column = QVBoxLayout(self)
        for widget in (self.search, self.nothing, self.list):
            column.addWidget(widget, int(widget is self.list))
        self.search.textChanged.connect(self._show_fitting)
        self.search.returnPressed.connect(self._take)
        self.list.itemActivated.connect(self._take)
        self.list.itemClicked.connect(self._take)
        resize_to_screen(self, 680, 460)
        self._show_fitting()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with the arrow keys while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            moves = event.key() in _MOVES
            if moves:
                self.list.keyPressEvent(event)
            return moves
        return super().eventFilter(watched, event)

    def _show_fitting(self) -> None:
        typed = self.search.text()
        self._shown = (*self._hexes(typed), *self._fitting(tuple(plain(typed).split())))[:_LISTED]
        self.list.clear()
        for entry in self._shown:
            row = QTreeWidgetItem([entry.name, told(entry.kind), entry.keys])
            row.setToolTip(0, entry.name)
            self.list.addTopLevelItem(row)
        if first := self.list.topLevelItem(0):
            self.list.setCurrentItem(first)
        self.nothing.setVisible(bool(typed) and not self._shown)

    def _fitting(self, typed: tuple[str, ...]) -> list[Entry]:
        """Return what fits, the nearest first; of the equally near what was used last."""
        if not typed:
            listed = [
                each for each in self._entries if each.kind in _FIRST or self._is_recent(each)
            ]
            return sorted(listed, key=self._age)
        found = ((fit(typed, each.found_by), each) for each in self._entries)
        near = [
            (away, self._age(each), len(each.name), each)
            for away, each in found
            if away is not None
        ]
        return [each for *_, each in sorted(near, key=lambda one: one[:3])]

    def _is_recent(self, entry: Entry) -> bool:
        return entry.key in self._recent

    def _age(self, entry: Entry) -> int:
        return self._recent.index(entry.key) if self._is_recent(entry) else len(self._recent)

    def _take(self) -> None:
        row = self.list.currentIndex().row()
        if row >= 0:
            self.chosen = self._shown[row]
            self.accept()


def _placeholder(only_hexes: bool) -> str:
    if only_hexes:
        return tr("Name of a hex, such as G5")
    return tr("Name of a command, a piece, a problem or a hex")


def _list(parent: QWidget) -> QTreeWidget:
    made = QTreeWidget(parent)
    made.setColumnCount(3)
    made.setHeaderHidden(True)
    made.setRootIsDecorated(False)
    made.setUniformRowHeights(True)
    made.setAccessibleName(tr("Commands"))
    made.setTabKeyNavigation(False)
    header = made.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    return made


def open_palette(context: EditorContext, only_hexes: bool = False) -> None:
    """Ask for something by its name and do it.

    Args:
        context: That of the window.
        only_hexes: Whether nothing but hexes is to be found.
    """
    recent = names(context.settings, _RECENT)
    entries = () if only_hexes else entries_of(context)
    dialog = CommandPalette(entries, lambda typed: hexes_of(context, typed), recent, context.window)
    dialog.exec()
    dialog.deleteLater()
    if dialog.chosen is not None:
        _remember(context, dialog.chosen, recent)
        dialog.chosen.do()


def _remember(context: EditorContext, entry: Entry, recent: list[str]) -> None:
    if not entry.key.startswith(("problem ", "hex ")):
        kept = [key for key in recent if key != entry.key]
        context.settings.setValue(_RECENT, [entry.key, *kept][:_REMEMBERED])
