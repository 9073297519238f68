"""The errors of a scenario that affect how its games go, for its verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.finding_kinds import all_kinds
from m44core.findings.render_findings import message_of
from m44core.io.files.file_reader import ReadResult
from m44core.messages.message import Message, label_with_text, several
from m44core.model.scenario import Scenario
from m44core.validation.check_registry import CHECKS
from m44core.validation.check_selection import DEFAULT_SELECTION, Selection
from m44core.validation.runner import CheckSettings, check_scenario, examine_reading

_MAX_LISTED = 5
_IRRELEVANT_CODES = ("M06", "M09", "M111", "M112", "M2", "M8", "M9")
"""The beginnings of the codes of checks that do not affect play: suppressions, errors of the
program, boxes, the number of components, texts, and Board Game Arena."""
_TEXT_CODES = "M8"  # the codes of checks of what the text of a scenario says
_IRRELEVANT_PLACES = ("/texts", "/meta", "/publication")


def affects_play(code: str, pointer: str = "") -> bool:
    """Return whether an error with this code at this place affects how games go."""
    return not code.startswith(_IRRELEVANT_CODES) and not pointer.startswith(_IRRELEVANT_PLACES)


def scenario_errors(scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Return the errors of a scenario that affect play."""
    return _relevant_errors(check_scenario(scenario, _check_settings()))


def reading_errors(result: ReadResult) -> tuple[Diagnostic, ...]:
    """Return the errors of a file that affect play, including those found while reading it."""
    return _relevant_errors(examine_reading(result, _check_settings()).diagnostics)


def board_errors(scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Return the errors of a scenario, apart from those in its texts."""
    codes = (code for code in CHECKS if code in DEFAULT_SELECTION)
    selection = Selection(frozenset(code for code in codes if not code.startswith(_TEXT_CODES)))
    findings = check_scenario(scenario, CheckSettings(selection))
    return tuple(each for each in findings if each.severity is Severity.ERROR)


def error_places(scenario: Scenario) -> frozenset[tuple[str, str]]:
    """Return the code and pointer of each error of a scenario, apart from those in its texts."""
    return frozenset((error.code, error.pointer) for error in board_errors(scenario))


def text_problems(scenario: Scenario) -> frozenset[tuple[str, str]]:
    """Return the code and pointer of each problem in the texts of a scenario."""
    codes = frozenset(code for code in CHECKS if code.startswith(_TEXT_CODES))
    findings = check_scenario(scenario, CheckSettings(Selection(codes)))
    return frozenset((finding.code, finding.pointer) for finding in findings)


def error_count_sentences(number: int) -> list[Message]:
    """Return the advice to fix the errors of a scenario first; empty without errors."""
    if not number:
        return []
    sentence = several(
        "The scenario has {number} error; fix it first, or the games may not reflect the scenario "
        "you have in mind.",
        "The scenario has {number} errors; fix them first, or the games may not reflect the "
        "scenario you have in mind.",
        number,
    )
    return [sentence]


def error_sentences(errors: Sequence[Diagnostic], board: Board) -> list[Message]:
    """Return the advice to fix the errors first, and the errors themselves, with their hexes.

    The list is empty if there are none; of many, only the first are listed.
    """
    listed = error_messages(errors[:_MAX_LISTED], board)
    rest = len(errors) - len(listed)
    more = [several("and {number} more error", "and {number} more errors", rest)] if rest else []
    return [*error_count_sentences(len(errors)), *listed, *more]


def error_messages(errors: Iterable[Diagnostic], board: Board) -> list[Message]:
    """Return each error without a final period; it begins with its hex, if it has one."""
    return [_message_with_hex(each, board) for each in errors]


def _message_with_hex(error: Diagnostic, board: Board) -> Message:
    problem = message_of(error)
    return problem if error.hex is None else label_with_text(board.name(error.hex), problem)


def _relevant_errors(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(
        each
        for each in findings
        if each.severity is Severity.ERROR and affects_play(each.code, each.pointer)
    )


def _check_settings() -> CheckSettings:
    codes = (kind.code for kind in all_kinds().values())
    relevant_codes = (code for code in codes if code in DEFAULT_SELECTION and affects_play(code))
    return CheckSettings(Selection(frozenset(relevant_codes)))
