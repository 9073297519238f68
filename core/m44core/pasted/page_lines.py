"""Divides copied text into a title, the parts below its headings, and the list of pieces."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path

from m44core.data_files import Entry, read_yaml_mapping
from m44core.messages.message import Message
from m44core.messages.renderers import renderer_in
from m44core.model.header_phrases import (
    GOAL_HEADINGS,
    REFERENCE_HEADING,
    RULES_HEADING,
    SETUP_HEADING,
    TEXT_HEADINGS,
    continued_heading,
)
from m44core.pasted.text_columns import NumberedLine, with_columns_apart
from m44core.setup_list.line_parser import plain_text
from m44core.setup_list.list_vocabulary import HAN, Vocabulary
from m44core.setup_list.pasted_text import clean_lines
from m44core.setup_list.table_columns import names_owner
from m44core.validation.text_analysis.language_patterns import patterns_for_language
from m44core.validation.text_analysis.scenario_texts import MAX_LETTERS
from m44core.values import dataclass
from m44core.vassal.saved_briefing import headings_by_language, parse_battle_dates

SETUP = "setup"
"""The key of the part with the pieces."""
REFERENCE = "reference"
"""The key of the parts of a printed sheet that explain pieces and rules."""
VALUES = ("title", "date", "cards", "first", "medals", "board")
"""The keys of parts that are a value, not a text."""
TEXTS = ("historical", "description", "victory", "rules")
"""The keys of parts that are a text of the scenario."""
_TEXTS_BEFORE_SIDES = ("historical", "victory", "rules")
"""Texts that end where a line begins with a side, as in ``Axis player: 5 cards``."""

_HEADINGS_FILE = Path(__file__).parent / "data" / "headings.yaml"
_FRAME = " \t*=#~-\u2013\u2014•[]【】「」()<>_|"
_NUMBER = re.compile(r"\s*(?:\d{1,2}[.)]|[IVX]{1,4}\.)\s+")
_TICK_BOX = re.compile(r"^\s*(?:\[[ xX]?\]|[☐☑☒□])\s*")
_QUOTE = re.compile(r"\[/?quote|</?blockquote", re.IGNORECASE)
_SIGNATURE = re.compile(r"\s*(?:-- ?|_{6,})\s*")
_MAIL_HEADER = re.compile(
    r"\s*(?:from|to|cc|subject|date|sent|reply-to|von|an|betreff|datum|gesendet|de|à|objet|envoyé|"
    r"da|a|oggetto|inviato|от|кому|тема|дата)\s*:\s.*(?:@|\d{1,2}:\d\d|re:|aw:|<)",
    re.IGNORECASE,
)
_HEX = re.compile(r"(?<!\w)[A-Za-z\u0410-\u043c] ?\d{1,2}(?!\d)")
_QUOTED = re.compile(
    r"„([^“”\n]{3,60})[“”]|“([^“”\n]{3,60})”|«\s*([^«»\n]{3,60}?)\s*»|\"([^\"\n]{3,60})\""
)
_MAX_HEADING_LENGTH = 60
_MIN_SENTENCE_WORDS = 7  # minimum words of a sentence that names hexes but is text, not a list


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line of copied text.

    Attributes:
        text: The line without markup.
        part: The key of the part it belongs to; "" before the first heading.
        statement: The line with its heading; empty if it is the same.
        is_heading: Whether the text follows a heading on the same line, or is empty.
        has_pieces: Whether it lists pieces.
        was_marked: Whether markup shows that it is a title.
        number: Its number, from 1; 0 if there is none.
    """

    text: str
    part: str = ""
    is_heading: bool = False
    has_pieces: bool = False
    was_marked: bool = False
    number: int = 0
    statement: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Copied text, divided into its parts.

    Attributes:
        language: The language of most of its headings; empty if it has none.
        lines: Its lines, without signatures and quoted posts.
    """

    language: str
    lines: Sequence[PageLine] = field(default_factory=tuple)

    def part(self, key: str) -> str:
        """Return the text of a part; empty if there is none."""
        lines = [line.text for line in self.lines if line.part == key]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).strip())

    def facts(self) -> str:
        """Return the lines that may state facts: all but pieces, background and special rules."""
        kept = (
            line.statement or line.text
            for line in self.lines
            if not line.has_pieces and line.part not in ("historical", "rules", REFERENCE)
        )
        return re.sub(r"\n{2,}", "\n", "\n".join(kept)).strip()[:MAX_LETTERS]


def divide_page(raw_lines: Sequence[str], piece_lines: Collection[int]) -> Page:
    """Divide copied text into its parts.

    Args:
        raw_lines: Its lines.
        piece_lines: The numbers of the lines that list pieces, from 1.
    """
    numbered_lines = with_columns_apart(raw_lines)
    raw_lines = [line for _, line in numbered_lines]
    lines = clean_lines(raw_lines)
    scores = {
        tag: sum(_match_heading(line, tag) is not None for line in lines) for tag in _all_headings()
    }
    best = max(scores, key=lambda tag: (scores[tag], tag == "en"))
    return Page(
        best if scores[best] else "", tuple(_page_lines(numbered_lines, lines, piece_lines, best))
    )


def _page_lines(
    numbered_lines: Sequence[NumberedLine],
    lines: Sequence[str],
    piece_lines: Collection[int],
    tag: str,
) -> Iterator[PageLine]:
    part, ends_at_blank, after_blank = "", False, True
    for number, raw_line, line in _lines_outside_quotes(numbered_lines, lines):
        if not line and raw_line.strip():
            continue  # its text moved to the line before
        if (ends_at_blank and not line.strip()) or part in VALUES:
            part = part if part in VALUES and not line.strip() else _part_after_value(part, line)
        for segment in _line_entries(line):
            heading = _match_heading(segment, tag)
            if part in TEXTS and not after_blank and segment.rstrip().endswith("."):
                heading = None  # the end of a sentence, such as "moves first."
            if heading:
                part, rest = heading
                ends_at_blank = bool(rest)
                yield PageLine(
                    rest, part, is_heading=True, number=number, statement=segment.strip()
                )
                continue
            if (
                part in _TEXTS_BEFORE_SIDES
                and after_blank
                and patterns_for_language(tag).read("header", segment)
            ):
                part = ""
            is_piece = number in piece_lines and bool(_HEX.search(segment))
            is_piece = is_piece and not _is_sentence(segment, part)
            if is_piece and part in (*TEXTS, *VALUES):
                part = SETUP
            is_marked = _is_marked_as_heading(raw_line)
            yield PageLine(segment.strip(), part, False, is_piece, is_marked, number)
        after_blank = not line.strip()


def _part_after_value(part: str, line: str) -> str:
    """Return the part of a line below a value: *part* if the line may continue it, else ""."""
    goes_on = part in ("cards", "medals", "first") and len(line) < _MAX_HEADING_LENGTH
    return part if goes_on else ""


def _line_entries(line: str) -> list[str]:
    """Return the entries of a line such as ``Cards: Axis 2; First: Allies``."""
    parts = re.split(r"\s*[;|]\s+", line)
    return parts if len(parts) > 1 and all(":" in part for part in parts) else [line]


def _is_sentence(line: str, part: str) -> bool:
    return part in ("victory", "rules", "historical") and len(line.split()) >= _MIN_SENTENCE_WORDS


def _is_marked_as_heading(raw_line: str) -> bool:
    return bool(
        re.match(r"\s*(?:#+\s|\[size|<h[1-6]|\[h[1-6]|\*\*[^*]+\*\*\s*$)", raw_line, re.IGNORECASE)
    )


def _lines_outside_quotes(
    numbered_lines: Sequence[NumberedLine], lines: Sequence[str]
) -> Iterator[tuple[int, str, str]]:
    """Yield the number, raw text and clean text of the lines of a post, up to its signature.

    Mail headers are left out, and so are quoted posts unless they are at least half of the text.
    """
    depth, quoted = 0, set[int]()
    for n, (_, raw_line) in enumerate(numbered_lines):
        marks = _QUOTE.findall(raw_line)
        if depth or marks:
            quoted.add(n)
        depth = max(0, depth + sum(-1 if "/" in mark else 1 for mark in marks))
    quoted = quoted if 2 * len(quoted) < len(lines) else set()
    for n, ((number, raw_line), line) in enumerate(zip(numbered_lines, lines, strict=True)):
        if _SIGNATURE.fullmatch(raw_line):
            return
        if n not in quoted and not _MAIL_HEADER.match(line):
            yield number, raw_line, _TICK_BOX.sub("", line)


@cache
def _heading_words() -> Entry:
    """Return the content of headings.yaml, by language."""
    return read_yaml_mapping(_HEADINGS_FILE)


@cache
def _all_headings() -> Mapping[str, Mapping[str, str]]:
    """Return the key of the part for each heading, the longest first, for each language."""
    result: dict[str, dict[str, str]] = {}
    for tag, entry in _heading_words().items():
        own = {
            heading: key
            for key, words in entry.items()
            if key not in ("boards", "greetings", "rule")
            for heading in words
        }
        goals = {_printed_form(heading, tag): SETUP for heading in GOAL_HEADINGS}
        pairs = {**goals, **own, **headings_by_language()[tag], **_printed_headings(tag)}
        result[tag] = dict(sorted(pairs.items(), key=lambda pair: -len(pair[0])))
    return result


def _printed_headings(tag: str) -> dict[str, str]:
    """Return the key of the part for each heading of a printed sheet, in lower case."""
    parts = {
        **{heading: key for key, heading in TEXT_HEADINGS.items()},
        **dict.fromkeys((RULES_HEADING, REFERENCE_HEADING), REFERENCE),
        SETUP_HEADING: SETUP,
    }
    return {
        _printed_form(form, tag): key
        for heading, key in parts.items()
        for form in (heading, continued_heading(heading))
    }


def _printed_form(heading: Message, tag: str) -> str:
    return plain_text(renderer_in(tag).render(heading)).casefold()


def _match_heading(line: str, tag: str) -> tuple[str, str] | None:
    """Return the key of the part that a line heads, and the rest of the line, or None."""
    plain = _NUMBER.sub("", line, count=1) if _NUMBER.match(line) else line
    plain = plain.strip().lstrip(_FRAME)
    folded = plain_text(plain).casefold()
    for heading, key in _all_headings()[tag].items():
        if not folded.startswith(heading):
            continue
        rest = plain[len(heading) :]
        if re.fullmatch(rf"[\s:\uff1a.{re.escape(_FRAME)}]*", rest):
            return key, ""
        match = re.match(r"\s*[\])】>*]*\s*(?:[:\uff1a]|[】\]])\s*[*_]*\s*", rest)
        if match:
            return key, rest[match.end() :].strip()
    return None


def face_patterns(tag: str) -> Mapping[str, str]:
    """Return the pattern of the words for each printed face in a language."""
    faces: Mapping[str, str] = _heading_words()[tag]["boards"]
    return faces


def board_word_span(sentence: str, tag: str) -> tuple[int, int] | None:
    """Return the span where a lower-case sentence names the board (``winter board``), or None."""
    match = _board_pattern(tag).search(sentence)
    return match.span() if match else None


@cache
def _board_pattern(tag: str) -> re.Pattern[str]:
    words = "|".join(map(re.escape, _heading_words()[tag]["board"]))
    return re.compile(rf"(?<![^\W{HAN}])(?:{words})(?![^\W{HAN}])")


def _names_board(text: str, tag: str) -> bool:
    return bool(tag and board_word_span(text.casefold(), tag))


def rule_lines(page: Page, tag: str) -> str:
    """Return the lines outside of all parts that mention a rule."""
    rule = re.compile(_heading_words()[tag]["rule"], re.IGNORECASE)
    lines = (line for line in page.lines if not line.part and not line.has_pieces)
    return "\n".join(line.text for line in lines if rule.search(line.text))


def find_title(page: Page, vocabulary: Vocabulary) -> tuple[str, str]:
    """Return the title of a page, and the text next to it that may be a date; empty if unknown.

    A line with only a side or nation is the heading of its units, not a title.
    """
    titled = page.part("title").partition("\n")[0]
    if titled:
        return _without_date(titled)
    top = [
        line for line in page.lines if not line.part and not line.has_pieces and line.text.strip()
    ]
    candidates = [line.text.strip() if _may_be_title(line.text) else "" for line in top]
    for above, text in zip(["", *candidates], candidates, strict=False):
        title, day = _without_date(text)
        if day:
            return (above, day) if above or not title else (title, day)
    for text in (line.text for line in top if not _names_board(line.text, page.language)):
        if quoted := _quoted_part(text):
            brackets = re.search(r"\(([^()]*)\)", text)
            return quoted, brackets[1] if brackets else ""
    marked = [line.text.strip() for line in top if line.was_marked and _may_be_title(line.text)]
    first = [top[0].text.strip()] if top and _may_be_title(top[0].text) else []
    title = next(iter([*marked, *first]), "")
    if names_owner(title, vocabulary):
        return "", ""
    return _without_date(title) if title else ("", "")


def _may_be_title(text: str) -> bool:
    """Return whether a line is short, and not a sentence, a greeting or a web address."""
    text = text.strip()
    first_word = re.split(r"[\s,!]", text.casefold(), maxsplit=1)[0]
    return (
        3 <= len(text) <= _MAX_HEADING_LENGTH
        and text[-1] not in ".,:;?!"
        and first_word not in _greetings()
        and any(letter.isalpha() for letter in text)
        and "://" not in text
    )


@cache
def _greetings() -> frozenset[str]:
    return frozenset(word for entry in _heading_words().values() for word in entry["greetings"])


_DATE_AFTER_TITLE = (
    re.compile(r"^(?P<title>.*\S)\s+[-\u2013\u2014]\s+(?P<day>\S.*)$"),
    re.compile(r"^(?P<title>.*\S)\s*\((?P<day>[^()]*\d{4}[^()]*)\)\s*$"),
    re.compile(r"^(?P<title>[^,]*[^,\s])\s*,\s*(?P<day>\S.*\d{4}.*)$"),
)


def _without_date(text: str) -> tuple[str, str]:
    """Return a title without the date after it, and that date; empty if there is none."""
    for pattern in _DATE_AFTER_TITLE:
        match = pattern.match(text)
        if match and parse_battle_dates(match["day"]):
            return _unquoted(match["title"]), match["day"]
    return ("", text) if parse_battle_dates(text) else (_unquoted(text), "")


def _unquoted(title: str) -> str:
    quoted = _quoted_part(title)
    return quoted if quoted and title.strip()[0] in '„“«"' else title.strip(_FRAME + '"„“”«»')


def _quoted_part(text: str) -> str:
    """Return the first part of a text in quotation marks; empty if there is none."""
    match = _QUOTED.search(text)
    return match[match.lastindex or 0] if match else ""
