"""Finds the board that a setup list is for, and the side of it that is face up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from m44core.board import BoardType, Face
from m44core.catalogue.search_words import fold_text
from m44core.messages.languages import languages
from m44core.messages.message import Message, label_with_text, message
from m44core.messages.renderers import renderer_in
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.setup_list.list_reader import (
    RemarkKind,
    SetupList,
    read_setup_list,
    readable_lines,
)
from m44core.validation.setup_checklist import board_sentence
from m44core.values import dataclass

_SIZE = re.compile(r"(?<!\d)(?:13|26)(?!\d)")
"""The columns of a board, which the sentence states in every language."""
_MAX_WRONG_HEXES, _MAX_WRONG_SHARE = 2, 0.1  # pieces on hexes that only a larger board has


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A kind of board and the side of it that is face up, named in a language."""

    type: BoardType
    face: Face
    language: str


def find_printed_board(text: str) -> PrintedBoard | None:
    """Return the board that a text names in the wording of this program; None if it names none."""
    for line, next_line in pairwise([*readable_lines(text), ""]):
        if _SIZE.search(line):
            unbroken = _without_spaces(line + next_line)
            for sentence, board in _board_sentences().items():
                if sentence in unbroken:
                    return board
    return None


@cache
def _board_sentences() -> Mapping[str, PrintedBoard]:
    """Return the boards, keyed by the sentence for each in each language."""
    boards = [
        PrintedBoard(board, face, code)
        for code in languages()
        for board in BoardType
        for face in Face
    ]
    return {
        _without_spaces(
            renderer_in(each.language).sentence(board_sentence(each.type, each.face))
        ): each
        for each in boards
    }


def _without_spaces(text: str) -> str:
    """Return a text in lower case without accents and white space, for comparison."""
    return "".join(fold_text(text).split())


def board_remark(scenario: Scenario, *, is_stated: bool) -> Message:
    """Return the board and the side of it that is face up, for users to compare with the text.

    Args:
        scenario: The scenario made from the text.
        is_stated: Whether the text states it.
    """
    board: Message = board_sentence(scenario.board.type, scenario.face)
    if not is_stated:
        board = message("{board} (not stated in the text)", board=board)
    return label_with_text(message("Board"), board)


def other_board_remark(text: str, scenario: Scenario, language: str) -> Message | None:
    """Return a remark that a list is for a different board than the scenario's, or None."""
    board, _ = list_on_its_board(text, language)
    fits_any_board = board is BoardType.STANDARD and not find_printed_board(text)
    return None if fits_any_board or board is scenario.board.type else _OTHER_BOARD[board]


_OTHER_BOARD = {
    BoardType.STANDARD: message(
        "The list is for a standard board; create a scenario with that board and import it there"
    ),
    BoardType.BREAKTHROUGH: message(
        "The list is for Breakthrough boards; create a scenario with them and import it there"
    ),
    BoardType.OVERLORD: message(
        "The list is for an Overlord board; create a scenario with that board and import it there"
    ),
}


def list_on_its_board(text: str, language: str) -> tuple[BoardType, SetupList]:
    """Return a list read for the board it names.

    If it names none, the board is the standard one, or a larger one if many hexes need it.
    """
    if printed_board := find_printed_board(text):
        empty = new_scenario(printed_board.type, printed_board.face)
        return printed_board.type, read_setup_list(text, empty, language)
    standard = read_setup_list(text, new_scenario(), language)
    if all(each.kind is not RemarkKind.ERROR for each in standard.remarks):
        return BoardType.STANDARD, standard
    board, largest = BoardType.STANDARD, standard
    for larger_board in (BoardType.BREAKTHROUGH, BoardType.OVERLORD):
        candidate = read_setup_list(text, new_scenario(larger_board), language)
        if len(candidate.entries) > len(largest.entries):
            board, largest = larger_board, candidate
    number = len(largest.entries)
    if number - len(standard.entries) > max(_MAX_WRONG_HEXES, _MAX_WRONG_SHARE * number):
        return board, largest
    return BoardType.STANDARD, standard
