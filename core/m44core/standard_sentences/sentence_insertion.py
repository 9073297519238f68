"""Inserts standard sentences into texts, and updates those that have not been edited.

The record of a scenario (:mod:`m44core.translate.text_record`) has the wording of each sentence
that the program wrote. A sentence belongs to the program as long as the text contains this wording;
once a person has changed it, it belongs to the author.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum

from m44core.model.edits.briefing_edits import set_text
from m44core.model.scenario import Scenario
from m44core.standard_sentences.scenario_sentences import StandardSentence, standard_sentences
from m44core.standard_sentences.sentence_recognition import covered_keys
from m44core.translate.text_record import TextRecord
from m44core.translate.translation_units import text_of
from m44core.values import dataclass

FIELDS = ("description", "victory", "rules")


class SentenceStatus(StrEnum):
    """The status of a standard sentence in a text."""

    NEW = "new"  # it is not in the text
    CHANGED = "changed"  # the program wrote it, and the data have changed since
    GONE = "gone"  # the program wrote it, and the data no longer state it
    SAME = "same"  # it is in the text
    REWORDED = "said"  # an author has put it in different words
    EDITED = "edited"  # the program wrote it, and a person has changed it


@dataclass(frozen=True, slots=True)
class SentenceOffer:
    """A standard sentence and its status in its text.

    Attributes:
        key: Its subject: ``cards.axis``, ``night``.
        field: The text it belongs to.
        status: Its status there.
        before: The wording the program wrote before; empty if it wrote none.
        after: The wording it would write now; empty if the data no longer support it.
    """

    key: str
    field: str
    status: SentenceStatus
    before: str
    after: str

    @property
    def is_open(self) -> bool:
        """Whether the text should be changed: the sentence is new, changed or gone."""
        return self.status in (SentenceStatus.NEW, SentenceStatus.CHANGED, SentenceStatus.GONE)


def sentence_offers(
    scenario: Scenario, record: TextRecord, language: str
) -> tuple[SentenceOffer, ...]:
    """Return the standard sentences in a language, each with its status in the texts.

    Sentences that the program wrote and the data no longer state come last.

    Raises:
        NotationError: the language is not supported.
    """
    current_sentences = standard_sentences(scenario, language)
    return (
        *_current_offers(scenario, record, language, current_sentences),
        *_outdated_offers(scenario, record, language, current_sentences),
    )


def _current_offers(
    scenario: Scenario, record: TextRecord, language: str, sentences: Iterable[StandardSentence]
) -> Iterator[SentenceOffer]:
    written_sentences = record.sentences.get(language, {})
    covered_by_author = covered_keys(scenario, language)
    for each in sentences:
        text, before = text_of(scenario, language, each.field), written_sentences.get(each.key, "")
        if _position(text, each.text) is not None:
            status = SentenceStatus.SAME
        elif not before:
            status = (
                SentenceStatus.REWORDED if each.key in covered_by_author else SentenceStatus.NEW
            )
        else:
            status = (
                SentenceStatus.EDITED if _position(text, before) is None else SentenceStatus.CHANGED
            )
        yield SentenceOffer(each.key, each.field, status, before, each.text)


def _outdated_offers(
    scenario: Scenario, record: TextRecord, language: str, sentences: Iterable[StandardSentence]
) -> Iterator[SentenceOffer]:
    keys = {each.key for each in sentences}
    for key, before in record.sentences.get(language, {}).items():
        field = next(
            (f for f in FIELDS if _position(text_of(scenario, language, f), before) is not None),
            None,
        )
        if key not in keys and field:
            yield SentenceOffer(key, field, SentenceStatus.GONE, before, "")


def with_sentences(
    scenario: Scenario, record: TextRecord, language: str, chosen: Iterable[SentenceOffer]
) -> tuple[Scenario, TextRecord]:
    """Return the scenario with sentences inserted into its texts, and the updated record.

    New and reworded sentences are appended to their text on their own line; a changed sentence
    replaces its previous wording; an outdated sentence is removed. The rest is unchanged.

    Args:
        scenario: The scenario.
        record: The record of its texts.
        language: The language of the sentences.
        chosen: Some of :func:`sentence_offers`; unchanged and edited sentences do not change the
            text.
    """
    written_sentences = dict(record.sentences.get(language, {}))
    for offer in chosen:
        text = text_of(scenario, language, offer.field)
        match offer.status:
            case SentenceStatus.NEW | SentenceStatus.REWORDED:
                text = f"{text.rstrip()}\n{offer.after}" if text.strip() else offer.after
            case SentenceStatus.CHANGED:
                text = _replace_sentence(text, offer.before, offer.after)
            case SentenceStatus.GONE:
                text = _remove_sentence(text, offer.before)
        if offer.status is SentenceStatus.GONE:
            written_sentences.pop(offer.key, None)
        elif offer.status is not SentenceStatus.EDITED:
            written_sentences[offer.key] = offer.after
        if offer.is_open or offer.status is SentenceStatus.REWORDED:
            scenario = set_text(scenario, language, offer.field, text or None)
    by_language = {**record.sentences, language: written_sentences}
    known_sentences = {code: written for code, written in by_language.items() if written}
    return scenario, replace(record, sentences=known_sentences)


def _position(text: str, sentence: str) -> int | None:
    """Return the offset of a sentence in a text; None if it is not there.

    The sentence must not begin within a word or number: *5 medals* is not found in *15 medals*.
    """
    offset = text.find(sentence)
    while offset > 0 and text[offset - 1].isalnum():
        offset = text.find(sentence, offset + 1)
    return None if offset < 0 else offset


def _replace_sentence(text: str, before: str, after: str) -> str:
    offset = _position(text, before)
    return text if offset is None else text[:offset] + after + text[offset + len(before) :]


def _remove_sentence(text: str, sentence: str) -> str:
    """Return a text without a sentence, and without the line if that leaves it empty."""
    offset = _position(text, sentence)
    if offset is None:
        return text
    before, after = text[:offset], text[offset + len(sentence) :]
    if (not before or before.endswith("\n")) and (not after or after.startswith("\n")):
        after = after.removeprefix("\n")
        return (before + after) if after else before.removesuffix("\n")
    return before + (after.removeprefix(" ") if before.endswith((" ", "\n")) else after)
