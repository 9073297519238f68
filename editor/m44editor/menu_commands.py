"""Every command of the main window as data: its name, label, shortcuts and tip."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.languages import languages
from m44core.messages.message import Message, Value, message, several
from m44core.model.edits.turning import MirrorKind
from m44core.values import dataclass

SEPARATOR = "-"


@dataclass(frozen=True, slots=True)
class Command:
    """A command, as shown in menus.

    Attributes:
        text: Its label, with a mnemonic.
        keys: Its shortcuts; the first one is shown.
        tip: A sentence for the status bar.
        group: The name of its group, whose commands are mutually exclusive.
        checkable: Whether it can be checked.
    """

    text: Value
    keys: tuple[str, ...] = ()
    tip: Value = ""
    group: str = ""
    checkable: bool = False


MOTIONS = ("system", "full", "reduced")
LAYOUT_COMMANDS = ("layout-usual", "layout-keep", "layout-forget")

APPEARANCE_COMMANDS: Mapping[str, Command] = {
    "next-pane": Command(
        message("&Next Panel"),
        ("F6",),
        message("Move the focus to the next panel, and from the last one to the board"),
    ),
    "previous-pane": Command(
        message("&Previous Panel"),
        ("Shift+F6",),
        message("Move the focus to the previous panel"),
    ),
    "theme-system": Command(
        message("&System"), group="theme", tip=message("Follow the desktop's light or dark setting")
    ),
    "theme-light": Command(message("&Light"), group="theme", tip=message("Light windows")),
    "theme-dark": Command(message("&Dark"), group="theme", tip=message("Dark windows")),
    "theme-contrast-light": Command(
        message("&High Contrast, Light"), group="theme", tip=message("Black on white")
    ),
    "theme-contrast-dark": Command(
        message("High &Contrast, Dark"), group="theme", tip=message("White on black")
    ),
    "motion-system": Command(
        message("Follow System &Motion Setting"),
        group="motion",
        tip=message("Follow the desktop's reduced-motion setting"),
    ),
    "motion-full": Command(
        message("&Full Motion"), group="motion", tip=message("Animate menus and panels")
    ),
    "motion-reduced": Command(
        message("&Reduced Motion"),
        group="motion",
        tip=message("Nothing slides or blinks, and the computer's turns appear at once"),
    ),
    "layout-usual": Command(
        message("&Default Layout"), tip=message("Restore the default arrangement of panels")
    ),
    "layout-keep": Command(
        message("&Save Layout…"), tip=message("Save the current arrangement of panels under a name")
    ),
    "fold-panels": Command(
        message("Collapse Panels in Small Windows"),
        tip=message("In a small window, icons replace the panels; click an icon to open its panel"),
        checkable=True,
    ),
    "layout-forget": Command(message("De&lete Layout…"), tip=message("Delete a saved layout")),
}


PANELS: Mapping[str, Message] = {
    "palette": message("Go to Pieces"),
    "properties": message("Go to Properties"),
    "briefing": message("Go to Briefing"),
    "texts": message("Go to Text"),
    "history": message("Go to History"),
    "problems": message("Go to Problems"),
    "stamps": message("Go to Stamps"),
    "layers": message("Go to Layers"),
    "victory": message("Go to Victory"),
    "balance": message("Go to Balance"),
}
"""The labels of the commands that move the focus to a panel, by the name of the panel."""

PANEL_COMMANDS: Mapping[str, Command] = {
    f"panel-{name}": Command(
        text,
        (f"G, {number % 10}",),
        message(
            "Move the focus to the first field of this panel: press G, then the panel's number"
        ),
    )
    for number, (name, text) in enumerate(PANELS.items(), start=1)
}


def _overlay_command(text: Message, key: str, tip: Message) -> Command:
    return Command(text, (key,), tip, checkable=True)


OVERLAYS: Mapping[str, Command] = {
    "sight": _overlay_command(
        message("&Sight"),
        "Ctrl+1",
        message("Show which hexes can be seen from the hex under the pointer"),
    ),
    "reach": _overlay_command(
        message("&Reach"), "Ctrl+2", message("Show where a unit can move and battle")
    ),
    "range": _overlay_command(
        message("Ra&nge"),
        "Ctrl+3",
        message("Show which units a unit can battle, and with how many dice"),
    ),
    "retreat": _overlay_command(
        message("Re&treats"), "Ctrl+4", message("Show retreat paths and dead ends")
    ),
    "danger-axis": _overlay_command(
        message("Danger to the A&xis"),
        "Ctrl+5",
        message("Show how many dice the enemy can roll against each hex"),
    ),
    "danger-allies": _overlay_command(
        message("Danger to the A&llies"),
        "Ctrl+6",
        message("Show how many dice the enemy can roll against each hex"),
    ),
    "distance": _overlay_command(
        message("&Distances"), "Ctrl+7", message("Show distances to objectives and exits")
    ),
    "sections": _overlay_command(
        message("S&ections"),
        "Ctrl+8",
        message("Show which section cards can order units on each hex"),
    ),
    "control": _overlay_command(
        message("&Control"), "Ctrl+L", message("Show which side holds each objective")
    ),
}


NUDGES: Mapping[str, Command] = {
    "left": Command(message("&Left"), ("Alt+Left",)),
    "right": Command(message("&Right"), ("Alt+Right",)),
    "up": Command(message("&Up"), ("Alt+Up",), message("Move along the column, in a zigzag")),
    "down": Command(message("&Down"), ("Alt+Down",), message("Move along the column, in a zigzag")),
    "up-left": Command(message("Up L&eft"), ("Alt+Home",)),
    "up-right": Command(message("Up Ri&ght"), ("Alt+PgUp",)),
    "down-left": Command(message("Do&wn Left"), ("Alt+End",)),
    "down-right": Command(message("Dow&n Right"), ("Alt+PgDown",)),
}

STAMPS = range(1, 10)  # numbers of stamps with shortcuts

PAINTING_COMMANDS: Mapping[str, Command] = {
    **{
        f"stamp-{number}": Command(
            message("Stamp &{number}", number=number),
            (f"Q, {number}",),
            message("Paint with this stamp: press Q, then its number"),
        )
        for number in STAMPS
    },
    **{
        f"keep-stamp-{number}": Command(
            message("Save as Stamp &{number}", number=number),
            (f"Shift+Q, {number}",),
            message(
                "Save what you are placing, or the selection, as a stamp: press Shift+Q, "
                "then its number"
            ),
        )
        for number in STAMPS
    },
    "reach-top": Command(
        message("Top &Piece"),
        ("Alt+Shift+1",),
        message("The eraser removes the top piece"),
        group="reach",
    ),
    "reach-ground": Command(
        message("&Terrain Only"),
        ("Alt+Shift+2",),
        message("The eraser removes tiles and structures"),
        group="reach",
    ),
    "reach-obstacles": Command(
        message("&Obstacles Only"),
        ("Alt+Shift+3",),
        message("The eraser removes wire, sandbags and hedgehogs"),
        group="reach",
    ),
    "reach-units": Command(
        message("U&nits Only"),
        ("Alt+Shift+4",),
        message("The eraser removes units"),
        group="reach",
    ),
    "reach-marks": Command(
        message("&Markers and Badges Only"),
        ("Alt+Shift+5",),
        message("The eraser removes medals, markers and badges"),
        group="reach",
    ),
    "symmetry-off": Command(
        message("&Not Mirrored"), tip=message("Paint only under the pointer"), group="symmetry"
    ),
    "symmetry-left-right": Command(
        message("&Horizontally"),
        tip=message("Also paint on the opposite side of the middle column"),
        group="symmetry",
    ),
    "symmetry-top-bottom": Command(
        message("&Vertically"),
        tip=message("Also paint on the opposite side of the middle row"),
        group="symmetry",
    ),
    "symmetry-half-turn": Command(
        message("&Rotated by 180°"),
        tip=message("Also paint the hex diagonally opposite, through the board's center"),
        group="symmetry",
    ),
    "symmetry-next": Command(
        message("Ne&xt Mode"),
        ("M",),
        message("Cycle through the mirror modes, including Not Mirrored"),
    ),
    "symmetry-swap": Command(
        message("&Swap Sides"),
        tip=message("Mirrored units, bunkers and medals belong to the other side"),
        checkable=True,
    ),
    "ellipse": Command(
        message("O&val"), ("Shift+P",), message("Paint an oval between two corners"), group="tool"
    ),
    "lasso": Command(
        message("Lasso Sele&ction"),
        ("L",),
        message(
            "Select everything inside a freehand outline. Shift adds, Ctrl subtracts, "
            "both intersect"
        ),
        group="tool",
    ),
    "objective": Command(
        message("&Draw Objectives"),
        ("O",),
        message("Draw objectives: click hexes to group them, or drag an outline around them"),
        group="tool",
    ),
    "exit": Command(
        message("Draw E&xits"),
        ("Shift+O",),
        message("Drag along an edge of the board to draw an exit"),
        group="tool",
    ),
    "wand": Command(
        message("Ma&gic Wand"),
        ("W",),
        message(
            "Select connected hexes of the same terrain. Shift adds, Ctrl subtracts, both intersect"
        ),
        group="tool",
    ),
    **{f"nudge-{direction}": command for direction, command in NUDGES.items()},
    "board-size": Command(
        message("Change Si&ze and Position…"),
        tip=message("Move everything to another board, or shift it on this one, with a preview"),
    ),
    "mirror-half-turn": Command(
        message("&Rotate Board by 180°"), tip=message("Rotate the whole board by 180 degrees")
    ),
    "swap-board-sides": Command(
        message("Swap S&ides"),
        tip=message("Swap sides: every piece changes owner and the players trade places"),
    ),
    "replace-all": Command(
        message("R&eplace All…"),
        ("Ctrl+H",),
        message("Replace every piece of one kind with another"),
    ),
    "swap-side": Command(
        message("Switch Side of &Units"),
        ("S",),
        message("Switch the unit you are placing, or the selected units, to the other side"),
    ),
    "right-picks": Command(
        message("Right-click Picks Up Pieces"),
        tip=message("Right-click picks up pieces, as Alt+right-click always does"),
        checkable=True,
    ),
    "mend": Command(
        message("Reco&nnect After Erasing"),
        tip=message("Refit neighboring river and road tiles after erasing"),
        checkable=True,
    ),
}

SYMMETRIES = ("symmetry-off", *(f"symmetry-{mirror}" for mirror in MirrorKind))

TAB_COMMANDS: Mapping[str, Command] = {
    "recent-tab": Command(
        message("&Last Used Tab"),
        ("Ctrl+Tab",),
        message("Switch to the tab you used last. Keep holding Ctrl to go further back"),
    ),
    "recent-tab-back": Command(
        message("Last Used Tab, Re&verse"),
        ("Ctrl+Shift+Tab",),
        message("Go through the recently used tabs in reverse"),
    ),
    "next-tab": Command(
        message("&Next Tab"), ("Ctrl+PgDown",), message("Show the tab to the right")
    ),
    "previous-tab": Command(
        message("&Previous Tab"), ("Ctrl+PgUp",), message("Show the tab to the left")
    ),
    "split-across": Command(
        message("Split S&ide by Side"),
        ("Ctrl+\\",),
        message("Show a second scenario, or another part of this one, next to the board"),
        checkable=True,
    ),
    "split-down": Command(
        message("Split Top and &Bottom"),
        ("Ctrl+Shift+\\",),
        message("Show a second scenario, or another part of this one, below the board"),
        checkable=True,
    ),
    "other-board": Command(
        message("Switch Boar&d"),
        ("Ctrl+F6",),
        message("Switch to the other board of a split window"),
    ),
    "close-others": Command(
        message("Close &Others"), tip=message("Close all other tabs in this window")
    ),
    "close-right": Command(
        message("Close to the Ri&ght"), tip=message("Close all tabs to the right of this one")
    ),
    "copy-path": Command(message("Cop&y Path"), tip=message("Copy the path of the file")),
    "show-folder": Command(
        message("Show in &Folder"), tip=message("Open the folder that contains the file")
    ),
    "show-beside": Command(
        message("Show in Oth&er Half"),
        tip=message("Show the scenario in the other half of the window"),
    ),
    "new-window": Command(
        message("Move to New &Window"), tip=message("Open the scenario in a new window")
    ),
    "restore": Command(
        message("&Restore Tabs at Startup"),
        tip=message("Start with the tabs from the last session, including unsaved work"),
        checkable=True,
    ),
    "reopen-closed": Command(
        message("Reopen Close&d Tab"),
        ("Ctrl+Shift+T",),
        message("Reopen the last closed tab with its undo history"),
    ),
}

SINGLE_TAB_COMMANDS = (
    "close-others",
    "close-right",
    "copy-path",
    "show-folder",
    "show-beside",
    "new-window",
)
"""The commands on a single tab, in its context menu or for the current tab."""


def _lock_command(text: Message) -> Command:
    return Command(text, tip=message("Lock this layer"), checkable=True)


LOCKS: Mapping[str, Command] = {
    "lock-terrain": _lock_command(message("Lock &Terrain")),
    "lock-structures": _lock_command(message("Lock &Structures")),
    "lock-obstacles": _lock_command(message("Lock &Obstacles")),
    "lock-units": _lock_command(message("Lock &Units")),
    "lock-tags": _lock_command(message("Lock &Medals and Markers")),
    "lock-labels": _lock_command(message("Lock La&bels")),
}

LAYERS: Mapping[str, Command] = {
    "hex_names": Command(
        message("Hex &Names"),
        ("Ctrl+G",),
        message("Show the hex names, such as A9"),
        checkable=True,
    ),
    "grid": Command(
        message("&Grid"), tip=message("Show the outlines of the hexes"), checkable=True
    ),
    "section_lines": Command(
        message("Section &Lines"), tip=message("Show the dashed section lines"), checkable=True
    ),
    "terrain": Command(message("&Terrain"), tip=message("Show hex tiles"), checkable=True),
    "structures": Command(
        message("&Structures"),
        tip=message("Show bunkers, bridges and other structures"),
        checkable=True,
    ),
    "obstacles": Command(
        message("&Obstacles"), tip=message("Show wire, sandbags and hedgehogs"), checkable=True
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
    "new": Command(message("&New"), ("Ctrl+N",), message("Create an empty scenario")),
    "open": Command(message("&Open…"), ("Ctrl+O",), message("Open a scenario")),
    "save": Command(message("&Save"), ("Ctrl+S",), message("Save the scenario")),
    "save-as": Command(
        message("Save &As…"), ("Ctrl+Shift+S",), message("Save the scenario under a new name")
    ),
    "reload": Command(message("Re&load"), ("Ctrl+R",), message("Read the file from disk again")),
    "export": Command(
        message("&Export Picture…"), ("Ctrl+E",), message("Export the board as SVG, PNG or PDF")
    ),
    "library": Command(
        message("Librar&y…"),
        ("Ctrl+Shift+L",),
        message("Browse the scenarios in a folder, with previews"),
    ),
    "setup-list": Command(
        message("Setup C&hecklist…"), tip=message("List what goes where when you set up the map")
    ),
    "packs": Command(message("&Packs…"), tip=message("Add custom pieces to the palette")),
    "compare-file": Command(
        message("&Other File…"),
        ("Ctrl+Shift+D",),
        message("Compare this scenario with another file"),
    ),
    "compare-saved": Command(
        message("&Saved Version"), tip=message("Show what changed since the last save")
    ),
    "history": Command(
        message("F&ile History…"),
        ("Ctrl+Shift+H",),
        message("Browse earlier versions of the file and restore one"),
    ),
    "sheet": Command(
        message("Scenario Sheet (PD&F)…"),
        ("Ctrl+P",),
        message("Preview the printed scenario and save it as a PDF"),
    ),
    "publish": Command(
        message("P&ublish…"),
        ("Ctrl+Alt+P",),
        message(
            "Publish the scenario or its folder as a sheet, poster, paper pieces, picture, "
            "booklet, website, files for translators or balance report"
        ),
    ),
    "translate": Command(
        message("Translate Scenario Te&xt…"),
        ("Ctrl+Shift+Y",),
        message(
            "Translate the scenario text paragraph by paragraph, with a glossary and "
            "translation memory"
        ),
    ),
    "sentences": Command(
        message("&Write Standard Sentences…"),
        tip=message(
            "Describe cards, medals, objectives and special rules in the scenario text, based "
            "on the scenario data"
        ),
    ),
    "import-list": Command(
        message("&Setup List…"),
        ("Ctrl+Shift+I",),
        message("Set up a board from a written, copied or scanned list of pieces and hexes"),
    ),
    "underlay": Command(
        message("Und&erlay…"),
        tip=message("Show a scan or photo under the pieces so that you can copy a map from it"),
    ),
    "close": Command(message("&Close"), ("Ctrl+W",), message("Close the scenario")),
    "quit": Command(message("&Quit"), ("Ctrl+Q",), message("Quit the program")),
    "cut": Command(
        message("Cu&t"),
        ("Ctrl+X",),
        message("Cut the contents of the selected hexes"),
    ),
    "copy": Command(
        message("&Copy"), ("Ctrl+C",), message("Copy the contents of the selected hexes")
    ),
    "paste": Command(message("&Paste"), ("Ctrl+V",), message("Paste at the next hex you click")),
    "duplicate": Command(
        message("&Duplicate"),
        ("Ctrl+D",),
        message("Place copies of the selected hexes where you click"),
    ),
    "stamp": Command(
        message("Sta&mp"),
        ("Ctrl+B",),
        message(
            "Paint with the selected hexes until you press Esc. X and Y flip them, R rotates them"
        ),
    ),
    "parts-all": Command(
        message("&Everything"),
        ("Alt+1",),
        message("Paste everything copied with the hexes"),
        group="parts",
    ),
    "parts-ground": Command(
        message("&Terrain Only"),
        ("Alt+2",),
        message("Paste tiles, structures and labels, and keep the existing pieces"),
        group="parts",
    ),
    "parts-pieces": Command(
        message("&Pieces Only"),
        ("Alt+3",),
        message("Paste units, obstacles and markers, and keep the existing terrain"),
        group="parts",
    ),
    "copy-hex": Command(
        message("Copy &Hex Names"), ("Alt+C",), message("Copy the names of the selected hexes")
    ),
    "delete": Command(message("De&lete"), ("Del",), message("Clear the selected hexes")),
    "select-all": Command(message("Select &All"), ("Ctrl+A",), message("Select all hexes")),
    "select-none": Command(
        message("Select &None"), ("Ctrl+Shift+A",), message("Clear the selection")
    ),
    "select-others": Command(
        message("Invert Selecti&on"),
        ("Ctrl+I",),
        message("Select only the hexes that are not selected now"),
    ),
    "select-kind": Command(
        message("Select Same &Kind"), ("Ctrl+K",), message("Select all pieces of this kind")
    ),
    "select-side": Command(
        message("Select Same S&ide"), ("Ctrl+J",), message("Select all units of this side")
    ),
    **{
        f"figures-{number}": Command(
            several("&{number} Figure", "&{number} Figures", number),
            (str(number),),
            message(
                "Set the number of figures of the unit you are placing, or of the selected units"
            ),
        )
        for number in FIGURES
    },
    "figures-usual": Command(
        message("&Default Figures"),
        ("0",),
        message("Reset to the default number of figures"),
    ),
    "find": Command(message("&Find Piece…"), ("Ctrl+F",), message("Search the palette")),
    "search-everything": Command(
        message("Search Ever&ything…"),
        ("Ctrl+Shift+F",),
        message(
            "Search text, labels, pieces and problems in all tabs and in the folder, and "
            "replace text"
        ),
    ),
    "zoom-in": Command(message("Zoom &In"), ("Ctrl++", "Ctrl+="), message("Enlarge the board")),
    "zoom-out": Command(message("Zoom &Out"), ("Ctrl+-",), message("Shrink the board")),
    "actual-size": Command(
        message("&Actual Size"), ("Ctrl+0",), message("Zoom so that a hex is 100 pixels wide")
    ),
    "fit": Command(message("&Fit Board"), ("Ctrl+9", "Ctrl+/"), message("Show the whole board")),
    "go-to-hex": Command(
        message("Go to He&x…"), ("Ctrl+Shift+G",), message("Jump to a hex by its name")
    ),
    "clear-view": Command(
        message("Hide Panel&s"), ("F11",), message("Hide all panels, or show them again")
    ),
    "mini-map": Command(
        message("&Mini Map"),
        tip=message("Show an overview of large boards in a corner"),
        checkable=True,
    ),
    "palette": Command(
        message("Comman&ds…"), ("Ctrl+Shift+P",), message("Run any command by name")
    ),
    "next-problem": Command(message("Next &Problem"), ("F8",), message("Go to the next problem")),
    "previous-problem": Command(
        message("Pre&vious Problem"), ("Shift+F8",), message("Go to the previous problem")
    ),
    "fix-problem": Command(
        message("Fi&x Problem…"), ("Ctrl+.",), message("Show the fixes for this problem")
    ),
    "fix-safe": Command(
        message("Apply All &Safe Fixes"),
        tip=message("Apply every fix that loses no data and does not affect play"),
    ),
    "allow-problem": Command(
        message("Suppress Problem &Here…"), tip=message("Hide this problem and give a reason")
    ),
    "show-allowed": Command(
        message("Sho&w Suppressed"), tip=message("List suppressed problems too"), checkable=True
    ),
    "arena": Command(
        message("Playable on &Board Game Arena"),
        tip=message("Check whether the scenario can be played on Board Game Arena"),
        checkable=True,
    ),
    "publication": Command(
        message("Ready to P&ublish"),
        tip=message("Check for everything a printed or published scenario needs"),
        checkable=True,
    ),
    "boxes": Command(
        message("Boxes You &Own…"), tip=message("Check the map against the boxes you own")
    ),
    **{
        f"language-{code}": Command(language.name, group="language")
        for code, language in languages().items()
    },
    "language-system": Command(
        message("&System Language"),
        group="language",
        tip=message("Use the desktop's language"),
    ),
    **APPEARANCE_COMMANDS,
    **PANEL_COMMANDS,
    **LAYERS,
    "select": Command(
        message("&Select and Move"), ("V",), message("Select hexes and drag pieces"), group="tool"
    ),
    "brush": Command(
        message("&Brush"),
        ("B",),
        message("Paint. Shift draws a line, Alt picks up a piece"),
        group="tool",
    ),
    "path": Command(
        message("Pa&th"),
        ("C",),
        message(
            "Draw a river, road, railroad or coast in one stroke. R changes the crossing, the "
            "sea side or the ends"
        ),
        group="tool",
    ),
    "rectangle": Command(message("&Rectangle"), ("P",), message("Paint a rectangle"), group="tool"),
    "fill": Command(
        message("&Fill"), ("F",), message("Fill connected hexes of the same terrain"), group="tool"
    ),
    "eraser": Command(
        message("&Eraser"),
        ("E",),
        message(
            "Remove the top piece, or whatever is chosen under What to Erase. Ctrl removes "
            "everything"
        ),
        group="tool",
    ),
    **PAINTING_COMMANDS,
    **LOCKS,
    **TAB_COMMANDS,
    "eyedropper": Command(
        message("E&yedropper"), ("I",), message("Pick a piece from the board"), group="tool"
    ),
    "hand": Command(message("&Hand"), ("H",), message("Pan the board"), group="tool"),
    "rotate": Command(
        message("Rotate R&ight"),
        ("R",),
        message("Rotate the brush or the selected pieces to the right"),
    ),
    "rotate-back": Command(
        message("Rotate &Left"),
        ("Shift+R",),
        message("Rotate the brush or the selected pieces to the left"),
    ),
    "flip-left-right": Command(
        message("Flip Stamp H&orizontally"),
        ("X",),
        message("Flip what you are pasting or stamping"),
    ),
    "flip-top-bottom": Command(
        message("Flip Stamp Vertic&ally"),
        ("Y",),
        message("Flip what you are pasting or stamping"),
    ),
    "mirror-east-west": Command(message("Flip &Horizontally"), tip=message("Swap left and right")),
    "mirror-north-south": Command(message("Flip &Vertically"), tip=message("Swap top and bottom")),
    "board-STANDARD": Command(message("&Standard"), group="board", tip=message("13 by 9 hexes")),
    "board-BRKTHRU": Command(
        message("&Breakthrough"), group="board", tip=message("13 by 17 hexes")
    ),
    "board-OVERLORD": Command(message("&Overlord"), group="board", tip=message("26 by 9 hexes")),
    "face-COUNTRY": Command(
        message("&Countryside"), group="face", tip=message("Board with green countryside")
    ),
    "face-BEACH": Command(message("B&each"), group="face", tip=message("Land, beach and ocean")),
    "face-WINTER": Command(message("&Winter"), group="face", tip=message("Snow")),
    "face-DESERT": Command(message("&Desert"), group="face", tip=message("Sand")),
    "playtest": Command(
        message("&Playtest"), ("F5",), message("Play the current state of the scenario")
    ),
    "balance": Command(
        message("Measure Balance"),
        ("Shift+F5",),
        message("Let the computer play many games, and show how often each side wins"),
    ),
    "balance-compare": Command(
        message("Compare Balance With…"),
        tip=message(
            "Find out whether a side wins more often on this board than in another version"
        ),
    ),
    "log-game": Command(
        message("Log a Game…"),
        tip=message("Log the result of a game between people, in a file next to the scenario"),
    ),
    "welcome": Command(message("&Welcome"), tip=message("Show recent files and templates")),
    "tour": Command(
        message("Take the T&our"),
        tip=message("A six-step tour of the program, using a real scenario"),
    ),
    "manual": Command(
        message("&Manual"), ("F1",), message("Open the manual at the page about what you are doing")
    ),
    "keys": Command(
        message("&Keyboard and Mouse"),
        ("Ctrl+F1",),
        message("Show keyboard shortcuts and mouse actions"),
    ),
    "shortcuts": Command(message("&Shortcuts…"), tip=message("Change keyboard shortcuts")),
    "checks": Command(
        message("&Checks"), ("Ctrl+Shift+F1",), message("Explain what each check looks for and why")
    ),
    "whats-this": Command(
        message("What's &This?"),
        ("Shift+F1",),
        message("Explain the focused field or button, or the one you click"),
    ),
    "copy-examples": Command(
        message("Copy E&xamples…"),
        tip=message(
            "Copy the built-in scenarios, templates and example pack to a folder of your choice"
        ),
    ),
    "report-problem": Command(
        message("&Report a Problem…"),
        tip=message("Save a file with everything that helps find the cause. Nothing is sent"),
    ),
    "about": Command(message("&About M44 Workshop"), tip=message("Version and license")),
}
