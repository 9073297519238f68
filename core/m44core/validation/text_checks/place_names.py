"""Checks of place names and hex labels (M820, M825, M826)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from unicodedata import category, normalize

from m44core.findings.finding_kinds import PhraseValue
from m44core.hexes import Hex
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.text_analysis.scenario_texts import LanguageTexts, language_phrase

_MIN_NAME_LENGTH = 6  # minimum letters of a name that is compared
_MIN_LENGTH_FOR_TWO_SLIPS = 8  # minimum letters of a name for two different letters to be a slip
_NAME = re.compile(r"[^\W\d_]{4,24}")
_NAME_INSIDE_SENTENCE = re.compile(  # not at the beginning
    r"(?:(?<=\w[ ,])\s*|(?<=\w )[(\[\"«„“]\s?)([^\W\d_a-z][^\W\d_]{3,23})"
)
_MAX_LABEL_LENGTH = 80  # maximum letters of a label that are compared
_TOO_FAR_FROM_MEDAL = 3  # distance, in hexes, at which a label is too far from a medal
_MIN_STEM_LENGTH = 4  # minimum letters by which a declined name is recognized
_SOUNDS = (
    ("tsch", "c"),
    ("tch", "c"),
    ("sch", "s"),
    ("ch", "c"),
    ("sh", "s"),
    ("kh", "c"),
    ("ou", "u"),
    ("tz", "s"),
)
_SAME_SOUNDS = str.maketrans("kywz", "civs")  # letters that languages write for the same sound
_VOWELS = frozenset("aeiouy")
_MAX_TEXT_LENGTH = 20_000  # maximum letters of a text that are analyzed
_WORD = re.compile(r"[^\W\d_]{6,24}")


@check("M820")
def misspelt_place_name(context: CheckContext) -> Iterator[Problem]:
    """Names on labels that a text spells slightly differently (LINT-T7).

    Inflected endings are ignored; so are labels that a text spells correctly, and words that are
    not names.
    """
    hexes_by_name = _label_names_by_folded_form(context)
    if not any(
        _lacks_name(language_texts, each[1])
        for language_texts in context.texts.readable
        for each in hexes_by_name.values()
    ):
        return
    words_by_texts = {each: _words_in_texts(each) for each in context.texts.readable}
    lower_case_words = {
        word for words in words_by_texts.values() for word in words if word.islower()
    }
    labels = {
        name: each
        for name, each in hexes_by_name.items()
        if each[1].lower() not in lower_case_words
    }
    for language_texts, words_of_text in words_by_texts.items() if labels else ():
        words = {_fold(word): word for word in words_of_text if word[0].isupper()}
        for name, (hex_, spelling) in labels.items():
            if name in words:
                continue
            similar_words = [
                word
                for word in words
                if _is_misspelling(name, word, language_texts) and word not in labels
            ]
            if len(similar_words) == 1:
                label_place = (f"/labels/{context.hex_name(hex_)}", hex_)
                message_values: dict[str, PhraseValue] = {
                    "told": words[similar_words[0]],
                    "label": spelling,
                }
                message_values |= {
                    "language": language_phrase(language_texts),
                    "hex": context.hex_name(hex_),
                }
                yield problem("other", *label_place, **message_values)


@check("M825")
def named_objective_without_label(context: CheckContext) -> Iterator[Problem]:
    """Named objectives without a label, or without the medal nearby that others have (LINT-T8)."""
    for language_texts in context.texts.readable if context.scenario.labels else ():
        names, labels = (
            _objective_names(language_texts),
            _hexes_by_label_name(context, language_texts),
        )
        places = {name: _hexes_of_name(_fold(name), labels) for name in names}
        unlabelled_names = [name for name in names if not places[name]]
        message_values: dict[str, PhraseValue] = {"language": language_phrase(language_texts)}
        pointer = f"/texts/{language_texts.code}/victory"
        if 2 * len(unlabelled_names) <= len(names):
            for name in unlabelled_names:
                yield problem("lost", pointer, name=name, **message_values)
        far_names = _objectives_far_from_medals(
            context, {name: hexes for name, hexes in places.items() if hexes}
        )
        for name, hex_ in far_names:
            yield problem(
                "far", pointer, hex_, name=name, hex=context.hex_name(hex_), **message_values
            )
        if unlabelled_names or far_names:
            return


def _hexes_by_label_name(
    context: CheckContext, language_texts: LanguageTexts
) -> dict[str, list[Hex]]:
    """Return the hexes of each name on labels, as written and as translated, keyed by name."""
    names: dict[str, list[Hex]] = {}
    for scenario in (context.scenario, context.scenario.with_labels_in(language_texts.code)):
        for hex_, lines in scenario.labels.items():
            for word in _NAME.findall("\n".join(lines)[:_MAX_LABEL_LENGTH].replace("-\n", "")):
                names.setdefault(_fold(word), []).append(hex_)
    return names


@check("M826")
def translation_without_label(context: CheckContext) -> Iterator[Problem]:
    """Translations of a label that is not on the board (LINT-T7)."""
    labels = set(context.scenario.label_texts)
    for language_texts in context.texts.languages:
        for label in context.scenario.texts[language_texts.code].labels:
            if label not in labels:
                pointer = f"/texts/{language_texts.code}/labels"
                yield problem(
                    "none", pointer, label=label, language=language_phrase(language_texts)
                )


def _objectives_far_from_medals(
    context: CheckContext, places: Mapping[str, list[Hex]]
) -> list[tuple[str, Hex]]:
    """Return the named objectives without a medal nearby, each with a hex of its label.

    The list is empty if most named objectives have no medal nearby, unless there is only one medal
    and one name.
    """
    tags = [tag for tag in context.tags if tag.element.medal]
    medals = {hex_ for tag in tags for hex_ in (tag.hex, *(tag.tag.group or ()))}
    far_names = [
        (name, hexes[0])
        for name, hexes in places.items()
        if all(hex_.distance(medal) >= _TOO_FAR_FROM_MEDAL for hex_ in hexes for medal in medals)
    ]
    near_count = len(places) - len(far_names)
    return far_names if len(far_names) <= near_count or len(far_names) == len(tags) == 1 else []


def _objective_names(language_texts: LanguageTexts) -> list[str]:
    """Return the names in sentences about objectives; empty in languages without capitals."""
    assert language_texts.language
    game_words = language_texts.language.data.get("no_names")
    if game_words is None:
        return []
    sentences = " ".join(each.strip() for each in language_texts.objective_sentences)
    words = _NAME.findall(" ".join(language_texts.filled_fields.values()))
    lower_case_words = {word for word in words if word.islower()} | set(game_words)
    names_inside = {
        match[1]
        for each in language_texts.objective_sentences
        for match in _NAME_INSIDE_SENTENCE.finditer(each)
    }
    return [
        name
        for name in dict.fromkeys(_NAME.findall(sentences))
        if name in names_inside
        and name.lower() not in lower_case_words
        and not language_texts.language.is_known_word(name)
    ]


def _hexes_of_name(name: str, labels: Mapping[str, list[Hex]]) -> list[Hex]:
    """Return the hexes of labels with a name, even in an inflected form."""
    stem = name[: max(_MIN_STEM_LENGTH, len(name) - 2)]
    return [
        hex_
        for label, hexes in labels.items()
        if label.startswith(stem) or name.startswith(label)
        for hex_ in hexes
    ]


def _label_names_by_folded_form(context: CheckContext) -> Mapping[str, tuple[Hex, str]]:
    """Return the hex and spelling of each capitalized name on labels, keyed by its folded form."""
    names: dict[str, tuple[Hex, str]] = {}
    for hex_, lines in context.scenario.labels.items():
        for word in _WORD.findall("\n".join(lines)[:_MAX_LABEL_LENGTH].replace("-\n", "")):
            if word[0].isupper():
                names.setdefault(_fold(word), (hex_, word))
    return names


def _words_in_texts(language_texts: LanguageTexts) -> set[str]:
    return {
        word
        for text in language_texts.filled_fields.values()
        for word in _WORD.findall(text[:_MAX_TEXT_LENGTH])
    }


def _lacks_name(language_texts: LanguageTexts, name: str) -> bool:
    """Return whether none of the texts in a language has a name."""
    whole_word = re.compile(rf"{re.escape(name)}(?![^\W\d_])")
    return not any(
        name in text and whole_word.search(text) for text in language_texts.filled_fields.values()
    )


def _is_misspelling(one: str, other: str, language_texts: LanguageTexts) -> bool:
    """Return whether two names differ by a typo rather than by declension.

    A typo is a letter that is added, dropped, replaced or swapped with the next; in a long name,
    also two adjacent letters that are replaced.
    """
    if (
        min(len(one), len(other)) < _MIN_NAME_LENGTH
        or one[0] != other[0]
        or _phonetic_form(one) == _phonetic_form(other)
    ):
        return False  # transcribed by another language: Prokhorovka, Prochorovka
    if len(one) != len(other):
        shorter_name, longer_name = sorted((one, other), key=len)
        index = next(
            (i for i, letter in enumerate(shorter_name) if letter != longer_name[i]),
            len(shorter_name),
        )
        if (
            len(longer_name) - len(shorter_name) > 1
            or shorter_name[index:] != longer_name[index + 1 :]
        ):
            return False
        return index < len(shorter_name) - _declension_length(one) or (
            index == len(shorter_name) and _is_used_as_place(longer_name, language_texts)
        )
    different_indexes = [i for i in range(len(one)) if one[i] != other[i]]
    if len(different_indexes) == 1:
        is_in_ending = different_indexes[0] >= len(one) - _declension_length(one)
        return not is_in_ending or (one.isascii() and not {one[-1], other[-1]} & _VOWELS)
    are_adjacent = (
        len(different_indexes) == 2
        and different_indexes[1] - different_indexes[0] == 1
        and one[-1] == other[-1]
    )
    are_swapped = (
        are_adjacent
        and one[different_indexes[0]] == other[different_indexes[1]]
        and one[different_indexes[1]] == other[different_indexes[0]]
    )
    return are_swapped or (are_adjacent and len(one) >= _MIN_LENGTH_FOR_TWO_SLIPS)


def _declension_length(name: str) -> int:
    """Return the number of final letters of a name that declension may change."""
    return 1 if name.isascii() else 2


def _is_used_as_place(name: str, language_texts: LanguageTexts) -> bool:
    """Return whether a text has a name after a word such as *near*, where it cannot be a plural."""
    assert language_texts.language
    words_before_places = language_texts.language.data.get("before_places")
    if not words_before_places:
        return False
    words = re.compile(
        rf"(?<!\w)(?:{words_before_places}) ?([^\W\d_]{{6,24}})(?!\w)", re.IGNORECASE
    )
    texts = "\n".join(language_texts.filled_fields.values())
    return any(_fold(match[1]) == name for match in words.finditer(texts[:_MAX_TEXT_LENGTH]))


def _phonetic_form(name: str) -> str:
    """Return a name in which the same sound always has the same letter."""
    for spelling, sound in _SOUNDS:
        name = name.replace(spelling, sound)
    return name.translate(_SAME_SOUNDS)


@cache
def _fold(word: str) -> str:
    """Return a word in lower case without accents."""
    parts = normalize("NFD", word.lower())
    return "".join(letter for letter in parts if category(letter) != "Mn")
