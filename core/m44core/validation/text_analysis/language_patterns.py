"""The patterns of a language: ``languages/<tag>.yaml``, which has a schema.

A pattern is a regular expression with slots: ``{n:num}`` a number, ``{n:count}`` a number from the
language's list of number words, for patterns in which other words may precede the noun, ``{t:ord}``
an ordinal, ``{s:side}`` a side, ``{s:party}`` a side or a nation that fought on both, and ``{cmd}``
a part defined in ``macros``. A space matches one to four blanks, `` ?`` for at most four, and ``'``
for any apostrophe or a question mark in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from m44core.catalogue.catalogue_types import Side
from m44core.data_files import Entry, read_yaml_mapping
from m44core.validation.text_analysis.compiled_patterns import PatternCache
from m44core.validation.text_analysis.inferred_statements import (
    first_movers,
    inferred_counts,
    role_vocabulary,
)
from m44core.validation.text_analysis.rule_sentences import RuleSentence, RuleSentenceReader
from m44core.validation.text_analysis.strict_statements import strict_statements
from m44core.validation.text_analysis.tokenizer import Reading, Tokenizer
from m44core.validation.time_budget import raise_if_overdue

LANGUAGES = Path(__file__).parent / "languages"

TAGS = ("de", "en", "fr", "it", "ru", "zh-Hans", "zh-Hant")
"""The tags of the languages whose texts can be analyzed."""

_SLOT = re.compile(r"\{([a-z]+)(?::([a-z]+))?\}")
_APOSTROPHES = "['\N{RIGHT SINGLE QUOTATION MARK}?]"
_SENTENCE_ENDS = ".\n!;\N{IDEOGRAPHIC FULL STOP}\N{FULLWIDTH SEMICOLON}"
_FULL_STOPS = ".\n!\N{IDEOGRAPHIC FULL STOP}"  # clauses joined by a semicolon are one rule
_DIGITS = re.compile(r"\D?(\d+)\D{0,3}")
_NUMBERED_WORD = re.compile(r"([^\W\d_]+) ?\d{2,3}(?!\d)")
_WORDS = re.compile(r"[^\W\d_]{4,}")
_TRADITIONAL_CHINESE = ("hant", "tw", "hk")
_CHINESE = ("zh", "cn", "tw")
_TAGS_BY_LONG_CODE = {  # ISO 639-2 and 639-3
    "ger": "de", "deu": "de", "eng": "en", "fre": "fr", "fra": "fr", "ita": "it", "rus": "ru",
    "chi": "zh", "zho": "zh",
}  # fmt: skip
_PATTERNS = ("conditions", "eliminates", "temporary", "unbadged", "unless")  # without slots
_FURTHER_KINDS = {"other", "stop", "when", "or"}  # kinds of words


class LanguagePatterns:
    """The patterns and words of a language.

    Args:
        entry: The content of the file of the language.
        patterns: Its patterns, perhaps compiled by the build; None to compile them all.
    """

    def __init__(self, entry: Entry, patterns: PatternCache | None = None) -> None:
        self.data = entry
        self._pattern_cache = patterns or PatternCache()
        self._compiled: dict[str, tuple[re.Pattern[str], ...]] = {}

    def read_unconditional(self, kind: str, text: str) -> list[Reading]:
        """Return the readings of an entry in a text, except conditional ones.

        Cards, medals and the first move are also read from the order of words in sentences; the
        patterns handle phrases too short for that: *7 medals*.
        """
        unconditional = [r for r in self.read(kind, text) if not self.is_conditional(text, r.start)]
        return unconditional + strict_statements(kind, text, self._tokenizer)

    def infer_counts(
        self, kind: str, text: str, numbers_by_side: Mapping[Side, int]
    ) -> list[Reading]:
        """Return the cards or medals inferred from a text, given the known *numbers_by_side*."""
        return inferred_counts(kind, text, self._role_tokenizer, numbers_by_side)

    def first_movers(self, text: str) -> frozenset[Side]:
        """Return the sides that move first according to a text, however it is worded.

        The result is empty if the text does not mention cards.
        """
        if not self._tokenizer.mentions("cards", text):
            return frozenset()  # without cards the text is about the battle, not the game
        return first_movers(text, self._role_tokenizer)

    def has_only_counts(self, text: str, numbers: int) -> bool:
        """Return whether a text has *numbers* numbers and otherwise only words related to them.

        Such a text only says how many cards or medals there are, or who moves first.
        """
        words = self._tokenizer.words(text)
        are_all_known = not {word.kind for word in words} & _FURTHER_KINDS
        return are_all_known and sum(word.kind == "number" for word in words) == numbers

    def gives_several_medals(self, text: str) -> bool:
        """Return whether a text counts more than one medal."""
        words = self._tokenizer.words(text)
        return any(
            one.kind == "number" and other.kind == "medals" for one, other in pairwise(words)
        )

    def sides(self, text: str) -> frozenset[Side]:
        """Return the sides that a text names."""
        return frozenset(side for side, words in self._side_patterns.items() if words.search(text))

    @cached_property
    def _side_patterns(self) -> Mapping[Side, re.Pattern[str]]:
        clause_words = self.data["clauses"]
        words = {
            side: [*self.data["sides"][side.name], *clause_words.get(side.value.lower(), ())]
            for side in Side
        }
        return {
            side: self._side_pattern(side, words_of_side) for side, words_of_side in words.items()
        }

    def _side_pattern(self, side: Side, words: Iterable[str]) -> re.Pattern[str]:
        def alternatives() -> str:
            return self._at_word_start(_alternatives(map(_side_word_pattern, words)))

        return self._pattern_cache.compiled(f"side {side.name}", alternatives, re.IGNORECASE)

    def nations(self, text: str) -> frozenset[str]:
        """Return the codes of the nations that a text names."""
        return frozenset(match.lastgroup or "" for match in self._nations.finditer(text))

    @cached_property
    def _nations(self) -> re.Pattern[str]:
        """The pattern of all nations, each in a group named by its code."""
        return self._pattern_cache.compiled("nations", self._write_nations_pattern, re.IGNORECASE)

    def _write_nations_pattern(self) -> str:
        start, end = (r"(?<!\w)", r"(?!\w)") if self._is_spaced else ("", "")
        groups = (f"(?P<{code}>{'|'.join(words)})" for code, words in self.data["nations"].items())
        return f"{start}(?:{'|'.join(groups)}){end}"

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        return Tokenizer(self.data, self._pattern_cache)

    @cached_property
    def _role_tokenizer(self) -> Tokenizer:
        data = {**self.data, "clauses": role_vocabulary(self.data)}
        return Tokenizer(data, self._pattern_cache, with_roles=True)

    def is_conditional(self, text: str, offset: int) -> bool:
        """Return whether the sentence at *offset* has a condition before that offset."""
        return self._conditions.search(text, sentence_start(text, offset), offset) is not None

    @cached_property
    def _conditions(self) -> re.Pattern[str]:
        return self._pattern("conditions")

    def _pattern(self, key: str) -> re.Pattern[str]:
        """Return the compiled pattern of a key; the pattern has no slots."""
        return self._pattern_cache.compiled(key, lambda: self.data[key], re.IGNORECASE)

    def _matches(self, key: str, text: str) -> bool:
        """Return whether a text matches the pattern of a key; False if the language has none."""
        return key in self.data and self._pattern(key).search(text) is not None

    def read(self, kind: str, text: str) -> list[Reading]:
        """Return the readings of an entry's patterns in a text, in the order of the text.

        If two overlap, the one whose pattern comes first in the data is kept.
        """
        readings: list[Reading] = []
        for pattern in self._patterns(kind, self.data.get(kind, {}).get("patterns", ())):
            raise_if_overdue()
            for match in pattern.finditer(text):
                reading = self._reading(match)
                if reading and not any(_do_overlap(reading, other) for other in readings):
                    readings.append(reading)
        return sorted(readings, key=lambda reading: reading.start)

    def hints_at(self, rule: str, text: str) -> bool:
        """Return whether a lower-case text may mention a rule."""
        return any(hint in text for hint in self.data["rules"][rule]["hints"])

    def find_rule(self, rule: str, text: str) -> re.Match[str] | None:
        """Return the match where a text says that a rule applies; None if there is none."""
        for pattern in self._patterns(f"rules/{rule}", self.data["rules"][rule]["patterns"]):
            raise_if_overdue()
            for match in pattern.finditer(text):
                if self._reading(match) and not self._is_negated(text, match):
                    return match
        return None

    def without_rule(self, rule: str, text: str) -> str:
        """Return a text without the sentences that say that a rule applies."""
        return "\n".join(each for each in _sentences(text) if not self.find_rule(rule, each))

    def objective_sentences(self, text: str) -> tuple[str, ...]:
        """Return the sentences about objectives, including those that award medals.

        Sentences about the medals needed to win are left out.
        """
        patterns = self._patterns("rules/objectives", self.data["rules"]["objectives"]["patterns"])
        places = {reading.start for reading in self.read("captures", text)}
        places |= {match.start() for each in patterns for match in each.finditer(text)}
        certain_sentences = {sentence_at(text, place) for place in sorted(places)}
        return tuple(
            sentence
            for sentence in _sentences(text)
            if sentence in certain_sentences or self._awards_medals(sentence)
        )

    def _awards_medals(self, sentence: str) -> bool:
        """Return whether a sentence awards medals for anything but the victory itself."""
        mentions_medals = self._tokenizer.mentions("medals", sentence)
        return mentions_medals and not self.read_unconditional("medals", sentence)

    def ground_kinds(self, sentence: str) -> frozenset[str]:
        """Return the kinds of ground that a sentence names by nouns, as opposed to place names."""
        return frozenset(kind for kind, nouns in self._grounds.items() if nouns.search(sentence))

    def ground_kinds_of_list(self, sentence: str) -> frozenset[str]:
        """Return the kinds of ground of all places in a sentence; empty if any has no kind.

        *The town of Maltot and Hill 112* has two kinds; in *the town of Maltot and Carpiquet* the
        second is unknown; in *the towns of Maltot and Carpiquet* both are towns.
        """
        kinds: set[str] = set()
        is_plural = False
        if not self.ground_kinds(sentence):
            return frozenset()
        for part in self.parts_of_list(sentence):
            part_kinds = self.ground_kinds(part) or self.ground_kinds_in_names(part)
            if not part_kinds and not is_plural and self._names_place(part):
                return frozenset()
            kinds |= part_kinds
            is_plural = is_plural or self._is_plural(part)
        return frozenset(kinds)

    def parts_of_list(self, sentence: str) -> list[str]:
        """Return the parts of a sentence between commas and words such as *and*."""
        return [part for part in self._lists.split(sentence) if part.strip()]

    @property
    def _lists(self) -> re.Pattern[str]:
        return self._pattern_cache.compiled("lists", lambda: self.data["lists"])

    def ground_kinds_in_names(self, part: str) -> frozenset[str]:
        """Return the kinds of ground in names that begin with one, such as *Hill 112*."""
        numbered_words = _NUMBERED_WORD.findall(part)
        return frozenset(
            kind
            for kind, nouns in self._grounds.items()
            if any(
                nouns.fullmatch(word) or nouns.fullmatch(word.lower()) for word in numbered_words
            )
        )

    def _is_plural(self, part: str) -> bool:
        matches = (match for nouns in self._grounds.values() for match in nouns.finditer(part))
        plural = self._plural_pattern
        return plural is not None and any(plural.search(match[0]) for match in matches)

    @property
    def _plural_pattern(self) -> re.Pattern[str] | None:
        text: str | None = self.data.get("plural")
        return None if text is None else self._pattern_cache.compiled("plural", lambda: text)

    def _names_place(self, part: str) -> bool:
        """Return whether a part of a list has a name; in a language without spaces any part may."""
        if not self._is_spaced or _NUMBERED_WORD.search(part):
            return True
        no_names = self.data.get("no_names", ())
        words = [word for word in _WORDS.findall(part) if word[0].isupper()]
        return any(word.lower() not in no_names and not self.is_known_word(word) for word in words)

    @cached_property
    def _grounds(self) -> Mapping[str, re.Pattern[str]]:
        return {kind: self._ground(kind, nouns) for kind, nouns in self.data["grounds"].items()}

    def _ground(self, kind: str, nouns: str) -> re.Pattern[str]:
        start, end = (r"(?<!\w)", r"(?!\w)") if self._is_spaced else ("", "")
        return self._pattern_cache.compiled(f"ground {kind}", lambda: f"{start}(?:{nouns}){end}")

    def is_about_losses(self, sentence: str) -> bool:
        """Return whether a sentence awards medals for eliminated units."""
        return self._matches("eliminates", sentence)

    def has_temporary_objectives(self, text: str) -> bool:
        """Return whether a text says that an objective is lost when its unit leaves the hex."""
        return self._matches("temporary", text)

    def is_known_word(self, word: str) -> bool:
        """Return whether a word is a term of the game, a side, a nation or a kind of ground."""
        lower_word = word.lower()
        is_ground = any(nouns.fullmatch(lower_word) for nouns in self._grounds.values())
        return is_ground or bool(self.nations(word)) or self._tokenizer.is_known_word(lower_word)

    def rule_sentences(
        self, text: str, acts: Iterable[Iterable[str]] = ()
    ) -> Iterator[RuleSentence]:
        """Yield the sentences that state rules.

        For *acts*, see :meth:`RuleSentenceReader.find`.
        """
        return self.rule_reader.find(_sentences(text, _FULL_STOPS), acts)

    def counted_units(self, kind: str, text: str) -> Iterator[tuple[str, int]]:
        """Yield the sentences that count units of a kind, each with the number.

        Page numbers next to a unit are left out.
        """
        for match in self._counted_units_pattern(kind).finditer(text):
            reading = self._reading(match)
            if reading and not self._follows_page(text, match):
                yield sentence_around(text, match), reading.numbers["n"]

    def permits(self, sentence: str) -> bool:
        """Return whether a sentence permits something, and forbids nothing."""

        def alternatives() -> str:
            return self._at_word_start(f"(?:{'|'.join(self.data['roles']['modal'])})")

        permission = self._pattern_cache.compiled("permission", alternatives, re.IGNORECASE)
        match = permission.search(sentence)
        if not match or self.rule_reader.restricts(sentence):
            return False
        marked_sentence = f"{sentence[: match.start()]}@{sentence[match.end() :]}"
        return self._negation_pattern.search(marked_sentence) is None

    def names_units(self, kind: str, text: str) -> bool:
        """Return whether a text names units of a kind, such as engineers.

        The result is False in languages without spaces, where a name may be part of another word.
        """
        words: str = self.data["counted"][kind]
        pattern = self._pattern_cache.compiled(
            f"named {kind}", lambda: rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE
        )
        return self._is_spaced and bool(pattern.search(text))

    def _follows_page(self, text: str, match: re.Match[str]) -> bool:
        """Return whether a number is that of a page, as in ``p. 10 about Engineers``."""
        before = text[: match.start()].rstrip().casefold()
        return any(
            before.endswith(word) and not before.removesuffix(word)[-1:].isalpha()
            for word in self.data.get("pages", ())
        )

    def _counted_units_pattern(self, kind: str) -> re.Pattern[str]:
        words: str = self.data["counted"][kind]
        pattern: str = self.data["counted"]["pattern"]
        return self._compile(f"counted {kind}", pattern.replace("{kind}", words))

    @cached_property
    def rule_reader(self) -> RuleSentenceReader:
        """The reader of sentences that state rules."""
        return RuleSentenceReader(self.data, self._pattern_cache, spaced=self._is_spaced)

    def leaves_out_badges(self, text: str) -> bool:
        """Return whether a text says that units have no badge, or need none."""
        return self._matches("unbadged", text)

    def means_pieces(self, rule: str, sentence: str) -> bool:
        """Return whether a sentence naming a rule is about pieces that should be on the board."""
        pieces = self._pieces_pattern(rule)
        return pieces is None or pieces.search(sentence) is not None

    def _pieces_pattern(self, rule: str) -> re.Pattern[str] | None:
        pieces: str | None = self.data["rules"][rule].get("pieces")
        if pieces is None:
            return None
        return self._pattern_cache.compiled(f"pieces {rule}", lambda: pieces, re.IGNORECASE)

    def _is_negated(self, text: str, match: re.Match[str]) -> bool:
        """Return whether the sentence around a match says that the rule is not used."""
        before, after = sentence_parts(text, match)
        return bool(
            self._negation_pattern.search(f"{before}{match[0]}{after}")
            or self._negation_pattern.search(f"{before}@{after}")
        )

    def may_list_components(self, text: str, kinds: int) -> bool:
        """Return whether a text has words for at least *kinds* kinds of components (quick test)."""
        lower_text = text.lower()
        return (
            sum(
                any(word in lower_text for word in component_words)
                for component_words in self._component_words
            )
            >= kinds
        )

    @cached_property
    def _component_words(self) -> list[list[str]]:
        """The words for each component, in lower case."""
        return [
            [word.lower() for word in component_words]
            for component_words in self.data["components"].values()
        ]

    def components_in(self, text: str) -> Iterator[tuple[str, Reading]]:
        """Yield the key and the reading of each counted component in a text."""
        for match in self._component.finditer(text):
            reading = self._reading(match)
            if reading:
                yield next(name for name in self.data["components"] if match[name]), reading

    def mentions_number(self, number: int, text: str) -> bool:
        """Return whether a lower-case text may contain a number in words."""
        return any(word in text for word in self._words_of_numbers.get(number, ()))

    @cached_property
    def _words_of_numbers(self) -> Mapping[int, list[str]]:
        """The words for each number, including ordinals."""
        words_by_number: dict[int, list[str]] = {}
        for word, number in self._number_values.items():
            words_by_number.setdefault(number, []).append(word)
        return words_by_number

    @cached_property
    def _negation_pattern(self) -> re.Pattern[str]:
        return self._pattern("unless")

    @cached_property
    def _component(self) -> re.Pattern[str]:
        words: Mapping[str, list[str]] = self.data["components"]
        groups = (
            f"(?P<{name}>{'|'.join(component_words)})" for name, component_words in words.items()
        )
        template: str = self.data["component"]
        return self._compile("component", template.replace("{words}", "|".join(groups)))

    @property
    def _is_spaced(self) -> bool:
        return bool(self.data.get("spaced", True))

    @cached_property
    def _number_values(self) -> Mapping[str, int]:
        """The value of each word for a number."""
        return {
            word.lower(): int(number)
            for kind in ("ordinals", "numbers")
            for number, words in self.data[kind].items()
            for word in words
        }

    @cached_property
    def _sides(self) -> Mapping[str, Side]:
        return {
            word.lower(): Side[name] for name, words in self.data["sides"].items() for word in words
        }

    def _words(self, kind: str) -> Iterator[str]:
        return (word for words in self.data[kind].values() for word in words)

    def _patterns(self, name: str, texts: Iterable[str]) -> tuple[re.Pattern[str], ...]:
        if name not in self._compiled:
            numbered_texts = enumerate(texts)
            self._compiled[name] = tuple(
                self._compile(f"{name} {i}", text) for i, text in numbered_texts
            )
        return self._compiled[name]

    def _compile(self, name: str, template: str) -> re.Pattern[str]:
        flags = re.IGNORECASE | re.MULTILINE
        return self._pattern_cache.compiled(name, lambda: self._expand(template), flags)

    def _expand(self, template: str) -> str:
        """Return a pattern with its slots and spaces expanded."""
        expanded_template = _SLOT.sub(self._slot, template)
        while _SLOT.search(expanded_template):  # a macro may hold slots
            expanded_template = _SLOT.sub(self._slot, expanded_template)
        for notation, replacement in (
            ("^ ?-? ?", r"^\s{0,4}+-?\s{0,4}+"),  # possessive, no backtracking
            (" ?", r"\s{0,4}"),
            (" ", r"\s{1,4}"),
            ("'", _APOSTROPHES),
        ):
            expanded_template = expanded_template.replace(notation, replacement)
        return expanded_template

    def _slot(self, match: re.Match[str]) -> str:
        name, kind = match[1], match[2]
        if kind is None:
            macro: str = self.data["macros"][name]
            return macro
        return (
            f"(?P<{name}>{self._values(kind)})"
            if self._is_spaced
            else self._unspaced_slot_pattern(name, kind)
        )

    def _unspaced_slot_pattern(self, name: str, kind: str) -> str:
        """Return the pattern of a slot in a language without spaces between words.

        Spaces around the value are allowed.
        """
        return rf"\s{{0,2}}(?P<{name}>{self._values(kind)})\s{{0,2}}"

    def _values(self, kind: str) -> str:
        """Return the pattern of a slot's value; whether a word is a number is checked later."""
        if kind == "side":
            return self._at_word_start(_alternatives(self._sides))
        if kind == "party":
            return self._at_word_start(_alternatives([*self._sides, *self.data["either"]]))
        if kind == "count" and self._is_spaced:
            return rf"(?<!\w)(?:\d{{1,2}}|{_alternatives(self._words('numbers'))})(?!\w)"
        if self._is_spaced:
            return r"(?<!\w)\w+(?:-\w{1,2})?(?!\w)"
        characters = "".join(sorted(set("".join(self._words("numbers")))))
        return f"{self.data['ordinal_start']}?(?:(?<!\\d)\\d{{1,9}}(?!\\d)|[{characters}]{{1,3}})"

    def compile_all(self) -> None:
        """Compile all patterns of the language, for the build."""
        for key, entry in self.data.items():
            if isinstance(entry, dict) and "patterns" in entry:
                self._patterns(key, entry["patterns"])
            if key in _PATTERNS:
                self._pattern(key)
        for rule, entry in self.data["rules"].items():
            self._patterns(f"rules/{rule}", entry["patterns"])
            self._pieces_pattern(rule)
        for kind in self.data["counted"]:
            if kind != "pattern":
                self._counted_units_pattern(kind)
        _ = self._side_patterns, self._nations, self._grounds, self._component
        _ = self._lists, self._plural_pattern
        for each in (self._tokenizer, self._role_tokenizer, self.rule_reader):
            each.compile_all()

    def _at_word_start(self, words: str) -> str:
        return rf"(?<!\w)(?:{words})" if self._is_spaced else f"(?:{words})"

    def _reading(self, match: re.Match[str]) -> Reading | None:
        """Return the reading of a match; None if a word in the slot of a number is not a number."""
        groups = {name: value for name, value in match.groupdict().items() if value is not None}
        side, both = groups.pop("s", None), groups.pop("both", None)
        numbers = {name: self._number(groups[name]) for name in groups if len(name) == 1}
        known_numbers = {name: number for name, number in numbers.items() if number is not None}
        if len(known_numbers) < len(numbers):
            return None
        spans = {name: match.span(name) for name in known_numbers}
        named_side = None if side is None else self._sides.get(_normalized_text(side))
        return Reading(
            match.start(), match.end(), named_side, both is not None, known_numbers, spans
        )

    def _number(self, text: str) -> int | None:
        digits = _DIGITS.fullmatch(text)
        return int(digits[1]) if digits else self._number_values.get(_normalized_text(text))


