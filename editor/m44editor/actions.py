"""Every command of the main window as data: where it is, what it is called, its keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from m44core.messages.languages import languages

LINE = "-"


@dataclass(frozen=True, slots=True)
class Command:
    """One entry of a menu.

    Attributes:
        text: What the menu says, with its mnemonic.
        keys: Shortcuts, the first one shown.
        tip: One sentence for the status bar; the text if empty.
        group: Commands of one group exclude each other.
        checkable: Whether it is switched on and off.
    """

    text: str
    keys: tuple[str, ...] = ()
    tip: str = ""
    group: str = ""
    checkable: bool = False


COMMANDS: Mapping[str, Command] = {
    "new": Command("&New", ("Ctrl+N",), "Start an empty scenario"),
    "open": Command("&Open…", ("Ctrl+O",), "Open a scenario"),
    "save": Command("&Save", ("Ctrl+S",), "Save the scenario"),
    "save-as": Command("Save &As…", ("Ctrl+Shift+S",), "Save the scenario under another name"),
    "reload": Command("&Reload", ("Ctrl+R",), "Read the file again"),
    "export": Command("&Export Picture…", ("Ctrl+E",), "Write the board as SVG, PNG or PDF"),
    "setup-list": Command("Setup C&hecklist…", tip="Show how to set the map up, step by step"),
    "compare-file": Command(
        "&Other File…", ("Ctrl+Shift+D",), "Show what differs between another file and this one"
    ),
    "compare-saved": Command("&Saved Version", tip="Show what changed since the file was saved"),
    "close": Command("&Close", ("Ctrl+W",), "Close the scenario"),
    "quit": Command("&Quit", ("Ctrl+Q",), "Close the program"),
    "cut": Command("Cu&t", ("Ctrl+X",), "Take what lies on the selected hexes away to paste it"),
    "copy": Command("&Copy", ("Ctrl+C",), "Copy what lies on the selected hexes"),
    "paste": Command("&Paste", ("Ctrl+V",), "Paste where you click next"),
    "duplicate": Command("&Duplicate", ("Ctrl+D",), "Copy the selected hexes to where you click"),
    "delete": Command("De&lete", ("Del",), "Empty the selected hexes"),
    "select-all": Command("Select &All", ("Ctrl+A",), "Select every hex"),
    "select-none": Command("Select &None", ("Ctrl+Shift+A",), "Select no hex"),
    "find": Command("&Find Piece…", ("Ctrl+F",), "Search the palette"),
    "zoom-in": Command("Zoom &In", ("Ctrl++", "Ctrl+="), "Show the board larger"),
    "zoom-out": Command("Zoom &Out", ("Ctrl+-",), "Show the board smaller"),
    "actual-size": Command("&Actual Size", ("Ctrl+0",), "Show a hex 100 pixels wide"),
    "fit": Command("&Fit Board", ("Ctrl+9", "Ctrl+/"), "Show the whole board"),
    "next-problem": Command("Next &Problem", ("F8",), "Go to the next problem"),
    "previous-problem": Command("Pre&vious Problem", ("Shift+F8",), "Go to the problem before"),
    "fix-problem": Command("Fi&x Problem…", ("Ctrl+.",), "Show the repairs of this problem"),
    "fix-safe": Command(
        "Fix All &Safe Problems", tip="Apply every fix that loses nothing and changes no game"
    ),
    "allow-problem": Command("&Allow Problem Here…", tip="Say why this problem may be"),
    "show-allowed": Command("Sho&w Allowed", tip="List what is allowed, too", checkable=True),
    "arena": Command(
        "Plays on &Board Game Arena", tip="Say whether it can be played there", checkable=True
    ),
    "boxes": Command("Boxes You &Own…", tip="Judge by the boxes you own"),
    **{
        f"language-{code}": Command(
            spoken.name, tip="Say findings in this language", group="language"
        )
        for code, spoken in languages().items()
    },
    "theme-system": Command("&System", group="theme", tip="Light or dark as the desktop is"),
    "theme-light": Command("&Light", group="theme", tip="Light windows"),
    "theme-dark": Command("&Dark", group="theme", tip="Dark windows"),
    "hex_names": Command("Hex &Names", ("Ctrl+G",), "Write A9 to M1 on the hexes", checkable=True),
    "grid": Command("&Grid", tip="Draw the outlines of the hexes", checkable=True),
    "section_lines": Command("Section &Lines", tip="Draw the dashed lines", checkable=True),
    "terrain": Command("&Terrain", tip="Show hex tiles", checkable=True),
    "structures": Command("&Structures", tip="Show bunkers, bridges ...", checkable=True),
    "obstacles": Command("&Obstacles", tip="Show wire, sandbags, hedgehogs", checkable=True),
    "units": Command("&Units", tip="Show units", checkable=True),
    "tags": Command("&Medals and Markers", tip="Show medals and markers", checkable=True),
    "labels": Command("La&bels", tip="Show labels", checkable=True),
    "select": Command("&Select and Move", ("V",), "Select hexes, drag pieces", group="tool"),
    "brush": Command("&Brush", ("B",), "Paint; Shift draws a line, Alt picks up", group="tool"),
    "rectangle": Command("&Rectangle", ("P",), "Paint a rectangle", group="tool"),
    "fill": Command("&Fill", ("F",), "Paint connected like ground", group="tool"),
    "eraser": Command("&Eraser", ("E",), "Take the top piece off; Ctrl all of it", group="tool"),
    "eyedropper": Command("E&yedropper", ("I",), "Pick a piece up from the board", group="tool"),
    "hand": Command("&Hand", ("H",), "Drag the board", group="tool"),
    "rotate": Command("Rotate &Right", ("R",), "Turn the brush or the selected pieces"),
    "rotate-back": Command("Rotate &Left", ("Shift+R",), "Turn the other way round"),
    "mirror-east-west": Command("Mirror Left and &Right", tip="Swap east and west"),
    "mirror-north-south": Command("Mirror Top and &Bottom", tip="Swap the players' sides"),
    "board-STANDARD": Command("&Standard", group="board", tip="13 by 9 hexes"),
    "board-BRKTHRU": Command("&Breakthrough", group="board", tip="13 by 17 hexes"),
    "board-OVERLORD": Command("&Overlord", group="board", tip="26 by 9 hexes"),
    "face-COUNTRY": Command("&Countryside", group="face", tip="The board's green face"),
    "face-BEACH": Command("B&each", group="face", tip="Land, beach and ocean"),
    "face-WINTER": Command("&Winter", group="face", tip="Snow"),
    "face-DESERT": Command("&Desert", group="face", tip="Sand"),
    "playtest": Command("&Playtest", ("F5",), "Play the scenario as it is on the screen"),
    "keys": Command("&Keys and Mouse", ("F1",), "What keys and mouse buttons do"),
    "checks": Command("&The Checks", ("Shift+F1",), "What each check looks for, and why"),
    "about": Command("&About M44 Workshop", tip="Version and licence"),
}

MENUS: Mapping[str, tuple[str, ...]] = {
    "&File": (
        *("new", "open", "recent", "examples", LINE, "save", "save-as", "reload", LINE),
        *("export", "setup-list", "compare", LINE, "close", "quit"),
    ),
    "&Edit": (
        *("undo", "redo", LINE, "cut", "copy", "paste", "duplicate", "delete", LINE),
        *("select-all", "select-none", LINE, "find"),
    ),
    "&View": (
        *("zoom-in", "zoom-out", "actual-size", "fit", LINE, "hex_names", "grid"),
        *("section_lines", LINE, "layers", "docks", "theme"),
    ),
    "&Board": (
        *("board-STANDARD", "board-BRKTHRU", "board-OVERLORD", LINE),
        *("face-COUNTRY", "face-BEACH", "face-WINTER", "face-DESERT", LINE),
        *("mirror-east-west", "mirror-north-south"),
    ),
    "&Tools": (
        *("select", "brush", "rectangle", "fill", "eraser", "eyedropper", "hand", LINE),
        *("rotate", "rotate-back", LINE, "playtest"),
    ),
    "&Problems": (
        *("next-problem", "previous-problem", LINE, "fix-problem", "fix-safe", LINE),
        *("allow-problem", "show-allowed", LINE, "arena", "boxes", "languages"),
    ),
    "&Help": ("keys", "checks", "about"),
}

SUBMENUS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "recent": ("Open &Recent", ()),
    "examples": ("Open &Base Scenario", ()),
    "compare": ("Co&mpare With", ("compare-file", "compare-saved")),
    "layers": ("&Layers", ("terrain", "structures", "obstacles", "units", "tags", "labels")),
    "docks": ("&Panels", ()),
    "languages": ("&Language of Findings", tuple(f"language-{code}" for code in languages())),
    "theme": ("T&heme", ("theme-system", "theme-light", "theme-dark")),
}

TOOLS = ("select", "brush", "rectangle", "fill", "eraser", "eyedropper", "hand")
TOOL_BAR = (
    *("new", "open", "save", LINE, "undo", "redo", LINE, *TOOLS, LINE),
    *("rotate-back", "rotate", LINE, "zoom-out", "zoom-in", "fit", LINE, "playtest"),
)
SHOWN = ("hex_names", "grid", "section_lines", *SUBMENUS["layers"][1])


def make_actions(window: QMainWindow) -> dict[str, QAction]:
    """Return an action for each command, owned by *window* and in no menu yet."""
    groups: dict[str, QActionGroup] = {}
    actions: dict[str, QAction] = {}
    for name, command in COMMANDS.items():
        action = QAction(command.text, window)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.setStatusTip(command.tip)
        action.setToolTip(_tool_tip(command))
        action.setCheckable(command.checkable or bool(command.group))
        if command.group:
            groups.setdefault(command.group, QActionGroup(window)).addAction(action)
        actions[name] = action
    return actions


def make_menus(window: QMainWindow, actions: Mapping[str, QAction]) -> dict[str, QMenu]:
    """Fill the menu bar of *window* and return its submenus."""
    submenus = {name: QMenu(title, window) for name, (title, _) in SUBMENUS.items()}
    for name, (_, entries) in SUBMENUS.items():
        _fill(submenus[name], entries, actions, {})
    for title, entries in MENUS.items():
        _fill(window.menuBar().addMenu(title), entries, actions, submenus)
    return submenus


def _fill(
    menu: QMenu,
    names: tuple[str, ...],
    actions: Mapping[str, QAction],
    submenus: Mapping[str, QMenu],
) -> None:
    for name in names:
        if name == LINE:
            menu.addSeparator()
        elif name in submenus:
            menu.addMenu(submenus[name])
        else:
            menu.addAction(actions[name])


def _tool_tip(command: Command) -> str:
    keys = f" ({command.keys[0]})" if command.keys else ""
    text = command.text.replace("&", "").rstrip("…")
    tip = f"<br>{command.tip}" if command.tip else ""
    return f"<b>{text}</b>{keys}{tip}"
