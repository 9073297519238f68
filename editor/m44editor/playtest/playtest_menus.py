"""The commands of the playtest window as data: menu, label, shortcuts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message
from m44core.rules.game.side_names import SIDES
from m44editor.interface_text import translated
from m44editor.menu_commands import SEPARATOR, Command
from m44editor.playtest.game.players import player_choices
from m44editor.playtest.playback_bars import SPEED_LABELS, TOP_SPEED
from m44editor.shortcuts.key_map import ShortcutSet

SPEED_PREFIX = "pace-"  # followed by the number of the speed

_EXTRA_KEYS = (*((),) * TOP_SPEED, ("Ctrl+T",))  # in addition to the number keys


def player_command_name(side: Side, player: str) -> str:
    """Return the name of the command that gives a side to a player: ``axis-person``."""
    return f"{side.value.lower()}-{player}"


COMMANDS: Mapping[str, Command] = {
    "new": Command(
        message("&New Game"), ("Ctrl+N",), message("Choose the players and start a new game")
    ),
    "open": Command(message("&Open Game…"), ("Ctrl+O",), message("Continue a saved game")),
    "save": Command(message("&Save Game"), ("Ctrl+S",), message("Save the game to its file")),
    "save-as": Command(
        message("Sa&ve Game As…"),
        ("Ctrl+Shift+S",),
        message("Save the game to another file"),
    ),
    "replay": Command(
        message("&Watch a Recorded Game…"), ("Ctrl+R",), message("Replay a game from a file")
    ),
    "position": Command(
        message("&Edit This Position"),
        ("Ctrl+E",),
        message("Create a scenario from the position shown"),
    ),
    "after": Command(
        message("&After the Game…"),
        ("Ctrl+I",),
        message("Losses, objectives, luck and medals so far; can be saved as a web page"),
    ),
    "log-game": Command(
        message("&Log This Game…"),
        tip=message("Log the result of a game between people, in a file next to the scenario"),
    ),
    "close": Command(message("&Close"), ("Ctrl+W",)),
    "undo": Command(message("&Undo"), ("Ctrl+Z",), message("Undo the last decision")),
    "redo": Command(
        message("&Redo"), ("Ctrl+Shift+Z", "Ctrl+Y"), message("Redo the decision you undid")
    ),
    "lines": Command(
        message("Other L&ines…"),
        ("Ctrl+L",),
        message("Return to a line of play that you abandoned"),
    ),
    "next-hex": Command(
        message("&Next Hex to Click"),
        ("N",),
        message("Go to the next hex where you can do something"),
    ),
    "hand": Command(
        message("Go to &Hand"), ("H",), message("Move the keyboard focus to the cards")
    ),
    "log": Command(message("Go to &Log"), ("L",), message("Move the keyboard focus to the log")),
    "zoom-in": Command(message("Zoom &In"), ("Ctrl++", "Ctrl+=")),
    "zoom-out": Command(message("Zoom &Out"), ("Ctrl+-",)),
    "fit": Command(message("&Fit Board"), ("Ctrl+9",)),
    "names": Command(message("Hex &Names"), ("Ctrl+G",), checkable=True),
    "briefing": Command(
        message("&Briefing"),
        ("Ctrl+B",),
        message("Show the scenario's briefing next to the game"),
        checkable=True,
    ),
    "curtain": Command(
        message("&Hide the Other Hand"),
        ("Ctrl+H",),
        message("Hide the cards between turns"),
        checkable=True,
    ),
    "watch": Command(message("&Watch from the Start"), ("Ctrl+Shift+W",)),
    "back": Command(message("&Back One Step"), (",",)),
    "forward": Command(
        message("F&orward One Step"),
        (".",),
        message("The computer's next step, or the next step of the replay"),
    ),
    "turn-back": Command(message("Back One &Turn"), ("[",)),
    "turn-forward": Command(message("Forward One T&urn"), ("]",)),
    "start": Command(message("Go to Sta&rt"), ("Ctrl+Home",)),
    "end": Command(message("Go to &End"), ("Ctrl+End",)),
    "now": Command(message("Return to &Game"), ("Esc",)),
    "pause": Command(
        message("&Pause"), ("P",), message("Pause the computer or the replay"), checkable=True
    ),
    "steps": Command(
        message("&Step by Step"),
        ("S",),
        message("The computer plays one step per key press"),
        checkable=True,
    ),
    **{
        player_command_name(side, player): Command(
            message("{side}: {who}", side=SIDES[side], who=label), group=side.value
        )
        for side in SIDES
        for player, label in player_choices().items()
    },
    **{
        f"{SPEED_PREFIX}{number}": Command(
            label, (f"Ctrl+{number + 1}", *_EXTRA_KEYS[number]), group="pace"
        )
        for number, label in enumerate(SPEED_LABELS)
    },
    "manual": Command(message("&Manual"), ("F1",)),
    "keys": Command(message("&Keyboard and Mouse"), ("Ctrl+F1",)),
    "shortcuts": Command(message("&Shortcuts…"), tip=message("Change keyboard shortcuts")),
}
_DEFAULT_KEYS = {name: command.keys for name, command in COMMANDS.items()}
_CARD, _BOARD = message("Play that card"), message("On the board")
PLAYTEST_KEYS = ShortcutSet(
    "playtest",
    "playtest/keys",
    COMMANDS,
    _DEFAULT_KEYS,
    {"ours": (message("M44 Workshop"), _DEFAULT_KEYS)},
    {
        "Ctrl+Return": message("End this phase of the turn"),
        **{str(number): _CARD for number in range(1, 10)},
        **dict.fromkeys(("Space", "Return", "Left", "Right", "Up", "Down"), _BOARD),
    },
)
MENUS: tuple[tuple[Message, tuple[str, ...]], ...] = (
    (
        message("&Game"),
        (
            "new",
            "open",
            "save",
            "save-as",
            SEPARATOR,
            "replay",
            SEPARATOR,
            "position",
            "after",
            "log-game",
            SEPARATOR,
            "close",
        ),
    ),
    (message("&Edit"), ("undo", "redo", "lines", SEPARATOR, "next-hex", "hand", "log")),
    (message("&View"), ("zoom-in", "zoom-out", "fit", "names", SEPARATOR, "briefing", "curtain")),
    (
        message("H&istory"),
        (
            *(
                "watch",
                SEPARATOR,
                "back",
                "forward",
                "turn-back",
                "turn-forward",
                "start",
                "end",
                SEPARATOR,
            ),
            "now",
        ),
    ),
    (
        message("&Computer"),
        (
            "pause",
            "steps",
            "forward",
            SEPARATOR,
            *(f"{SPEED_PREFIX}{n}" for n in range(len(SPEED_LABELS))),
        ),
    ),
    (
        message("Pla&yers"),
        (
            *(player_command_name(Side.ALLIES, player) for player in player_choices()),
            SEPARATOR,
            *(player_command_name(Side.AXIS, player) for player in player_choices()),
        ),
    ),
    (message("&Help"), ("manual", "keys", "shortcuts")),
)


def fill_menu_bar(
    window: QMainWindow, handlers: Mapping[str, Callable[[], object]]
) -> dict[str, QAction]:
    """Fill the menu bar of *window* and return the actions of the commands.

    Args:
        window: The playtest window.
        handlers: The handler of each command, by command name.

    Returns:
        The actions by command name.
    """
    groups: dict[str, QActionGroup] = {}
    actions: dict[str, QAction] = {}
    for name, command in COMMANDS.items():
        action = QAction(translated(command.text), window)
        action.setObjectName(name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        action.setStatusTip(translated(command.tip))
        action.setCheckable(command.checkable or bool(command.group))
        if command.group:
            groups.setdefault(command.group, QActionGroup(window)).addAction(action)
        action.triggered.connect(lambda _=False, handler=handlers[name]: handler())
        actions[name] = action
    for title, names in MENUS:
        _fill_menu(window.menuBar().addMenu(translated(title)), names, actions)
    return actions


def _fill_menu(menu: QMenu, names: tuple[str, ...], actions: Mapping[str, QAction]) -> None:
    for name in names:
        if name == SEPARATOR:
            menu.addSeparator()
        else:
            menu.addAction(actions[name])
