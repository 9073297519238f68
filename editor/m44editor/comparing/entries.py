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
from m44core.messages.message import Value
from m44editor.interface_text import sentence, told, tr


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
        *_plain(tr("Board"), comparison.board),
        *_on_hexes(comparison),
        *_plain(tr("Briefing"), (*comparison.briefing, *comparison.packs)),
        *map(_text, comparison.texts),
        *_plain(tr("About the file"), comparison.meta),
    )


def _plain(section: str, changes: Iterable[Change]) -> Iterator[Entry]:
    for change in changes:
        runs = _sides(*(told(value) for value in entry_values(change)))
        yield Entry(section, change.kind, sentence(change_words(change)), runs)


def _on_hexes(comparison: Comparison) -> Iterator[Entry]:
    for hex_, changes in comparison.hexes.items():
        name = comparison.after.board.name(hex_)
        for change in changes:
            words = f"{name}  {sentence(hex_words(change, comparison))}"
            yield Entry(tr("Hexes"), change.kind, words, _piece_runs(change), hex_)


def _piece_runs(change: HexChange) -> tuple[Run, ...]:
    sides = zip((change.before, change.after), change.known, strict=True)
    before, after = (
        "" if raw is None else told(piece_words(change.layer, raw, known)) for raw, known in sides
    )
    return word_diff(before, after)


def _sides(before: Value, after: Value) -> tuple[Run, ...]:
    return Run(True, False, told(before)), Run(False, True, told(after))


def _text(change: TextChange) -> Entry:
    field = sentence(FIELDS.get(change.field, change.field))
    section = tr("Texts: {language}", language=change.language)
    return Entry(section, change.kind, field, change.words)
