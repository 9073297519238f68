"""Searching the content of scenarios: titles, texts, labels, pieces and problems."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from m44core.board import BoardType
from m44core.catalogue.catalogue_types import Layer
from m44core.diagnostics import Diagnostic
from m44core.errors import M44Error, ReadError
from m44core.faults import boundary
from m44core.findings.render_findings import message_of
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.io.files.read_scenario import no_scenario_reason
from m44core.io.files.scenario_files import is_scenario, scenario_paths_below
from m44core.io.vocabulary.field_values import TEXT_FIELDS
from m44core.messages.message import Renderer, Value
from m44core.messages.renderers import message_of_error, renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts, joined_label
from m44core.validation.placed_pieces import pieces_of, tags_of, units_of, unknown_pieces_of
from m44core.validation.runner import CheckSettings, check_file, check_scenario
from m44core.values import dataclass


class SearchArea(StrEnum):
    """The part of a scenario that a line belongs to."""

    TEXT = "text"
    LABEL = "label"
    PIECE = "piece"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class SearchLine:
    """A searchable line of a scenario.

    Attributes:
        area: The part it belongs to.
        text: Its text, in the language of the search.
        pointer: The place in the scenario; "" for pieces.
        language: The language of a text or of the translation of a label; "" for others.
        number: The number of the line in its text or label, from 0.
        hexes: The hexes of a label, a piece or a problem.
        finding: The problem; None for other lines.
    """

    area: SearchArea
    text: str
    pointer: str = ""
    language: str = ""
    number: int = 0
    hexes: tuple[Hex, ...] = ()
    finding: Diagnostic | None = None

    @property
    def key(self) -> tuple[str, int]:
        """The key that identifies a line of a text or label: its pointer and number."""
        return self.pointer, self.number


@dataclass(frozen=True)
class Search:
    """The words to search for, and how.

    Attributes:
        words: The words, literally.
        match_case: Whether the case of letters must match.
        whole_words: Whether only whole words are found.
        areas: Where to search.
    """

    words: str
    match_case: bool = False
    whole_words: bool = False
    areas: frozenset[SearchArea] = frozenset(SearchArea)

    def find(self, line: SearchLine) -> re.Match[str] | None:
        """Return the first match in a line; None if there is none, or nothing to search for."""
        if not self.words or line.area not in self.areas:
            return None
        return self._pattern.search(line.text)

    def first_change(self, line: SearchLine, replacement: str) -> re.Match[str] | None:
        """Return the first match in a line that a replacement changes; None if there is none."""
        matches = self._pattern.finditer(line.text)
        return next((each for each in matches if each.group() != replacement), None)

    def replaced(self, text: str, replacement: str) -> tuple[str, int]:
        """Return a text with the words replaced, and the number of replacements."""
        return self._pattern.subn(lambda _: replacement, text)

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        pattern = re.escape(self.words)
        if self.whole_words:
            pattern = rf"(?<!\w){pattern}(?!\w)"
        return re.compile(pattern, 0 if self.match_case else re.IGNORECASE)


REPLACEABLE = frozenset({SearchArea.TEXT, SearchArea.LABEL})
"""The areas in which words can be replaced."""


def search_lines(scenario: Scenario, renderer: Renderer) -> tuple[SearchLine, ...]:
    """Return the lines of a scenario: its texts, labels and pieces, in this order."""
    return (*_text_lines(scenario), *_label_lines(scenario), *_piece_lines(scenario, renderer))


def finding_lines(findings: Iterable[Diagnostic], renderer: Renderer) -> tuple[SearchLine, ...]:
    """Return a line for each problem."""
    return tuple(
        SearchLine(
            SearchArea.PROBLEM,
            f"{renderer.sentence(message_of(each))} [{each.code}]",
            each.pointer,
            hexes=() if each.hex is None else (each.hex,),
            finding=each,
        )
        for each in findings
    )


def _text_lines(scenario: Scenario) -> Iterator[SearchLine]:
    for code, texts in scenario.texts.items():
        for name in TEXT_FIELDS:
            for number, text in enumerate((getattr(texts, name) or "").split("\n")):
                if text.strip():
                    yield SearchLine(SearchArea.TEXT, text, f"/texts/{code}/{name}", code, number)


def _label_lines(scenario: Scenario) -> Iterator[SearchLine]:
    for hex_, lines in scenario.labels.items():
        pointer = f"/labels/{scenario.board.name(hex_)}"
        for number, text in enumerate(lines):
            if text.strip():
                yield SearchLine(SearchArea.LABEL, text, pointer, "", number, (hex_,))
    hexes_by_label: dict[str, tuple[Hex, ...]] = {}
    for hex_, lines in scenario.labels.items():
        label = joined_label(lines)
        hexes_by_label[label] = (*hexes_by_label.get(label, ()), hex_)
    for code, texts in scenario.texts.items():
        for original, text in texts.labels.items():
            hexes = hexes_by_label.get(original, ())
            pointer = f"/texts/{code}/labels/{original}"
            yield SearchLine(SearchArea.LABEL, text, pointer, code, 0, hexes)


def _piece_lines(scenario: Scenario, renderer: Renderer) -> Iterator[SearchLine]:
    """Yield a line for each kind of piece, with all its hexes."""
    hexes: dict[str, dict[Hex, None]] = {}
    for name, hex_ in _named_pieces(scenario):
        hexes.setdefault(renderer.sentence(name), {})[hex_] = None
    for text, hexes_of_kind in hexes.items():
        yield SearchLine(SearchArea.PIECE, text, hexes=tuple(hexes_of_kind))


def _named_pieces(scenario: Scenario) -> Iterator[tuple[Value, Hex]]:
    for placed_piece in pieces_of(scenario):
        yield placed_piece.element.title, placed_piece.hex
    for unit in units_of(scenario):
        yield unit.element.title, unit.hex
        if unit.badge is not None:
            yield unit.badge.title, unit.hex
    for tag in tags_of(scenario):
        yield tag.element.title, tag.hex
    for unknown_piece in unknown_pieces_of(scenario):
        if unknown_piece.layer is not Layer.BADGE or unknown_piece.name:
            yield unknown_piece.name, unknown_piece.hex


@dataclass(frozen=True, slots=True)
class FileLines:
    """The lines of a file.

    Attributes:
        path: The file.
        stamp: A value that changes whenever the file does.
        title: The title of its scenario.
        board: The type of its board, which names the hexes.
        lines: The lines.
        failure: Why it cannot be searched; "" if it can.
    """

    path: str
    stamp: tuple[int, int]
    title: str = ""
    board: BoardType = BoardType.STANDARD
    lines: tuple[SearchLine, ...] = ()
    failure: Value = ""


def searchable_files(folder: str) -> list[tuple[str, tuple[int, int]]]:
    """Return the scenario files in and below a folder, each with its stamp.

    Subfolders of the home folder, and of folders that contain it, are left out: they hold
    everything the user has.
    """
    paths = _scenario_paths_inside(folder) if _is_home(folder) else scenario_paths_below(folder)
    return [(path, _stamp(path)) for path in paths]


def _is_home(folder: str) -> bool:
    try:
        home, shown_folder = Path.home().resolve(), Path(folder).resolve()
    except (OSError, RuntimeError, ValueError):
        return False
    return shown_folder == home or shown_folder in home.parents


def _scenario_paths_inside(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            files = [Path(entry.path) for entry in entries if entry.is_file()]
    except OSError:
        return [folder]  # reading it will report the error
    visible_paths = (path for path in files if not path.name.startswith("."))
    return sorted(str(path) for path in visible_paths if is_scenario(path))


def _stamp(path: str) -> tuple[int, int]:
    try:
        status = os.stat(path)  # noqa: PTH116 - a Path may raise instead
    except (OSError, ValueError):
        return 0, 0
    return status.st_mtime_ns, status.st_size


def read_file_lines(path: str, stamp: tuple[int, int], language: str) -> FileLines:
    """Return the lines of a file except its problems, or the reason why it cannot be read."""
    try:
        with boundary(path):
            result = read_file(Path(path))
            result.raise_fault(path)
            scenario = result.scenario
            if scenario is None:
                raise ReadError(no_scenario_reason(result))
            lines = search_lines(scenario, renderer_in(language))
            return FileLines(path, stamp, scenario.title_in(language), scenario.board.type, lines)
    except M44Error as error:
        return FileLines(path, stamp, failure=message_of_error(error))


def file_problem_lines(path: str, language: str, settings: CheckSettings) -> tuple[SearchLine, ...]:
    """Return the problems of a file as lines; none if it cannot be read."""
    report = check_file(path, settings)
    return finding_lines(report.diagnostics, renderer_in(language)) if report.board else ()


def problem_lines(
    scenario: Scenario, language: str, settings: CheckSettings
) -> tuple[SearchLine, ...]:
    """Return the problems of a scenario as lines."""
    return finding_lines(check_scenario(scenario, settings), renderer_in(language))


def replace_words(
    scenario: Scenario, search: Search, replacement: str, keys: Collection[tuple[str, int]]
) -> tuple[Scenario, int]:
    """Return a scenario with words replaced in some of its lines, and the number of replacements.

    If a label changes, its translations are assigned to the new label.

    Args:
        scenario: The scenario.
        search: The words to replace.
        replacement: The replacement.
        keys: The keys of the lines to change.
    """
    texts, text_count = _replace_in_texts(scenario, search, replacement, keys)
    labels, new_labels, label_count = _replace_in_labels(scenario, search, replacement, keys)
    if not text_count + label_count:
        return scenario, 0
    texts = {code: _with_renamed_labels(each, new_labels) for code, each in texts.items()}
    changed = replace(scenario, texts=texts)
    return changed.with_labels(labels), text_count + label_count


def _replace_in_texts(
    scenario: Scenario, search: Search, replacement: str, keys: Collection[tuple[str, int]]
) -> tuple[dict[str, Texts], int]:
    changed, total = dict(scenario.texts), 0
    for code, texts in scenario.texts.items():
        fields: dict[str, str | None] = {}
        for name in TEXT_FIELDS:
            pointer, text = f"/texts/{code}/{name}", getattr(texts, name)
            after, count = _replace_lines(
                (text or "").split("\n"), pointer, search, replacement, keys
            )
            if count:
                fields[name] = "\n".join(after)
                total += count
        labels = dict(texts.labels)
        for original, text in texts.labels.items():
            pointer = f"/texts/{code}/labels/{original}"
            (after_label,), count = _replace_lines([text], pointer, search, replacement, keys)
            labels[original] = after_label
            total += count
        changed[code] = replace(texts.with_texts(fields), labels=labels)
    return changed, total


def _replace_in_labels(
    scenario: Scenario, search: Search, replacement: str, keys: Collection[tuple[str, int]]
) -> tuple[dict[Hex, tuple[str, ...]], dict[str, str], int]:
    """Return the changed labels, the new texts keyed by the old, and the number of replacements."""
    labels: dict[Hex, tuple[str, ...]] = {}
    new_labels: dict[str, str] = {}
    total = 0
    for hex_, lines in scenario.labels.items():
        pointer = f"/labels/{scenario.board.name(hex_)}"
        after, count = _replace_lines(list(lines), pointer, search, replacement, keys)
        if count:
            labels[hex_] = tuple(after) if any(line.strip() for line in after) else ()
            new_labels[joined_label(lines)] = joined_label(after)
            total += count
    return labels, new_labels, total


def _replace_lines(
    lines: list[str],
    pointer: str,
    search: Search,
    replacement: str,
    keys: Collection[tuple[str, int]],
) -> tuple[list[str], int]:
    after, total = [], 0
    for number, line in enumerate(lines):
        text, count = search.replaced(line, replacement) if (pointer, number) in keys else (line, 0)
        after.append(text)
        total += count
    return after, total


def _with_renamed_labels(texts: Texts, new_labels: dict[str, str]) -> Texts:
    if not new_labels.keys() & texts.labels.keys():
        return texts
    labels = {new_labels.get(original, original): text for original, text in texts.labels.items()}
    return replace(texts, labels={original: text for original, text in labels.items() if original})
