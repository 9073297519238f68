"""The command palette (Ctrl+Shift+P): find any command, panel, piece, problem or hex by name."""

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

from m44core.catalogue.search_words import fold_text
from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import message_of
from m44core.hexes import Hex
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Value, label_with_text, message_in
from m44core.messages.renderers import renderer_in
from m44editor.actions import MENUS, SUBMENUS
from m44editor.board.hex_descriptions import hex_text
from m44editor.documents.editor_settings import list_setting
from m44editor.interface_text import sentence, tr, translated, without_mnemonic
from m44editor.list_widgets import fill_behind_scroll_bars
from m44editor.manual_window import add_help_keys
from m44editor.menu_commands import COMMANDS
from m44editor.panels.finding_labels import location_text
from m44editor.panels.palette_model import piece_title, search_text
from m44editor.screen import resize_to_screen
from m44editor.windows.layouts import restore_layout, saved_layouts

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


_MAX_SPREAD = 3  # a match may span this many characters per character typed
_MAX_GAP_PENALTY = 10  # the maximum that skipped characters add to the distance


def match_distance(typed: tuple[str, ...], text: str) -> int | None:
    """Return a distance between typed words and *text* (0 is best); None if they do not match.

    Each typed word must occur at the start of a word of the text or inside one, or its characters
    must follow one another closely from the start of a word: ``svas`` finds ``save as``.

    Args:
        typed: Normalized lower-case words.
        text: The normalized lower-case name of an entry.
    """
    distance = 0
    for word in typed:
        word_distance = _word_distance(word, text)
        if word_distance is None:
            return None
        distance += word_distance
    return distance


def _word_distance(word: str, text: str) -> int | None:
    index = text.find(word)
    if index == 0:
        return 0
    if index > 0:
        word_start = re.search(rf"\b{re.escape(word)}", text)
        return 1 if word_start else 3
    match = _subsequence_pattern(word).search(text) if len(word) > 1 else None
    if match is None or len(match.group()) > _MAX_SPREAD * len(word):
        return None
    return 4 + min(len(match.group()) - len(word), _MAX_GAP_PENALTY)


@cache
def _subsequence_pattern(word: str) -> re.Pattern[str]:
    """Return a pattern that finds the characters of a word in order, from the start of a word."""
    return re.compile(r"\b" + ".*?".join(map(re.escape, word)))


COMMAND = message_in("kind of entry", "Command")
PANEL = message_in("kind of entry", "Panel")
LAYOUT = message_in("kind of entry", "Layout")
PIECE = message_in("kind of entry", "Piece")
PROBLEM = message_in("kind of entry", "Problem")
HEX = message_in("kind of entry", "Hex")
_KIND_COLUMN, _KEYS_COLUMN = 1, 2
_EXCLUDED_COMMANDS = ("palette", "go-to-hex")
_HEX_PATTERN = re.compile(r"[a-z]\d{0,2}")


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """An entry of the palette.

    Attributes:
        key: Key in the list of recently used entries, such as ``command save``.
        kind: The kind of entry.
        name: Its name in the current language.
        search_text: The text searched for the typed words, normalized to lower case.
        keys: Its shortcut in native notation; empty if it has none.
        run: Runs the command, restores the layout, picks up the piece, or shows the panel, problem
            or hex.
    """

    key: str
    kind: Message
    name: str
    search_text: str
    run: Callable[[], object]
    keys: str = ""


def palette_entries(context: EditorContext) -> tuple[PaletteEntry, ...]:
    """Return all entries of a window except the hexes."""
    places = (*_panel_entries(context), *_layout_entries(context))
    return (
        *_command_entries(context),
        *places,
        *_piece_entries(context),
        *_problem_entries(context),
    )


def hex_entries(context: EditorContext, typed: str) -> tuple[PaletteEntry, ...]:
    """Return entries for the hexes whose names start with *typed*, shortest names first."""
    prefix = typed.strip().casefold()
    if not _HEX_PATTERN.fullmatch(prefix):
        return ()
    scenario = context.document.scenario
    names = {hex_: scenario.board.name(hex_).casefold() for hex_ in scenario.board.hexes}
    matches = [hex_ for hex_, name in names.items() if name.startswith(prefix)]
    matches.sort(key=lambda hex_: (len(names[hex_]), names[hex_]))
    return tuple(_hex_entry(context, hex_) for hex_ in matches)


def _command_entries(context: EditorContext) -> Iterator[PaletteEntry]:
    menus = _menus_of_commands()
    for name, action in context.commands.items():
        if action.isEnabled() and name not in _EXCLUDED_COMMANDS:
            menu, label = menus.get(name), command_label(name, action)
            command_text = COMMANDS[name].text if name in COMMANDS else ""
            english = f"{_english_label(menu)} {_english_label(command_text)}"
            yield PaletteEntry(
                f"command {name}",
                COMMAND,
                label,
                fold_text(f"{label} {english}"),
                action.trigger,
                _shortcut_text(action),
            )


