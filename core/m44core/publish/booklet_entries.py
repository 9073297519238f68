"""The entries about scenarios in the contents, indexes and part pages of a booklet."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from m44core.catalogue.box_kinds import BASE
from m44core.messages.date_words import date_range_in_words
from m44core.messages.message import Message, Renderer, capitalized, message, message_in
from m44core.model.figure_nations import deduced_country
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import BOARD_FORMATS, FRONTS, NATIONS
from m44core.publish.booklet_settings import BookSettings, Grouping
from m44core.publish.content.sheet_content import texts_for_language
from m44core.validation.components.component_bill import component_bill
from m44core.values import dataclass

_UNDATED = "9999"
_FEW = 4  # scenarios: fewer are not a part of their own
_MAX_PLACES = 8  # pages that are listed for a line of the reference
_MANY = 10  # scenarios: a booklet with fewer has no parts unless it lists them


@dataclass(frozen=True, slots=True)
class BalanceResult:
    """The balance and the length of a scenario, if known.

    Attributes:
        share: The share of games that the Allies win; None if it is unknown.
        balance: The share in words; "" if it is unknown.
        turns: The usual number of turns of both players; None if it is unknown.
        people: The results of games between people, in words; "" without any.
    """

    share: float | None = None
    balance: str = ""
    turns: int | None = None
    people: str = ""

    @property
    def is_known(self) -> bool:
        """Whether anything is known."""
        return bool(self.balance or self.people)


NO_RESULT = BalanceResult()


@dataclass(frozen=True, slots=True)
class BookEntry:
    """A scenario of a booklet, without its content.

    Attributes:
        path: Its file.
        title: Its title in the language of the booklet, or in another language.
        is_translated: Whether its texts are in the language of the booklet.
        day: The first day of the battle as ``1944-06-06``; "9999" if it is unknown.
        date: The dates of the battle in words; "" if they are unknown.
        front: The front.
        nations: The nations of both players.
        boxes: The boxes it needs.
        board: The board.
        result: Its balance and length.
    """

    path: Path
    title: str
    is_translated: bool
    day: str
    date: str
    front: str
    nations: tuple[str, ...]
    boxes: tuple[str, ...]
    board: str
    result: BalanceResult = NO_RESULT

    @property
    def year(self) -> str:
        """The year of the battle; "" if it is unknown."""
        return "" if self.day == _UNDATED else self.day[:4]


def book_entry(
    path: Path, scenario: Scenario, renderer: Renderer, result: BalanceResult = NO_RESULT
) -> BookEntry:
    """Return the entry of a scenario in a booklet."""
    briefing = scenario.briefing
    text_language, texts = texts_for_language(scenario, renderer.language.code)
    date = date_range_in_words(briefing.begins, briefing.ends)
    players = (briefing.top, briefing.bottom)
    flags = dict.fromkeys(deduced_country(scenario, player) for player in players)
    return BookEntry(
        path=path,
        title=(texts.name or "").strip() or renderer.render(message("(no title)")),
        is_translated=text_language == renderer.language.code,
        day=str(briefing.begins or briefing.ends or _UNDATED),
        date=renderer.sentence(date) if date else "",
        front=_front_name(scenario, renderer),
        nations=tuple(renderer.render(NATIONS[flag]) for flag in flags if flag in NATIONS),
        boxes=tuple(_box_names(scenario, renderer)),
        board=renderer.render(BOARD_FORMATS[scenario.board.type]),
        result=result,
    )


def _front_name(scenario: Scenario, renderer: Renderer) -> str:
    front = scenario.briefing.front
    name: Message = FRONTS[front] if front else message_in("front", "not set")
    return renderer.sentence(name)


def _box_names(scenario: Scenario, renderer: Renderer) -> list[str]:
    box_codes = component_bill(scenario).other_box_pieces
    catalogue = scenario.catalogue
    names = [capitalized(catalogue.box_name(code)) for code in box_codes]
    return [renderer.sentence(each) for each in names] or [
        renderer.sentence(capitalized(catalogue.box_name(BASE)))
    ]


@dataclass(frozen=True, slots=True)
class BookletPart:
    """A part of a booklet.

    Attributes:
        title: Its title; "" if the booklet has only one part.
        text: The text on its first page.
        entries: Its scenarios, in order.
    """

    title: str
    text: str
    entries: tuple[BookEntry, ...]


def booklet_parts(
    entries: Iterable[BookEntry], settings: BookSettings, renderer: Renderer
) -> list[BookletPart]:
    """Return the parts of a booklet, without empty ones.

    The settings may list them. Otherwise a booklet is divided as they say, or by year. By default,
    a booklet with few scenarios, a single year or its own order has a single part.
    """
    entries_by_name = {entry.path.name: entry for entry in sorted(entries, key=_by_day)}
    if settings.parts:
        return _listed_parts(entries_by_name, settings, renderer)
    ordered = [
        entries_by_name[name] for name in dict.fromkeys(settings.order) if name in entries_by_name
    ]
    ordered = ordered if settings.order else list(entries_by_name.values())
    match settings.group or _usual_grouping(ordered, settings):
        case Grouping.DATE:
            return _parts_by_year(ordered, renderer)
        case Grouping.FRONT:
            return _parts_by_front(ordered)
        case Grouping.NONE:
            return [BookletPart("", "", tuple(ordered))] if ordered else []


def _by_day(entry: BookEntry) -> tuple[str, str]:
    return entry.day, entry.path.name


def _usual_grouping(entries: Sequence[BookEntry], settings: BookSettings) -> Grouping:
    years = {entry.year for entry in entries}
    if settings.order or len(entries) < _MANY or len(years) == 1:
        return Grouping.NONE
    return Grouping.DATE


def _listed_parts(
    entries_by_name: Mapping[str, BookEntry], settings: BookSettings, renderer: Renderer
) -> list[BookletPart]:
    remaining_entries = dict(entries_by_name)
    parts = [
        BookletPart(
            part.title.strip() or renderer.render(message("(no title)")),
            part.text,
            tuple(entry for name in part.scenarios if (entry := remaining_entries.pop(name, None))),
        )
        for part in settings.parts
    ]
    if not settings.order:
        parts.append(
            BookletPart(
                renderer.render(message("Other scenarios")), "", tuple(remaining_entries.values())
            )
        )
    else:
        other_entries = tuple(
            remaining_entries[name]
            for name in dict.fromkeys(settings.order)
            if name in remaining_entries
        )
        parts.append(BookletPart(renderer.render(message("Other scenarios")), "", other_entries))
    return [part for part in parts if part.entries]


def _parts_by_year(entries: Sequence[BookEntry], renderer: Renderer) -> list[BookletPart]:
    """Return the scenarios by year; years with few scenarios are joined with the next."""
    groups: list[list[BookEntry]] = []
    for entry in sorted(entries, key=_by_day):
        last = groups[-1] if groups else []
        is_same = last and last[-1].year == entry.year
        if (last and entry.year and (is_same or len(last) < _FEW)) or is_same:
            last.append(entry)
        else:
            groups.append([entry])
    if len(groups) > 1 and len(groups[-1]) < _FEW and groups[-1][0].year:
        last_group = groups.pop()
        groups[-1] += last_group
    if len(groups) == 1:
        return [BookletPart("", "", tuple(groups[0]))]  # its first page would repeat the contents
    return [BookletPart(_year_range(group, renderer), "", tuple(group)) for group in groups]


def _year_range(entries: Sequence[BookEntry], renderer: Renderer) -> str:
    first, last = entries[0].year, entries[-1].year
    if not first:
        return renderer.render(message("Undated"))
    return first if first == last else f"{first}\N{EN DASH}{last}"


def _parts_by_front(entries: Sequence[BookEntry]) -> list[BookletPart]:
    fronts: dict[str, list[BookEntry]] = {}
    for entry in entries:
        fronts.setdefault(entry.front, []).append(entry)
    return [BookletPart(name, "", tuple(group)) for name, group in fronts.items()]


def contents_row(entry: BookEntry, page: int) -> dict[str, Any]:
    """Return the line of a scenario in the contents, as plain data."""
    share = entry.result.share
    return {
        "title": entry.title,
        "date": entry.date,
        "front": entry.front,
        "translated": entry.is_translated,
        "page": page,
        "allies": None if share is None else round(100 * share),
        "turns": entry.result.turns,
        "balance": entry.result.balance,
        "people": entry.result.people,
    }


def booklet_indexes(
    entries: Sequence[tuple[BookEntry, int]], renderer: Renderer
) -> list[dict[str, object]]:
    """Return the indexes of a booklet, each with a ``heading``, ``groups`` and a flag ``short``.

    A group has a ``name`` and ``places``, each with a ``title`` and its ``page``. A short index
    only lists pages.
    """
    code = renderer.language.code
    titles = sorted(entries, key=lambda each: _sort_key(each[0].title, code))
    by_title: _Groups = [{"name": "", "places": [_page_reference(*place) for place in titles]}]
    short = {
        message("By nation"): _index_groups(entries, lambda entry: entry.nations, code),
        message("By board"): _index_groups(entries, lambda entry: (entry.board,), code),
        message("By required box"): _index_groups(entries, lambda entry: entry.boxes, code),
    }
    by_front = _index_groups(entries, lambda entry: (entry.front,), code)
    filled_groups = [
        *((name, groups, True) for name, groups in short.items()),
        (message("By front"), by_front, False),
        (message("By title"), by_title, False),
    ]
    return [
        {"heading": renderer.render(name), "groups": groups, "short": is_short}
        for name, groups, is_short in reversed(filled_groups)
        if groups
    ]


_Groups = list[dict[str, object]]


def _page_reference(entry: BookEntry, page: int) -> dict[str, object]:
    return {"title": entry.title, "page": page}


_CHINESE_ORDER = {"zh-Hans": "gb18030", "zh-Hant": "big5"}
"""Encodings in the order of dictionaries: by pinyin, and by strokes."""


def _sort_key(text: str, code: str) -> tuple[bytes, str]:
    """Return the key to sort texts as readers of a language expect.

    Characters that the encoding of a language lacks follow all others.

    Signs and accents are ignored: Caf\N{LATIN SMALL LETTER E WITH ACUTE} is next to Cafe.
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(character for character in plain if character.isalnum()) or text
    encoding = _CHINESE_ORDER.get(code, "utf-8")
    return b"".join(_encode_letter(letter, encoding) for letter in letters), text


