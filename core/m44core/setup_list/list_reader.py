"""Reads a setup list line by line; lines that cannot be read become remarks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import field, replace
from enum import StrEnum

from m44core.board import Face
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import Message, message, several
from m44core.model.scenario import Scenario
from m44core.setup_list.line_parser import ListPhrase, NamedHex, parse_line
from m44core.setup_list.list_vocabulary import Vocabulary, vocabulary
from m44core.setup_list.phrase_parser import (
    ParsedPhrase,
    PhraseContext,
    PhraseError,
    names_only_side,
    parse_phrase,
    unit_of_badge,
)
from m44core.untrusted_files import split_lines
from m44core.values import dataclass

MAX_LINES = 2000
"""Maximum lines of a list that are read; the longest in print has fewer than a hundred."""

_MAX_LINE_LENGTH = 2000  # maximum characters of a line that are read
_HEADING = re.compile(r"\s*(?:\d{1,2}[.)]\s+\S|[^\d]*:\s*$)")


class RemarkKind(StrEnum):
    """The kinds of remarks about a line."""

    ERROR = "wrong"  # text that names a hex is not understood
    SUSPICIOUS = "odd"  # it is understood, but may be a slip
    LEFT_OUT = "left out"  # it does not name a hex


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a line.

    Attributes:
        line: The line number, from 1.
        text: The part of the line it refers to.
        message: The remark.
        kind: Its kind.
    """

    line: int
    text: str
    message: Message
    kind: RemarkKind = RemarkKind.ERROR


@dataclass(frozen=True, slots=True)
class ListEntry:
    """Pieces on a hex, as read from a line.

    Attributes:
        hex: The hex.
        pieces: The .m44 names of the pieces.
        side: Their side; None if the line does not name it.
        figures: The figures of the unit; None for the default.
        equipment: The equipment of the unit; empty if there is none.
        line: The line number, from 1.
    """

    hex: Hex
    pieces: tuple[str, ...]
    side: Side | None = None
    figures: int | None = None
    equipment: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class SetupList:
    """The result of reading a setup list.

    Attributes:
        entries: The pieces on their hexes, in the order of the list.
        remarks: The remarks about lines that were not understood, name no hex or look like
            mistakes, in the order of the lines.
    """

    entries: tuple[ListEntry, ...] = ()
    remarks: tuple[Remark, ...] = ()


def read_list(text: str, scenario: Scenario, language: str) -> SetupList:
    """Read a setup list and return its pieces and remarks.

    Args:
        text: The list.
        scenario: The scenario that gives the board and, if the list names none, the nations.
        language: The code of the most likely language; English is always understood as well. If
            anything is not understood, the other languages of the program are tried, and the one
            with the fewest errors is used.
    """
    result = _Reader(scenario, vocabulary(language, scenario.catalogue)).read(text)
    if not _count_errors(result):
        return result
    other_codes = (code for code in languages() if code not in (language, ENGLISH))
    other_results = (
        _Reader(scenario, vocabulary(code, scenario.catalogue)).read(text) for code in other_codes
    )
    return min(result, *other_results, key=_count_errors)


def _count_errors(setup_list: SetupList) -> int:
    return sum(remark.kind is RemarkKind.ERROR for remark in setup_list.remarks)


