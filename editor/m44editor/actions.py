"""The commands of the main window, and the menus and tool bar they are in, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

from m44core.messages.languages import languages
from m44core.messages.message import Message, message, several
from m44editor import menu_commands
from m44editor.interface_text import translated, without_mnemonic
from m44editor.menu_commands import LINE, OVERLAYS, Command


def _lock(text: Message) -> Command:
    return Command(text, tip=message("Let no tool change what lies on this layer"), checkable=True)


LOCKS: Mapping[str, Command] = {
    "lock-terrain": _lock(message("Lock &Terrain")),
    "lock-structures": _lock(message("Lock &Structures")),
    "lock-obstacles": _lock(message("Lock &Obstacles")),
    "lock-units": _lock(message("Lock &Units")),
    "lock-tags": _lock(message("Lock &Medals and Markers")),
    "lock-labels": _lock(message("Lock La&bels")),
}

LAYERS: Mapping[str, Command] = {
    "hex_names": Command(
        message("Hex &Names"), ("Ctrl+G",), message("Write A9 to M1 on the hexes"), checkable=True
    ),
    "grid": Command(
        message("&Grid"), tip=message("Draw the outlines of the hexes"), checkable=True
    ),
    "section_lines": Command(
        message("Section &Lines"), tip=message("Draw the dashed lines"), checkable=True
    ),
    "terrain": Command(message("&Terrain"), tip=message("Show hex tiles"), checkable=True),
    "structures": Command(
        message("&Structures"), tip=message("Show bunkers, bridges ..."), checkable=True
    ),
    "obstacles": Command(
        message("&Obstacles"), tip=message("Show wire, sandbags, hedgehogs"), checkable=True
    ),
    "units": Command(message("&Units"), tip=message("Show units"), checkable=True),
    "tags": Command(
        message("&Medals and Markers"), tip=message("Show medals and markers"), checkable=True
    ),
    "labels": Command(message("La&bels"), tip=message("Show labels"), checkable=True),
}


FIGURES = range(1, 7)  # numbers with shortcuts
LANGUAGE_COMMANDS = tuple(f"language-{code}" for code in languages())

STEP_KEYS = {"undo": ("Ctrl+Z",), "redo": ("Ctrl+Shift+Z", "Ctrl+Y")}

COMMANDS: Mapping[str, Command] = {
    **{f"overlay-{overlay}": command for overlay, command in OVERLAYS.items()},
    "new": Command(message("&New"), ("Ctrl+N",), message("Start an empty scenario")),
    "open": Command(message("&Open…"), ("Ctrl+O",), message("Open a scenario")),
    "save": Command(message("&Save"), ("Ctrl+S",), message("Save the scenario")),
    "save-as": Command(
        message("Save &As…"), ("Ctrl+Shift+S",), message("Save the scenario under another name")
    ),
    "reload": Command(message("Re&load"), ("Ctrl+R",), message("Read the file again")),
    "export": Command(
        message("&Export Picture…"), ("Ctrl+E",), message("Write the board as SVG, PNG or PDF")
    ),
    "library": Command(
        message("Librar&y…"),
        ("Ctrl+Shift+L",),
        message("Show the scenarios of a folder with their boards"),
    ),
    "setup-list": Command(
        message("Setup C&hecklist…"), tip=message("Show how to set the map up, step by step")
    ),
    "packs": Command(
        message("&Packs…"), tip=message("Add pieces of an author's own to the palette")
    ),
    "compare-file": Command(
        message("&Other File…"),
        ("Ctrl+Shift+D",),
        message("Show what differs between another file and this one"),
    ),
    "compare-saved": Command(
        message("&Saved Version"), tip=message("Show what changed since the file was saved")
    ),
    "history": Command(
        message("F&ile History…"),
        ("Ctrl+Shift+H",),
        message("Show the versions that were kept of the file, and bring one back"),
    ),
    "sheet": Command(
        message("Scenario Sheet (PD&F)…"),
        ("Ctrl+P",),
        message("See the scenario as it is printed, and save it as a PDF"),
    ),
    "translate": Command(
        message("Translate Te&xts…"),
        ("Ctrl+Shift+Y",),
        message("Translate the texts, paragraph by paragraph, with glossary and memory"),
    ),
    "sentences": Command(
        message("&Write Standard Sentences…"),
        tip=message("Say cards, medals, objectives and special rules in the texts, from the data"),
    ),
    "import-list": Command(
        message("&Setup List…"),
        ("Ctrl+Shift+I",),
        message("Lay out a list of pieces and hexes that was written, copied or scanned"),
    ),
    "underlay": Command(
        message("Und&erlay…"),
        tip=message("Show a scan or a photograph under the pieces, to lay a map by"),
    ),
    "close": Command(message("&Close"), ("Ctrl+W",), message("Close the scenario")),
    "quit": Command(message("&Quit"), ("Ctrl+Q",), message("Close the program")),
    "cut": Command(
        message("Cu&t"),
        ("Ctrl+X",),
        message("Take what lies on the selected hexes away to paste it"),
    ),
    "copy": Command(message("&Copy"), ("Ctrl+C",), message("Copy what lies on the selected hexes")),
    "paste": Command(message("&Paste"), ("Ctrl+V",), message("Paste where you click next")),
    "duplicate": Command(
        message("&Duplicate"), ("Ctrl+D",), message("Copy the selected hexes to where you click")
    ),
    "stamp": Command(
        message("Sta&mp"),
        ("Ctrl+B",),
        message("Paint with the selected hexes until Esc; X and Y mirror, R turns them"),
    ),
    "parts-all": Command(
        message("&Everything"), ("Alt+1",), message("Paste all of the hexes"), group="parts"
    ),
    "parts-ground": Command(
        message("&Terrain Only"),
        ("Alt+2",),
        message("Paste tiles, structures and labels, and leave the pieces there"),
        group="parts",
    ),
    "parts-pieces": Command(
        message("&Pieces Only"),
        ("Alt+3",),
        message("Paste units, obstacles and markers, and leave the terrain there"),
        group="parts",
    ),
    "copy-hex": Command(
        message("Copy &Hex Names"), ("Alt+C",), message("Copy the names of the selected hexes")
    ),
    "delete": Command(message("De&lete"), ("Del",), message("Empty the selected hexes")),
    "select-all": Command(message("Select &All"), ("Ctrl+A",), message("Select every hex")),
    "select-none": Command(message("Select &None"), ("Ctrl+Shift+A",), message("Select no hex")),
    "select-others": Command(
        message("Select &Others"), ("Ctrl+I",), message("Select what is not selected")
    ),
    "select-kind": Command(
        message("Select Same &Kind"), ("Ctrl+K",), message("Select all pieces of the same kind")
    ),
    "select-side": Command(
        message("Select Same S&ide"), ("Ctrl+J",), message("Select all units of the same side")
    ),
    **{
        f"figures-{number}": Command(
            several("&{number} Figure", "&{number} Figures", number),
            (str(number),),
            message("Figures of the unit in hand, else of the selected units"),
        )
        for number in FIGURES
    },
    "figures-usual": Command(
        message("&Usual Figures"),
        ("0",),
        message("As many figures as such units have"),
    ),
    "find": Command(message("&Find Piece…"), ("Ctrl+F",), message("Search the palette")),
    "zoom-in": Command(message("Zoom &In"), ("Ctrl++", "Ctrl+="), message("Show the board larger")),
    "zoom-out": Command(message("Zoom &Out"), ("Ctrl+-",), message("Show the board smaller")),
    "actual-size": Command(
        message("&Actual Size"), ("Ctrl+0",), message("Show a hex 100 pixels wide")
    ),
    "fit": Command(message("&Fit Board"), ("Ctrl+9", "Ctrl+/"), message("Show the whole board")),
    "go-to-hex": Command(
        message("Go to He&x…"), ("Ctrl+Shift+G",), message("Type the name of a hex to go there")
    ),
    "clear-view": Command(
        message("&Clear View"), ("F11",), message("Hide all panels, or show them again")
    ),
    "mini-map": Command(
        message("&Mini Map"), tip=message("Show large boards whole in a corner"), checkable=True
    ),
    "palette": Command(
        message("Comman&ds…"), ("Ctrl+Shift+P",), message("Do anything by its name")
    ),
    "next-problem": Command(message("Next &Problem"), ("F8",), message("Go to the next problem")),
    "previous-problem": Command(
        message("Pre&vious Problem"), ("Shift+F8",), message("Go to the problem before")
    ),
    "fix-problem": Command(
        message("Fi&x Problem…"), ("Ctrl+.",), message("Show the repairs of this problem")
    ),
    "fix-safe": Command(
        message("Fix All &Safe Problems"),
        tip=message("Apply every fix that loses nothing and changes no game"),
    ),
    "allow-problem": Command(
        message("&Allow Problem Here…"), tip=message("Say why this problem may be")
    ),
    "show-allowed": Command(
        message("Sho&w Allowed"), tip=message("List what is allowed, too"), checkable=True
    ),
    "arena": Command(
        message("Plays on &Board Game Arena"),
        tip=message("Say whether it can be played there"),
        checkable=True,
    ),
    "publication": Command(
        message("Ready to P&ublish"),
        tip=message("Say what a printed or published scenario needs"),
        checkable=True,
    ),
    "boxes": Command(message("Boxes You &Own…"), tip=message("Judge by the boxes you own")),
    **{
        f"language-{code}": Command(language.name, group="language")
        for code, language in languages().items()
    },
    "language-system": Command(
        message("&System Language"),
        group="language",
        tip=message("The language the desktop speaks"),
    ),
    **menu_commands.APPEARANCE_COMMANDS,
    **LAYERS,
    "select": Command(
        message("&Select and Move"), ("V",), message("Select hexes, drag pieces"), group="tool"
    ),
    "brush": Command(
        message("&Brush"), ("B",), message("Paint; Shift draws a line, Alt picks up"), group="tool"
    ),
    "path": Command(
        message("Pa&th"),
        ("C",),
        message("Draw a river, road, railway or coast in one stroke; R: crossings, sides, ends"),
        group="tool",
    ),
    "rectangle": Command(message("&Rectangle"), ("P",), message("Paint a rectangle"), group="tool"),
    "fill": Command(message("&Fill"), ("F",), message("Paint connected like ground"), group="tool"),
    "eraser": Command(
        message("&Eraser"),
        ("E",),
        message("Take off the top piece, or what Erase What says; Ctrl all"),
        group="tool",
    ),
    **menu_commands.PAINTING_COMMANDS,
    **LOCKS,
    **menu_commands.TAB_COMMANDS,
    "eyedropper": Command(
        message("E&yedropper"), ("I",), message("Pick a piece up from the board"), group="tool"
    ),
    "hand": Command(message("&Hand"), ("H",), message("Drag the board"), group="tool"),
    "rotate": Command(
        message("Rotate R&ight"), ("R",), message("Turn the brush or the selected pieces")
    ),
    "rotate-back": Command(
        message("Rotate &Left"), ("Shift+R",), message("Turn the other way round")
    ),
    "flip-left-right": Command(
        message("Mirror in Hand: Left &and Right"),
        ("X",),
        message("Mirror what is being pasted or stamped"),
    ),
    "flip-top-bottom": Command(
        message("Mirror in Hand: T&op and Bottom"),
        ("Y",),
        message("Mirror what is being pasted or stamped"),
    ),
    "mirror-east-west": Command(
        message("Mirror Left and &Right"), tip=message("Swap east and west")
    ),
    "mirror-north-south": Command(
        message("Mirror &Top and Bottom"), tip=message("Swap the players' sides")
    ),
    "board-STANDARD": Command(message("&Standard"), group="board", tip=message("13 by 9 hexes")),
    "board-BRKTHRU": Command(
        message("&Breakthrough"), group="board", tip=message("13 by 17 hexes")
    ),
    "board-OVERLORD": Command(message("&Overlord"), group="board", tip=message("26 by 9 hexes")),
    "face-COUNTRY": Command(
        message("&Countryside"), group="face", tip=message("The board's green face")
    ),
    "face-BEACH": Command(message("B&each"), group="face", tip=message("Land, beach and ocean")),
    "face-WINTER": Command(message("&Winter"), group="face", tip=message("Snow")),
    "face-DESERT": Command(message("&Desert"), group="face", tip=message("Sand")),
    "playtest": Command(
        message("&Playtest"), ("F5",), message("Play the scenario as it is on the screen")
    ),
    "welcome": Command(
        message("&Welcome"), tip=message("Show what was open last, and boards to begin with")
    ),
    "tour": Command(message("Take the T&our"), tip=message("Six steps on a real scenario")),
    "keys": Command(message("&Keys and Mouse"), ("F1",), message("What keys and mouse buttons do")),
    "shortcuts": Command(
        message("&Shortcuts…"), tip=message("Change which keys belong to which command")
    ),
    "checks": Command(
        message("&The Checks"), ("Shift+F1",), message("What each check looks for, and why")
    ),
    "about": Command(message("&About M44 Workshop"), tip=message("Version and licence")),
}

MENUS: Mapping[Message, tuple[str, ...]] = {
    message("&File"): (
        *("new", "open", "recent", "reopen-closed", "examples", "library", LINE),
        *("save", "save-as", "reload", "history", LINE),
        *("import", "export", "sheet", "setup-list", LINE),
        *("translate", "sentences", LINE, "compare", "packs", LINE),
        *("close", "quit"),
    ),
    message("&Edit"): (
        *("undo", "redo", LINE, "cut", "copy", "paste", "parts", "stamp", "stamps", "keep-stamps"),
        *("duplicate", "nudge", "copy-hex", "delete", LINE),
        *("select-all", "select-none", "select-others", "select-kind", "select-side", LINE),
        *("figures", LINE, "find", "replace-all"),
    ),
    message("&View"): (
        *("palette", LINE, "zoom-in", "zoom-out", "actual-size", "fit", "go-to-hex", LINE),
        *("hex_names", "grid", "section_lines", "mini-map", "underlay", LINE),
        *("rules", "layers", "locks", LINE, "tabs", "docks", "layouts", "clear-view", LINE),
        *("theme", "languages"),
    ),
    message("&Board"): (
        *("board-STANDARD", "board-BRKTHRU", "board-OVERLORD", "board-size", LINE),
        *("face-COUNTRY", "face-BEACH", "face-WINTER", "face-DESERT", LINE),
        *("mirror-east-west", "mirror-north-south", "mirror-half-turn", "swap-board-sides"),
    ),
    message("&Tools"): (
        *("select", "brush", "path", "rectangle", "ellipse", "fill", "eraser", "eyedropper"),
        *("lasso", "wand", "objective", "exit", "hand", LINE),
        *("rotate", "rotate-back", "flip-left-right", "flip-top-bottom", LINE),
        *("swap-side", LINE, "symmetry", "reach", "mend", LINE, "playtest"),
    ),
    message("&Problems"): (
        *("next-problem", "previous-problem", LINE, "fix-problem", "fix-safe", LINE),
        *("allow-problem", "show-allowed", LINE, "arena", "publication", "boxes"),
    ),
    message("&Help"): ("welcome", "tour", "keys", "shortcuts", "checks", "about"),
}

SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "recent": (message("Open &Recent"), ()),
    "examples": (message("Open &Built-in Scenario"), ()),
    "compare": (message("Co&mpare With"), ("compare-file", "compare-saved")),
    "figures": (
        message("Fi&gures"),
        (*(f"figures-{number}" for number in FIGURES), "figures-usual"),
    ),
    **menu_commands.PAINTING_SUBMENUS,
    "import": (message("Impor&t"), ("import-list",)),
    **menu_commands.TAB_SUBMENUS,
    "parts": (message("Paste &What"), ("parts-all", "parts-ground", "parts-pieces")),
    "layers": (
        message("La&yers"),
        ("terrain", "structures", "obstacles", "units", "tags", "labels"),
    ),
    "locks": (message("Loc&k Layers"), tuple(LOCKS)),
    "rules": (message("&Rules"), tuple(f"overlay-{overlay}" for overlay in OVERLAYS)),
    "docks": (message("&Panels"), ("next-pane", "previous-pane", LINE)),
    "languages": (message("Lang&uage"), ("language-system", *LANGUAGE_COMMANDS)),
    **menu_commands.APPEARANCE_SUBMENUS,
}

TOOLS = ("select", "brush", "path", "rectangle", "fill", "eraser", "eyedropper", "hand")
TOOL_BAR = (
    *("new", "open", "save", LINE, "undo", "redo", LINE, *TOOLS, LINE),
    *("rotate-back", "rotate", LINE, "zoom-out", "zoom-in", "fit", LINE, "playtest"),
)
SHOWN = ("hex_names", "grid", "section_lines", *SUBMENUS["layers"][1])


def make_actions(owner: QObject) -> dict[str, QAction]:
    """Return an action for each command; they are in no menu yet."""
    groups: dict[str, QActionGroup] = {}
    actions: dict[str, QAction] = {}
    for name, command in COMMANDS.items():
        action = QAction(translated(command.text), owner)
        action.setObjectName(name)
        if command.keys:
            action.setShortcuts([keys_of(keys) for keys in command.keys])
        action.setStatusTip(translated(command.tip))
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
        _fill(submenus[name], entries, actions, {})
    for title, entries in MENUS.items():
        _fill(bar.addMenu(translated(title)), entries, actions, submenus)
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


def keys_of(keys: str) -> QKeySequence:
    """Return a shortcut from its portable, untranslated notation."""
    return QKeySequence(keys, QKeySequence.SequenceFormat.PortableText)


def tool_tip(command: Command) -> str:
    """Return the tool tip of a command, with its shortcut."""
    text = without_mnemonic(translated(command.text)).rstrip("…")
    shown = (
        keys_of(keys).toString(QKeySequence.SequenceFormat.NativeText) for keys in command.keys
    )
    keys = next((f" ({keys})" for keys in shown), "")
    tip = translated(command.tip)
    return f"<b>{text}</b>{keys}<br>{tip}" if tip else f"<b>{text}</b>{keys}"


def key_name(keys: str) -> str:
    """Return a shortcut in native notation: ``Strg+Return`` for ``Ctrl+Return`` in German."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def without_arguments(slot: Callable[[], object]) -> Callable[..., object]:
    """Return a slot that drops the arguments of the signal."""
    return lambda *_: slot()
