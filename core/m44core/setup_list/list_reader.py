"""Reads a setup list line by line; lines that cannot be read become remarks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import field, replace
from enum import StrEnum
from itertools import islice, pairwise

from m44core.board import Face
from m44core.catalogue.catalogue_types import Element, Layer, Side, UnitClass
from m44core.hexes import Hex
from m44core.messages.languages import ENGLISH, languages
from m44core.messages.message import Message, message, several
from m44core.model.figure_nations import FLAGS, STAND_INS
from m44core.model.scenario import Scenario
from m44core.setup_list.hex_coordinates import NumberedTable, with_hex_names
from m44core.setup_list.line_parser import (
    ListPhrase,
    NamedHex,
    is_table_rule,
    names_hex,
    parse_line,
)
from m44core.setup_list.list_vocabulary import Vocabulary, stems, vocabulary
from m44core.setup_list.pasted_text import clean_lines
from m44core.setup_list.phrase_parser import (
    ParsedPhrase,
    PhraseContext,
    PhraseError,
    StandIn,
    bracketed_number,
    names_only_owner,
    parse_phrase,
    piece_suggestion,
    unit_of_badge,
)
from m44core.setup_list.stand_in_notes import StandInNote, stand_in_of_note
from m44core.setup_list.table_columns import (
    TableHead,
    names_both_sides,
    names_owner,
    read_table_head,
    with_column_meanings,
)
from m44core.setup_list.vertical_tables import with_joined_cells
from m44core.untrusted_files import split_lines
from m44core.values import dataclass

LIST_SUFFIXES = (".txt", ".md", ".csv", ".tsv")
"""The suffixes of files that may be setup lists."""
MAX_LINES = 2000
"""Maximum lines of a list that are read; the longest in print has fewer than a hundred."""

_NO_HEX = message("The line does not name a hex")
_BENT_RANGE = message("The hexes of this range are not in a straight line; name each one")
_UNCLEAR_CELLS = message(
    "The cells of this table are out of order, so it is not clear what is on this hex"
)
_NOTHING = message("The line does not say what is there")
_MAX_HEADING_WORDS = 6
_FIGURES = {UnitClass.INFANTRY: (4, 4), UnitClass.ARMOR: (3, 4), UnitClass.ARTILLERY: (2, 3)}
"""The usual and the maximum figures of a unit of a class; larger numbers count units."""
_MAX_LINE_LENGTH = 2000  # maximum characters of a line that are read
_MAX_SUGGESTIONS = 100  # maximum unknown words for which a similar piece is searched
_MAX_GAP = 120  # maximum blanks in a row; the columns of a page are closer to each other
_LONG_GAP = re.compile(rf"\s{{{_MAX_GAP},}}")
_MAX_FACT_WORDS = 12  # maximum words of a heading with facts, as in "Allies (US), 4 cards"
_HEADING_PARTS = re.compile(r"\s*(?:[,;:()]|\s-\s)\s*")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_OWNER_MARK = re.compile(r":| - ")
_HEADING = re.compile(r"\s*(?:\d{1,2}[.)]\s+\S|[^\d]*:\s*$)")


class RemarkKind(StrEnum):
    """The kinds of remarks about a line."""

    ERROR = "wrong"  # text that names a hex is not understood
    SUSPICIOUS = "odd"  # it is understood, but may be a slip
    NOTE = "note"  # it is understood and right, but may not be expected
    LEFT_OUT = "left out"  # it does not name a hex


DOUBTFUL_KINDS = frozenset({RemarkKind.ERROR, RemarkKind.SUSPICIOUS})
"""The kinds of remarks about what may be wrong on the board."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark about a line.

    Attributes:
        line: The line number, from 1.
        text: The part of the line it refers to.
        message: The remark.
        kind: Its kind.
        words: The unknown words; empty if it is about something else.
    """

    line: int
    text: str
    message: Message
    kind: RemarkKind = RemarkKind.ERROR
    words: str = ""


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
        behavior: The key of the special rule that one of the pieces has; empty if there is none.
        unit_behavior: The special rule of the unit; empty if there is none.
        medals: The number of medals that the token is worth; None for the default.
    """

    hex: Hex
    pieces: tuple[str, ...]
    side: Side | None = None
    figures: int | None = None
    equipment: str = ""
    line: int = 0
    behavior: str = ""
    unit_behavior: str = ""
    medals: int | None = None


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