@dataclass(slots=True)
class _Reader:
    """Reads the lines of a list one after the other.

    Attributes:
        scenario: The scenario whose board is used.
        vocabulary: The words that the reader understands.
        heading: The context of all lines below a heading.
        context: The context of the rest of a line.
        phrase: The last phrase, which applies to following hexes without a phrase of their own.
        pending_remark: The remark about a piece without hexes, dropped if hexes follow.
    """

    scenario: Scenario
    vocabulary: Vocabulary
    heading: PhraseContext = PhraseContext()
    context: PhraseContext = PhraseContext()
    phrase: str = ""
    pending_remark: Remark | None = None
    entries: list[ListEntry] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def read(self, text: str) -> SetupList:
        """Return the entries and remarks of all lines."""
        self.heading = _board_defaults(self.scenario)
        lines = split_lines(text)
        for number, line in enumerate(lines[:MAX_LINES], start=1):
            self.context = self.heading
            if _HEADING.match(line):
                self.heading = self.context = _board_defaults(self.scenario)
            for chunk in parse_line(line[:_MAX_LINE_LENGTH], self.scenario.board, self.vocabulary):
                self._read_chunk(chunk, number)
        self._flush_pending_remark()
        if len(lines) > MAX_LINES:
            problem = message("Only the first {number} lines are read", number=MAX_LINES)
            self.remarks.append(Remark(MAX_LINES + 1, "", problem))
        self.remarks += _conflicting_pieces(self.entries, self.scenario)
        return SetupList(tuple(self.entries), tuple(sorted(self.remarks, key=lambda r: r.line)))

    def _read_chunk(self, chunk: ListPhrase, line: int) -> None:
        if not chunk.places:
            self._read_heading(chunk.text, line)
            return
        text = self._without_heading(chunk.text) if chunk.text else self.phrase
        if not text:
            names = ", ".join(place.name for place in chunk.places)
            self._add_error(line, names, message("The line does not say what is there"))
            return
        if chunk.text:
            self._flush_pending_remark()
        self.phrase, self.pending_remark = text, None
        self._place(text, chunk.places, line)

    def _flush_pending_remark(self) -> None:
        if self.pending_remark is not None:
            self.remarks.append(self.pending_remark)
        self.pending_remark = None

    def _read_heading(self, text: str, line: int) -> None:
        self._flush_pending_remark()
        try:
            phrase = parse_phrase(text, self.vocabulary, self.heading)
        except PhraseError:
            self.phrase = ""
            problem = message("The line does not name a hex")
            self.remarks.append(Remark(line, text, problem, RemarkKind.LEFT_OUT))
            return
        if names_only_side(phrase):
            context = _with_owner_of(_board_defaults(self.scenario), phrase)
            self.heading = self.context = replace(context, owner=phrase.side)
        elif phrase.pieces:
            self.phrase = text
            self.pending_remark = Remark(
                line, text, message("The line does not name a hex"), RemarkKind.LEFT_OUT
            )

    def _without_heading(self, text: str) -> str:
        """Return the text after a heading such as ``Axis:``, which sets the context of the line.

        A text without such a heading is returned unchanged.
        """
        before, colon, after = text.partition(":")
        if not colon or not after.strip():
            return text
        try:
            phrase = parse_phrase(before, self.vocabulary, self.context)
        except PhraseError:
            return text
        if not names_only_side(phrase):
            return text
        self.context = _with_owner_of(self.context, phrase)
        return after

    def _place(self, text: str, places: tuple[NamedHex, ...], line: int) -> None:
        try:
            phrase = parse_phrase(text, self.vocabulary, self.context)
        except PhraseError as error:
            self._add_error(line, text, error.reason)
            return
        if not phrase.pieces:
            self._add_error(line, text, message("The line does not name a piece"))
            return
        self.context = _with_owner_of(self.context, phrase)
        hexes = [place for place in places if self._is_on_board(place, line)]
        for place in hexes:
            self._place_on_hex(text, place, line)
        if phrase.count is not None and phrase.count != len(hexes):
            problem = several(
                "The line says {count} but names {number} hex",
                "The line says {count} but names {number} hexes",
                len(hexes),
                count=phrase.count,
            )
            self.remarks.append(Remark(line, text, problem, RemarkKind.SUSPICIOUS))

    def _place_on_hex(self, text: str, place: NamedHex, line: int) -> None:
        assert place.hex is not None, "hexes off the board are left out"
        try:
            phrase = parse_phrase(text, self.vocabulary, self.context, place.note)
            pieces = self._with_unit(phrase, place.hex)
        except PhraseError as error:
            self._add_error(
                line, f"{place.name} ({place.note})" if place.note else text, error.reason
            )
            return
        side = phrase.side or self.heading.owner
        entry = ListEntry(place.hex, pieces, side, phrase.figures, phrase.equipment, line)
        self.entries.append(entry)

    def _with_unit(self, result: ParsedPhrase, hex_: Hex) -> tuple[str, ...]:
        """Return the pieces, preceded by the unit that a badge needs if the hex has no unit.

        Raises:
            PhraseError: the nation of the unit is unknown.
        """
        catalogue = self.scenario.catalogue
        elements = [catalogue.elements[name] for name in result.pieces]
        badge = next((e for e in elements if e.layer is Layer.BADGE), None)
        if badge is None or any(e.layer is Layer.UNIT for e in elements):
            return result.pieces
        units = catalogue.on_layer(Layer.UNIT)
        names = {unit.name for unit in units}
        has_unit = any(names & {*each.pieces} for each in self.entries if each.hex == hex_)
        if has_unit or self.scenario.at(hex_).unit:
            return result.pieces
        return (unit_of_badge(badge, result, self.context), *result.pieces)

    def _is_on_board(self, place: NamedHex, line: int) -> bool:
        if place.hex is None:
            self._add_error(line, place.name, message("This board has no such hex"))
        return place.hex is not None

    def _add_error(self, line: int, text: str, message: Message) -> None:
        self.remarks.append(Remark(line, text, message))


