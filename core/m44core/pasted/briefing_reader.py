"""Reads the briefing in text that was copied from a page, a forum or an e-mail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice

from m44core.board import Face
from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.search_words import fold_text
from m44core.messages import nouns
from m44core.messages.date_words import date_range_in_words
from m44core.messages.message import Message, label_with_text, message, message_in
from m44core.messages.renderers import renderer_in
from m44core.model.figure_nations import FLAGS, STAND_INS
from m44core.model.header_phrases import FRONT_NAMES
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FACES, KINDS, NATIONS, Player, Texts
from m44core.pasted.list_board import find_printed_board
from m44core.pasted.page_lines import (
    REFERENCE,
    SETUP,
    TEXTS,
    VALUES,
    Page,
    board_word_span,
    divide_page,
    face_patterns,
    find_title,
    rule_lines,
)
from m44core.pasted.printed_checklist import printed_facts
from m44core.pasted.printed_rules import PrintedRules, read_printed_rules
from m44core.pasted.printed_sheet import PrintedHeader, read_printed_header
from m44core.setup_list.list_reader import Remark, RemarkKind, SetupList, readable_lines
from m44core.setup_list.list_vocabulary import vocabulary
from m44core.setup_list.stand_in_notes import stand_in_of_note
from m44core.untrusted_files import split_lines
from m44core.validation.text_analysis.language_patterns import (
    TAGS,
    LanguagePatterns,
    patterns_for_language,
)
from m44core.validation.text_analysis.scenario_texts import LanguageTexts
from m44core.values import dataclass
from m44core.vassal.saved_briefing import (
    HEADING_WORDS,
    Days,
    SavedBriefing,
    bracketed_nations,
    parse_battle_dates,
)

_MAX_SENTENCES = 200
_MAX_NUMBER = 20
_REACH = 30  # maximum characters between the word for the board and that for its face
_SHEET_FACTS = re.compile("[·;\uff1b]")  # what divides the facts about a player
_VALUE_ENDS = re.compile("[,;/\\n\uff0c\u3001\uff1b\u3002]| - |[.] ")
_NUMBER = re.compile(r"(?<!\d)\d{1,2}(?!\d)")
_COUNTRY_OF_NATION = {**FLAGS, **STAND_INS}
_BOARD_SIDE = message_in("text", "board side")
_DATE = message_in("text", "date")
_FIRST_PLAYER = message_in("text", "first player")
_TITLE = message_in("text", "title")
_RULE = message_in("text", "special rule")
_SUBTITLE = message_in("text", "subtitle")
_FRONT = message_in("text", "front")
_KIND = message_in("text", "kind of battle")
_TOP_EDGE = message_in("text", "side at the top edge")
_SIDES_OF_FIGURES = {"german": Side.AXIS, "american": Side.ALLIES}


@dataclass(frozen=True, slots=True)
class PastedBriefing:
    """The briefing in copied text.

    Attributes:
        values: Its values and texts.
        face: The printed face it names; None if it names none.
        remarks: Messages about everything that was found, for the user to compare.
        lines: The numbers of the lines that were used, from 1.
    """

    values: SavedBriefing
    face: Face | None = None
    remarks: tuple[Message, ...] = ()
    lines: frozenset[int] = frozenset()

    def uses_left_out_line(self, remark: Remark) -> bool:
        """Return whether a remark is about a line left out of the list, but used here."""
        return remark.kind is RemarkKind.LEFT_OUT and remark.line in self.lines


def read_pasted_briefing(
    text: str, setup_list: SetupList, scenario: Scenario, code: str
) -> PastedBriefing | None:
    """Return the briefing in copied text; None if it has none.

    Args:
        text: The text.
        setup_list: The pieces listed in the text.
        scenario: The scenario whose catalogue the pieces belong to.
        code: The language of the text if its headings do not show it.
    """
    piece_lines = {entry.line for entry in setup_list.entries} | {
        remark.line for remark in setup_list.remarks if remark.kind is RemarkKind.ERROR
    }
    page = divide_page(readable_lines(text), piece_lines)
    printed_board = find_printed_board(text)
    printed = printed_facts(text, printed_board.language) if printed_board else None
    tag = page.language or _best_language(page.facts(), code)
    printed_language = printed_board.language if printed_board else tag
    header = read_printed_header(readable_lines(text), printed_language)
    rules = read_printed_rules(readable_lines(text), printed_language) if header else PrintedRules()
    analysis = LanguageTexts(tag, Texts(description=page.facts()), patterns_for_language(tag))
    title, day = find_title(page, vocabulary(tag, scenario.catalogue))
    if title in split_lines(_fact_lines(page, analysis)):
        title = ""
    begins, ends = _battle_dates(page, day) or (None, None)
    if header and header.begins:
        begins, ends = header.begins, header.ends
    if printed:
        title, cards, medals, first = printed.title, printed.cards, printed.medals, printed.first
    else:
        cards, medals = _card_counts(page, analysis, tag), _medals_needed(page, tag)
        first = _first_side(page, analysis)
    if header:
        title = header.title or title
        cards, medals = {**cards, **header.cards}, {**medals, **header.medals}
        first = header.first or first
    noted = _countries_in_notes(readable_lines(text))
    countries = {
        side: noted.get(side) or _country_of_side(side, analysis, setup_list, scenario)
        for side in Side
    }
    players = {
        side: Player(side, countries[side], cards.get(side), medals.get(side)) for side in Side
    }
    values = SavedBriefing(
        tag,
        _briefing_texts(title, page, analysis, header, states_facts=not (printed or header)),
        begins,
        ends,
        first,
        players,
        front=header.front if header else None,
        kind=header.kind if header else None,
        top=header.top if header else None,
        rules=rules.rules,
    )
    face = printed_board.face if printed_board else _named_face(page, tag)
    if not _has_facts(values, face):
        return None
    return PastedBriefing(
        values,
        face,
        (*_value_remarks(values, face), *map(_other_rule_remark, rules.others)),
        _used_line_numbers(page, values, day)
        | (header.lines | _known_line_numbers(page) if header else frozenset()),
    )


def _used_line_numbers(page: Page, values: SavedBriefing, day: str) -> frozenset[int]:
    """Return the numbers of the lines that a briefing was made from."""
    texts = [*(getattr(values.texts, name) or "" for name in TEXTS)]
    used_lines = {line for text in texts for line in split_lines(text) if line}
    marks = [text for text in (values.texts.name, day) if text]
    return frozenset(
        line.number
        for line in page.lines
        if line.is_heading
        or line.part in VALUES
        or line.text in used_lines
        or any(mark in line.text for mark in marks)
        or (values.begins and parse_battle_dates(line.text) == (values.begins, values.ends))
    )


def _known_line_numbers(page: Page) -> frozenset[int]:
    """Return the numbers of the lines of a printed sheet that explain rules, boxes and boards."""
    return frozenset(
        line.number
        for line in page.lines
        if line.part in (REFERENCE, SETUP) and not line.has_pieces
    )


def _has_facts(values: SavedBriefing, face: Face | None) -> bool:
    """Return whether a text says more than its title and the nations of its units."""
    texts = any(getattr(values.texts, name) for name in TEXTS)
    numbers = any(player.cards or player.medals for player in values.players.values())
    return bool(texts or numbers or values.first or values.begins or face)


def _best_language(facts: str, code: str) -> str:
    """Return the language in which a text states the most facts; *code* if none is better."""
    analyses = {
        tag: LanguageTexts(tag, Texts(description=facts), patterns_for_language(tag))
        for tag in TAGS
    }
    return max(
        analyses,
        key=lambda tag: (
            len(analyses[tag].cards) + len(analyses[tag].first_movers),
            tag == code,
            tag == "en",
        ),
    )


def _language_patterns(analysis: LanguageTexts) -> LanguagePatterns:
    assert analysis.language
    return analysis.language


def _card_counts(page: Page, analysis: LanguageTexts, tag: str) -> Mapping[Side, int]:
    stated = {side: claim.number for side, claim in analysis.cards.items()}
    printed = _printed_numbers(page, tag, nouns.command_cards)
    patterns = _language_patterns(analysis)
    return {**_numbers_of_sides(page.part("cards"), patterns), **stated, **printed}


def _numbers_of_sides(text: str, patterns: LanguagePatterns) -> dict[Side, int]:
    """Return the number next to each side, as in ``Axis 4, Allies 6``."""
    numbers: dict[Side, int] = {}
    for part in _VALUE_ENDS.split(text):
        sides, found = patterns.sides(part), _NUMBER.findall(part)
        if len(sides) == len(found) == 1 and 0 < int(found[0]) <= _MAX_NUMBER:
            numbers[next(iter(sides))] = int(found[0])
    return numbers


def _medals_needed(page: Page, tag: str) -> Mapping[Side, int]:
    """Return the medals each side needs, where the text gives them.

    They are in a printed sheet below each side, else in the part about medals, the part about
    victory, or any sentence about medals.
    """
    patterns = patterns_for_language(tag)
    if printed := _printed_numbers(page, tag, nouns.medals_to_win):
        return printed
    part = page.part("medals")
    if numbers := _numbers_of_sides(part, patterns):
        return numbers
    if found := _NUMBER.search(part):
        return dict.fromkeys(Side, int(found[0])) if int(found[0]) <= _MAX_NUMBER else {}
    for text in (page.part("victory"), *islice(_sentences(page.facts()), _MAX_SENTENCES)):
        claims = LanguageTexts(tag, Texts(victory=text), patterns).medals
        if claims:
            return {side: claim.number for side, claim in claims.items()}
    return {}


def _printed_numbers(page: Page, tag: str, noun: Callable[[int], Message]) -> dict[Side, int]:
    """Return the numbers that a sheet printed by this program states for each side.

    Args:
        page: The text.
        tag: Its language.
        noun: Returns how a sheet states a number.
    """
    patterns = patterns_for_language(tag)
    texts = {
        fold_text(renderer_in(tag).render(noun(number))): number
        for number in range(_MAX_NUMBER, 0, -1)  # "6 cards" is also the end of "16 cards"
    }
    numbers: dict[Side, int] = {}
    side = None
    for line in page.lines:
        sides = patterns.sides(line.text)
        side = next(iter(sides)) if len(sides) == 1 else side
        for part in _SHEET_FACTS.split(line.text):
            ending = fold_text(part).strip()
            number = next((each for text, each in texts.items() if ending.endswith(text)), 0)
            if number and side:
                numbers.setdefault(side, number)
    return numbers


def _sentences(text: str) -> Iterator[str]:
    yield from (part for part in re.split(r"\n|(?<=[.;。])\s*", text) if part.strip())


def _first_side(page: Page, analysis: LanguageTexts) -> Side | None:
    sides = _language_patterns(analysis).sides(page.part("first"))
    if len(sides) == 1:
        return next(iter(sides))
    return analysis.first_movers[0] if len(analysis.first_movers) == 1 else None


def _battle_dates(page: Page, day: str) -> Days | None:
    """Return the date after the title, else the one in the part for dates or in an early line.

    Return None if there is no date.
    """
    texts = [day, page.part("date")]
    lines = [line.text for line in page.lines if not line.has_pieces]
    texts += [line for line in lines[:40] if any(letter.isdecimal() for letter in line)]
    return next((days for days in map(parse_battle_dates, filter(None, texts)) if days), None)


def _named_face(page: Page, tag: str) -> Face | None:
    sentences = islice(map(str.casefold, _sentences(page.facts())), _MAX_SENTENCES)
    texts = [page.part("board").casefold(), *(_words_around_board(each, tag) for each in sentences)]
    return next(filter(None, (_only_face(text, tag) for text in texts if text)), None)


def _words_around_board(sentence: str, tag: str) -> str:
    """Return the words around the word for the board in a sentence; empty if it has none."""
    span = board_word_span(sentence, tag)
    return sentence[max(0, span[0] - _REACH) : span[1] + _REACH] if span else ""


def _only_face(text: str, tag: str) -> Face | None:
    faces = [Face(name) for name, words in face_patterns(tag).items() if re.search(words, text)]
    return faces[0] if len(faces) == 1 else None


def _country_of_side(
    side: Side, analysis: LanguageTexts, setup_list: SetupList, scenario: Scenario
) -> str | None:
    """Return the nation in brackets after a side, or that of most of its units in the list.

    Return None if neither is known.
    """
    named = next(iter(bracketed_nations(side, analysis)), None)
    if named:
        return named
    elements = scenario.catalogue.elements
    counts = Counter(
        elements[name].nation
        for entry in setup_list.entries
        for name in entry.pieces
        if elements[name].unit_class
    )
    nations = [nation for nation, _ in counts.most_common() if nation and nation.side is side]
    return _COUNTRY_OF_NATION.get(nations[0].name) if nations else None


def _countries_in_notes(lines: Iterable[str]) -> dict[Side, str]:
    """Return the nation of each side with stand-in figures, according to the notes of a sheet."""
    notes = filter(None, map(stand_in_of_note, lines))
    return {_SIDES_OF_FIGURES[note.figures_word]: note.country for note in notes if note.country}


def _briefing_texts(
    title: str,
    page: Page,
    analysis: LanguageTexts,
    header: PrintedHeader | None,
    *,
    states_facts: bool,
) -> Texts:
    texts = {name: page.part(name) for name in TEXTS}
    if states_facts and not texts["description"]:
        texts["description"] = _fact_lines(page, analysis)
    texts["rules"] = texts["rules"] or rule_lines(page, analysis.code)
    subtitle = header.subtitle if header else ""
    return Texts(title or None, subtitle or None).with_texts(texts)


def _fact_lines(page: Page, analysis: LanguageTexts) -> str:
    """Return the lines about cards and the first player, each after the line with its side."""
    spans = [claim.span for claim in analysis.cards.values()]
    spans += [span for _, span in analysis.first_moves]
    lines = split_lines(page.facts())
    kept: set[int] = set()
    offset = 0
    for n, line in enumerate(lines):
        if any(offset <= start <= offset + len(line) for start, _ in spans):
            kept.add(n)
            if (
                n
                and not _language_patterns(analysis).sides(line)
                and _language_patterns(analysis).sides(lines[n - 1])
            ):
                kept.add(n - 1)
        offset += len(line) + 1
    return "\n".join(lines[n] for n in sorted(kept))


def _value_remarks(values: SavedBriefing, face: Face | None) -> Iterator[Message]:
    """Yield a remark with each value and the start of each text."""
    facts = (
        (_TITLE, values.texts.name),
        (_SUBTITLE, values.texts.subtitle),
        (_DATE, date_range_in_words(values.begins, values.ends)),
        (_FRONT, FRONT_NAMES[values.front] if values.front else None),
        (_KIND, KINDS[values.kind] if values.kind else None),
        (_BOARD_SIDE, FACES[face] if face else None),
        (_TOP_EDGE, values.top.noun if values.top else None),
    )
    yield from (_found_message(what, text) for what, text in facts if text)
    for side, player in values.players.items():
        yield from _player_remarks(side, player)
    if values.first:
        yield _found_message(_FIRST_PLAYER, values.first.noun)
    for rule in values.rules.values():
        yield _found_message(_RULE, Message(declarations().of(rule).label))
    for name in TEXTS:
        if text := getattr(values.texts, name):
            yield _found_message(HEADING_WORDS[name], " ".join(text.split())[:80])


def _player_remarks(side: Side, player: Player) -> Iterator[Message]:
    if player.country:
        nation = message_in("text", "nation of {side}", side=side.noun)
        yield _found_message(nation, NATIONS.get(player.country, player.country))
    if player.cards:
        cards = message_in("text", "command cards for {side}", side=side.noun)
        yield _found_message(cards, str(player.cards))
    if player.medals:
        medals = message_in("text", "medals to win for {side}", side=side.noun)
        yield _found_message(medals, str(player.medals))


def _other_rule_remark(rule: Message) -> Message:
    return message(
        "The text names the special rule {rule}, which is not imported; add it yourself",
        rule=rule,
    )


def _found_message(what: Message, text: str | Message) -> Message:
    return message("Found in the text: {what}", what=label_with_text(what, text))