@cache
def patterns_for_language(tag: str) -> LanguagePatterns:
    """Return the patterns of the supported language with a tag; cached.

    Raises:
        CatalogueError: the data of the program is missing or wrong.
    """
    source = LANGUAGES / f"{tag}.yaml"
    return LanguagePatterns(read_yaml_mapping(source), PatternCache(source))


@cache
def entries_of_all_languages(entry: str) -> tuple[str, ...]:
    """Return the words of an entry, such as ``headings``, in all languages."""
    words = (word for tag in TAGS for word in patterns_for_language(tag).data[entry])
    return tuple(dict.fromkeys(words))


@cache
def placeholder_texts() -> frozenset[str]:
    """Return the lower-case placeholder texts that programs insert for the author."""
    return frozenset(entries_of_all_languages("placeholders"))


@cache
def language_tag(code: str) -> str | None:
    """Return the tag for a file's language code: ``fr`` for ``fr_FR``; None if not supported.

    Codes of three letters, such as ``fra``, are understood too.
    """
    lower_code = code.lower().replace("_", "-")
    base = lower_code.partition("-")[0]
    base = _TAGS_BY_LONG_CODE.get(base, base)
    if base in _CHINESE:
        return "zh-Hant" if any(part in lower_code for part in _TRADITIONAL_CHINESE) else "zh-Hans"
    return base if base in TAGS else None


