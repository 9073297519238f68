"""The scenario: the immutable document that the editor edits and files contain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.game_position import GamePosition
from m44core.model.required_packs import Packs
from m44core.model.scenario_parts import (
    EMPTY_HEX,
    Allowance,
    Briefing,
    Extra,
    HexContent,
    Tag,
    Texts,
    Unit,
    joined_label,
    split_label,
)
from m44core.values import dataclass


def _no_extra() -> Extra:
    return {}


@dataclass(frozen=True, slots=True)
class Scenario:
    """An immutable scenario; every edit returns a new one.

    The mappings are plain dictionaries and must not be written to. A scenario shares its
    unchanged parts with the scenarios edited from it: storing thousands of them for undo takes
    little memory, and ``is`` shows whether a part has changed.

    Attributes:
        board: The board; one of :data:`m44core.board.BOARDS`.
        face: The face of the board: the terrain printed on it.
        hexes: The content of each hex, row by row; empty hexes are absent.
        labels: The lines of the label on each hex.
        briefing: Sides, cards, medals, dates, special rules.
        texts: The texts by language code.
        packs: The boxes it needs, as listed by the author.
        allowed: The suppressions of problems by the author.
        position: The state of a game, if the scenario is a position to continue from.
        meta: The metadata of the file, verbatim.
        board_extra: Unknown keys of the board object.
        extra: Unknown top-level keys.
        catalogue: The pieces of the game and of the user packs it was read with. It is ignored
            when scenarios are compared.
    """

    board: Board = BOARDS[BoardType.STANDARD]
    face: Face = Face.COUNTRY
    hexes: Mapping[Hex, HexContent] = field(default_factory=dict)
    labels: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    briefing: Briefing = Briefing()
    texts: Mapping[str, Texts] = field(default_factory=dict)
    packs: Packs = Packs()
    allowed: tuple[Allowance, ...] = ()
    position: GamePosition | None = None
    meta: Extra = field(default_factory=_no_extra)
    board_extra: Extra = field(default_factory=_no_extra)
    extra: Extra = field(default_factory=_no_extra)
    catalogue: Catalogue = field(default_factory=base_catalogue, compare=False, repr=False)

    def at(self, hex_: Hex) -> HexContent:
        """Return the content of a hex; :data:`EMPTY_HEX` for an empty one."""
        return self.hexes.get(hex_, EMPTY_HEX)

    def units(self) -> Iterator[tuple[Hex, Unit]]:
        """Yield each unit with its hex, in the order of :attr:`hexes`."""
        for hex_, content in self.hexes.items():
            if content.unit:
                yield hex_, content.unit

    def tags(self) -> Iterator[tuple[Hex, int, Tag]]:
        """Yield each tag with its hex and its index on that hex."""
        for hex_, content in self.hexes.items():
            for number, tag in enumerate(content.tags):
                yield hex_, number, tag

    def side_at(self, *, top: bool) -> Side | None:
        """Return the side of the player at the top or bottom edge; None if it is unknown."""
        return (self.briefing.top if top else self.briefing.bottom).side

    @property
    def title(self) -> str:
        """The title in English, or in the first language if there is no English; "" for none."""
        texts = self.texts.get("en") or next(iter(self.texts.values()), None)
        return (texts.name or "").strip() if texts else ""

    def title_in(self, language: str) -> str:
        """Return the best title for a language (see :meth:`languages_for`); "" if there is none."""
        names = ((self.texts[code].name or "").strip() for code in self.languages_for(language))
        return next(filter(None, names), "")

    def languages_for(self, language: str) -> Iterator[str]:
        """Yield the languages of the texts in order of preference for a given language.

        That language comes first, then its other variants (``zh-Hans`` for ``zh-Hant``), then
        English, then the others in file order.
        """
        base_language = language.partition("-")[0]
        related_languages = (code for code in self.texts if code.partition("-")[0] == base_language)
        languages = dict.fromkeys((language, *related_languages, "en", *self.texts))
        yield from (code for code in languages if code in self.texts)

    @property
    def label_texts(self) -> tuple[str, ...]:
        """The distinct labels on hexes, row by row, in the form of :func:`joined_label`."""
        return tuple(dict.fromkeys(filter(None, map(joined_label, self.labels.values()))))

    def with_labels_in(self, language: str) -> Scenario:
        """Return the scenario with its labels translated into a language.

        Labels without a translation stay. Returns this scenario if there are no translations.
        """
        base_language = language.partition("-")[0]
        related_languages = (
            code for code in self.languages_for(language) if code.partition("-")[0] == base_language
        )
        translations = next(
            filter(None, (self.texts[code].labels for code in related_languages)), None
        )
        if not translations:
            return self
        return self.with_labels(
            {
                hex_: split_label(translations.get(joined_label(lines), "")) or lines
                for hex_, lines in self.labels.items()
            }
        )

    def with_catalogue(self, catalogue: Catalogue) -> Scenario:
        """Return the scenario with a different catalogue; this scenario if it is the same one."""
        return self if catalogue is self.catalogue else replace(self, catalogue=catalogue)

    def with_hexes(self, changes: Mapping[Hex, HexContent]) -> Scenario:
        """Return a copy with the contents of some hexes replaced.

        Empty contents are removed; hexes stay sorted row by row. Returns this scenario if nothing
        would change.
        """
        real_changes = {h: c for h, c in changes.items() if self.at(h) != c}
        if not real_changes:
            return self
        hexes = {**self.hexes, **real_changes}
        if not real_changes.keys() <= self.hexes.keys():
            hexes = dict(sorted(hexes.items(), key=_row_major_key))
        return replace(self, hexes={h: c for h, c in hexes.items() if c})

    def with_labels(self, changes: Mapping[Hex, tuple[str, ...]]) -> Scenario:
        """Return a copy with some labels replaced, or this scenario if none change.

        Empty labels are removed; hexes stay sorted row by row.
        """
        labels = dict(sorted({**self.labels, **changes}.items(), key=_row_major_key))
        labels = {h: lines for h, lines in labels.items() if lines}
        return self if labels == self.labels else replace(self, labels=labels)


def _row_major_key(item: tuple[Hex, object]) -> tuple[int, int]:
    hex_, _ = item
    return hex_.row, hex_.col
