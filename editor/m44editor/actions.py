"""The menus and the toolbar of the main window, and the Qt actions of its commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from m44core.messages.message import Message, message
from m44core.model.edits.piece_edits import EraserReach
from m44editor.interface_text import translated, without_mnemonic
from m44editor.menu_commands import (
    COMMANDS,
    FIGURES,
    LANGUAGE_COMMANDS,
    LAYOUT_COMMANDS,
    LOCKS,
    MOTIONS,
    NUDGES,
    OVERLAYS,
    PANEL_COMMANDS,
    SEPARATOR,
    SINGLE_TAB_COMMANDS,
    STAMPS,
    SYMMETRIES,
    Command,
)

MENUS: Mapping[Message, tuple[str, ...]] = {
    message("&File"): (
        *("new", "open", "recent", "reopen-closed", "examples", "library", SEPARATOR),
        *("save", "save-as", "reload", "history", SEPARATOR),
        *("import", "export", "sheet", "publish", "setup-list", SEPARATOR),
        *("translate", "sentences", SEPARATOR, "compare", "packs", SEPARATOR),
        *("close", "quit"),
    ),
    message("&Edit"): (
        *(
            "undo",
            "redo",
            SEPARATOR,
            "cut",
            "copy",
            "paste",
            "parts",
            "stamp",
            "stamps",
            "keep-stamps",
        ),
        *("duplicate", "nudge", "copy-hex", "delete", SEPARATOR),
        *("select-all", "select-none", "select-others", "select-kind", "select-side", SEPARATOR),
        *("figures", SEPARATOR, "find", "search-everything", "replace-all"),
    ),
    message("&View"): (
        *(
            "palette",
            SEPARATOR,
            "zoom-in",
            "zoom-out",
            "actual-size",
            "fit",
            "go-to-hex",
            SEPARATOR,
        ),
        *("hex_names", "grid", "section_lines", "mini-map", "underlay", SEPARATOR),
        *(
            "rules",
            "layers",
            "locks",
            SEPARATOR,
            "tabs",
            "docks",
            "panels",
            "layouts",
            "clear-view",
            SEPARATOR,
        ),
        *("theme", "languages"),
    ),
    message("&Board"): (
        *("board-STANDARD", "board-BRKTHRU", "board-OVERLORD", "board-size", SEPARATOR),
        *("face-COUNTRY", "face-BEACH", "face-WINTER", "face-DESERT", SEPARATOR),
        *("mirror-east-west", "mirror-north-south", "mirror-half-turn", "swap-board-sides"),
    ),
    message("&Tools"): (
        *("select", "brush", "path", "rectangle", "ellipse", "fill", "eraser", "eyedropper"),
        *("lasso", "wand", "objective", "exit", "hand", SEPARATOR),
        *("rotate", "rotate-back", "flip-left-right", "flip-top-bottom", SEPARATOR),
        *("swap-side", SEPARATOR, "symmetry", "reach", "mend", "right-picks", SEPARATOR),
        *("playtest", "balance", "balance-compare", "log-game"),
    ),
    message("&Problems"): (
        *("next-problem", "previous-problem", SEPARATOR, "fix-problem", "fix-safe", SEPARATOR),
        *("allow-problem", "show-allowed", SEPARATOR, "arena", "publication", "boxes"),
    ),
    message("&Help"): (
        *("manual", "whats-this", "welcome", "tour", "copy-examples", SEPARATOR),
        *("keys", "shortcuts", "checks", SEPARATOR, "report-problem", "about"),
    ),
}

_TABS = (
    *("recent-tab", "recent-tab-back", "next-tab", "previous-tab", SEPARATOR),
    *("split-across", "split-down", "other-board", SEPARATOR, "restore", SEPARATOR),
    *(*SINGLE_TAB_COMMANDS, SEPARATOR),
)

SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "recent": (message("Open &Recent"), ()),
    "examples": (message("Open &Built-in Scenario"), ()),
    "compare": (message("Co&mpare With"), ("compare-file", "compare-saved")),
    "figures": (
        message("Fi&gures"),
        (*(f"figures-{number}" for number in FIGURES), "figures-usual"),
    ),
    "stamps": (message("Stamp &by Number"), tuple(f"stamp-{number}" for number in STAMPS)),
    "keep-stamps": (message("Save a&s Stamp"), tuple(f"keep-stamp-{number}" for number in STAMPS)),
    "nudge": (message("Mo&ve Selection"), tuple(f"nudge-{direction}" for direction in NUDGES)),
    "reach": (message("&What to Erase"), tuple(f"reach-{reach}" for reach in EraserReach)),
    "symmetry": (
        message("&Mirror While Painting"),
        (*SYMMETRIES, SEPARATOR, "symmetry-next", "symmetry-swap"),
    ),
    "import": (message("Impor&t"), ("import-list",)),
    "tabs": (message("Tabs and &Windows"), _TABS),
    "parts": (message("&What to Paste"), ("parts-all", "parts-ground", "parts-pieces")),
    "layers": (
        message("La&yers"),
        ("terrain", "structures", "obstacles", "units", "tags", "labels"),
    ),
    "locks": (message("Loc&k Layers"), tuple(LOCKS)),
    "rules": (message("&Rule Overlays"), tuple(f"overlay-{overlay}" for overlay in OVERLAYS)),
    "panels": (message("Go to Panel"), tuple(PANEL_COMMANDS)),
    "docks": (message("&Panels"), ("next-pane", "previous-pane", "fold-panels", SEPARATOR)),
    "languages": (message("Lang&uage"), ("language-system", *LANGUAGE_COMMANDS)),
    "theme": (
        message("T&heme"),
        (
            *("theme-system", "theme-light", "theme-dark"),
            *("theme-contrast-light", "theme-contrast-dark", SEPARATOR),
            *(f"motion-{motion}" for motion in MOTIONS),
        ),
    ),
    "layouts": (message("Layou&ts"), LAYOUT_COMMANDS),
}

TOOLS = (
    *("select", "brush", "path", "objective", "exit", "rectangle", "fill", "eraser"),
    *("eyedropper", "hand"),
)
TOOL_BAR = (
    *("new", "open", "save", SEPARATOR, "undo", "redo", SEPARATOR, *TOOLS, SEPARATOR),
    *("rotate-back", "rotate", SEPARATOR, "fit", SEPARATOR, "playtest"),
)
VISIBILITY_COMMANDS = ("hex_names", "grid", "section_lines", *SUBMENUS["layers"][1])


def make_actions(owner: QObject) -> dict[str, QAction]:
    """Return an action for each command, by command name, not yet in any menu."""
    groups: dict[str, QActionGroup] = {}
    actions: dict[str, QAction] = {}
    for name, command in COMMANDS.items():
        action = QAction(translated(command.text), owner)
        action.setObjectName(name)
        if command.keys:
            action.setShortcuts([to_key_sequence(keys) for keys in command.keys])
        tip = translated(command.tip)
        action.setStatusTip(tip)
        action.setWhatsThis(tip)
        if name in TOOL_BAR:  # menus show none
            action.setToolTip(tool_tip(command))
        action.setCheckable(command.checkable or bool(command.group))
        if command.group:
            groups.setdefault(command.group, QActionGroup(owner)).addAction(action)
        actions[name] = action
    return actions


def make_menus(bar: QMenuBar, actions: Mapping[str, QAction]) -> dict[str, QMenu]:
    """Fill a menu bar and return its submenus by name."""
    submenus = {name: QMenu(translated(title), bar) for name, (title, _) in SUBMENUS.items()}
    for name, (_, entries) in SUBMENUS.items():
        _fill_menu(submenus[name], entries, actions, {})
    for title, entries in MENUS.items():
        _fill_menu(bar.addMenu(translated(title)), entries, actions, submenus)
    return submenus


def _fill_menu(
    menu: QMenu,
    names: tuple[str, ...],
    actions: Mapping[str, QAction],
    submenus: Mapping[str, QMenu],
) -> None:
    for name in names:
        if name == SEPARATOR:
            menu.addSeparator()
        elif name in submenus:
            menu.addMenu(submenus[name])
        else:
            menu.addAction(actions[name])


@lru_cache(maxsize=512)
def to_key_sequence(keys: str) -> QKeySequence:
    """Return the shortcut with the given portable, untranslated notation."""
    return QKeySequence(keys, QKeySequence.SequenceFormat.PortableText)


def tool_tip(command: Command) -> str:
    """Return the tooltip of a command, including its shortcut."""
    text = without_mnemonic(translated(command.text)).rstrip("…")
    key_names = (
        to_key_sequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        for keys in command.keys
    )
    keys = next((f" ({keys})" for keys in key_names), "")
    tip = translated(command.tip)
    return f"<b>{text}</b>{keys}<br>{tip}" if tip else f"<b>{text}</b>{keys}"


def native_shortcut_text(keys: str) -> str:
    """Return a shortcut in native notation, such as ``Strg+Return`` in German."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def first_shortcut_text(command: QAction) -> str:
    """Return the first shortcut of a command in native notation; empty if it has none."""
    return command.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def label_with_keys(label: str, keys: str) -> str:
    """Return the label of a menu entry followed by keys that do not become its shortcut."""
    return f"{label}\t{keys}" if keys else label


def plain_label(text: str) -> str:
    """Return a text as a menu label in which no letter becomes a mnemonic."""
    return text.replace("&", "&&")


def without_arguments(slot: Callable[[], object]) -> Callable[..., object]:
    """Return a slot that ignores the arguments of the signal."""
    return lambda *_: slot()
