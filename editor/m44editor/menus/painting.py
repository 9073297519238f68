"""The commands that say how the painting tools paint and erase."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message
from m44core.model.edits.piece_edits import Reach
from m44core.model.edits.turning import Mirror
from m44editor.menus.command import LINE, Command

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

STAMPS = range(1, 10)  # numbers of stamps with keys of their own

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
    "reach": (message("Erase &What"), tuple(f"reach-{reach}" for reach in Reach)),
    "symmetry": (
        message("&Mirror While Painting"),
        (*SYMMETRIES, LINE, "symmetry-next", "symmetry-swap"),
    ),
}
