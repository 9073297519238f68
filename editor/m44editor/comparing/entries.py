"""The differences of two scenarios as the rows of a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from m44core.comparing.differences import Change, Comparison, HexChange, Kind, TextChange
from m44core.comparing.sentences import (
    FIELDS,
    change_words,
    entry_values,
    hex_words,
    piece_words,
)
from m44core.comparing.word_diff import Run, word_diff
from m44core.hexes import Hex


@dataclass(frozen=True, slots=True)
class Entry:
    """One difference.

    Attributes:
        section: What it is listed under.
        kind: What became of it.
        words: What the list says.
        runs: Both sides of it as one text.
        hex: Where it is; None where it is not on the board.
    """

    section: str
    kind: Kind
    words: str
    runs: tuple[Run, ...]
    hex: Hex | None = None


def entries_of(comparison: Comparison) -> tuple[Entry, ...]:
    """Return a row for each difference, in the order to look at them."""
    return (
        *_plain("Board", comparison.board),
        *_on_hexes(comparison),
        *_plain("Briefing", (*comparison.briefing, *comparison.packs)),
        *map(_text, comparison.texts),
        *_plain("About the file", comparison.meta),
    )


def _plain(section: str, changes: Iterable[Change]) -> Iterator[Entry]:
    for change in changes:
        runs = _sides(*entry_values(change))
        yield Entry(section, change.kind, _capital(change_words(change)), runs)


def _on_hexes(comparison: Comparison) -> Iterator[Entry]:
    for hex_, changes in comparison.hexes.items():
        name = comparison.after.board.name(hex_)
        for change in changes:
            words = f"{name}  {_capital(hex_words(change, comparison))}"
            yield Entry("Hexes", change.kind, words, _piece_runs(change), hex_)


def _piece_runs(change: HexChange) -> tuple[Run, ...]:
    sides = (change.before, change.after)
    before, after = ("" if raw is None else piece_words(change.layer, raw) for raw in sides)
    return word_diff(before, after)


def _sides(before: str, after: str) -> tuple[Run, ...]:
    return Run(True, False, before), Run(False, True, after)


def _text(change: TextChange) -> Entry:
    field = FIELDS.get(change.field, change.field)
    return Entry(f"Texts: {change.language}", change.kind, field, change.words)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