def _do_overlap(one: Reading, other: Reading) -> bool:
    return one.start < other.end and other.start < one.end


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


def _side_word_pattern(word: str) -> str:
    """Return the pattern of a word for a side; *US* matches only as a whole word, not in *used*."""
    return rf"(?-i:{word})(?!\w)" if word.isupper() and word.isalpha() else word


def _normalized_text(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(_APOSTROPHES, "'", text.lower()))


def sentence_around(text: str, match: re.Match[str]) -> str:
    """Return the sentence that contains a match."""
    before, after = sentence_parts(text, match)
    return f"{before}{match[0]}{after}"


def sentence_start(text: str, offset: int) -> int:
    """Return the offset where the sentence at *offset* starts."""
    return max(text.rfind(stop, 0, offset) for stop in _SENTENCE_ENDS) + 1


def _sentences(text: str, stops: str = _SENTENCE_ENDS) -> Iterator[str]:
    """Yield the sentences of a text, delimited as by :func:`sentence_at`."""
    start = 0
    for place, letter in enumerate(text):
        if letter in stops:
            yield text[start:place]
            start = place + 1
    yield text[start:]


def sentence_at(text: str, offset: int) -> str:
    """Return the sentence at *offset*."""
    ends = (text.find(stop, offset) for stop in _SENTENCE_ENDS)
    return text[sentence_start(text, offset) : min((e for e in ends if e >= 0), default=len(text))]


def sentence_parts(text: str, match: re.Match[str]) -> tuple[str, str]:
    """Return the parts of a match's sentence before and after the match."""
    start = sentence_start(text, match.start())
    ends = (text.find(stop, match.end()) for stop in _SENTENCE_ENDS)
    end = min((end for end in ends if end >= 0), default=len(text))
    return text[start : match.start()], text[match.end() : end]
