"""Games as files: the text of :mod:`m44core.rules.play.recorded_game`, one action per line."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error, ReadError
from m44core.io.files.save import write
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.rules.game.fingerprint import may_be_fingerprint_of
from m44core.rules.play.game_setup import battlefield_of
from m44core.rules.play.recorded_game import (
    RULES_EDITION,
    GameRecording,
    format_recorded_game,
    parse_recorded_game,
)
from m44core.untrusted_files import read_truncated
from m44editor.playtest.game.chance_script import NO_SCRIPT, ChanceScript
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.game.players import PERSON, human_sides, player_choices
from m44editor.playtest.game.timeline import GameTimeline

_MAX_SIZE = 2_000_000  # bytes; a long game has about 60 000


def save_game(session: GameSession, name: str, path: Path) -> None:
    """Write the game to a file.

    Args:
        session: The game.
        name: The name of the scenario's file.
        path: The file to write.

    Raises:
        WriteError: the file cannot be written; an existing file is unchanged.
    """
    write(format_recorded_game(session.recording(name), session.scenario).encode(), path)


def load_game(
    path: Path, scenario: Scenario, players: Mapping[Side, str], script: ChanceScript = NO_SCRIPT
) -> GameSession:
    """Return a saved game, ready to continue.

    If two people play, they continue with hidden hands unless the file says otherwise. A single
    person continues with hidden hands if another one, whose cards are secret, has left.

    Args:
        path: The file of the game.
        scenario: The scenario it is played on.
        players: The player of each side, used if the file does not name one.
        script: Dice and draws that are fixed beforehand; those the game already had are skipped.

    Raises:
        ReadError: the file cannot be read or contains no game of *scenario*; the message names the
            line.
    """
    return continue_game(read_recording(path), path.name, scenario, players, script)


def continue_game(
    recording: GameRecording,
    name: str,
    scenario: Scenario,
    players: Mapping[Side, str],
    script: ChanceScript = NO_SCRIPT,
) -> GameSession:
    """Return a recorded game, ready to continue; see :func:`load_game`.

    Raises:
        ReadError: it is no game of *scenario*; the message calls it *name*.
    """
    players = {
        side: _known_player(recording.players.get(side, player)) for side, player in players.items()
    }
    teams = {side: size for side, size in recording.teams.items() if players[side] == PERSON}
    session = GameSession(
        scenario,
        recording.seed,
        players,
        settings=recording.settings,
        script=script,
        teams=teams,
        hides_hands=_hides_hands(recording, human_sides(players)),
    )
    try:
        session.resume(recording.actions, answered=recording.answered)
    except M44Error as error:
        raise _impossible_action_error(
            name, recording, scenario, session.timeline.length, error
        ) from error
    try:
        session.add_branches(recording.others)
    except M44Error as error:
        problem = message(
            "{file}: error in another line of play: {why}", file=name, why=message_of_error(error)
        )
        raise ReadError(problem) from error
    return session


def _hides_hands(recording: GameRecording, people: Collection[Side]) -> bool:
    """Return whether hands are hidden, which is the default only for two people."""
    if recording.hidden_hands is None:
        return len(people) == 2
    return recording.hidden_hands


def _known_player(player: str) -> str:
    """Return *player*, or the key of a person if it is an unknown level."""
    return player if player in player_choices() else PERSON


def load_timeline(path: Path, scenario: Scenario) -> tuple[GameTimeline, GameRecording]:
    """Return a recorded game to watch, and its recording.

    Raises:
        ReadError: the file cannot be read or contains no game of *scenario*; the message names the
            line.
    """
    recording = read_recording(path)
    timeline = GameTimeline(scenario, recording.settings)
    try:
        play_actions(timeline, recording)
    except M44Error as error:
        raise _impossible_action_error(
            path.name, recording, scenario, timeline.length, error
        ) from error
    return timeline, recording


def play_actions(timeline: GameTimeline, recording: GameRecording) -> None:
    """Carry out the actions of a recording on a timeline.

    Raises:
        IllegalActionError: the rules do not allow an action.
    """
    for action in recording.actions:
        timeline.apply(action)


def load_script(path: Path) -> tuple[ChanceScript, str]:
    """Return the dice and draws of a recorded game as a script, and its seed.

    Raises:
        ReadError: the file cannot be read or contains no game.
    """
    recording = read_recording(path)
    return ChanceScript(recording.actions), recording.seed


def read_recording(path: Path) -> GameRecording:
    """Return the recording in a file.

    Raises:
        ReadError: the file cannot be read or contains no game; the message names the line.
    """
    try:
        data = read_truncated(path, _MAX_SIZE)
        if len(data) > _MAX_SIZE:
            raise ReadError(message("{file} is too large to be a recorded game", file=path.name))
        return parse_recorded_game(data.decode("utf-8-sig"))
    except OSError as error:
        raise ReadError(
            message("cannot read {file}: {why}", file=str(path), why=os_error_reason(error))
        ) from error
    except UnicodeDecodeError as error:
        problem = message("{file} is not a recorded game: it is not UTF-8 text", file=path.name)
        raise ReadError(problem) from error
    except M44Error as error:
        problem = message(
            "{file} is not a recorded game: {why}", file=path.name, why=message_of_error(error)
        )
        raise ReadError(problem) from error


def mismatch_reason(recording: GameRecording, scenario: Scenario) -> Message | None:
    """Return why a recording might not fit a scenario; None if it fits."""
    if recording.rules > RULES_EDITION:
        return message(
            "it was recorded by a newer version of the program ({program})",
            program=recording.program,
        )
    if may_be_fingerprint_of(recording.fingerprint, battlefield_of(scenario, recording.settings)):
        if not 0 < recording.rules < RULES_EDITION:
            return None
        return message("it was recorded by an older version ({program})", program=recording.program)
    if recording.scenario:
        return message(
            "it was recorded with a different scenario ({scenario}), or this one has changed "
            "since then",
            scenario=recording.scenario,
        )
    return message("it was recorded with a different scenario, or this one has changed since then")


def _impossible_action_error(
    name: str, recording: GameRecording, scenario: Scenario, action_index: int, error: M44Error
) -> ReadError:
    """Return the error for a recording whose action at index *action_index* is not allowed."""
    return ReadError(
        message(
            "{file} is not a game of this scenario. Line {line}, “{action}”: {error}; {why}",
            file=name,
            line=recording.lines[action_index],
            action=str(recording.actions[action_index]),
            error=message_of_error(error),
            why=mismatch_reason(recording, scenario) or message("the file is damaged"),
        )
    )
