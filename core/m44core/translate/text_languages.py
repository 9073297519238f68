"""The languages of a scenario's texts, and the spellings of their codes."""

from __future__ import annotations

import re
from dataclasses import replace

from m44core.messages.languages import ENGLISH, languages
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import joined_label
from m44core.translate.text_record import EMPTY_RECORD, TextRecord

_TAG = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")


def is_language_code(code: str) -> bool:
    """Return whether a text has the form of a language code: ``ru``, ``pt-BR``, ``zh_Hant``."""
    return bool(_TAG.fullmatch(code))


def is_same_language(one: str, other: str) -> bool:
    """Return whether two codes mean the same language; case, ``_`` and ``-`` do not matter."""
    return _normalised_code(one) == _normalised_code(other)


def declared_code(scenario: Scenario, code: str) -> str:
    """Return a code as spelled in the scenario, or else by the program: ``zh-Hans``."""
    known_codes = (*scenario.texts, *languages())
    return next(
        (each for each in known_codes if is_same_language(each, code)), code.replace("_", "-")
    )


def is_known_language(scenario: Scenario, code: str) -> bool:
    """Return whether the scenario has texts in a language, or the program supports it."""
    return any(is_same_language(each, code) for each in (*scenario.texts, *languages()))


def source_language(scenario: Scenario, record: TextRecord = EMPTY_RECORD) -> str:
    """Return the language a scenario is translated from: its record's language, or else English.

    Without English texts, it is the first language of the file, if there is any.
    """
    if record.source in scenario.texts:
        return record.source
    return ENGLISH if ENGLISH in scenario.texts else next(iter(scenario.texts), ENGLISH)


def available_source_language(scenario: Scenario, record: TextRecord, requested: str | None) -> str:
    """Return the requested source language if the scenario has it, else its own."""
    codes = (code for code in scenario.texts if requested and is_same_language(code, requested))
    return next(codes, source_language(scenario, record))


def target_languages(scenario: Scenario, source: str) -> tuple[str, ...]:
    """Return the languages a scenario is translated into, in the order of its file."""
    return tuple(code for code in scenario.texts if code != source)


def with_labels_in(scenario: Scenario, language: str) -> Scenario:
    """Return the scenario with the labels on its board in a given language.

    This is for formats with only one set of labels. The labels that were on the board become
    translations.
    """
    after = scenario.with_labels_in(language)
    if after is scenario:
        return scenario
    new_labels = {
        joined_label(lines): joined_label(after.labels[hex_])
        for hex_, lines in scenario.labels.items()
    }
    texts = {}
    for code, old_texts in scenario.texts.items():
        words = {new_labels[label]: old_texts.labels.get(label) or label for label in new_labels}
        words = {label: word for label, word in words.items() if label != word}
        texts[code] = replace(old_texts, labels=words)
    return replace(after, texts=texts)


def _normalised_code(code: str) -> str:
    return code.replace("_", "-").casefold()
