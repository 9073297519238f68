"""Games as files: the text of :mod:`m44core.rules.play.replay`, one action a line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from m44core.catalogue.types import Side
from m44core.errors import M44Error, ReadError
from m44core.io.files.save import write
from m44core.model.scenario import Scenario
from m44core.rules.game.fingerprint import is_of
from m44core.rules.play.replay import RULES, Recording, read_game, write_game
from m44core.rules.play.setup import battlefield
from m44editor.playtest.game.film import Film
from m44editor.playtest.game.script import Script
from m44editor.playtest.game.session import Session

_LARGEST = 2_000_000  # bytes; a long game has some 60 000


def save_game(session: Session, name: str, path: Path) -> None:
    """Write the game so far; *name* says where its scenario is.

    Raises:
        WriteError: it cannot be written; a file that was there is as it was.
    """
    write(write_game(session.recording(name), session.scenario).encode(), path)


def load_game(path: Path, scenario: Scenario, players: Mapping[Side, str]) -> Session:
    """Return a saved game as it stood, to be played on by *players*.

    Raises:
        ReadError: there is no such file, or it holds no game of *scenario*; the message names
            the line.
    """
    recording = read_recording(path)
    session = Session(scenario, recording.seed, players, settings=recording.settings)
    try:
        session.resume(recording.actions)
    except M44Error as error:
        raise _misfit(path, recording, scenario, session.film.length, error) from error
    return session


def load_film(path: Path, scenario: Scenario) -> tuple[Film, Recording]:
    """Return a recorded game to be watched.

    Raises:
        ReadError: there is no such file, or it holds no game of *scenario*; the message names
            the line.
    """
    recording = read_recording(path)
    film = Film(scenario, recording.settings)
    try:
        for action in recording.actions:
            film.do(action)
    except M44Error as error:
        raise _misfit(path, recording, scenario, film.length, error) from error
    return film, recording


def load_script(path: Path) -> tuple[Script, str]:
    """Return the dice and draws of a recorded game, and its seed.

    Raises:
        ReadError: there is no such file, or it holds no game.
    """
    recording = read_recording(path)
    return Script(recording.actions), recording.seed


def read_recording(path: Path) -> Recording:
    """Return what a file records.

    Raises:
        ReadError: there is no such file, or it is no recorded game; the message names the line.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise ReadError(f"{path.name} is too large for a recorded game")
        return read_game(data.decode("utf-8-sig"))
    except OSError as error:
        raise ReadError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ReadError(f"{path.name} is no recorded game: it is not UTF-8 text") from error
    except M44Error as error:
        raise ReadError(f"{path.name} is no recorded game: {error}") from error


def differs(recording: Recording, scenario: Scenario) -> str:
    """Return in what a recording and a scenario do not belong together; "" if they do."""
    if recording.rules > RULES:
        return f"it was recorded by a newer version of the program ({recording.program})"
    if is_of(recording.fingerprint, battlefield(scenario, recording.settings)):
        older = 0 < recording.rules < RULES
        return f"it was recorded by an older version ({recording.program})" if older else ""
    named = f" ({recording.scenario})" if recording.scenario else ""
    return f"it was recorded on another scenario{named}, or before this one was changed"


def _misfit(
    path: Path, recording: Recording, scenario: Scenario, number: int, error: M44Error
) -> ReadError:
    """Return what to say of a recording whose action *number* is not possible."""
    line, action = recording.lines[number], recording.actions[number]
    why = differs(recording, scenario)
    reason = f"; {why}" if why else ": the file is damaged"
    return ReadError(
        f"{path.name} is not a game of this scenario. Line {line}, “{action}”: {error}{reason}"
    )
