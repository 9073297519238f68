"""Every command of the main window as data: its name, label, shortcuts and tip."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.languages import languages
from m44core.messages.message import Message, Value, message, several
from m44core.model.edits.turning import Mirror
from m44core.values import dataclass

LINE = "-"


@dataclass(frozen=True, slots=True)
class Command:
    """A command, as shown in menus.

    Attributes:
        text: Its label, with a mnemonic.
        keys: Its shortcuts, the first one shown.
        tip: A sentence for the status bar.
        group: Commands of the same group are mutually exclusive.
        checkable: Whether it can be checked.
    """

    text: Value
    keys: tuple[str, ...] = ()
    tip: Value = ""
    group: str = ""
    checkable: bool = False


MOTIONS = ("system", "full", "reduced")
LAYOUTS = ("layout-usual", "layout-keep", "layout-forget")

APPEARANCE_COMMANDS: Mapping[str, Command] = {
    "next-pane": Command(
        message("&Next Panel"),
        ("F6",),
        message("Move the keyboard focus to the next panel, and from the last one to the board"),
    ),
    "previous-pane": Command(
        message("&Previous Panel"),
        ("Shift+F6",),
        message("Move the keyboard focus to the previous panel"),
    ),
    "theme-system": Command(
        message("&System"), group="theme", tip=message("Light or dark as the desktop is")
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
        message("Motion as the Des&ktop"),
        group="motion",
        tip=message("Reduce motion where the desktop asks for it"),
    ),
    "motion-full": Command(
        message("&Full Motion"), group="motion", tip=message("Menus and panels glide")
    ),
    "motion-reduced": Command(
        message("&Reduced Motion"),
        group="motion",
        tip=message("Nothing glides or blinks; the computer's turns are shown at once"),
    ),
    "layout-usual": Command(
        message("&Usual Layout"), tip=message("Panels stand as in the first session")
    ),
    "layout-keep": Command(
        message("&Keep Layout…"), tip=message("Keep how panels stand now, under a name")
    ),
    "layout-forget": Command(
        message("&Delete Layout…"), tip=message("Keep one of the layouts no longer")
    ),
}


def _overlay(text: Message, key: str, tip: Message) -> Command:
    return Command(text, (key,), tip, checkable=True)


OVERLAYS: Mapping[str, Command] = {
    "sight": _overlay(message("&Sight"), "Ctrl+1", message("What the hex pointed at sees")),
    "reach": _overlay(message("&Reach"), "Ctrl+2", message("Where a unit can go, and battle")),
    "range": _overlay(message("Ra&nge"), "Ctrl+3", message("Whom a unit can battle, and how")),
    "retreat": _overlay(message("Re&treats"), "Ctrl+4", message("Ways back, and dead ends")),
    "danger-axis": _overlay(
        message("Danger to the A&xis"), "Ctrl+5", message("Dice that can be thrown at each hex")
    ),
    "danger-allies": _overlay(
        message("Danger to the A&llies"), "Ctrl+6", message("Dice that can be thrown at each hex")
    ),
    "distance": _overlay(message("&Distances"), "Ctrl+7", message("To objectives and exits")),
    "sections": _overlay(message("S&ections"), "Ctrl+8", message("Which cards order whom")),
    "control": _overlay(message("&Control"), "Ctrl+L", message("Who holds the objectives")),
}


NUDGES: Mapping[str, Command] = {
    "left": Command(message("&Left"), ("Alt+Left",)),
    "right": Command(message("&Right"), ("Alt+Right",)),
    "up": Command(message("&Up"), ("Alt+Up",), message("Along the column, to and fro")),
    "down": Command(message("&Down"), ("Alt+Down",), message("Along the column, to and fro")),
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
            message("Take the stamp with this number in hand: Q, then the digit"),
        )
        for number in STAMPS
    },
    **{
        f"keep-stamp-{number}": Command(
            message("Keep as Stamp &{number}", number=number),
            (f"Shift+Q, {number}",),
            message("Keep what is in hand, else what is selected: Shift+Q, then the digit"),
        )
        for number in STAMPS
    },
    "reach-top": Command(
        message("&Uppermost Piece"),
        ("Alt+Shift+1",),
        message("The eraser takes the uppermost piece off"),
        group="reach",
    ),
    "reach-ground": Command(
        message("&Terrain Only"),
        ("Alt+Shift+2",),
        message("The eraser takes tiles and structures off"),
        group="reach",
    ),
    "reach-obstacles": Command(
        message("&Obstacles Only"),
        ("Alt+Shift+3",),
        message("The eraser takes wire, sandbags and hedgehogs off"),
        group="reach",
    ),
    "reach-units": Command(
        message("U&nits Only"),
        ("Alt+Shift+4",),
        message("The eraser takes units off"),
        group="reach",
    ),
    "reach-marks": Command(
        message("&Markers and Badges Only"),
        ("Alt+Shift+5",),
        message("The eraser takes medals, markers and badges off"),
        group="reach",
    ),
    "symmetry-off": Command(
        message("&Not Mirrored"), tip=message("Paint only where the pointer is"), group="symmetry"
    ),
    "symmetry-left-right": Command(
        message("&Left and Right"),
        tip=message("Paint on the other side of the middle column too"),
        group="symmetry",
    ),
    "symmetry-top-bottom": Command(
        message("&Top and Bottom"),
        tip=message("Paint on the other side of the middle row too"),
        group="symmetry",
    ),
    "symmetry-half-turn": Command(
        message("&Half a Turn"),
        tip=message("Paint across the middle of the board too"),
        group="symmetry",
    ),
    "symmetry-next": Command(
        message("Ne&xt"), ("M",), message("Mirror painting another way, or no more")
    ),
    "symmetry-swap": Command(
        message("&Swap Sides"),
        tip=message("Units, bunkers and medals are of the other side in the mirror"),
        checkable=True,
    ),
    "ellipse": Command(
        message("O&val"), ("Shift+P",), message("Paint an oval between two corners"), group="tool"
    ),
    "lasso": Command(
        message("Lasso Sele&ction"),
        ("L",),
        message("Select what a free line encloses; Shift adds, Ctrl takes out, both intersect"),
        group="tool",
    ),
    "objective": Command(
        message("&Draw Objectives"),
        ("O",),
        message("Draw objectives: click hexes into a group, or drag its outline"),
        group="tool",
    ),
    "exit": Command(
        message("Draw E&xits"),
        ("Shift+O",),
        message("Draw an exit along an edge of the board in one drag"),
        group="tool",
    ),
    "wand": Command(
        message("Ma&gic Wand"),
        ("W",),
        message("Select connected like ground; Shift adds, Ctrl takes out, both intersect"),
        group="tool",
    ),
    **{f"nudge-{way}": command for way, command in NUDGES.items()},
    "board-size": Command(
        message("Change Si&ze and Place…"),
        tip=message("Put everything on another board, or elsewhere on this one, seen beforehand"),
    ),
    "mirror-half-turn": Command(
        message("Turn &Half Around"), tip=message("Turn the whole board by 180 degrees")
    ),
    "swap-board-sides": Command(
        message("Swap S&ides"),
        tip=message("Let everything on the board be the enemy's, and the players change places"),
    ),
    "replace-all": Command(
        message("R&eplace All…"),
        ("Ctrl+H",),
        message("Put another piece in place of all of a kind"),
    ),
    "swap-side": Command(
        message("Swap Side of &Units"),
        ("S",),
        message("Change the unit in hand, else the selected units, for the enemy's"),
    ),
    "mend": Command(
        message("&Join What Erasing Cuts"),
        tip=message("Choose tiles of rivers and roads anew beside what the eraser takes off"),
        checkable=True,
    ),
}

SYMMETRIES = ("symmetry-off", *(f"symmetry-{how}" for how in Mirror))

TAB_COMMANDS: Mapping[str, Command] = {
    "recent-tab": Command(
        message("&Last Tab"),
        ("Ctrl+Tab",),
        message("Show what was shown before; while Ctrl is held, what was shown before that"),
    ),
    "recent-tab-back": Command(
        message("Last Tab, &Backwards"),
        ("Ctrl+Shift+Tab",),
        message("Go back through what was shown"),
    ),
    "next-tab": Command(
        message("&Next Tab"), ("Ctrl+PgDown",), message("Show the scenario beside it")
    ),
    "previous-tab": Command(
        message("&Previous Tab"), ("Ctrl+PgUp",), message("Show the scenario on its other side")
    ),
    "split-across": Command(
        message("Split S&ide by Side"),
        ("Ctrl+\\",),
        message("Show a second scenario beside this one, or a second place of it"),
        checkable=True,
    ),
    "split-down": Command(
        message("Split One &Above the Other"),
        ("Ctrl+Shift+\\",),
        message("Show a second scenario below this one, or a second place of it"),
        checkable=True,
    ),
    "other-board": Command(
        message("Other Boar&d"), ("Ctrl+F6",), message("Edit on the other board of a split window")
    ),
    "close-others": Command(
        message("Close &Others"), tip=message("Close all tabs of the window but this one")
    ),
    "close-right": Command(
        message("Close to the Ri&ght"), tip=message("Close the tabs to the right of this one")
    ),
    "copy-path": Command(message("Cop&y Path"), tip=message("Copy where the file is")),
    "show-folder": Command(
        message("Show in &Folder"), tip=message("Open the folder the file is in")
    ),
    "show-beside": Command(
        message("Show B&eside"), tip=message("Show the scenario in a second half of the window")
    ),
    "new-window": Command(
        message("Move to New &Window"), tip=message("Give the scenario a window of its own")
    ),
    "restore": Command(
        message("&Restore at Start"),
        tip=message("Begin with the tabs of the last session, unsaved work and all"),
        checkable=True,
    ),
    "reopen-closed": Command(
        message("Reopen Close&d"),
        ("Ctrl+Shift+T",),
        message("Open the tab closed last again, with its history"),
    ),
}

OF_ONE_TAB = (
    "close-others",
    "close-right",
    "copy-path",
    "show-folder",
    "show-beside",
    "new-window",
)
"""The commands on a single tab, in its context menu or for the current tab."""


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
    **APPEARANCE_COMMANDS,
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
    **PAINTING_COMMANDS,
    **LOCKS,
    **TAB_COMMANDS,
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