def command_label(name: str, action: QAction) -> str:
    """Return the name of a command for use outside its menu: ``Theme: Dark``."""
    text, menu = without_mnemonic(action.text()), _menus_of_commands().get(name)
    return translated(label_with_text(without_mnemonic(translated(menu)), text)) if menu else text


def command_labels(commands: Mapping[str, QAction]) -> dict[str, str]:
    """Return the names of commands in the order of the menus, and then those in no menu."""
    entries = [name for names in MENUS.values() for name in names]
    in_menus = [each for name in entries for each in SUBMENUS.get(name, ("", (name,)))[1]]
    names = dict.fromkeys([*(name for name in in_menus if name in commands), *commands])
    return {name: command_label(name, commands[name]) for name in names}


@cache
def _menus_of_commands() -> Mapping[str, Message]:
    """Return the title of each command's menu, by command name."""
    menus = {name: title for title, names in MENUS.items() for name in names}
    return menus | {name: title for title, names in SUBMENUS.values() for name in names}


def _panel_entries(context: EditorContext) -> Iterator[PaletteEntry]:
    for name, dock in context.docks.items():
        title = without_mnemonic(dock.windowTitle())
        yield PaletteEntry(
            f"panel {name}", PANEL, title, fold_text(f"{title} {name}"), dock.focus_panel
        )


def _layout_entries(context: EditorContext) -> Iterator[PaletteEntry]:
    for name in saved_layouts(context.settings):
        yield PaletteEntry(
            f"layout {name}", LAYOUT, name, fold_text(name), partial(restore_layout, context, name)
        )


def _piece_entries(context: EditorContext) -> Iterator[PaletteEntry]:
    for element in context.document.scenario.catalogue.elements.values():
        pick_up = partial(_pick_up_piece, context, element.name)
        yield PaletteEntry(
            f"piece {element.name}", PIECE, piece_title(element), search_text(element), pick_up
        )


def _pick_up_piece(context: EditorContext, name: str) -> None:
    context.brush.pick_up(context.document.scenario.catalogue.elements[name])
    context.view.setFocus()


def _problem_entries(context: EditorContext) -> Iterator[PaletteEntry]:
    board = context.document.scenario.board
    for number, finding in enumerate(context.inspection.results.findings):
        text = message_of(finding)
        label = translated(label_with_text(location_text(finding, board), sentence(text)))
        search_text = fold_text(f"{label} {finding.code} {_english_label(text)}")
        yield PaletteEntry(
            f"problem {number}",
            PROBLEM,
            label,
            search_text,
            partial(_show_problem, context, finding),
        )


def _show_problem(context: EditorContext, finding: Diagnostic) -> None:
    context.panels.show_problems().list.set_current(finding)
    if finding.hex is not None and finding.hex in context.document.scenario.board:
        _go_to_hex(context, finding.hex)
    elif finding.pointer:
        context.panels.show_field(finding.pointer)


def _hex_entry(context: EditorContext, hex_: Hex) -> PaletteEntry:
    scenario = context.document.scenario
    name = scenario.board.name(hex_)
    label = hex_text(scenario, hex_)
    return PaletteEntry(
        f"hex {name}", HEX, label, fold_text(name), partial(_go_to_hex, context, hex_)
    )


def _go_to_hex(context: EditorContext, hex_: Hex) -> None:
    context.selection.select({hex_})
    context.view.setFocus()
    context.view.show_hex(hex_)


