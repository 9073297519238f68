"""The booklet of a folder: its scenarios in order, and the files that are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from m44core.errors import M44Error, ReadError
from m44core.faults import FaultError, boundary, error_reason
from m44core.findings.render_findings import message_of
from m44core.io.files.open import read_file
from m44core.io.files.scenario_files import scenarios_below
from m44core.messages.message import Message, Value, Words, colon, message, titled
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.publish.booklet import (
    SETTINGS,
    book_settings,
    booklet_order,
    names_without_file,
    typeset_booklet,
    with_default_title,
)
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.typesetter import TypesetDocument, open_typesetter

_NO_SCENARIO = message("no scenario could be read, so the file is skipped")


@dataclass(slots=True)
class SkippedFiles:
    """The files that are not in a booklet, and why.

    Attributes:
        reasons: A sentence for each.
        failed: Whether the program itself failed on one.
    """

    reasons: list[Value] = field(default_factory=list)
    failed: bool = False

    def add(self, path: Path, error: M44Error) -> None:
        """Record why a file is not in the booklet."""
        at_fault = isinstance(error, FaultError)
        self.reasons.append(colon(str(path), error_reason(error)) if at_fault else reason(error))
        self.failed = self.failed or at_fault


def files_of(folder: Path) -> list[Path]:
    """Return the files of a folder that may be scenarios; the folder itself if it has none."""
    return [Path(name) for name in scenarios_below(str(folder)) or [str(folder)]]


def read_scenarios(files: Iterable[Path], skipped: SkippedFiles) -> dict[Path, Scenario]:
    """Return the scenarios in files, keyed by path; record files without one in *skipped*."""
    found: dict[Path, Scenario] = {}
    for path in files:
        try:
            with boundary(path):
                result = read_file(path)
                result.raise_fault(path)
        except M44Error as error:
            skipped.add(path, error)
            continue
        if result.scenario is None:
            why = message_of(result.blocking_finding) if result.blocking_finding else _NO_SCENARIO
            skipped.reasons.append(colon(str(path), titled(why)))
        else:
            found[path] = result.scenario
    return found


def ordered_paths(folder: Path, found: dict[Path, Scenario], skipped: SkippedFiles) -> list[Path]:
    """Return the paths of the scenarios in the order of the booklet.

    Raises:
        ReadError: there is no scenario, or the settings of the booklet are invalid.
    """
    if not found:
        raise ReadError(message("there is no scenario in {folder}", folder=str(folder)))
    settings = book_settings(folder)
    skipped.reasons += [
        _missing_entry(folder, name) for name in names_without_file(found, settings)
    ]
    paths = list(booklet_order(found, settings))
    if not paths:
        raise ReadError(skipped.reasons[-1])
    return paths


def typeset_folder(
    folder: Path,
    files: Iterable[Path],
    words: Words,
    paper: Paper,
    ink: Ink,
    skipped: SkippedFiles,
    on_start: Callable[[int], Callable[[], None]],
    templates: Path | None = None,
) -> tuple[TypesetDocument, dict[Path, Scenario]]:
    """Return the booklet of a folder, and the scenarios that were read.

    Args:
        folder: The folder, with the settings of the booklet.
        files: The files in it that may be scenarios.
        words: The language of the booklet.
        paper: The paper size.
        ink: How much ink the maps use.
        skipped: Receives the files that are left out.
        on_start: Called with the number of scenarios; returns a function to call after each.
        templates: A folder with the user's templates; None for the built-in ones.

    Raises:
        M44Error: there is no scenario, or the booklet cannot be typeset.
    """
    settings = with_default_title(folder, book_settings(folder))
    found = read_scenarios(files, skipped)
    paths = ordered_paths(folder, found, skipped)
    advance = on_start(len(paths))
    with open_typesetter(templates) as typesetter:
        layouts = LayoutCache(typesetter.folder)
        booklet = typeset_booklet(
            typesetter,
            [found[path] for path in paths],
            settings,
            words,
            paper,
            ink,
            layouts=layouts,
            advance=advance,
            on_skipped=lambda number, error: skipped.add(paths[number], error),
        )
        layouts.store()
    return booklet, found


def _missing_entry(folder: Path, name: str) -> Message:
    return message(
        "{file}: the order lists {name!r}, but the folder has no such scenario",
        file=str(folder / SETTINGS),
        name=name,
    )