def _encode_letter(letter: str, encoding: str) -> bytes:
    try:
        return letter.encode(encoding)
    except UnicodeEncodeError:
        return b"\xff" + letter.encode("utf-8", "surrogatepass")


def _index_groups(
    entries: Sequence[tuple[BookEntry, int]],
    names: Callable[[BookEntry], Sequence[str]],
    code: str,
) -> _Groups:
    groups: dict[str, list[dict[str, object]]] = {}
    for entry, page in entries:
        for name in names(entry):
            groups.setdefault(name, []).append(_page_reference(entry, page))
    ordered_names = sorted(groups, key=lambda name: _sort_key(name, code))
    return [{"name": name, "places": groups[name]} for name in ordered_names]


def booklet_reference(
    entries: Sequence[tuple[BookEntry, int]],
    lines: Mapping[Path, Iterable[Mapping[str, str]]],
    code: str,
) -> list[dict[str, object]]:
    """Return the reference lines of all scenarios, each once, sorted by name in a language.

    Each has ``places``, the scenarios that need it; empty if there are too many to be useful. If
    what a rule does differs between scenarios, each version is a line with all of its scenarios.
    """
    versions: dict[str, dict[str, dict[str, Any]]] = {}
    for entry, page in entries:
        for line in {line["name"]: line for line in lines.get(entry.path, ())}.values():
            name = line.get("index_name", line["name"])
            new_line = {
                "name": name,
                "lead": line.get("index_lead", line["lead"]),
                "does": line["does"],
                "places": [],
            }
            version = versions.setdefault(name, {}).setdefault(line["does"], new_line)
            version["places"].append(_page_reference(entry, page))
    for (line,) in (group.values() for group in versions.values() if len(group) == 1):
        line["places"] = line["places"] if len(line["places"]) <= _MAX_PLACES else []
    ordered_names = sorted(versions, key=lambda name: _sort_key(name, code))
    return [line for name in ordered_names for line in versions[name].values()]
