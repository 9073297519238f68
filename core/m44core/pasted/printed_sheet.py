"""Reads the facts at the top of a sheet that this program printed: dates, front, cards, medals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date
from functools import cache
from itertools import pairwise

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.search_words import fold_text
from m44core.messages import nouns
from m44core.messages.renderers import renderer_in
from m44core.model.header_phrases import FRONT_NAMES, first_move_phrase, seat_sentence
from m44core.model.scenario_parts import KINDS, SIDES, BattleKind, Front
from m44core.setup_list.line_parser import plain_text
from m44core.setup_list.list_vocabulary import HAN
from m44core.values import dataclass
from m44core.vassal.saved_briefing import parse_battle_dates

_MAX_NUMBER = 20
_MAX_TITLE_LINES = 12  # lines among which the facts below the title are
_MAX_FACT_LINES = 16  # lines below them that may be about the sides
_BETWEEN_FACTS = "\u00b7"


@dataclass(frozen=True, slots=True)
class PrintedHeader:
    """What a printed sheet states about a scenario, apart from its pieces and texts.

    Attributes:
        title: The title, above the line about the battle; empty if it is not known.
        subtitle: The subtitle; empty if there is none.
        begins, ends: The first and last day; None if unknown.
        front: The front; None if unknown.
        kind: Whether the battle really took place; None if unknown.
        cards: The number of command cards of each side.
        medals: The number of medals that each side needs.
        first: The side that moves first; None if none does.
        top: The side at the top edge; None if it is not stated.
        lines: The numbers of the lines with these facts, from 1.
    """

    title: str = ""
    subtitle: str = ""
    begins: date | None = None
    ends: date | None = None
    front: Front | None = None
    kind: BattleKind | None = None
    cards: Mapping[Side, int] = field(default_factory=dict)
    medals: Mapping[Side, int] = field(default_factory=dict)
    first: Side | None = None
    top: Side | None = None
    lines: frozenset[int] = frozenset()


def read_printed_header(lines: Sequence[str], code: str) -> PrintedHeader | None:
    """Return the facts at the top of a printed sheet in a language.

    Return None if no line near the top has two facts about the battle, as in ``6 June 1944 ·
    Western Front``: the text is then not that of a sheet, or of one without these facts.
    """
    battle = next(
        (
            (number, parts)
            for number, line in enumerate(lines[:_MAX_TITLE_LINES], 1)
            if (parts := _battle_parts(line, code)) is not None
        ),
        None,
    )
    if battle is None:
        return None
    start, parts = battle
    side_lines = list(_side_lines(lines, start, code))
    facts = _side_facts(" ".join(line for _, line in side_lines), code)
    cards, medals = dict[Side, int](), dict[Side, int]()
    first: Side | None = None
    for side, what, amount in facts:
        if what == "first":
            first = first or side
        else:
            (cards if what == "cards" else medals).setdefault(side, amount)
    numbers = {number for number, _ in side_lines} if cards or medals else set()
    title = " ".join(line.strip() for line in lines[: start - 1] if line.strip())
    return PrintedHeader(
        title,
        parts.subtitle,
        *parts.days,
        parts.front,
        parts.kind,
        cards,
        medals,
        first,
        _top_side(lines, code),
        frozenset(numbers | {start}),
    )


@dataclass(frozen=True, slots=True)
class _BattleParts:
    subtitle: str = ""
    days: tuple[date | None, date | None] = (None, None)
    front: Front | None = None
    kind: BattleKind | None = None


def _battle_parts(line: str, code: str) -> _BattleParts | None:
    """Return the parts of a line such as ``6 June 1944 · Western Front · Historical``, or None."""
    render = renderer_in(code).sentence
    fronts = {_plain(render(name)): front for front, name in FRONT_NAMES.items()}
    kinds = {_plain(render(name)): kind for kind, name in KINDS.items()}
    front, kind, days = None, None, None
    other_parts: list[str] = []
    for part in (part.strip() for part in line.split(_BETWEEN_FACTS)):
        folded = _plain(part)
        if folded in fronts:
            front = fronts[folded]
        elif folded in kinds:
            kind = kinds[folded]
        elif read_days := parse_battle_dates(part):
            days = read_days
        elif part:
            other_parts.append(part)
    is_heading = _BETWEEN_FACTS not in line  # "Historical" alone is a heading of other texts
    if is_heading or not (front or kind):
        return None
    subtitle = f" {_BETWEEN_FACTS} ".join(other_parts)
    return _BattleParts(subtitle, days or (None, None), front, kind)


def _side_lines(lines: Sequence[str], start: int, code: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of each line about a side below line *start*."""
    names, phrases = _side_pattern(code), [text for text, *_ in _phrases(code)]
    has_begun = False
    for number, line in enumerate(lines[start:][:_MAX_FACT_LINES], start + 1):
        folded = _plain(line)
        if names.search(folded) or any(phrase in folded for phrase in phrases):
            has_begun = True
            yield number, folded
        elif line.strip() and has_begun:  # before, there may be a note about translations
            return


def _side_facts(folded: str, code: str) -> Iterator[tuple[Side, str, int]]:
    """Yield the side, the kind and the amount of each fact in the text about the sides."""
    names = [*_side_pattern(code).finditer(folded)]
    ends = [*(name.start() for name in names), len(folded)][1:]
    sides = {_plain(renderer_in(code).render(noun)): side for side, noun in SIDES.items()}
    for name, end in zip(names, ends, strict=True):
        text = folded[name.end() : end]
        for phrase, what, amount in _phrases(code):
            if re.search(rf"(?<!\d){re.escape(phrase)}", text):
                yield sides[name[0]], what, amount


@cache
def _side_pattern(code: str) -> re.Pattern[str]:
    names = (re.escape(_plain(renderer_in(code).render(noun))) for noun in SIDES.values())
    return re.compile(rf"(?<![^\W{HAN}])(?:{'|'.join(names)})(?![^\W{HAN}])")


@cache
def _phrases(code: str) -> list[tuple[str, str, int]]:
    """Return the phrases about a side, each with what it states and the amount."""
    render = renderer_in(code).sentence
    numbers = range(1, _MAX_NUMBER + 1)
    phrases = [(render(nouns.command_cards(number)), "cards", number) for number in numbers]
    phrases += [(render(nouns.medals_to_win(number)), "medals", number) for number in numbers]
    phrases += [(render(first_move_phrase(side)), "first", 1) for side in Side]
    return [(_plain(text), what, amount) for text, what, amount in phrases]


def _top_side(lines: Sequence[str], code: str) -> Side | None:
    """Return the side that a sheet seats at the top edge; None if it does not say."""
    render = renderer_in(code).sentence
    seats = {
        "".join(_plain(render(seat_sentence(top, bottom))).split()): top
        for top, bottom in ((Side.AXIS, Side.ALLIES), (Side.ALLIES, Side.AXIS))
    }
    for line, next_line in pairwise([*lines, ""]):
        unbroken = "".join(_plain(line + next_line).split())
        for sentence, side in seats.items():
            if sentence in unbroken:
                return side
    return None


def _plain(text: str) -> str:
    """Return a text in lower case without accents, with plain quotation marks."""
    return fold_text(plain_text(text))
