"""Commands of the main window as data: appearance, overlays, painting and tabs."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, Value, message
from m44core.model.edits.piece_edits import EraserReach
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

APPEARANCE_SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "theme": (
        message("T&heme"),
        (
            *("theme-system", "theme-light", "theme-dark"),
            *("theme-contrast-light", "theme-contrast-dark", LINE),
            *(f"motion-{motion}" for motion in MOTIONS),
        ),
    ),
    "layouts": (message("Layou&ts"), LAYOUTS),
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


_NUDGES: Mapping[str, Command] = {
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
    **{f"nudge-{way}": command for way, command in _NUDGES.items()},
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

PAINTING_SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "stamps": (message("Stamp &by Number"), tuple(f"stamp-{number}" for number in STAMPS)),
    "keep-stamps": (message("Keep a&s Stamp"), tuple(f"keep-stamp-{number}" for number in STAMPS)),
    "nudge": (message("Mo&ve Selection"), tuple(f"nudge-{way}" for way in _NUDGES)),
    "reach": (message("Erase &What"), tuple(f"reach-{reach}" for reach in EraserReach)),
    "symmetry": (
        message("&Mirror While Painting"),
        (*SYMMETRIES, LINE, "symmetry-next", "symmetry-swap"),
    ),
}


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

_TAB_ENTRIES = (
    *("recent-tab", "recent-tab-back", "next-tab", "previous-tab", LINE),
    *("split-across", "split-down", "other-board", LINE, "restore", LINE),
    *(*OF_ONE_TAB, LINE),
)

TAB_SUBMENUS: Mapping[str, tuple[Message, tuple[str, ...]]] = {
    "tabs": (message("Tabs and &Windows"), _TAB_ENTRIES),
}
