"""The values a comparison is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import base_catalogue
from m44core.comparing.word_diff import Run, word_diff
from m44core.hexes import Hex
from m44core.io.text.json_pointers import escape
from m44core.model.scenario import Scenario

Catalogues = tuple[Catalogue, Catalogue]
"""What is known of the pieces of the one scenario, and of the other."""


def _of_the_game() -> Catalogues:
    return base_catalogue(), base_catalogue()


Value = object
"""A value of the workshop document, the shape of our YAML; None for nothing."""


class ChangeKind(StrEnum):
    """What became of something."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class Part(StrEnum):
    """What of a scenario is compared.

    ``layout`` is the board and what lies on it, ``texts`` every word a translator translates,
    the wording of labels among them, and ``meta`` what says where a file comes from.
    """

    LAYOUT = "layout"
    BRIEFING = "briefing"
    TEXTS = "texts"
    META = "meta"


EVERY_PART = frozenset(Part)


def change_kind(before: Value, after: Value) -> ChangeKind:
    """Return what became of a value; None stands for nothing."""
    if before is None:
        return ChangeKind.ADDED
    return ChangeKind.REMOVED if after is None else ChangeKind.CHANGED


@dataclass(frozen=True, slots=True)
class Change:
    """One value that differs.

    Attributes:
        path: Where it is in the workshop document: ``("briefing", "top", "cards")``.
        before: What it was; None for nothing.
        after: What it is; None for nothing.
        known: What is known of the pieces it names, before and after.
    """

    path: tuple[str, ...]
    before: Value
    after: Value
    catalogues: Catalogues = field(default_factory=_of_the_game, compare=False, repr=False)

    @property
    def kind(self) -> ChangeKind:
        """What became of it."""
        return change_kind(self.before, self.after)

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the path."""
        return "".join(f"/{escape(key)}" for key in self.path)


@dataclass(frozen=True, slots=True)
class HexChange:
    """What differs on one layer of a hex.

    Attributes:
        hex: The hex.
        layer: ``terrain``, ``structure``, ``obstacle``, ``unit``, ``tags``, ``label``, or
            ``m44`` for entries nobody knows.
        path: Where the piece is in the workshop document.
        before: The piece as it was, written out; None for nothing.
        after: The piece as it is.
        changes: The properties that differ, where it was changed.
        moved: The hex an equal unit came from or went to, where that is near.
        known: What is known of pieces, before and after.
    """

    hex: Hex
    layer: str
    path: tuple[str, ...]
    before: Value
    after: Value
    changes: tuple[Change, ...] = ()
    moved: Hex | None = None
    catalogues: Catalogues = field(default_factory=_of_the_game, compare=False, repr=False)

    @property
    def kind(self) -> ChangeKind:
        """What became of the piece."""
        return change_kind(self.before, self.after)

    @property
    def part(self) -> Part:
        """The layout; but a label that only reads otherwise is a text."""
        reworded = self.layer == "label" and self.kind is ChangeKind.CHANGED
        return Part.TEXTS if reworded else Part.LAYOUT


@dataclass(frozen=True, slots=True)
class TextChange:
    """One text that differs.

    Attributes:
        language: The code of its language.
        field: ``name``, ``historical``, ``rules`` ...
        before: What it was; None for nothing.
        after: What it is; None for nothing.
    """

    language: str
    field: str
    before: str | None
    after: str | None

    @property
    def kind(self) -> ChangeKind:
        """What became of it."""
        return change_kind(self.before, self.after)

    @property
    def runs(self) -> tuple[Run, ...]:
        """Both texts as runs of words that stayed, went, or came."""
        return word_diff(self.before or "", self.after or "")


@dataclass(frozen=True)
class Comparison:
    """What differs between two scenarios.

    Attributes:
        before: The one.
        after: The other.
        board: Its format, its face, and what nobody knows about it.
        hexes: What differs on each hex, row by row; empty where the formats of the boards differ.
        briefing: Sides, cards, medals, dates, options.
        packs: The boxes that are ticked.
        texts: By language and field.
        meta: Where the files come from.
        parts: What was compared; of the rest nothing is listed.
    """

    before: Scenario
    after: Scenario
    board: tuple[Change, ...] = ()
    hexes: Mapping[Hex, tuple[HexChange, ...]] = field(default_factory=dict)
    briefing: tuple[Change, ...] = ()
    packs: tuple[Change, ...] = ()
    texts: tuple[TextChange, ...] = ()
    meta: tuple[Change, ...] = ()
    parts: frozenset[Part] = EVERY_PART

    @property
    def same_board(self) -> bool:
        """Whether both have a board of the same format, so that hexes can be compared."""
        return self.before.board is self.after.board

    @property
    def counts(self) -> Mapping[Part, int]:
        """How much differs in each part: hexes and facts of the board, values, texts."""
        here = [{change.part for change in changes} for changes in self.hexes.values()]
        labels = sum(Part.TEXTS in parts for parts in here)
        return {
            Part.LAYOUT: len(self.board) + sum(Part.LAYOUT in parts for parts in here),
            Part.BRIEFING: len(self.briefing) + len(self.packs),
            Part.TEXTS: len(self.texts) + labels,
            Part.META: len(self.meta),
        }

    @property
    def differs(self) -> bool:
        """Whether anything differs in the parts that were compared."""
        return any(self.counts.values())

    @property
    def hex_kinds(self) -> Mapping[Hex, ChangeKind]:
        """What became of each hex that differs: changed, unless all on it came or all went."""
        return {hex_: _one_kind(changes) for hex_, changes in self.hexes.items()}

    @property
    def moves(self) -> Iterator[tuple[Hex, Hex]]:
        """From where to where units moved."""
        for hex_, changes in self.hexes.items():
            for change in changes:
                if change.moved is not None and change.kind is ChangeKind.ADDED:
                    yield change.moved, hex_

    def restricted_to(self, parts: frozenset[Part]) -> Comparison:
        """Return the comparison of some parts alone."""
        kept = {h: tuple(c for c in found if c.part in parts) for h, found in self.hexes.items()}
        return replace(
            self,
            board=self.board if Part.LAYOUT in parts else (),
            hexes={hex_: changes for hex_, changes in kept.items() if changes},
            briefing=self.briefing if Part.BRIEFING in parts else (),
            packs=self.packs if Part.BRIEFING in parts else (),
            texts=self.texts if Part.TEXTS in parts else (),
            meta=self.meta if Part.META in parts else (),
            parts=parts,
        )


def _one_kind(changes: tuple[HexChange, ...]) -> ChangeKind:
    kinds = {change.kind for change in changes}
    return kinds.pop() if len(kinds) == 1 else ChangeKind.CHANGED
