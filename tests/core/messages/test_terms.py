"""Translations use the agreed terms of the game and the program: see terms.yaml."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import polib
import pytest
from tests.reference_data import load_yaml

from m44core.messages.languages import LOCALE

RULES = load_yaml(Path(__file__).with_name("terms.yaml"))
LANGUAGES = sorted(RULES["forbid"])
MAX_EXCEPTIONS = 4
"""The maximum number of exceptions to a rule in one language; more would become outdated."""

needs_catalogues = pytest.mark.skipif(
    not any(LOCALE.glob("*.pot")), reason="the files of the translators are in a checkout"
)

Rule = Mapping[str, Any]
Key = tuple[str, str]
"""The context and the English text of a message."""


@dataclass(frozen=True)
class TranslatedMessage:
    key: Key
    english: str
    translation: str

    def __str__(self) -> str:
        return f"{self.key[0]} {self.key[1]!r}: {self.translation!r}".strip()


@cache
def translations(folder: Path) -> Sequence[TranslatedMessage]:
    """Return the translated messages of a language, without forms of names."""
    return [
        TranslatedMessage(
            (entry.msgctxt or "", entry.msgid),
            _joined_texts([_without_code(entry.msgid), _without_code(entry.msgid_plural)]),
            _joined_texts([entry.msgstr, *entry.msgstr_plural.values()]),
        )
        for path in sorted(folder.glob("*.po"))
        for entry in polib.pofile(str(path))
        if entry.translated() and "|" not in (entry.msgctxt or "")
    ]


def _joined_texts(texts: Sequence[str]) -> str:
    return " || ".join(re.sub(r"\s+", " ", text.replace("&", "")) for text in texts if text)


@cache
def _without_code(text: str) -> str:
    return re.sub(r"(?s)``.*?``|\{[^{}]*\}", "", text)


def is_in_text(expression: str, text: str) -> bool:
    return re.search(expression, text, re.IGNORECASE) is not None


def missing_terms(
    rule: Rule, language: str, messages: Sequence[TranslatedMessage]
) -> Iterator[str]:
    """Yield the translations without a required term, and the problems with the rule."""
    term = rf"(?<![\w-])(?:{rule['english']})s?(?![\w-])"
    exception_pattern = rule.get("unless")
    with_term = [
        m
        for m in messages
        if is_in_text(
            term,
            re.sub(exception_pattern, "", m.english, flags=re.I)
            if exception_pattern
            else m.english,
        )
    ]
    if not with_term:
        yield f"no message has {rule['english']!r}"
    without_term = [m for m in with_term if not is_in_text(rule["words"][language], m.translation)]
    yield from _without_exceptions(
        rule, language, without_term, f"{rule['english']}: {rule['words'][language]}"
    )


def forbidden_terms(
    rule: Rule, language: str, messages: Sequence[TranslatedMessage]
) -> Iterator[str]:
    """Yield the translations with a forbidden term, and the problems with the rule."""
    with_term = [m for m in messages if is_in_text(rule["words"], _without_code(m.translation))]
    unless = rule.get("unless", r"(?!)")
    with_forbidden_term = [m for m in with_term if not is_in_text(unless, m.english)]
    if "unless" in rule and len(with_forbidden_term) == len(with_term):
        yield f"no message needs the 'unless' of {rule['words']!r}"
    yield from _without_exceptions(rule, language, with_forbidden_term, rule["why"])


def _without_exceptions(
    rule: Rule, language: str, wrong_messages: Sequence[TranslatedMessage], advice: str
) -> Iterator[str]:
    exceptions = {
        (message.get("context", ""), message["id"])
        for message in rule.get("except", ())
        if language in message.get("in", [language])
    }
    yield from (
        f"{advice}: {message}" for message in wrong_messages if message.key not in exceptions
    )
    unneeded = exceptions - {message.key for message in wrong_messages}
    yield from (f"{advice}: no exception is needed for {key}" for key in sorted(unneeded))
    if len(exceptions) > MAX_EXCEPTIONS:
        yield f"{advice}: more than {MAX_EXCEPTIONS} exceptions"


def terminology_problems(language: str, folder: Path) -> list[str]:
    messages = translations(folder)
    required = [rule for rule in RULES["require"] if language in rule["words"]]
    return [
        *(fault for rule in required for fault in missing_terms(rule, language, messages)),
        *(
            fault
            for rule in RULES["forbid"][language]
            for fault in forbidden_terms(rule, language, messages)
        ),
    ]


@pytest.mark.bulk
@needs_catalogues
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_uses_the_agreed_terms(language: str) -> None:
    assert terminology_problems(language, LOCALE / language) == []


@needs_catalogues
def test_a_wrong_term_in_a_catalogue_is_found(tmp_path: Path) -> None:
    folder = shutil.copytree(LOCALE / "de", tmp_path / "de")
    file = folder / "pieces.po"
    template = file.read_text("utf-8")
    assert 'msgstr "Tschechenigel"' in template
    file.write_text(template.replace('msgstr "Tschechenigel"', 'msgstr "Medaille"'), "utf-8")
    assert any(fault.endswith("'Medaille'") for fault in terminology_problems("de", folder))


@needs_catalogues
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_required_term_is_reported_if_missing(language: str) -> None:
    """If no translation contains any words, every rule reports each of its messages."""
    empty_translations = [
        TranslatedMessage(m.key, m.english, "...") for m in translations(LOCALE / language)
    ]
    for rule in (rule for rule in RULES["require"] if language in rule["words"]):
        assert any(
            fault.endswith("'...'") for fault in missing_terms(rule, language, empty_translations)
        ), rule


def test_a_rule_that_no_message_matches_is_reported() -> None:
    rule = {"english": "wire", "words": {"de": "draht"}}
    assert list(
        missing_terms(rule, "de", [TranslatedMessage(("", "x"), "the fence", "der Zaun")])
    ) == ["no message has 'wire'"]


def test_unneeded_and_excessive_exceptions_are_reported() -> None:
    keys = [{"context": f"M{number}", "id": "the wire"} for number in range(5)]
    rule = {"english": "wire", "words": {"de": "draht"}, "except": keys}
    messages = [
        TranslatedMessage((key["context"], key["id"]), "the wire", "er" if number else "der Draht")
        for number, key in enumerate(keys)
    ]
    assert list(missing_terms(rule, "de", messages)) == [
        "wire: draht: no exception is needed for ('M0', 'the wire')",
        "wire: draht: more than 4 exceptions",
    ]
