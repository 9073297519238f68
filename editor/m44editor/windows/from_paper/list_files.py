"""The files a set-up list may come from: texts, and saved games of VASSAL."""

from __future__ import annotations

from pathlib import Path

from m44core.board import Face
from m44core.errors import ReadError
from m44core.messages.message import Message, message
from m44core.messages.refused import refused
from m44core.model.edits import change_face
from m44core.model.scenario import Scenario
from m44core.plain.ordinary import read_ordinary
from m44core.values import dataclass
from m44core.vassal.archive import GAME_SUFFIXES, MODULE_SUFFIX
from m44core.vassal.briefing import SavedBriefing, with_saved_briefing
from m44core.vassal.reading import read_saved_game
from m44editor.words import language

LONGEST = 200_000
"""Signs of a list that are read; more than anybody writes."""
FILES = (
    (message("Lists and saved games"), "*.txt *.md *.vsav *.vlog"),
    (message("VASSAL modules"), f"*{MODULE_SUFFIX}"),
    (message("All files"), "*"),
)
"""The kinds of files there are to choose from."""


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list as a file says it.

    Attributes:
        text: The list.
        notes: What there is to say of it.
        game: The saved game it was made of; None for a text.
        briefing: What the notes of the game say; None where it has none.
        face: What its board shows; None where it does not say.
    """

    text: str = ""
    notes: tuple[Message, ...] = ()
    game: Path | None = None
    briefing: SavedBriefing | None = None
    face: Face | None = None

    @property
    def has_briefing(self) -> bool:
        """Whether it says more than what lies on the board."""
        return self.briefing is not None or self.face is not None

    def briefed(self, scenario: Scenario) -> Scenario:
        """Return the scenario with the face of the board and what the notes say."""
        if self.face is not None:
            scenario = change_face(scenario, self.face)
        return with_saved_briefing(scenario, self.briefing) if self.briefing else scenario

    def is_gone(self, text: str) -> bool:
        """Tell whether a text has no line of the list any more."""
        lines, there = ({*each.splitlines()} - {""} for each in (self.text, text))
        return lines != there and not lines & there


def is_module(path: Path) -> bool:
    """Tell whether a file is called as modules of VASSAL are."""
    return path.suffix.lower() == MODULE_SUFFIX


def list_in(path: Path, scenario: Scenario, before: ListFile) -> ListFile:
    """Return the list a file says for a scenario; of a module, that of the saved game before.

    Raises:
        ReadError: it cannot be read, or it is a module and no saved game was before.
    """
    if path.suffix.lower() in GAME_SUFFIXES:
        return _of_game(path, scenario)
    if not is_module(path):
        return ListFile(_text(path))
    if before.game is None:
        said = message("{file} is a module: open a saved game of it first", file=path.name)
        raise ReadError(said)
    return _of_game(before.game, scenario, path)


def _of_game(path: Path, scenario: Scenario, module: Path | None = None) -> ListFile:
    found = read_saved_game(path, scenario, language(), module)
    said = found.briefing.remarks if found.briefing else ()
    return ListFile(found.text, (*found.notes, *said), path, found.briefing, found.face)


def _text(path: Path) -> str:
    try:
        return read_ordinary(path, LONGEST)[:LONGEST].decode("utf-8-sig", "replace")
    except OSError as error:
        said = message("{file} cannot be read: {why}", file=path.name, why=refused(error))
        raise ReadError(said) from error