def _shortcut_text(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _english_label(value: Value | None) -> str:
    return without_mnemonic(renderer_in(ENGLISH).render(value)) if value else ""


_RECENT_KEY = "commands/recent"
_MAX_RECENT = 12
_MAX_LISTED = 160  # more than anyone would scroll through
_DEFAULT_KINDS = (COMMAND, PANEL)
_MOVE_KEYS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CommandPalette(QDialog):
    """A dialog that finds an entry by name; Enter chooses it.

    Attributes:
        search: The search field; the arrow keys move in the list from here.
        list: The matches, best first; while nothing is typed, the recently used entries, then all
            commands and panels.
        chosen: The chosen entry; None if the dialog was canceled.
    """

    def __init__(
        self,
        entries: tuple[PaletteEntry, ...],
        find_hexes: Callable[[str], tuple[PaletteEntry, ...]],
        recent: list[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self._entries, self._find_hexes, self._recent = entries, find_hexes, recent
        self._shown_entries: tuple[PaletteEntry, ...] = ()
        self.chosen: PaletteEntry | None = None
        self.setWindowTitle(tr("Commands"))
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(_placeholder_text(only_hexes=not entries))
        self.search.setAccessibleName(_placeholder_text(only_hexes=not entries))
        self.search.installEventFilter(self)
        self.list = _create_list(self)
        self.no_match_label = QLabel(tr("No matches."), self)
        self.no_match_label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        column = QVBoxLayout(self)
        for widget in (self.search, self.no_match_label, self.list):
            column.addWidget(widget, int(widget is self.list))
        self.search.textChanged.connect(self._show_matches)
        self.search.returnPressed.connect(self._accept_current)
        self.list.itemActivated.connect(self._accept_current)
        self.list.itemClicked.connect(self._accept_current)
        resize_to_screen(self, 680, 460)
        self._show_matches()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with the arrow keys while typing."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            is_move = event.key() in _MOVE_KEYS
            if is_move:
                self.list.keyPressEvent(event)
            return is_move
        return super().eventFilter(watched, event)

    def _show_matches(self) -> None:
        typed = self.search.text()
        self._shown_entries = (
            *self._find_hexes(typed),
            *self._matches(tuple(fold_text(typed).split())),
        )[:_MAX_LISTED]
        self.list.clear()
        for entry in self._shown_entries:
            row = QTreeWidgetItem([entry.name, translated(entry.kind), entry.keys])
            row.setToolTip(0, entry.name)
            for column in (_KIND_COLUMN, _KEYS_COLUMN):
                row.setForeground(column, self.palette().placeholderText())
            self.list.addTopLevelItem(row)
        if first_row := self.list.topLevelItem(0):
            self.list.setCurrentItem(first_row)
        self.no_match_label.setVisible(bool(typed) and not self._shown_entries)

    def _matches(self, typed: tuple[str, ...]) -> list[PaletteEntry]:
        """Return the matches, best first, the more recently used first on a tie.

        If nothing is typed, return the recently used entries and all commands and panels.
        """
        if not typed:
            entries = [
                each
                for each in self._entries
                if each.kind in _DEFAULT_KINDS or self._is_recently_used(each)
            ]
            return sorted(entries, key=self._recency_rank)
        distances = ((match_distance(typed, each.search_text), each) for each in self._entries)
        ranked_entries = [
            (distance, self._recency_rank(each), len(each.name), each)
            for distance, each in distances
            if distance is not None
        ]
        return [each for *_, each in sorted(ranked_entries, key=lambda ranked: ranked[:3])]

    def _is_recently_used(self, entry: PaletteEntry) -> bool:
        return entry.key in self._recent

    def _recency_rank(self, entry: PaletteEntry) -> int:
        return self._recent.index(entry.key) if self._is_recently_used(entry) else len(self._recent)

    def _accept_current(self) -> None:
        row = self.list.currentIndex().row()
        if row >= 0:
            self.chosen = self._shown_entries[row]
            self.accept()


def _placeholder_text(only_hexes: bool) -> str:
    if only_hexes:
        return tr("Hex name, such as G5")
    return tr("Type a command, piece, problem or hex")


def _create_list(parent: QWidget) -> QTreeWidget:
    tree = QTreeWidget(parent)
    fill_behind_scroll_bars(tree)
    tree.setColumnCount(_KEYS_COLUMN + 1)
    tree.setHeaderHidden(True)
    tree.setRootIsDecorated(False)
    tree.ensurePolished()  # or the height of the rows is that without the style sheet
    tree.setUniformRowHeights(True)
    tree.setAccessibleName(tr("Commands"))
    tree.setTabKeyNavigation(False)
    header = tree.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    return tree


def open_command_palette(context: EditorContext, only_hexes: bool = False) -> None:
    """Let the user choose an entry by name, and run it.

    Args:
        context: The context of the window.
        only_hexes: Whether to offer hexes only.
    """
    recent_keys = list_setting(context.settings, _RECENT_KEY)
    entries = () if only_hexes else palette_entries(context)
    dialog = CommandPalette(
        entries, lambda typed: hex_entries(context, typed), recent_keys, context.window
    )
    dialog.exec()
    dialog.deleteLater()
    if dialog.chosen is not None:
        _store_recent(context, dialog.chosen, recent_keys)
        dialog.chosen.run()


def _store_recent(context: EditorContext, entry: PaletteEntry, recent_keys: list[str]) -> None:
    if not entry.key.startswith(("problem ", "hex ")):
        other_keys = [key for key in recent_keys if key != entry.key]
        context.settings.setValue(_RECENT_KEY, [entry.key, *other_keys][:_MAX_RECENT])