def read_setup_list(
    text: str, scenario: Scenario, language: str, *, is_literal: bool = False
) -> SetupList:
    """Read a setup list and return its pieces and remarks.

    Args:
        text: The list.
        scenario: The scenario that gives the board and, if the list names none, the nations.
        language: The code of the most likely language; English is always understood as well. If
            anything is not understood, the other languages of the program are tried, and the one
            with the fewest errors is used.
        is_literal: Whether names mean exactly the piece of that name, and not the one like it that
            suits the board. That is always so in a printed list, with its ``3 ×``.
    """
    catalogue = scenario.catalogue

    def read_in(code: str) -> SetupList:
        reader = _ListReader(scenario, vocabulary(code, catalogue), is_literal=is_literal)
        return reader.read(text)

    lists = {language: read_in(language)}
    if _count_errors(lists[language]):
        other_codes = (code for code in languages() if code not in (language, ENGLISH))
        lists |= {code: read_in(code) for code in other_codes}
    best = min(lists, key=lambda code: _count_errors(lists[code]))
    return _with_suggestions(lists[best], vocabulary(best, catalogue))


def _with_suggestions(setup_list: SetupList, vocabulary: Vocabulary) -> SetupList:
    """Return a setup list whose remarks about unknown words say which piece may be meant.

    Only the first words are compared with all pieces, because that takes milliseconds for each.
    """
    words = dict.fromkeys(remark.words for remark in setup_list.remarks if remark.words)
    suggestions = {
        each: piece_suggestion(each, vocabulary) for each in islice(words, _MAX_SUGGESTIONS)
    }
    remarks = (
        replace(remark, message=suggestions.get(remark.words) or remark.message)
        for remark in setup_list.remarks
    )
    return replace(setup_list, remarks=tuple(remarks))


def readable_lines(text: str) -> list[str]:
    """Return the lines of a text that are read, without the ends of overlong lines.

    Long gaps are shortened, because patterns that begin with blanks take quadratic time in them.
    """
    lines = (line[:_MAX_LINE_LENGTH] for line in split_lines(text)[:MAX_LINES])
    return [_LONG_GAP.sub(" " * _MAX_GAP, line) for line in lines]


def _count_errors(setup_list: SetupList) -> int:
    return sum(remark.kind is RemarkKind.ERROR for remark in setup_list.remarks)