def _board_defaults(scenario: Scenario) -> PhraseContext:
    """Return the context implied by a scenario: its nations, catalogue and board face."""
    nations = tuple((side, _nation(scenario, side)) for side in Side)
    face_prefix = _FACE_PREFIXES.get(scenario.face, "")
    return PhraseContext(nations=nations, face_prefix=face_prefix, catalogue=scenario.catalogue)


_FACE_PREFIXES = {Face.WINTER: "winter-", Face.DESERT: "desert-"}
_NATION_OF_COUNTRY = {"DE": "ger", "US": "us", "GB": "brit", "RU": "ru", "JP": "jp"}


def _nation(scenario: Scenario, side: Side) -> str:
    """Return a side's nation: the nation with the most units, else its player's, else any."""
    nations = scenario.catalogue.nations
    units = (scenario.catalogue.get(c.unit.name) for c in scenario.hexes.values() if c.unit)
    unit_counts = Counter(u.nation.name for u in units if u and u.nation and u.nation.side is side)
    if unit_counts:
        return unit_counts.most_common(1)[0][0]
    player = scenario.briefing.player(side)
    country = _NATION_OF_COUNTRY.get((player.country or "").upper()[:2], "") if player else ""
    if country and nations[country].side is side:
        return country
    return next(nation.name for nation in nations.values() if nation.side is side)


def _with_owner_of(context: PhraseContext, phrase: ParsedPhrase) -> PhraseContext:
    if not phrase.nation and not phrase.side:
        return context
    is_same_side = phrase.side is context.side
    nation = phrase.nation or (context.nation if is_same_side else "")
    return replace(context, nation=nation, side=phrase.side or context.side)


def _conflicting_pieces(entries: list[ListEntry], scenario: Scenario) -> Iterator[Remark]:
    """Yield a remark for each hex and layer with two different pieces; tokens can share a hex."""
    catalogue = scenario.catalogue
    names_by_layer: dict[tuple[Hex, Layer], str] = {}
    for each in entries:
        for name in each.pieces:
            layer = catalogue.elements[name].layer
            earlier_name = names_by_layer.setdefault((each.hex, layer), name)
            if earlier_name != name and layer is not Layer.TAG:
                names_by_layer[each.hex, layer] = name
                text = scenario.board.name(each.hex)
                problem = message(
                    "The list has two pieces for this place, {first} and {last}; the last one "
                    "is kept",
                    first=catalogue.elements[earlier_name].noun,
                    last=catalogue.elements[name].noun,
                )
                yield Remark(each.line, text, problem, RemarkKind.SUSPICIOUS)
