r"""A recorded game as text: headers, then one action per line.

::

    # M44 Workshop game
    program: m44 0.1.0
    rules: 2
    scenario: 2-PegasusBridge.m44
    fingerprint: 2:9f0c3a8e5d1b2c47
    seed: 7
    axis: general
    allies: sergeant
    hidden-hands: yes
    takes-ground: no

    draw recon-left
    ...
    # Turn 1: Allies.
    play probe-left
    order G5
    move G5 G6

    other-line: 61
    play assault-left

Headers come first, in any order; those without a value are left out, and so are the standard deck
and settings that are by the book. A value that is not plain text is written as a JSON string.
Abandoned branches of the game come last, each after the number of actions it shares with the game.
Empty lines and comments after ``#`` are ignored. Dice and draws are recorded, so replaying needs
neither the seed nor a random generator.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.decks import STANDARD
from m44core.errors import IllegalActionError, NotationError
from m44core.messages.message import message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.rules import game_settings
from m44core.rules.cards.deck_choice import deck_of
from m44core.rules.game.actions import Action, parse_action
from m44core.rules.game.events import Event, TurnBegun
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import BY_THE_BOOK, RuleSettings, format_settings, parse_settings
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.teams import MAX_TEAM_SIZE
from m44core.rules.scenario_options import scenario_options
from m44core.untrusted_files import parse_json
from m44core.version import __version__

PROGRAM = f"m44 {__version__}"
RULES_EDITION = 3  # raise it if older recorded games can no longer be replayed

_TITLE = "# M44 Workshop game"
_LINES = re.compile(r"\r\n|\r|\n")
_HEADER = re.compile(r"([a-z-]+):(.*)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,9}")
_TEXT_HEADERS = ("program", "rules", "scenario", "fingerprint", "seed")
_TEAMS = {f"{side.lower()}-team": side for side in Side}
_HIDDEN_HANDS_KEY, _ANSWERED_KEY = "hidden-hands", "answered"
_HEADERS = (
    *_TEXT_HEADERS,
    *(side.lower() for side in Side),
    *_TEAMS,
    _HIDDEN_HANDS_KEY,
    _ANSWERED_KEY,
    *game_settings.SETTING_NAMES,
)
_YES_NO: Mapping[str, bool] = {"yes": True, "no": False}
_SIZES = [str(size) for size in range(1, MAX_TEAM_SIZE + 1)]
_OTHER_LINE = re.compile(r"other-line:\s*([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class GameRecording:
    """A recorded game.

    Attributes:
        actions: All actions, including those of chance, in order.
        scenario: The path of the scenario, as recorded.
        fingerprint: The fingerprint of the battlefield; "" if missing.
        seed: The seed of the dice; "" if missing.
        players: The players of each side, where known.
        settings: The variants and rulings of the game.
        teams: The number of people who played each side; one if missing.
        hidden_hands: Whether two people hid their hands from each other, even if one of them has
            left since; None if unknown.
        answered: Whether a player who drew equal cards has confirmed which one to keep. This is
            required if hands are hidden, but the rules have no action for it.
        others: Abandoned branches of the game, each beginning with the first action.
        program: The program that recorded it; "" if unknown.
        rules: The edition of the rules implementation; 0 if unknown.
        lines: The line numbers of the actions, if it was read from text.
    """

    actions: tuple[Action, ...]
    scenario: str = ""
    fingerprint: str = ""
    seed: str = ""
    players: Mapping[Side, str] = field(default_factory=dict)
    settings: RuleSettings = BY_THE_BOOK
    teams: Mapping[Side, int] = field(default_factory=dict)
    hidden_hands: bool | None = None
    answered: bool = False
    others: tuple[tuple[Action, ...], ...] = ()
    program: str = PROGRAM
    rules: int = RULES_EDITION
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)


class Game:
    """A game in progress that records its actions and can be rewound.

    Attributes:
        state: The current state.
        actions: The actions so far.
    """

    def __init__(self, scenario: Scenario, settings: RuleSettings = BY_THE_BOOK) -> None:
        self._start = new_game(scenario, settings)
        self.state = self._start.clone()
        self.actions: list[Action] = []

    def do(self, action: Action) -> list[Event]:
        """Carry out an action, record it, and return its events.

        Raises:
            IllegalActionError: the rules do not allow it now.
        """
        events = apply_action(self.state, action)
        self.actions.append(action)
        return events

    def rewind(self, length: int) -> None:
        """Rewind the game to the state after its first *length* actions."""
        self.state = self._start.clone()
        del self.actions[length:]
        for action in self.actions:
            apply_action(self.state, action)

    def recording(
        self, scenario: str = "", seed: str = "", players: Mapping[Side, str] | None = None
    ) -> GameRecording:
        """Return the recording of the game so far, with the given headers."""
        return GameRecording(
            actions=tuple(self.actions),
            scenario=scenario,
            fingerprint=fingerprint_of(self.state.field),
            seed=seed,
            players=players or {},
            settings=self.state.field.settings,
        )


def format_recorded_game(
    game: GameRecording, scenario: Scenario, *, names_turns: bool = True
) -> str:
    """Return a recorded game as text.

    Args:
        game: The game.
        scenario: The scenario it was played on.
        names_turns: Whether a comment marks the start of each turn. The game is replayed for it,
            which takes a while.

    Raises:
        IllegalActionError: the game was not played on that scenario.
    """
    headers = _headers(game, scenario)
    lines = [_TITLE, *(f"{name}: {_format_value(v)}" for name, v in headers.items() if v), ""]
    lines += _lines_with_turns(game, scenario) if names_turns else map(str, game.actions)
    for other in game.others:
        number = common_prefix_length(game.actions, other)
        lines += ["", f"other-line: {number}", *(str(action) for action in other[number:])]
    return "\n".join(lines) + "\n"


def _lines_with_turns(game: GameRecording, scenario: Scenario) -> Iterator[str]:
    for action, events in replay_steps(game, scenario):
        yield str(action)
        yield from (f"# {event.sentence()}" for event in events if isinstance(event, TurnBegun))


def is_recorded_game(beginning: bytes) -> bool:
    """Return whether a file is a recorded game, by its beginning."""
    return beginning.removeprefix(codecs.BOM_UTF8).startswith(_TITLE.encode())


def parse_recorded_game(text: str) -> GameRecording:
    """Parse a recorded game.

    Raises:
        NotationError: a line is neither a header nor an action; the message
            gives its number.
    """
    headers: dict[str, str] = {}
    actions: list[Action] = []
    other_lines: list[list[Action]] = []
    lines: list[int] = []
    for number, line in enumerate(_LINES.split(text), start=1):
        header = _HEADER.fullmatch(line)
        content = line.split("#", 1)[0].strip()
        other = _OTHER_LINE.fullmatch(content)
        try:
            if other and int(other[1]) <= len(actions):
                other_lines.append(actions[: int(other[1])])
            elif content and other_lines:
                other_lines[-1].append(parse_action(content))
            elif header and not actions:
                headers[header[1]] = _checked_header(header[1], _parse_value(header[2].strip()))
            elif content:
                actions.append(parse_action(content))
                lines.append(number)
        except NotationError as error:
            text_of_error = message(
                "line {line}: {error}", line=number, error=message_of_error(error)
            )
            raise NotationError(text_of_error) from error
    return replace(
        _build_recording(headers, actions, lines),
        others=tuple(tuple(other) for other in other_lines),
    )


def common_prefix_length(actions: Sequence[Action], other: Sequence[Action]) -> int:
    """Return the number of initial actions two branches of a game have in common."""
    pairs = zip(actions, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def replay_steps(game: GameRecording, scenario: Scenario) -> Iterator[tuple[Action, list[Event]]]:
    """Replay a recorded game and yield each action with its events.

    Raises:
        IllegalActionError: an action is not possible; the message says which.
    """
    state = new_game(scenario, game.settings)
    for number, action in enumerate(game.actions):
        yield action, _apply_step(state, game, number)


def replay_game(game: GameRecording, scenario: Scenario) -> GameState:
    """Return the state at the end of a recorded game.

    Raises:
        IllegalActionError: an action is not possible; the message says which.
    """
    state = new_game(scenario, game.settings)
    for number in range(len(game.actions)):
        _apply_step(state, game, number)
    return state


def _apply_step(state: GameState, game: GameRecording, number: int) -> list[Event]:
    try:
        return apply_action(state, game.actions[number])
    except IllegalActionError as error:
        reason_with_place = message(
            "action {number}: {error}", number=number + 1, error=message_of_error(error)
        )
        if game.lines:
            line = game.lines[number]
            reason_with_place = message(
                "line {line}: {error}", line=line, error=message_of_error(error)
            )
        raise IllegalActionError(reason_with_place) from error


def _headers(game: GameRecording, scenario: Scenario) -> dict[str, str]:
    deck = deck_of(scenario.board.type, scenario_options(scenario), game.settings).name
    settings = replace(game.settings, deck="" if deck == STANDARD else deck)
    return {
        "program": game.program,
        "rules": str(game.rules or ""),
        "scenario": game.scenario,
        "fingerprint": game.fingerprint,
        "seed": game.seed,
        **{side.lower(): game.players.get(side, "") for side in Side},
        **{name: _team_size_text(game.teams.get(side, 1)) for name, side in _TEAMS.items()},
        _HIDDEN_HANDS_KEY: next(
            (word for word, yes in _YES_NO.items() if yes is game.hidden_hands), ""
        ),
        _ANSWERED_KEY: "yes" if game.answered else "",
        **format_settings(settings),
    }


def _build_recording(
    headers: Mapping[str, str], actions: list[Action], lines: list[int]
) -> GameRecording:
    settings = {name: v for name, v in headers.items() if name in game_settings.SETTING_NAMES}
    settings = {"deck": STANDARD} | settings  # games that name no deck use the standard one
    return GameRecording(
        actions=tuple(actions),
        scenario=headers.get("scenario", ""),
        fingerprint=headers.get("fingerprint", ""),
        seed=headers.get("seed", ""),
        players={side: headers[side.lower()] for side in Side if side.lower() in headers},
        settings=parse_settings(settings),
        teams={side: int(headers[name]) for name, side in _TEAMS.items() if name in headers},
        hidden_hands=_YES_NO.get(headers.get(_HIDDEN_HANDS_KEY, "")),
        answered=_YES_NO.get(headers.get(_ANSWERED_KEY, ""), False),
        program=headers.get("program", ""),
        rules=int(headers.get("rules", 0)),
        lines=tuple(lines),
    )


def _checked_header(name: str, value: str) -> str:
    """Return *value* if it is valid for the header *name*.

    Raises:
        NotationError: there is no such header, or its value is invalid.
    """
    if name not in _HEADERS:
        raise NotationError(
            message("unknown header {name!r}; it may come from a newer version", name=name)
        )
    if name == "rules" and not _NUMBER.fullmatch(value):
        raise NotationError(message("rules: {value!r} is not a number", value=value))
    if name in _TEAMS and value not in _SIZES:
        raise NotationError(
            message("{name}: {value!r} is not a valid team size", name=name, value=value)
        )
    if name in (_HIDDEN_HANDS_KEY, _ANSWERED_KEY) and value not in _YES_NO:
        raise NotationError(message("{name}: {value!r} must be yes or no", name=name, value=value))
    if name in game_settings.SETTING_NAMES:
        parse_settings({name: value})
    return value


def _team_size_text(size: int) -> str:
    """Return the size of a team as text; "" for a single player."""
    return str(size) if size > 1 else ""


def _format_value(value: str) -> str:
    """Return a value on one line: unchanged, or as JSON if it would be read back differently."""
    is_plain = value.isprintable() and value == value.strip() and not value.startswith('"')
    return value if is_plain else json.dumps(value)


def _parse_value(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(parse_json(text))
    except ValueError as error:
        raise NotationError(message("{text} is not a JSON string", text=text)) from error
