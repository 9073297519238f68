"""The texts of a scenario in a language, or in another where it has none in that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from m44core.messages.message import Message, Words, message
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario

_HEADED: tuple[tuple[str, Message], ...] = (
    ("historical", message("Historical background")),
    ("description", message("Briefing")),
    ("victory", message("Conditions of victory")),
    ("rules", message("Special rules")),
)
_NO_TEXTS = Texts()


def texts_in(scenario: Scenario, code: str) -> tuple[str, Texts]:
    """Return the texts in a language and its code, or those in English, or in any other."""
    texts = scenario.texts
    for found in scenario.languages_for(code):
        if _says_something(texts[found]):
            return found, texts[found]
    return code, _NO_TEXTS


def _says_something(texts: Texts) -> bool:
    return any(
        isinstance(said := getattr(texts, field.name), str) and said.strip()
        for field in fields(texts)
    )


def sections(texts: Texts, told: Words) -> list[dict[str, object]]:
    """Return the texts under their headings, each with its paragraphs; empty ones are left out."""
    return [
        {"key": key, "heading": told.render(heading), "paragraphs": paragraphs}
        for key, heading in _HEADED
        if (paragraphs := list(_paragraphs(getattr(texts, key))))
    ]


def _paragraphs(text: str | None) -> Iterator[str]:
    for line in (text or "").splitlines():
        if line.strip():
            yield line.strip()