@dataclass(slots=True)
class _ListReader:
    """Reads the lines of a list one after the other.

    Attributes:
        scenario: The scenario whose board is used.
        vocabulary: The words that the reader understands.
        heading: The context of all lines below a heading.
        context: The context of the rest of a line.
        phrase: The last phrase, which applies to following hexes without a phrase of their own.
        pending_remark: The remark about a piece without hexes, dropped if hexes follow.
        unclear_heading: A line that may be a heading, with its number, until a unit below it
            depends on the heading above it; None if there is none.
        table: The head of the table whose rows are read; None outside of such a table.
        is_literal: Whether names mean exactly the piece of that name, as in printed lists.
        stand_ins: The figures that stand in for those of a side, according to the notes above.
    """

    scenario: Scenario
    vocabulary: Vocabulary
    heading: PhraseContext = PhraseContext()
    context: PhraseContext = PhraseContext()
    phrase: str = ""
    pending_remark: Remark | None = None
    unclear_heading: tuple[int, str] | None = None
    table: TableHead | None = None
    is_literal: bool = False
    stand_ins: tuple[StandIn, ...] = ()
    entries: list[ListEntry] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def read(self, text: str) -> SetupList:
        """Return the entries and remarks of all lines."""
        self.is_literal = self.is_literal or bool(_PRINTED_COUNT.search(text))
        self.heading = self._default_context()
        clean = clean_lines(readable_lines(text))
        named_lines, numbered_tables = with_hex_names(clean, self.vocabulary)
        for table in numbered_tables:
            self._add_numbers_remark(table)
        joined = with_joined_cells(named_lines, self.vocabulary)
        for number, name in joined.unclear:
            self._add_error(number, name, _UNCLEAR_CELLS)
        for number, line in enumerate(joined.lines, start=1):
            if number == joined.side_columns:
                self.heading = self._default_context()
            self.context = self.heading
            if _HEADING.match(line) and not names_hex(line, self.vocabulary):
                self.heading = self.context = self._default_context()
            self._read_line(line, number)
        self._flush_pending_remark()
        if len(split_lines(text)) > MAX_LINES:
            problem = message("Only the first {number} lines are read", number=MAX_LINES)
            self.remarks.append(Remark(MAX_LINES + 1, "", problem))
        self.remarks += _conflict_remarks(self.entries, self.scenario)
        return SetupList(tuple(self.entries), tuple(sorted(self.remarks, key=lambda r: r.line)))

    def _default_context(self) -> PhraseContext:
        context = _default_context(self.scenario, is_literal=self.is_literal)
        return replace(context, stand_ins=self.stand_ins)

    def _add_numbers_remark(self, table: NumberedTable) -> None:
        column, row, name = table.example
        problem = message(
            "Column {column}, row {row} is read as {hex}; check that the rows are counted in this "
            "direction",
            column=column,
            row=row,
            hex=name,
        )
        self.remarks.append(Remark(table.line, name, problem, RemarkKind.SUSPICIOUS))

    def _read_line(self, text: str, line: int) -> None:
        if not names_hex(text, self.vocabulary):
            head = read_table_head(text, self.vocabulary)
            if head:
                self.heading, self.table = self._default_context(), head
                self._add_left_out_remark(line, text.strip())
                return
            if not is_table_rule(text):
                self.table = None
        elif self.table:
            text = with_column_meanings(text, self.table, self.vocabulary)
        chunks = list(parse_line(text, self.scenario.board, self.vocabulary))
        is_heading_line = not any(chunk.places for chunk in chunks)
        for chunk in self._phrases_with_preceding_hexes(chunks):
            self._read_phrase(chunk, line, is_heading_line=is_heading_line)

    def _phrases_with_preceding_hexes(self, chunks: list[ListPhrase]) -> Iterator[ListPhrase]:
        """Yield phrases with the hexes that precede them, as in ``Axis: A9 infantry, B9 tank``.

        The phrases of lines that do not begin with a side and a hex are yielded unchanged.
        """
        end = next((n for n, chunk in enumerate(chunks) if not chunk.places), 0)
        if not end or not names_owner(chunks[0].text, self.vocabulary):
            yield from chunks
            return
        for before, chunk in pairwise(chunks[: end + 1]):
            text = f"{chunks[0].text}: {chunk.text}" if before is chunks[0] else chunk.text
            yield replace(chunk, text=text, places=before.places)
        yield from chunks[end + 1 :]

    def _read_phrase(self, chunk: ListPhrase, line: int, *, is_heading_line: bool) -> None:
        if not chunk.places:
            self._read_heading(chunk.text, line, is_heading_line=is_heading_line)
            return
        if chunk.is_row and not chunk.text:
            self._add_left_out_remark(
                line, ", ".join(place.name for place in chunk.places), _NOTHING
            )
            return
        text = self._apply_inline_heading(chunk.text).strip() if chunk.text else self.phrase
        if not text:
            names = ", ".join(place.name for place in chunk.places)
            self._add_error(line, names, _NOTHING)
            return
        if chunk.text:
            self._flush_pending_remark()
        self.phrase, self.pending_remark = text, None
        for part in self._readable_parts(text) if chunk.has_hexes_first else [text]:
            self._place(part, chunk.places, line)

    def _readable_parts(self, text: str) -> list[str]:
        """Return the pieces of ``Town, wire, frest`` one by one if they are not all understood."""
        parts = [part for part in re.split(r"\s*[,+]\s*", text) if part]
        is_clear = len(parts) < 2 or self._names_piece(text)
        return [text] if is_clear or not any(map(self._names_piece, parts)) else parts

    def _flush_pending_remark(self) -> None:
        if self.pending_remark is not None:
            self.remarks.append(self.pending_remark)
        self.pending_remark = None

    def _read_heading(self, text: str, line: int, *, is_heading_line: bool) -> None:
        self._flush_pending_remark()
        note = stand_in_of_note(text)
        if note is not None:
            text, is_heading_line = note.figures_word, True
        if is_heading_line and stems(text) in self.vocabulary.sections:
            self.heading = self.context = self._default_context()
            self.unclear_heading, self.phrase = None, ""
            self._add_left_out_remark(line, text)
            return
        try:
            phrase = self._parse_heading(text, is_heading_line=is_heading_line)
        except PhraseError:
            self.phrase = ""
            self._add_left_out_remark(line, text)
            self._note_unclear_heading(text, line, is_heading_line=is_heading_line)
            return
        if names_both_sides(text, self.vocabulary):
            self.heading = self.context = self._default_context()
            self._add_left_out_remark(line, text)
        elif names_only_owner(phrase) and not is_heading_line:
            self.context = _with_owner_of(self.context, phrase)
        elif names_only_owner(phrase):
            self._start_part_of(phrase, note)
        elif not phrase.pieces:
            if phrase.count is not None or phrase.figures is not None:
                self._add_left_out_remark(line, text)
        else:
            badge = self._sole_badge(phrase) if is_heading_line else None
            nation = badge and (badge.nation or self.scenario.catalogue.nations.get(phrase.nation))
            if badge and nation:
                self.heading = self.context = replace(
                    self._default_context(),
                    side=nation.side,
                    nation=nation.name,
                    owner=nation.side,
                    badge="" if badge.nation else badge.name,
                )
            else:
                self._note_unclear_heading(text, line, is_heading_line=is_heading_line)
            self.phrase = text
            self.pending_remark = Remark(line, text, _NO_HEX, RemarkKind.LEFT_OUT)

    def _start_part_of(self, phrase: ParsedPhrase, note: StandInNote | None) -> None:
        """Start the part of a side or nation.

        If a note gives the side stand-in figures, they also apply below all later headings.
        """
        if note is not None and phrase.side:
            others = (each for each in self.stand_ins if each.side is not phrase.side)
            nation = _NATION_OF_COUNTRY.get(note.country, "")
            self.stand_ins = (*others, StandIn(phrase.side, phrase.nation, nation))
        context = _with_owner_of(self._default_context(), phrase)
        self.heading = self.context = replace(context, owner=phrase.side)
        self.unclear_heading = None

    def _sole_badge(self, phrase: ParsedPhrase) -> Element | None:
        """Return the badge if a phrase names only troops by their badge: ``US Marines player``.

        Return None for other phrases.
        """
        elements = [self.scenario.catalogue.elements[name] for name in phrase.pieces]
        is_only_badge = len(elements) == 1 and elements[0].layer is Layer.BADGE
        return elements[0] if is_only_badge else None

    def _parse_heading(self, text: str, *, is_heading_line: bool) -> ParsedPhrase:
        """Return the pieces or the side that a heading names.

        Whatever follows a side in brackets, or after a comma or dash, is ignored: ``German setup (5
        cards):``, ``Allies - Canada - 5 cards``.

        Raises:
            PhraseError: it is not understood.
        """
        try:
            return parse_phrase(text, self.vocabulary, self.heading)
        except PhraseError:
            owner = self._leading_owner(text) if is_heading_line else ""
            if not owner:
                raise
            return parse_phrase(owner, self.vocabulary, self.heading)

    def _leading_owner(self, text: str) -> str:
        """Return the side or nation at the start of a heading; empty if there is none."""
        without_brackets = _BRACKETS.sub(" ", text)
        if names_owner(without_brackets, self.vocabulary):
            return without_brackets
        first, *others = _HEADING_PARTS.split(text)
        is_short = len(text.split()) <= _MAX_FACT_WORDS
        if not is_short or not names_owner(first, self.vocabulary):
            return ""
        names_nation = bool(others) and names_owner(others[0], self.vocabulary)
        return f"{first} {others[0]}" if names_nation else first

    def _note_unclear_heading(self, text: str, line: int, *, is_heading_line: bool) -> None:
        """Note that a line may be a heading, which matters if there is one above it."""
        is_short = len(text.split()) <= _MAX_HEADING_WORDS and not re.search(r"[.\d]", text)
        if is_heading_line and self.heading.side and is_short:
            self.unclear_heading = line, text

    def _apply_inline_heading(self, text: str) -> str:
        """Apply a heading such as ``Axis:`` to the context of the line; return the text after it.

        A text without such a heading is returned unchanged.
        """
        before, mark, after = (
            re.split(r"(:| - )", text, maxsplit=1) if _OWNER_MARK.search(text) else ("", "", "")
        )
        if not mark or not after.strip():
            return text
        try:
            phrase = parse_phrase(before, self.vocabulary, self.context)
        except PhraseError:
            return text
        if not names_only_owner(phrase):
            return text
        self.context = _with_owner_of(self.context, phrase)
        return after

    def _place(self, text: str, places: tuple[NamedHex, ...], line: int) -> None:
        text = self._with_plain_count(self._without_unclear_remarks(text, line), places, line)
        try:
            phrase = parse_phrase(text, self.vocabulary, self.context)
        except PhraseError as error:
            self._add_error(line, text, error.reason, error.words)
            return
        if not phrase.pieces:
            self._add_error(line, text, message("The line does not name a piece"))
            return
        self.context = _with_owner_of(self.context, phrase)
        self._check_nation(phrase, line)
        hexes = [place for place in places if self._is_on_board(place, line)]
        for bent_range in dict.fromkeys(place.bent_range for place in hexes if place.bent_range):
            self.remarks.append(Remark(line, bent_range, _BENT_RANGE, RemarkKind.SUSPICIOUS))
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

    def _check_nation(self, phrase: ParsedPhrase, line: int) -> None:
        """Add a remark about a unit whose nation has no figures of its own."""
        elements = [self.scenario.catalogue.elements[name] for name in phrase.pieces]
        unit = next((each for each in elements if each.layer is Layer.UNIT), None)
        is_announced = self.context.stand_in(self.context.side) is not None
        if unit is not None and self.context.lacks_figures and not is_announced:
            problem = message(
                "The game has no figures for this nation; {unit} is used instead", unit=unit.noun
            )
            kind = RemarkKind.NOTE if self.context.has_stand_in else RemarkKind.SUSPICIOUS
            self.remarks.append(Remark(line, unit.label, problem, kind))

    def _place_on_hex(self, text: str, place: NamedHex, line: int) -> None:
        assert place.hex is not None, "hexes off the board are left out"
        try:
            phrase = parse_phrase(text, self.vocabulary, self.context, place.note)
            pieces = self._with_unit(phrase, place.hex)
            self._check_owner(pieces, phrase)
        except PhraseError as error:
            noted_text = f"{place.name} ({place.note})" if place.note else text
            self._add_error(line, noted_text, error.reason, error.words)
            if place.note and error.words:
                self._place_on_hex(text, replace(place, note=""), line)
            return
        side = phrase.side or self.heading.owner
        entry = ListEntry(
            place.hex,
            pieces,
            side,
            phrase.figures,
            phrase.equipment,
            line,
            phrase.behavior,
            phrase.unit_behavior,
            phrase.medals,
        )
        self.entries.append(entry)

    def _without_unclear_remarks(self, text: str, line: int) -> str:
        """Return a text without its remark in brackets, if only that is not understood.

        It is reported, and the rest of the text is used.
        """
        rest = _BRACKETS.sub(" ", text)
        try:
            parse_phrase(text, self.vocabulary, self.context)
        except PhraseError as error:
            if not self._names_piece(rest):
                return text
            self._add_error(line, text, error.reason, error.words)
            return rest
        return text

    def _names_piece(self, text: str) -> bool:
        try:
            return bool(parse_phrase(text, self.vocabulary, self.context).pieces)
        except PhraseError:
            return False

    def _with_plain_count(self, text: str, places: tuple[NamedHex, ...], line: int) -> str:
        """Return a text with a number in brackets as a count, if it must or may well be one.

        A remark is added if the number could also be that of the figures.

        ``Infantry (6): A9, B9 ...`` states the number of units, ``Infantry (2): A9`` their figures.
        """
        bracketed = bracketed_number(text)
        if bracketed is None:
            return text
        number, rest = bracketed
        counted_text = f"{number} {rest.strip()}"
        try:
            phrase = parse_phrase(counted_text, self.vocabulary, self.context)
            states_count = parse_phrase(rest, self.vocabulary, self.context).count is not None
        except PhraseError:
            return text
        usual_figures, max_figures = self._figures_of_unit(phrase)
        if states_count or (number <= max_figures and number != len(places)):
            return text
        if number < usual_figures:
            problem = message(
                "“({number})” is read as the number of hexes, not of figures", number=number
            )
            self.remarks.append(Remark(line, text, problem, RemarkKind.SUSPICIOUS))
        return counted_text

    def _figures_of_unit(self, phrase: ParsedPhrase) -> tuple[int, int]:
        """Return the usual and the maximum figures of the unit in a phrase; 0 if it has none."""
        elements = [self.scenario.catalogue.elements[name] for name in phrase.pieces]
        unit = next((e for e in elements if e.layer in (Layer.UNIT, Layer.BADGE)), None)
        if unit is None:
            return 0, 0
        unit_class = unit.unit_class or UnitClass.INFANTRY
        return _FIGURES.get(unit_class, _FIGURES[UnitClass.INFANTRY])

    def _check_owner(self, pieces: tuple[str, ...], phrase: ParsedPhrase) -> None:
        """Check that a unit belongs to the side and nation in the heading above it.

        If it does, a line between them that may be a heading becomes a remark.

        Raises:
            PhraseError: it does not, and its line names neither a side nor a nation.
        """
        if phrase.names_owner or not self.context.side:
            return
        elements = [self.scenario.catalogue.elements[name] for name in pieces]
        unit = next((e for e in elements if e.layer is Layer.UNIT and e.nation), None)
        if unit is None or unit.nation is None:
            return
        nation = self.context.nation or unit.nation.name
        if unit.nation.side is not self.context.side or unit.nation.name != nation:
            raise PhraseError(
                message(
                    "{piece} does not belong to the side or nation named before",
                    piece=elements[-1].noun,
                )
            )
        if self.unclear_heading and self.context == self.heading:
            line, text = self.unclear_heading
            problem = message(
                "If this is a heading, it was not understood; the units below it have the side of "
                "the heading above it"
            )
            self.remarks.append(Remark(line, text, problem, RemarkKind.SUSPICIOUS))
            self.unclear_heading = None

    def _with_unit(self, result: ParsedPhrase, hex_: Hex) -> tuple[str, ...]:
        """Return the pieces of a phrase with the unit or badge that they imply.

        A badge implies a unit if its hex has none; a badge in the heading is given to the units
        that it fits.

        Raises:
            PhraseError: the nation of the unit is unknown.
        """
        catalogue = self.scenario.catalogue
        elements = [catalogue.elements[name] for name in result.pieces]
        badge = next((e for e in elements if e.layer is Layer.BADGE), None)
        unit = next((e for e in elements if e.layer is Layer.UNIT), None)
        if unit and not badge and self.context.badge and not result.names_owner:
            badge_for = catalogue.elements[self.context.badge].badge_for
            fits = not badge_for or unit.unit_class in badge_for
            return (*result.pieces, self.context.badge) if fits else result.pieces
        if badge is None or unit:
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

    def _add_left_out_remark(self, line: int, text: str, message: Message | None = None) -> None:
        self.remarks.append(Remark(line, text, message or _NO_HEX, RemarkKind.LEFT_OUT))

    def _add_error(self, line: int, text: str, message: Message, words: str = "") -> None:
        self.remarks.append(Remark(line, text, message, words=words))


