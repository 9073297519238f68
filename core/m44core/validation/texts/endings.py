"""Texts that go on where they should end, or stop where they should go on (M819)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from m44core.findings.kinds import Sayable
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import put
from m44core.validation.prose.language import of_every_language
from m44core.validation.prose.names import field_name, in_language
from m44core.validation.prose.prose import Told

_PROSE = ("historical", "description", "victory", "rules")
_LAST_LINE = 40  # letters of a heading at most
_ENDS = ".!"
_ENDS_OF_LINES = ".!?:;…)\"'»“”"
_SHORTEST = 3  # letters of a word that ends a sentence; shorter ones are abbreviations


@check("M819")
def stray_ending(context: Context) -> Iterator[Problem]:
    """Headings, words and halves of sentences at the end of a text (LINT-T7).

    Headings and words may be of any language: texts are made from one another.
    """
    for told in context.prose.read:
        for field, text in told.fields(_PROSE):
            yield from _stray(told, field, text)


def _stray(told: Told, field: str, text: str) -> Iterator[Problem]:
    assert told.language
    pointer = f"/texts/{told.code}/{field}"
    said: dict[str, Sayable] = {"field": field_name(field), "language": in_language(told)}
    whole = text.rstrip()
    kept, last = _without_last_word(whole)
    words: Mapping[str, list[str]] = told.language.said
    heading = _heading(whole, of_every_language("headings"))
    if heading:
        repair = put("cut", pointer, whole[: -len(heading)].rstrip(), passage=heading)
        yield problem("heading", pointer, None, repair, **said, passage=heading)
    elif last in of_every_language("strays") and _ends_a_sentence(kept):
        repair = put("cut", pointer, kept, passage=last)
        yield problem("word", pointer, None, repair, **said, passage=last)
    elif kept and last in words["unfinished"]:
        yield problem("half", pointer, None, **said, passage=last)
    elif _stands_alone(kept, last, whole):
        repair = put("cut", pointer, kept, passage=last)
        yield problem("alone", pointer, None, repair, **said, passage=last)


def _stands_alone(kept: str, last: str, whole: str) -> bool:
    """Return whether a word stands on the last line of a text that is made of whole sentences."""
    word = len(last) >= _SHORTEST and last.isalpha() and last[0].isupper()
    if not word or whole.splitlines()[-1].strip() != last or not _ends_a_sentence(kept):
        return False
    lines = (line.strip() for line in kept.splitlines())
    return all(line[-1] in _ENDS_OF_LINES for line in lines if line)


def _heading(text: str, headings: Iterable[str]) -> str:
    """Return the heading with which a text ends, on a line of its own or after a full stop."""
    end = text[-_LAST_LINE:]
    small = end.rstrip(":.").lower()
    for heading in headings:
        if small.endswith(heading):
            said = end[len(small) - len(heading) :]
            before = text[: -len(said)].rstrip(" \t\u00a0")
            if before.endswith("\n") or _ends_a_sentence(before):
                return said
    return ""


def _without_last_word(text: str) -> tuple[str, str]:
    """Return a text without its last word, and that."""
    parts = text[-_LAST_LINE:].split()
    last = parts[-1] if parts else ""
    return text[: len(text) - len(last)].rstrip(), last


def _ends_a_sentence(text: str) -> bool:
    """Tell whether a text ends with a full stop, not with that of an abbreviation."""
    word = text[-_SHORTEST - 1 : -1]
    return text[-1:] != "" and text[-1] in _ENDS and len(word) == _SHORTEST and word.isalpha()
