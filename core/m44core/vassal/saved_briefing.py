"""Reading the briefing in the notes of a saved game, by its headings and known phrases.

The Memoir '44 module puts the complete briefing there: a title with the date, the historical
background, a line for each side with its nation and command cards, the conditions of victory and
the special rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import date
from functools import cache
from pathlib import Path

from m44core.catalogue.catalogue_types import Side
from m44core.data_files import read_yaml_mapping
from m44core.messages.message import Message, message, message_in
from m44core.model.edits.briefing_edits import TEXT_FIELDS
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import BattleKind, FirstPlayer, Front, Player, Texts
from m44core.model.special_rules import SpecialRules
from m44core.validation.text_analysis.language_patterns import TAGS, patterns_for_language
from m44core.validation.text_analysis.scenario_texts import LanguageTexts
from m44core.values import dataclass

_HEADINGS_FILE = Path(__file__).parent / "headings.yaml"
_TITLE_WITH_DATE = re.compile(r"^(?P<title>.*\S)\s+[-\u2013\u2014]\s+(?P<day>\S.*)$")
_END_OF_HEADING = re.compile(r"\s*(?:[:\uff1a]\s*|$)")
_NATIONS = re.compile(r"\[([^\[\]]{1,80})\]")
_EMPTY_ENTRY = re.compile(r"\W*(?:none|keine|aucune?|nessuna|нет|无|無)?\W*", re.IGNORECASE)
_MAX_SUBTITLE_LENGTH = 120  # characters
_EMPTY_TEXTS = Texts(historical="", description="", victory="", rules="")
HEADING_WORDS = {
    "historical": message_in("text", "historical background"),
    "description": message_in("text", "briefing"),
    "victory": message_in("text", "conditions of victory"),
    "rules": message_in("text", "special rules"),
}
"""The name of each text."""

Parts = Mapping[str, Sequence[str]]
"""The lines under the headings, keyed by the scenario text they belong to."""


@dataclass(frozen=True, slots=True)
class SavedBriefing:
    """The briefing in the notes of a saved game.

    Attributes:
        language: The language of its headings.
        texts: The complete texts.
        begins: The first day of the battle; None if it was not found.
        ends: The last day of the battle; None if there is none.
        first: The side that moves first; None if it was not found.
        players: The nation, command cards and medals of each side, where they were found.
        remarks: Messages about everything that is missing or was not understood.
        front: The front; None if it was not found.
        kind: Whether the battle really took place; None if it was not found.
        top: The side at the top edge; None if it was not found.
        rules: The special rules that were found, by key.
    """

    language: str
    texts: Texts
    begins: date | None = None
    ends: date | None = None
    first: Side | None = None
    players: Mapping[Side, Player] = field(default_factory=dict)
    remarks: tuple[Message, ...] = ()
    front: Front | None = None
    kind: BattleKind | None = None
    top: Side | None = None
    rules: Mapping[str, SpecialRule] = field(default_factory=dict)


def read_briefing(lines: Sequence[str]) -> SavedBriefing | None:
    """Return the briefing in the notes of a saved game; None if they are blank."""
    lines = [line.strip() for line in lines]
    if not any(lines):
        return None
    tag, parts = _split_at_headings(lines)
    title, *lines_before = parts[""]
    date_match = _TITLE_WITH_DATE.match(title)
    days = parse_battle_dates(date_match["day"]) if date_match else None
    name = date_match["title"] if date_match and days else title
    texts = _scenario_texts(name, lines_before, parts)
    analysis = LanguageTexts(tag, texts, patterns_for_language(tag))
    players = {side: _parse_player(side, analysis) for side in Side}
    first = analysis.first_movers[0] if len(analysis.first_movers) == 1 else None
    remarks = (
        *_missing_remarks(days is not None, first, players),
        *_heading_remarks(parts),
        *_unused_line_remarks(analysis, texts),
    )
    begins, ends = days or (None, None)
    return SavedBriefing(tag, texts, begins, ends, first, players, remarks)


def with_saved_briefing(scenario: Scenario, saved: SavedBriefing) -> Scenario:
    """Return the scenario with the values of a saved briefing.

    Texts in other languages go if they translate a text that is replaced; everything else is
    unchanged.
    """
    old_briefing = scenario.briefing
    if saved.top and old_briefing.bottom.side is saved.top:  # the players swap their seats
        old_briefing = replace(
            old_briefing, top=old_briefing.bottom, bottom=old_briefing.top, first=None
        )
    top, bottom = (
        _merged_player(player, saved.players) for player in (old_briefing.top, old_briefing.bottom)
    )
    first_by_side = {top.side: FirstPlayer.TOP, bottom.side: FirstPlayer.BOTTOM}
    new_briefing = replace(
        old_briefing,
        top=top,
        bottom=bottom,
        first=first_by_side.get(saved.first, old_briefing.first)
        if saved.first
        else old_briefing.first,
        begins=saved.begins or old_briefing.begins,
        ends=(saved.ends or saved.begins) if saved.begins else old_briefing.ends,
        front=saved.front or old_briefing.front,
        kind=saved.kind or old_briefing.kind,
        special_rules=SpecialRules(
            {**old_briefing.special_rules.stated, **saved.rules},
            old_briefing.special_rules.from_side_file,
        ),
    )
    texts = _with_merged_texts(scenario.texts, saved)
    return replace(scenario, briefing=new_briefing, texts=texts)


def is_about_other_battle(saved: SavedBriefing, scenario: Scenario) -> bool:
    """Return whether a briefing has a title that the scenario has in no language."""
    titles = {_words(texts.name) for texts in scenario.texts.values()}
    return bool(saved.texts.name) and _words(saved.texts.name) not in titles


def without_battle(scenario: Scenario, language: str) -> Scenario:
    """Return the scenario without special rules, and with empty texts in one language only."""
    briefing = replace(scenario.briefing, special_rules=SpecialRules())
    return replace(scenario, briefing=briefing, texts={language: _EMPTY_TEXTS})


def with_title_in(scenario: Scenario, language: str) -> Scenario:
    """Return an empty scenario whose only text is its title, in a language."""
    texts = replace(_EMPTY_TEXTS, name=scenario.title or None)
    return replace(scenario, texts={language: texts})


def languages_with_lost_texts(before: Scenario, after: Scenario) -> tuple[str, ...]:
    """Return the languages of *before* with a text that is missing from *after*."""
    return tuple(
        code
        for code, texts in before.texts.items()
        if any(
            getattr(texts, name) and not getattr(after.texts.get(code, Texts()), name)
            for name in TEXT_FIELDS
        )
    )


def _with_merged_texts(texts: Mapping[str, Texts], saved: SavedBriefing) -> Mapping[str, Texts]:
    """Return the texts with those of a saved briefing.

    Translations of a text that is replaced are removed, unless the title stays the same: they are
    then translations of the same scenario, and outdated at most.
    """
    old = texts.get(saved.language) or Texts()
    new = old.with_texts(_saved_fields(saved))
    replaced = [
        name
        for name in TEXT_FIELDS
        if getattr(old, name) and _words(getattr(old, name)) != _words(getattr(new, name))
    ]
    if "name" not in replaced and old.name and saved.texts.name:
        replaced = []
    others = {code: each.with_texts(dict.fromkeys(replaced)) for code, each in texts.items()}
    left = {
        code: each for code, each in others.items() if code == saved.language or each != Texts()
    }
    return {**(left if replaced else texts), saved.language: new}


def _saved_fields(saved: SavedBriefing) -> dict[str, str]:
    """Return the texts of a saved briefing that are not empty."""
    texts = {name: getattr(saved.texts, name) for name in ("name", "subtitle", *HEADING_WORDS)}
    return {name: text for name, text in texts.items() if text}


def _words(text: str | None) -> str:
    """Return a text in lower case with single spaces, for comparison; "" for none."""
    return " ".join((text or "").casefold().split())


def _merged_player(player: Player, saved: Mapping[Side, Player]) -> Player:
    if player.side is None or player.side not in saved:
        return player
    new = saved[player.side]
    return replace(
        player,
        country=new.country or player.country,
        cards=new.cards or player.cards,
        medals=new.medals or player.medals,
    )


@cache
def headings_by_language() -> Mapping[str, Mapping[str, str]]:
    """Return the text key of each heading, the longest headings first, for each language."""
    headings: dict[str, dict[str, str]] = {}
    for tag, texts in read_yaml_mapping(_HEADINGS_FILE).items():
        pairs = [
            (heading, name) for name, text_headings in texts.items() for heading in text_headings
        ]
        headings[tag] = dict(sorted(pairs, key=lambda pair: -len(pair[0])))
    return headings


def _split_at_headings(lines: Sequence[str]) -> tuple[str, dict[str, list[str]]]:
    """Return the language with the most headings, and the lines, keyed by their text.

    Lines before the first heading, at least one, are under the key "".
    """
    heading_counts = {
        tag: sum(_match_heading(line, tag) is not None for line in lines)
        for tag in headings_by_language()
    }
    tag = max(heading_counts, key=lambda each: (heading_counts[each], each == "en"))
    current_key, lines_by_text = "", dict[str, list[str]]({"": []})
    for line in lines:
        heading = _match_heading(line, tag)
        if heading is None:
            lines_by_text.setdefault(current_key, []).append(line)
        else:
            current_key = heading[0]
            lines_by_text.setdefault(current_key, []).extend(filter(None, [heading[1]]))
    before = lines_by_text[""]
    while before and not before[0]:
        before.pop(0)
    if not before:
        before.append("")
    return tag, lines_by_text


def _match_heading(line: str, tag: str) -> tuple[str, str] | None:
    """Return the key of the text for a heading, and the rest of its line; None for other lines."""
    lower_line = line.casefold()
    for heading, name in headings_by_language()[tag].items():
        if lower_line.startswith(heading) and (end := _END_OF_HEADING.match(line, len(heading))):
            return name, line[end.end() :].strip()
    return None


def _scenario_texts(name: str, before: Sequence[str], parts: Parts) -> Texts:
    """Return the texts of the scenario.

    Lines before the first heading become the subtitle, or part of the historical background or the
    briefing.
    """
    head = _joined_lines(before)
    texts_by_key = {each: _joined_lines(parts.get(each, ())) for each in HEADING_WORDS}
    subtitle = None
    if (
        head
        and "\n" not in head
        and len(head) <= _MAX_SUBTITLE_LENGTH
        and texts_by_key["historical"]
    ):
        subtitle = head
    elif head:
        key = "historical" if len(parts) > 1 else "description"
        texts_by_key[key] = f"{head}\n\n{texts_by_key[key]}".strip()
    return Texts(name or None, subtitle).with_texts(texts_by_key)


def _joined_lines(lines: Sequence[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip())


def _parse_player(side: Side, analysis: LanguageTexts) -> Player:
    cards, medals = analysis.cards.get(side), analysis.medals.get(side)
    nation = next(iter(bracketed_nations(side, analysis)), None)
    return Player(side, nation, cards and cards.number, medals and medals.number)


def bracketed_nations(side: Side, analysis: LanguageTexts) -> Iterator[str]:
    """Yield the codes of the nations in brackets after the name of a side, in order."""
    assert analysis.language
    for line in (analysis.texts.description or "").splitlines():
        match = _NATIONS.search(line)
        if match and analysis.language.sides(line[: match.start()]) == {side}:
            for part in match[1].split("/"):
                yield from sorted(analysis.language.nations(part))


def _missing_remarks(
    is_dated: bool, first: Side | None, players: Mapping[Side, Player]
) -> Iterator[Message]:
    """Yield a remark for each value that was not found in the notes."""
    if not is_dated:
        yield message(
            "No date was found in the notes of the saved game, so the date stays unchanged"
        )
    if first is None:
        yield message("The notes do not say who moves first, so the first player stays unchanged")
    for side, player in players.items():
        if player.country is None:
            yield message(
                "The notes do not name a nation for {side}, so the nation stays unchanged",
                side=side.noun,
            )
        if player.cards is None:
            yield message(
                "The notes do not give the number of command cards for {side}, so it stays "
                "unchanged",
                side=side.noun,
            )
        if player.medals is None:
            yield message(
                "The notes do not give the number of medals for {side}, so it stays unchanged",
                side=side.noun,
            )


def _heading_remarks(parts: Parts) -> Iterator[Message]:
    if len(parts) == 1:
        yield message(
            "The notes have no recognized headings, so all their text goes into the briefing"
        )


def _unused_line_remarks(analysis: LanguageTexts, texts: Texts) -> Iterator[Message]:
    """Yield a remark for each line that yielded no value and is only kept as text."""
    assert analysis.language
    for name in ("description", "victory", "rules"):
        spans = [*analysis.compared_spans(name)]
        if name == "description":
            spans += [span for _, span in analysis.first_moves]
        offset = 0
        for line in (getattr(texts, name) or "").splitlines():
            end = offset + len(line)
            is_read = any(offset <= start <= end for start, _ in spans)
            if not is_read and not _EMPTY_ENTRY.fullmatch(line):
                yield message(
                    "Kept as text only ({text}): {line}", text=HEADING_WORDS[name], line=line[:200]
                )
            offset = end + 1


_YEAR = re.compile(r"(?<!\d)(19\d\d)(?!\d)")
_ISO_DATE = re.compile(r"(19\d\d)-(\d{1,2})-(\d{1,2})")
_EAST_ASIAN_DATE = re.compile(r"(19\d\d)\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日")
_EAST_ASIAN_END = re.compile(
    r"\s?[至到~\u2013\u2014-]\s?(?:(19\d\d)\s?年\s?)?(?:(\d{1,2})\s?月\s?)?(\d{1,2})\s?日"
)
_DOTTED_DATE = re.compile(r"(\d{1,2})[./](\d{1,2})[./](19\d\d)")
_DAYS = re.compile(r"(?<!\d)(\d{1,2})(?!\d)")
_MAX_DATE_LENGTH = 60

Days = tuple[date, date | None]
"""The first day, and the last day, which is None for a single day."""


def parse_battle_dates(text: str) -> Days | None:
    """Return the first and last day in a text such as ``June 6, 1944``; the last can be None.

    The result itself is None if the text has no date or an ambiguous one.
    """
    if len(text) > _MAX_DATE_LENGTH:
        return None
    with suppress(ValueError):  # the 31st of June
        if days := _full_dates(text):
            return days
        if matches := _DOTTED_DATE.findall(text):
            single_days = [_numeric_date(*map(int, match)) for match in matches[:2]]
            first, last = single_days[0], single_days[-1]
            if first and last and first[0] < last[0]:
                return first[0], last[0]
            return first
        return _written_date(text)
    return None


def _full_dates(text: str) -> Days | None:
    """Return the days of dates that begin with the year, as in ``1944年7月25日至26日``, or None."""
    match = _ISO_DATE.search(text) or _EAST_ASIAN_DATE.search(text)
    if not match:
        return None
    year, month, day = (int(number) for number in match.groups())
    begins = date(year, month, day)
    rest = text[match.end() :]
    if end := _ISO_DATE.search(rest) or _EAST_ASIAN_END.match(rest):
        ends = date(int(end[1] or year), int(end[2] or month), int(end[3]))
        return (begins, ends) if ends > begins else None
    return begins, None


def _numeric_date(first: int, second: int, year: int) -> Days | None:
    """Return the date given by two numbers and a year; None if either could be the month."""
    if first > 12 or first == second:
        return date(year, second, first), None
    return (date(year, first, second), None) if second > 12 else None


def _written_date(text: str) -> Days | None:
    years, months = _YEAR.findall(text), _months_named_in(text)
    if len(years) == 2 or len(months) == 2:
        return _written_range(text, years, months)
    year, month = _YEAR.search(text), months[0] if len(months) == 1 else None
    if year is None or month is None:
        return None
    days = [int(each) for each in _DAYS.findall(text.replace(year[0], " "))]
    if not days or len(days) > 2 or (len(days) == 2 and days[0] >= days[1]):
        return None
    first, *rest = (date(int(year[0]), month, day) for day in days)
    return first, next(iter(rest), None)


def _written_range(text: str, years: Sequence[str], months: Sequence[int]) -> Days | None:
    """Return the days in a text with two months or years, each given once or for both days."""
    days = _DAYS.findall(_YEAR.sub(" ", text))
    if len(days) != 2 or not (1 <= len(years) <= 2 and 1 <= len(months) <= 2):
        return None
    first, last = (
        date(int(years[at % len(years)]), months[at % len(months)], int(days[at])) for at in (0, 1)
    )
    return (first, last) if first < last else None


def _months_named_in(text: str) -> list[int]:
    """Return the months named in a text, from 1, each once, in the order of the text."""
    places: dict[int, int] = {}
    for tag in TAGS:
        for number, names in patterns_for_language(tag).data.get("months", {}).items():
            for match in re.finditer(rf"(?<!\w)(?:{names})(?!\w)", text, re.IGNORECASE):
                month = int(number)
                places[month] = min(match.start(), places.get(month, match.start()))
    return sorted(places, key=lambda month: places[month])
