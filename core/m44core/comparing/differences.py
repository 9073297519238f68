"""The data classes of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.comparing.word_diff import WordRun, word_diff
from m44core.hexes import Hex
from m44core.io.text.json_pointers import escaped_step
from m44core.model.scenario import Scenario

Catalogues = tuple[Catalogue, Catalogue]
"""The catalogues of the scenario before and of the scenario after."""


def _base_catalogues() -> Catalogues:
    return base_catalogue(), base_catalogue()


Value = object
"""A value in a workshop document, as in our YAML; None if there is none."""


class ChangeKind(StrEnum):
    """Whether something was added, removed or changed."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class ScenarioPart(StrEnum):
    """The parts of a scenario that can be compared.

    ``layout`` is the board and its pieces, ``texts`` every translatable text, including the wording
    of labels, and ``meta`` information about the file.
    """

    LAYOUT = "layout"
    BRIEFING = "briefing"
    TEXTS = "texts"
    META = "meta"


EVERY_PART = frozenset(ScenarioPart)


def change_kind(before: Value, after: Value) -> ChangeKind:
    """Return the kind of change between two values; None means no value."""
    if before is None:
        return ChangeKind.ADDED
    return ChangeKind.REMOVED if after is None else ChangeKind.CHANGED


@dataclass(frozen=True, slots=True)
class Change:
    """A difference in one value.

    Attributes:
        path: Its path in the workshop document: ``("briefing", "top", "cards")``.
        before: The value before; None if there was none.
        after: The value after; None if there is none.
        catalogues: The catalogues of the pieces it names, before and after.
    """

    path: tuple[str, ...]
    before: Value
    after: Value
    catalogues: Catalogues = field(default_factory=_base_catalogues, compare=False, repr=False)

    @property
    def kind(self) -> ChangeKind:
        """Whether the value was added, removed or changed."""
        return change_kind(self.before, self.after)

    @property
    def pointer(self) -> str:
        """The JSON Pointer of the path."""
        return "".join(f"/{escaped_step(key)}" for key in self.path)


@dataclass(frozen=True, slots=True)
class HexChange:
    """A difference on one layer of a hex.

    Attributes:
        hex: The hex.
        layer: ``terrain``, ``structure``, ``obstacle``, ``unit``, ``tags``, ``label``, or
            ``m44`` for unknown entries.
        path: The path of the piece in the workshop document.
        before: The piece before, with all its properties; None if there was none.
        after: The piece after; None if there is none.
        changes: The properties that differ, if it was changed.
        move_partner: The nearby hex that the unit came from or went to; None if it did not move.
        catalogues: The catalogues before and after.
    """

    hex: Hex
    layer: str
    path: tuple[str, ...]
    before: Value
    after: Value
    changes: tuple[Change, ...] = ()
    move_partner: Hex | None = None
    catalogues: Catalogues = field(default_factory=_base_catalogues, compare=False, repr=False)

    @property
    def kind(self) -> ChangeKind:
        """Whether the piece was added, removed or changed."""
        return change_kind(self.before, self.after)

    @property
    def part(self) -> ScenarioPart:
        """The layout, or the texts for a label that was only reworded."""
        is_reworded = self.layer == "label" and self.kind is ChangeKind.CHANGED
        return ScenarioPart.TEXTS if is_reworded else ScenarioPart.LAYOUT


@dataclass(frozen=True, slots=True)
class TextChange:
    """A difference in one text.

    Attributes:
        language: The code of its language.
        field: The name of the text field: ``name``, ``historical``, ``rules`` ...
        before: The text before; None if there was none.
        after: The text after; None if there is none.
    """

    language: str
    field: str
    before: str | None
    after: str | None

    @property
    def kind(self) -> ChangeKind:
        """Whether the text was added, removed or changed."""
        return change_kind(self.before, self.after)

    @property
    def runs(self) -> tuple[WordRun, ...]:
        """Both texts as runs of words that were kept, removed or added."""
        return word_diff(self.before or "", self.after or "")


@dataclass(frozen=True)
class Comparison:
    """The differences between two scenarios.

    Attributes:
        before: The scenario before.
        after: The scenario after.
        board: The differences in the format, face and unknown entries of the board.
        hexes: The differences on each hex, row by row; empty if the boards have different formats.
        briefing: The differences in sides, cards, medals, dates and options.
        packs: The differences in the boxes that are ticked.
        texts: The differences in the texts, by language and field.
        meta: The differences in the information about the files.
        parts: The parts that were compared; the attributes for other parts are empty.
    """

    before: Scenario
    after: Scenario
    board: tuple[Change, ...] = ()
    hexes: Mapping[Hex, tuple[HexChange, ...]] = field(default_factory=dict)
    briefing: tuple[Change, ...] = ()
    packs: tuple[Change, ...] = ()
    texts: tuple[TextChange, ...] = ()
    meta: tuple[Change, ...] = ()
    parts: frozenset[ScenarioPart] = EVERY_PART

    @property
    def has_same_board_format(self) -> bool:
        """Whether both boards have the same format, in which case their hexes can be compared."""
        return self.before.board is self.after.board

    @property
    def counts(self) -> Mapping[ScenarioPart, int]:
        """The number of differences in each part; each hex, entry and text counts once."""
        parts_by_hex = [{change.part for change in changes} for changes in self.hexes.values()]
        labels = sum(ScenarioPart.TEXTS in parts for parts in parts_by_hex)
        return {
            ScenarioPart.LAYOUT: len(self.board)
            + sum(ScenarioPart.LAYOUT in parts for parts in parts_by_hex),
            ScenarioPart.BRIEFING: len(self.briefing) + len(self.packs),
            ScenarioPart.TEXTS: len(self.texts) + labels,
            ScenarioPart.META: len(self.meta),
        }

    @property
    def has_differences(self) -> bool:
        """Whether there is a difference in the parts that were compared."""
        return any(self.counts.values())

    @property
    def change_kinds_by_hex(self) -> Mapping[Hex, ChangeKind]:
        """The kind of change of each hex: changed, unless all differences are of the same kind."""
        return {hex_: _common_change_kind(changes) for hex_, changes in self.hexes.items()}

    @property
    def moves(self) -> Iterator[tuple[Hex, Hex]]:
        """The start and end hex of each moved unit."""
        for hex_, changes in self.hexes.items():
            for change in changes:
                if change.move_partner is not None and change.kind is ChangeKind.ADDED:
                    yield change.move_partner, hex_

    def restricted_to(self, parts: frozenset[ScenarioPart]) -> Comparison:
        """Return the comparison with only the differences in *parts*."""
        remaining_hexes = {
            h: tuple(c for c in change if c.part in parts) for h, change in self.hexes.items()
        }
        return replace(
            self,
            board=self.board if ScenarioPart.LAYOUT in parts else (),
            hexes={hex_: changes for hex_, changes in remaining_hexes.items() if changes},
            briefing=self.briefing if ScenarioPart.BRIEFING in parts else (),
            packs=self.packs if ScenarioPart.BRIEFING in parts else (),
            texts=self.texts if ScenarioPart.TEXTS in parts else (),
            meta=self.meta if ScenarioPart.META in parts else (),
            parts=parts,
        )


def _common_change_kind(changes: tuple[HexChange, ...]) -> ChangeKind:
    kinds = {change.kind for change in changes}
    return kinds.pop() if len(kinds) == 1 else ChangeKind.CHANGED
