"""Read a set-up list line by line; what is not understood becomes a remark."""

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
    PhraseContext,
    ParsedPhrase,
    PhraseError,
    parse_phrase,
    names_only_side,
    unit_of_badge,
)
from m44core.untrusted_files import split_lines
from m44core.values import dataclass

MAX_LINES = 2000
"""Lines of a list that are read; the longest in print has less than a hundred."""

_LONGEST = 2000  # signs of a line
_HEADING = re.compile(r"\s*(?:\d{1,2}[.)]\s+\S|[^\d]*:\s*$)")


class RemarkKind(StrEnum):
    """How much a remark matters."""

    ERROR = "wrong"  # something that names a hex is not understood
    SUSPICIOUS = "odd"  # it is understood, but may be a slip of the pen
    LEFT_OUT = "left out"  # it names no hex


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to say about a line.

    Attributes:
        line: Its number, from 1.
        text: What it is about, as it stands there.
        said: What there is to say.
        weight: How much it matters.
    """

    line: int
    text: str
    message: Message
    kind: RemarkKind = RemarkKind.ERROR


@dataclass(frozen=True, slots=True)
class ListEntry:
    """Pieces on a hex, as a line says.

    Attributes:
        hex: The hex.
        pieces: The pieces, by their .m44 names.
        side: Whose they are, where the line says so.
        figures: How many figures the unit has; None for the usual number.
        equipment: What the unit carries.
        line: The number of the line.
    """

    hex: Hex
    pieces: tuple[str, ...]
    side: Side | None = None
    figures: int | None = None
    equipment: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class SetupList:
    """What a set-up list says.

    Attributes:
        laid: What it lays on the board, in its order.
        remarks: What is not understood, or may be a slip of the pen.
    """

    entries: tuple[ListEntry, ...] = ()
    remarks: tuple[Remark, ...] = ()


def read_list(text: str, scenario: Scenario, language: str) -> SetupList:
    """Return what a set-up list says.

    Args:
        text: The list, in any lines.
        scenario: Whose board it is for, and whose nations fight where it does not say which.
        language: The code of the language in which it is most likely, besides English. If
            something is not understood, the other languages of the program are tried, and the
            one that understands most is taken.
    """
    found = _Reader(scenario, vocabulary(language, scenario.catalogue)).read(text)
    if not _not_understood(found):
        return found
    others = (code for code in languages() if code not in (language, ENGLISH))
    read = (_Reader(scenario, vocabulary(code, scenario.catalogue)).read(text) for code in others)
    return min(found, *read, key=_not_understood)


def _not_understood(found: SetupList) -> int:
    return sum(remark.kind is RemarkKind.ERROR for remark in found.remarks)


@dataclass(slots=True)
class _Reader:
    """Reads the lines of a list one after the other.

    Attributes:
        scenario: Whose board it is for.
        known: The words that are understood.
        heading: What holds for all lines below a heading.
        here: What holds for the rest of a line.
        phrase: What hexes are about that stand alone.
        waiting: What to say of a piece without hexes, unless hexes follow.
    """

    scenario: Scenario
    vocabulary: Vocabulary
    heading: PhraseContext = PhraseContext()
    context: PhraseContext = PhraseContext()
    phrase: str = ""
    waiting: Remark | None = None
    entries: list[ListEntry] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def read(self, text: str) -> SetupList:
        """Return what all lines say."""
        self.heading = _usual(self.scenario)
        lines = split_lines(text)
        for number, line in enumerate(lines[:MAX_LINES], start=1):
            self.context = self.heading
            if _HEADING.match(line):
                self.heading = self.context = _usual(self.scenario)
            for chunk in parse_line(line[:_LONGEST], self.scenario.board, self.vocabulary):
                self._take(chunk, number)
        self._say_waiting()
        if len(lines) > MAX_LINES:
            said = message("Only the first {number} lines are read", number=MAX_LINES)
            self.remarks.append(Remark(MAX_LINES + 1, "", said))
        self.remarks += _doubled(self.entries, self.scenario)
        return SetupList(tuple(self.entries), tuple(sorted(self.remarks, key=lambda r: r.line)))

    def _take(self, chunk: ListPhrase, line: int) -> None:
        if not chunk.places:
            self._take_heading(chunk.text, line)
            return
        text = self._without_heading(chunk.text) if chunk.text else self.phrase
        if not text:
            names = ", ".join(place.name for place in chunk.places)
            self._say(line, names, message("It does not say what is there"))
            return
        if chunk.text:
            self._say_waiting()
        self.phrase, self.waiting = text, None
        self._lay(text, chunk.places, line)

    def _say_waiting(self) -> None:
        if self.waiting is not None:
            self.remarks.append(self.waiting)
        self.waiting = None

    def _take_heading(self, text: str, line: int) -> None:
        self._say_waiting()
        try:
            found = parse_phrase(text, self.vocabulary, self.heading)
        except PhraseError:
            self.phrase = ""
            said = message("It names no hex")
            self.remarks.append(Remark(line, text, said, RemarkKind.LEFT_OUT))
            return
        if names_only_side(found):
            about = _about(_usual(self.scenario), found)
            self.heading = self.context = replace(about, owner=found.side)
        elif found.pieces:
            self.phrase = text
            self.waiting = Remark(line, text, message("It names no hex"), RemarkKind.LEFT_OUT)

    def _without_heading(self, text: str) -> str:
        """Return what is left of ``Axis: infantry``; the rest of the line is about the Axis."""
        before, colon, after = text.partition(":")
        if not colon or not after.strip():
            return text
        try:
            found = parse_phrase(before, self.vocabulary, self.context)
        except PhraseError:
            return text
        if not names_only_side(found):
            return text
        self.context = _about(self.context, found)
        return after

    def _lay(self, text: str, places: tuple[NamedHex, ...], line: int) -> None:
        try:
            found = parse_phrase(text, self.vocabulary, self.context)
        except PhraseError as error:
            self._say(line, text, error.reason)
            return
        if not found.pieces:
            self._say(line, text, message("It does not say which piece"))
            return
        self.context = _about(self.context, found)
        here = [place for place in places if self._is_there(place, line)]
        for place in here:
            self._lay_one(text, place, line)
        if found.count is not None and found.count != len(here):
            said = several(
                "It says {count}, and names {number} hex",
                "It says {count}, and names {number} hexes",
                len(here),
                count=found.count,
            )
            self.remarks.append(Remark(line, text, said, RemarkKind.SUSPICIOUS))

    def _lay_one(self, text: str, place: NamedHex, line: int) -> None:
        assert place.hex is not None, "only what is on the board is laid"
        try:
            found = parse_phrase(text, self.vocabulary, self.context, place.note)
            pieces = self._with_unit(found, place.hex)
        except PhraseError as error:
            self._say(line, f"{place.name} ({place.note})" if place.note else text, error.reason)
            return
        side = found.side or self.heading.owner
        laid = ListEntry(place.hex, pieces, side, found.figures, found.equipment, line)
        self.entries.append(laid)

    def _with_unit(self, found: ParsedPhrase, hex_: Hex) -> tuple[str, ...]:
        """Return the pieces with the unit beside a badge, unless one stands there already."""
        catalogue = self.scenario.catalogue
        elements = [catalogue.elements[name] for name in found.pieces]
        badge = next((e for e in elements if e.layer is Layer.BADGE), None)
        if badge is None or any(e.layer is Layer.UNIT for e in elements):
            return found.pieces
        units = catalogue.on_layer(Layer.UNIT)
        names = {unit.name for unit in units}
        placed = any(names & {*each.pieces} for each in self.entries if each.hex == hex_)
        if placed or self.scenario.at(hex_).unit:
            return found.pieces
        return (unit_of_badge(badge, found, self.context), *found.pieces)

    def _is_there(self, place: NamedHex, line: int) -> bool:
        if place.hex is None:
            self._say(line, place.name, message("There is no such hex on this board"))
        return place.hex is not None

    def _say(self, line: int, text: str, said: Message) -> None:
        self.remarks.append(Remark(line, text, said))


def _usual(scenario: Scenario) -> PhraseContext:
    """Return what goes without saying on a board."""
    nations = tuple((side, _nation(scenario, side)) for side in Side)
    places = _PLACES.get(scenario.face, "")
    return PhraseContext(nations=nations, face_prefix=places, catalogue=scenario.catalogue)


_PLACES = {Face.WINTER: "winter-", Face.DESERT: "desert-"}
_OF_COUNTRY = {"DE": "ger", "US": "us", "GB": "brit", "RU": "ru", "JP": "jp"}


def _nation(scenario: Scenario, side: Side) -> str:
    """Return the nation that fights for a side: most of its units', else that of its player."""
    nations = scenario.catalogue.nations
    units = (scenario.catalogue.get(c.unit.name) for c in scenario.hexes.values() if c.unit)
    found = Counter(u.nation.name for u in units if u and u.nation and u.nation.side is side)
    if found:
        return found.most_common(1)[0][0]
    player = scenario.briefing.player(side)
    country = _OF_COUNTRY.get((player.country or "").upper()[:2], "") if player else ""
    if country and nations[country].side is side:
        return country
    return next(nation.name for nation in nations.values() if nation.side is side)


def _about(context: PhraseContext, found: ParsedPhrase) -> PhraseContext:
    if not found.nation and not found.side:
        return context
    same = found.side is context.side
    nation = found.nation or (context.nation if same else "")
    return replace(context, nation=nation, side=found.side or context.side)


def _doubled(laid: list[ListEntry], scenario: Scenario) -> Iterator[Remark]:
    """Yield a remark for each hex that a list gives two pieces of a kind of which one can lie."""
    catalogue = scenario.catalogue
    seen: dict[tuple[Hex, Layer], str] = {}
    for each in laid:
        for name in each.pieces:
            layer = catalogue.elements[name].layer
            before = seen.setdefault((each.hex, layer), name)
            if before != name and layer is not Layer.TAG:
                seen[each.hex, layer] = name
                text = scenario.board.name(each.hex)
                said = message(
                    "Two are said to be there: {first} and {last}; the last one stays",
                    first=catalogue.elements[before].noun,
                    last=catalogue.elements[name].noun,
                )
                yield Remark(each.line, text, said, RemarkKind.SUSPICIOUS)
