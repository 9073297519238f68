"""Files that are opened like a scenario: companion files and saved games.

A companion file, such as ``NAME.texts.yaml``, opens the scenario that it belongs to; a saved game
opens the scenario it is played on, and continues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from m44core.errors import M44Error, ReadError
from m44core.io.files.companion_files import is_companion, scenario_of_companion
from m44core.io.files.scenario_files import POSSIBLE_SUFFIXES, SCENARIO_SUFFIXES
from m44core.messages.message import Message, Value, message
from m44core.messages.renderers import message_of_error
from m44core.untrusted_files import NotRegularFileError, open_regular_file
from m44editor.documents.document import Sheets
from m44editor.documents.document_sheet import Sheet
from m44editor.documents.recent_files import RecentFiles

_SUFFIXES = SCENARIO_SUFFIXES | POSSIBLE_SUFFIXES
_BEGINNING_SIZE = 64  # bytes


@dataclass(frozen=True, slots=True)
class RelatedFile:
    """A file that is not a scenario but belongs to one.

    Attributes:
        path: The file.
        is_game: Whether it is a saved game; otherwise it is a companion file.
        scenario: The scenario: its file, or the open sheet; None if it cannot be found.
        refusal: Why the file cannot be opened, and what to do; None if it can.
    """

    path: Path
    is_game: bool
    scenario: Path | Sheet | None
    refusal: Value | None = None


def related_file(path: Path, sheets: Sheets, recent: RecentFiles) -> RelatedFile | None:
    """Return which scenario a file belongs to; None if it is not a companion or saved game.

    The scenario of a game may be open in *sheets*, next to the game, or among the *recent* files.
    """
    if is_companion(path):
        scenario = scenario_of_companion(path)
        refusal = message("It belongs to a scenario that is not in the same folder")
        return RelatedFile(path, False, scenario, None if scenario else refusal)
    if path.suffix.lower() in _SUFFIXES or not _is_saved_game(path):
        return None
    from m44editor.playtest.game.game_files import read_recording  # 200 ms

    try:
        name = read_recording(path).scenario
    except ReadError as error:
        return RelatedFile(path, True, None, message_of_error(error))
    game_scenario = next(_scenario_candidates(name, path, sheets, recent), None)
    return RelatedFile(
        path, True, game_scenario, None if game_scenario else _missing_scenario_message(name)
    )


def scenario_path_of_game(path: Path) -> Path | None:
    """Return the scenario next to a saved game; None if the file is not a saved game.

    Raises:
        M44Error: the game cannot be read, or its scenario is not next to it.
    """
    if path.suffix.lower() in _SUFFIXES or not _is_saved_game(path):
        return None
    from m44editor.playtest.game.game_files import read_recording  # 200 ms

    name = read_recording(path).scenario
    scenario = path.parent / Path(name).name
    if not name or not scenario.is_file():
        raise M44Error(_missing_scenario_message(name))
    return scenario


def _scenario_candidates(
    name: str, game: Path, sheets: Sheets, recent: RecentFiles
) -> Iterator[Path | Sheet]:
    """Yield candidates for the scenario of a game: open sheets, files next to it, recent files.

    For a game that names no scenario, this is the current sheet, unless it is blank.
    """
    if not name:
        if not sheets.current.is_blank:
            yield sheets.current
        return
    yield from (sheet for sheet in sheets if sheet.name == name)
    file_name = Path(name).name
    paths: Iterable[Path] = (game.parent / file_name, *recent.paths)
    yield from (path for path in paths if path.name == file_name and path.is_file())


def _missing_scenario_message(name: str) -> Message:
    advice = message(
        "Open the scenario of this saved game, start a playtest, and choose Game > Open Game there"
    )
    if not name:
        return advice
    return message(
        "It is a saved game of “{scenario}”, which is not in the same folder. Open that scenario, "
        "start a playtest, and choose Game > Open Game there",
        scenario=name,
    )


def _is_saved_game(path: Path) -> bool:
    try:
        with open_regular_file(path) as file:
            beginning = file.read(_BEGINNING_SIZE)
    except (OSError, ValueError, NotRegularFileError):
        return False  # opening it as a scenario reports the error
    from m44core.rules.play.recorded_game import is_recorded_game  # 150 ms

    return is_recorded_game(beginning)
