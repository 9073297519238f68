"""Standard sentences in texts: put in, written anew where the data changed, left where changed.

The record of a scenario (:mod:`m44core.translate.record`) has the words of each sentence the
program wrote. While they stand in the text, the sentence is the program's; where they no longer
do, a person has changed it, and it is no longer the program's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum

from m44core.model.edits.briefing_edits import set_text
from m44core.model.scenario import Scenario
from m44core.standard_sentences.recognition import keys_said
from m44core.standard_sentences.scenario_sentences import Sentence, sentences
from m44core.translate.record import Record
from m44core.translate.translation_units import text_of
from m44core.values import dataclass

FIELDS = ("description", "victory", "rules")


class Standing(StrEnum):
    """How a sentence stands to a text."""

    NEW = "new"  # it is not there
    CHANGED = "changed"  # the program wrote it, and the data say something else since
    GONE = "gone"  # the program wrote it, and the data no longer say it
    SAME = "same"  # it is there
    SAID = "said"  # an author says it there in other words
    EDITED = "edited"  # the program wrote it, and a person has changed it


@dataclass(frozen=True, slots=True)
class Offer:
    """A sentence, and how it stands to its text.

    Attributes:
        key: What it is about.
        field: The text it belongs into.
        standing: How it stands to it.
        before: The words the program wrote there; empty where it wrote none.
        after: The words it would write now; empty where the data no longer say it.
    """

    key: str
    field: str
    standing: Standing
    before: str
    after: str

    @property
    def is_open(self) -> bool:
        """Whether there is something to do."""
        return self.standing in (Standing.NEW, Standing.CHANGED, Standing.GONE)


def offers(scenario: Scenario, record: Record, language: str) -> tuple[Offer, ...]:
    """Return every standard sentence of a language and how it stands to the texts.

    Raises:
        NotationError: we do not speak the language.
    """
    now = sentences(scenario, language)
    return (*_present(scenario, record, language, now), *_gone(scenario, record, language, now))


def _present(
    scenario: Scenario, record: Record, language: str, now: Iterable[Sentence]
) -> Iterator[Offer]:
    written = record.sentences.get(language, {})
    said = keys_said(scenario, language)
    for each in now:
        text, before = text_of(scenario, language, each.field), written.get(each.key, "")
        if _place(text, each.text) is not None:
            standing = Standing.SAME
        elif not before:
            standing = Standing.SAID if each.key in said else Standing.NEW
        else:
            standing = Standing.EDITED if _place(text, before) is None else Standing.CHANGED
        yield Offer(each.key, each.field, standing, before, each.text)


def _gone(
    scenario: Scenario, record: Record, language: str, now: Iterable[Sentence]
) -> Iterator[Offer]:
    keys = {each.key for each in now}
    for key, before in record.sentences.get(language, {}).items():
        field = next(
            (f for f in FIELDS if _place(text_of(scenario, language, f), before) is not None), None
        )
        if key not in keys and field:
            yield Offer(key, field, Standing.GONE, before, "")


def with_sentences(
    scenario: Scenario, record: Record, language: str, taken: Iterable[Offer]
) -> tuple[Scenario, Record]:
    """Return the scenario with sentences written into its texts, and the record that goes with it.

    A new one, and one that an author says in other words, is put at the end of its text on a line
    of its own; one that changed takes the place of its words before; one that is gone is taken
    out. Whatever else the text says stays.

    Args:
        scenario: The scenario.
        record: What is known of its texts.
        language: The language of the sentences.
        taken: Some of :func:`offers`; what is the same or edited by a person changes nothing.
    """
    written = dict(record.sentences.get(language, {}))
    for offer in taken:
        text = text_of(scenario, language, offer.field)
        match offer.standing:
            case Standing.NEW | Standing.SAID:
                text = f"{text.rstrip()}\n{offer.after}" if text.strip() else offer.after
            case Standing.CHANGED:
                text = _replaced(text, offer.before, offer.after)
            case Standing.GONE:
                text = _without(text, offer.before)
        if offer.standing is Standing.GONE:
            written.pop(offer.key, None)
        elif offer.standing is not Standing.EDITED:
            written[offer.key] = offer.after
        if offer.is_open or offer.standing is Standing.SAID:
            scenario = set_text(scenario, language, offer.field, text or None)
    by_language = {**record.sentences, language: written}
    known = {code: of for code, of in by_language.items() if of}
    return scenario, replace(record, sentences=known)


def _place(text: str, sentence: str) -> int | None:
    """Return where a sentence stands in a text, from its beginning: *5 medals* is not in *15*."""
    place = text.find(sentence)
    while place > 0 and text[place - 1].isalnum():
        place = text.find(sentence, place + 1)
    return None if place < 0 else place


def _replaced(text: str, before: str, after: str) -> str:
    place = _place(text, before)
    return text if place is None else text[:place] + after + text[place + len(before) :]


def _without(text: str, sentence: str) -> str:
    """Return a text without a sentence, and without the line it leaves empty."""
    place = _place(text, sentence)
    if place is None:
        return text
    before, after = text[:place], text[place + len(sentence) :]
    if (not before or before.endswith("\n")) and (not after or after.startswith("\n")):
        after = after.removeprefix("\n")
        return (before + after) if after else before.removesuffix("\n")
    return before + (after.removeprefix(" ") if before.endswith((" ", "\n")) else after)
