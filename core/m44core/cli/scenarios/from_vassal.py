"""``m44 convert`` of a saved game of VASSAL: a scenario of its counters, and what is left out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from m44core.cli.visible import visible
from m44core.io.files.open import ReadResult
from m44core.io.files.scenario_files import FileFormat
from m44core.messages.message import Message, Words, colon
from m44core.model.edits import new_scenario
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.setup_list.laying import laid_out
from m44core.setup_list.reading import SetupList, Weight, read_list
from m44core.vassal.saved_briefing import SavedBriefing, with_saved_briefing
from m44core.vassal.saved_game import SavedGame, read_saved_game


def read_game(
    path: Path, module: Path | None, told: Words, *, quiet: bool
) -> tuple[ReadResult, int]:
    """Return the scenario of a saved game, and the exit status; say what is not understood.

    Raises:
        ReadError: the game cannot be read, or its module.
    """
    empty = new_scenario(title=path.stem)
    game = read_saved_game(path, empty, told.language.code, module)
    face = game.face or empty.face
    if game.board is not empty.board.type or face is not empty.face:
        empty = new_scenario(game.board, face, title=path.stem)
        game = read_saved_game(path, empty, told.language.code, module)
    if game.briefing:
        empty = with_saved_briefing(_untold(empty, game.briefing), game.briefing)
    found = read_list(game.text, empty, told.language.code)
    for said in _remarks(game, found, quiet):
        print(visible(told.render(colon(str(path), said))), file=sys.stderr)
    result = ReadResult(laid_out(empty, found), (), FileFormat.YAML, name=path.name)
    wrong = any(remark.weight is Weight.WRONG for remark in found.remarks)
    return result, int(wrong or not game.is_reliable)


def _untold(empty: Scenario, briefing: SavedBriefing) -> Scenario:
    """Return an empty scenario without the texts of other languages than that of a briefing."""
    title = next(iter(empty.texts.values())).name
    texts = {briefing.language: Texts(title, historical="", description="", victory="", rules="")}
    return replace(empty, texts=texts)


def _remarks(game: SavedGame, found: SetupList, quiet: bool) -> Iterator[Message]:
    """Yield what there is to say of a game, and of its counters by the lines they would be."""
    yield from game.doubts if quiet else game.notes
    if game.briefing and not quiet:
        yield from game.briefing.remarks
    lines = game.text.splitlines()
    for remark in found.remarks:
        if remark.weight is Weight.WRONG or not quiet:
            line = lines[remark.line - 1] if remark.line <= len(lines) else remark.text
            yield colon(line, remark.said)
