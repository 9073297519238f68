"""Running the checks over a scenario or a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from m44core.board import Board
from m44core.diagnostics import Diagnostic, Severity
from m44core.errors import ReadError
from m44core.findings.load import kind
from m44core.io.dialects import repeated_ids
from m44core.io.open import read_file
from m44core.model.scenario import Scenario
from m44core.validation import references
from m44core.validation.catalogue import CHECKS
from m44core.validation.check import Check
from m44core.validation.context import Context
from m44core.validation.selection import CRASH, USUAL, Selection


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What those who ask want to know.

    Attributes:
        selection: Which codes count.
        boxes: How many of each box they own, by the names of ``packs``
            (``{"base": 1, "terrain": 1}``); None where they did not say.
    """

    selection: Selection = USUAL
    boxes: Mapping[str, int] | None = None


USUAL_SETTINGS = CheckSettings()


REFERENCES = frozenset(check.code for check in references.CHECKS)
"""The checks of names: for our own files the reader does their work, with the words of the file."""


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was found in one file.

    Attributes:
        path: The file, as it was asked for.
        diagnostics: The findings with line and column, in the order of the file.
        failure: Why it could not be read at all; None where it could.
        board: The board its hexes are named on; None where there is none.
        scenario_id: The id it states; None where it states none.
    """

    path: str
    diagnostics: tuple[Diagnostic, ...] = ()
    failure: str | None = None
    board: Board | None = None
    scenario_id: str | None = None

    @property
    def checked(self) -> bool:
        """Whether everything asked for was looked at: the file was read, and no check crashed."""
        return self.failure is None and all(d.code != CRASH for d in self.diagnostics)

    def hex_name(self, diagnostic: Diagnostic) -> str | None:
        """Return what the hex of a finding is called, or None where it has none."""
        if diagnostic.hex is None or self.board is None:
            return None
        return self.board.name(diagnostic.hex)

    def worst(self) -> Severity | None:
        """Return the gravest severity found, or None where nothing was."""
        found = {diagnostic.severity for diagnostic in self.diagnostics}
        return next((severity for severity in Severity if severity in found), None)


def check_scenario(
    scenario: Scenario, settings: CheckSettings = USUAL_SETTINGS
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a scenario, in the order of the codes.

    References come first: a piece the catalogue does not know is reported once,
    and the checks of meaning leave it out instead of guessing what it is.
    """
    context = Context.of(scenario, settings.boxes)
    return tuple(
        diagnostic
        for check in CHECKS.values()
        if check.code in settings.selection
        for diagnostic in run(check, context)
    )


def run(check: Check, context: Context) -> Iterator[Diagnostic]:
    """Yield what a check finds; where it fails, that, so that the others go on."""
    try:
        yield from check.run(context)
    except Exception as error:  # a fault in one check must not hide what the others find
        said = {"code": check.code, "name": check.kind.name, "error": repr(error)}
        yield kind(CRASH).diagnostic("crashed", **said)


def check_file(path: str | Path, settings: CheckSettings = USUAL_SETTINGS) -> FileReport:
    """Return what is wrong with a file: text, schema, references, meaning.

    A stage runs only where the one before left something to look at. A file
    that cannot be read at all is no exception but a report with a failure.
    """
    try:
        result = read_file(Path(path))
    except ReadError as error:
        return FileReport(str(path), failure=str(error))
    scenario = result.scenario
    if scenario is None:  # whatever was asked for, this is why it cannot be answered
        return FileReport(str(path), tuple(sorted(result.diagnostics, key=_place)))
    found = list(settings.selection.among(result.diagnostics))
    found += _unsaid(check_scenario(scenario, settings), result.diagnostics)
    located = [result.located(diagnostic) for diagnostic in found]
    found = sorted(located, key=_place)
    return FileReport(str(path), tuple(found), board=scenario.board, scenario_id=_id_of(scenario))


def _id_of(scenario: Scenario) -> str | None:
    scenario_id = scenario.meta.get("scenario_id")
    return None if scenario_id is None else str(scenario_id)


def told_apart(reports: Iterable[FileReport], selection: Selection) -> Iterator[FileReport]:
    """Yield reports as they come, those added to whose scenario id an earlier file has."""
    first: dict[str | None, str] = {}
    for report in reports:
        ids = {first.setdefault(report.scenario_id, report.path): report.scenario_id}
        same = repeated_ids({**ids, report.path: report.scenario_id})
        yield replace(report, diagnostics=(*selection.among(same.values()), *report.diagnostics))


def _unsaid(found: Iterable[Diagnostic], before: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those about names that reading the file found wrong already."""
    said = {diagnostic.pointer for diagnostic in before}
    return [f for f in found if f.code not in REFERENCES or f.pointer not in said]


def _place(diagnostic: Diagnostic) -> tuple[int, int, str, str]:
    """Sort by place in the file, then by code; what has no place comes first."""
    return diagnostic.line or 0, diagnostic.column or 0, diagnostic.code, diagnostic.message
