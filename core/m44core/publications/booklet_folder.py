"""The booklet of a folder: its scenarios in order, and the files that are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from m44core.errors import M44Error, ReadError
from m44core.faults import FaultError, boundary, error_reason
from m44core.io.files.file_reader import read_file
from m44core.io.files.read_scenario import scenario_in
from m44core.io.files.scenario_files import scenario_paths_below
from m44core.messages.message import Message, Renderer, Value, label_with_text, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.publications.side_file_problems import side_file_problems
from m44core.publish.booklet import typeset_booklet
from m44core.publish.booklet_entries import BalanceResult, BookEntry, book_entry, booklet_parts
from m44core.publish.booklet_settings import (
    SETTINGS,
    BookSettings,
    book_settings,
    names_without_file,
    with_default_title,
)
from m44core.publish.layout_cache import LayoutCache
from m44core.publish.paper_and_ink import Ink, Paper
from m44core.publish.typesetter import TypesetDocument, open_typesetter
from m44core.site.balance_entry import balance_entry
from m44core.site.sources import PageSource


@dataclass(slots=True)
class SkippedFiles:
    """The files of a folder that are left out of a publication, and why.

    Attributes:
        reasons: A sentence for each file that is left out, for each name in the settings without
            a file, and for each problem with balance results.
        notes: The problems with files next to scenarios, which are ignored.
        failed: Whether the program itself failed on any file.
    """

    reasons: list[Value] = field(default_factory=list)
    notes: list[Value] = field(default_factory=list)
    failed: bool = False

    def add(self, path: Path, error: M44Error) -> None:
        """Record why a file is left out."""
        at_fault = isinstance(error, FaultError)
        self.reasons.append(
            label_with_text(str(path), error_reason(error)) if at_fault else message_of_error(error)
        )
        self.failed = self.failed or at_fault


def possible_scenario_files(folder: Path) -> list[Path]:
    """Return the files of a folder that may be scenarios; the folder itself if it has none."""
    return [Path(name) for name in scenario_paths_below(str(folder)) or [str(folder)]]


def read_scenarios(
    files: Iterable[Path], skipped_files: SkippedFiles
) -> Iterator[tuple[Path, Scenario]]:
    """Yield the scenarios in files with their paths.

    Files without a scenario, and problems with the files next to a scenario, are recorded in
    *skipped_files*.
    """
    for path in files:
        try:
            with boundary(path):
                result = read_file(path)
                scenario = scenario_in(result, path)
                skipped_files.notes += side_file_problems(result, path)
        except M44Error as error:
            skipped_files.add(path, error)
        else:
            yield path, scenario


def typeset_folder_booklet(
    folder: Path,
    files: Iterable[Path],
    renderer: Renderer,
    paper: Paper,
    ink: Ink,
    skipped_files: SkippedFiles,
    on_start: Callable[[int], Callable[[], None]],
    templates: Path | None = None,
) -> tuple[TypesetDocument, list[Path]]:
    """Return the booklet of a folder, and the files that hold a scenario.

    Args:
        folder: The folder, with the settings of the booklet.
        files: The files in it that may be scenarios.
        renderer: Renders texts in the language of the booklet.
        paper: The paper size.
        ink: The amount of ink the maps use.
        skipped_files: Receives the files that are left out.
        on_start: Called with the number of scenarios; returns a function to call after each.
        templates: A folder with the user's templates; None for the built-in ones.

    Raises:
        M44Error: there is no scenario, or the booklet cannot be typeset.
    """
    settings = with_default_title(folder, book_settings(folder))
    entries = list(_booklet_entries(files, renderer, skipped_files))
    paths = [entry.path for entry in entries]
    chosen = _chosen_entries(folder, entries, settings, renderer, skipped_files)
    advance = on_start(len(chosen))
    with open_typesetter(templates) as typesetter:
        layouts = LayoutCache(typesetter.folder)
        booklet = typeset_booklet(
            typesetter,
            chosen,
            settings,
            renderer,
            paper,
            ink,
            layouts=layouts,
            advance=advance,
            on_skipped=skipped_files.add,
        )
        layouts.store()
    return booklet, paths


def _booklet_entries(
    files: Iterable[Path], renderer: Renderer, skipped_files: SkippedFiles
) -> Iterator[BookEntry]:
    """Yield the booklet entries of the scenarios in files; record why others are skipped."""
    for path, scenario in read_scenarios(files, skipped_files):
        try:
            with boundary(path):
                result = _balance_result(path, scenario, renderer, skipped_files)
                entry = book_entry(path, scenario, renderer, result)
        except M44Error as error:
            skipped_files.add(path, error)
        else:
            yield entry


def _balance_result(
    path: Path, scenario: Scenario, renderer: Renderer, skipped_files: SkippedFiles
) -> BalanceResult:
    """Return the balance and length of a scenario, from the results next to its file.

    Problems with these results are recorded in *skipped_files*.
    """
    entry, problems = balance_entry(PageSource(str(path), path.name, ""), scenario, renderer)
    for problem in problems:
        skipped_files.reasons.append(label_with_text(str(path), problem.why))
        skipped_files.failed = skipped_files.failed or problem.failed
    text = " ".join(filter(None, (entry["said"], entry["note"])))
    turns = None if entry["turns"] is None else round(entry["turns"])
    return BalanceResult(entry["share"], text, turns, entry["people"])


def _chosen_entries(
    folder: Path,
    entries: Sequence[BookEntry],
    settings: BookSettings,
    renderer: Renderer,
    skipped_files: SkippedFiles,
) -> list[BookEntry]:
    """Return the scenarios that the settings put into the booklet; record names without a file.

    Raises:
        ReadError: there are none.
    """
    if not entries:
        raise ReadError(message("there is no scenario in {folder}", folder=str(folder)))
    entry_paths = [entry.path for entry in entries]
    skipped_files.reasons += [
        _missing_entry_message(folder, name) for name in names_without_file(entry_paths, settings)
    ]
    chosen = [
        entry for part in booklet_parts(entries, settings, renderer) for entry in part.entries
    ]
    if not chosen:
        raise ReadError(skipped_files.reasons[-1])
    return chosen


def _missing_entry_message(folder: Path, name: str) -> Message:
    return message(
        "{file}: the settings list {name!r}, but there is no such scenario in the folder",
        file=str(folder / SETTINGS),
        name=name,
    )