def _default_context(scenario: Scenario, *, is_literal: bool) -> PhraseContext:
    """Return the context implied by a scenario: its nations, catalogue and board face."""
    nations = tuple((side, _nation_of_side(scenario, side)) for side in Side)
    face_prefix = _FACE_PREFIXES.get(scenario.face, "")
    return PhraseContext(
        nations=nations,
        face_prefix=face_prefix,
        is_literal=is_literal,
        catalogue=scenario.catalogue,
    )


_PRINTED_COUNT = re.compile(r"\d \u00d7 ")
"""Lists printed by this program count with this sign, and name each piece exactly."""
_FACE_PREFIXES = {Face.WINTER: "winter-", Face.DESERT: "desert-"}
_NATION_OF_COUNTRY = {
    **{country: name for name, country in {**FLAGS, **STAND_INS}.items()},
    **dict.fromkeys(("CA", "AU", "NZ"), "brit"),
}
"""The figures of each country that has some; those of the Commonwealth are British (O-BRIT)."""


def _nation_of_side(scenario: Scenario, side: Side) -> str:
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
    return replace(
        context,
        nation=nation,
        side=phrase.side or context.side,
        lacks_figures=phrase.lacks_figures or (context.lacks_figures and not phrase.names_owner),
        has_stand_in=phrase.has_stand_in or (context.has_stand_in and not phrase.names_owner),
    )


def _conflict_remarks(entries: list[ListEntry], scenario: Scenario) -> Iterator[Remark]:
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
