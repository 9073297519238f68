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
from m44core.standard_sentences.recognition import covered_keys
from m44core.standard_sentences.scenario_sentences import Sentence, standard_sentences
from m44core.translate.record import Record
from m44core.translate.translation_units import text_of
from m44core.values import dataclass

FIELDS = ("description", "victory", "rules")


class SentenceStatus(StrEnum):
    """How a sentence stands to a text."""

    NEW = "new"  # it is not there
    CHANGED = "changed"  # the program wrote it, and the data say something else since
    GONE = "gone"  # the program wrote it, and the data no longer say it
    SAME = "same"  # it is there
    REWORDED = "said"  # an author says it there in other words
    EDITED = "edited"  # the program wrote it, and a person has changed it


@dataclass(frozen=True, slots=True)
class SentenceOffer:
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
    status: SentenceStatus
    before: str
    after: str

    @property
    def is_open(self) -> bool:
        """Whether there is something to do."""
        return self.status in (SentenceStatus.NEW, SentenceStatus.CHANGED, SentenceStatus.GONE)


def offers(scenario: Scenario, record: Record, language: str) -> tuple[SentenceOffer, ...]:
    """Return every standard sentence of a language and how it stands to the texts.

    Raises:
        NotationError: we do not speak the language.
    """
    now = standard_sentences(scenario, language)
    return (*_present(scenario, record, language, now), *_gone(scenario, record, language, now))


def _present(
    scenario: Scenario, record: Record, language: str, now: Iterable[Sentence]
) -> Iterator[SentenceOffer]:
    written = record.sentences.get(language, {})
    said = covered_keys(scenario, language)
    for each in now:
        text, before = text_of(scenario, language, each.field), written.get(each.key, "")
        if _place(text, each.text) is not None:
            standing = SentenceStatus.SAME
        elif not before:
            standing = SentenceStatus.REWORDED if each.key in said else SentenceStatus.NEW
        else:
            standing = SentenceStatus.EDITED if _place(text, before) is None else SentenceStatus.CHANGED
        yield SentenceOffer(each.key, each.field, standing, before, each.text)


def _gone(
    scenario: Scenario, record: Record, language: str, now: Iterable[Sentence]
) -> Iterator[SentenceOffer]:
    keys = {each.key for each in now}
    for key, before in record.sentences.get(language, {}).items():
        field = next(
            (f for f in FIELDS if _place(text_of(scenario, language, f), before) is not None), None
        )
        if key not in keys and field:
            yield SentenceOffer(key, field, SentenceStatus.GONE, before, "")


def with_sentences(
    scenario: Scenario, record: Record, language: str, taken: Iterable[SentenceOffer]
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
        match offer.status:
            case SentenceStatus.NEW | SentenceStatus.REWORDED:
                text = f"{text.rstrip()}\n{offer.after}" if text.strip() else offer.after
            case SentenceStatus.CHANGED:
                text = _replaced(text, offer.before, offer.after)
            case SentenceStatus.GONE:
                text = _without(text, offer.before)
        if offer.status is SentenceStatus.GONE:
            written.pop(offer.key, None)
        elif offer.status is not SentenceStatus.EDITED:
            written[offer.key] = offer.after
        if offer.is_open or offer.status is SentenceStatus.REWORDED:
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
