"""Games as files: the text of :mod:`m44core.rules.replay`, one action a line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from m44core.catalogue.types import Side
from m44core.errors import M44Error, ReadError
from m44core.io.files import write
from m44core.model.scenario import Scenario
from m44core.playtest.agents import Agent
from m44core.rules.replay import read_game, write_game
from m44editor.playtest.session import Session


def save_game(session: Session, name: str, path: Path) -> None:
    """Write the game so far; *name* says where its scenario is.

    Raises:
        WriteError: it cannot be written; a file that was there is as it was.
    """
    write(write_game(session.recording(name), session.scenario).encode(), path)


def load_game(path: Path, scenario: Scenario, agents: Mapping[Side, Agent]) -> Session:
    """Return a saved game as it stood, to be played on.

    Raises:
        ReadError: there is no such file, or it holds no game of *scenario*.
    """
    try:
        recording = read_game(path.read_text("utf-8"))
        session = Session(scenario, recording.seed, agents)
        session.resume(recording.actions)
    except OSError as error:
        raise ReadError(f"{path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, M44Error) as error:
        raise ReadError(f"{path.name} is not a game of this scenario: {error}") from error
    return session
