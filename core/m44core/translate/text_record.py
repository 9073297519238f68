"""The record of a scenario's texts: sources, states and sentences, stored next to its file.

``NAME.texts.yaml`` next to ``NAME.m44`` or ``NAME.yaml`` records the source and state of each
translated paragraph, the sentences that the program wrote, and translations that could not be
imported. None of this is in the scenario file, so an ``.m44`` file keeps its bytes, and if the
record is lost, nothing else is.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum

from m44core.values import dataclass


class TranslationState(StrEnum):
    """The state of a translated paragraph."""

    NEW = "new"  # not translated
    DRAFT = "draft"  # to be reviewed
    STALE = "stale"  # the source has changed since it was translated
    DONE = "done"


CONFLICT, UNPLACED = "conflict", "unplaced"


@dataclass(frozen=True, slots=True)
class TranslationMark:
    """The source and state of a translated paragraph.

    Attributes:
        source: The source at the time of translation.
        state: The state: new, draft or done.
    """

    source: str
    state: TranslationState = TranslationState.DONE


@dataclass(frozen=True, slots=True)
class KeptTranslation:
    """A translation that is not in the scenario, but is stored to prevent its loss.

    Attributes:
        language: The language of the translation.
        field: The field of the scenario's texts.
        source: The text that it translates.
        target: The translation.
        why: ``conflict`` if the scenario has a different translation, ``unplaced`` if the source
            no longer exists.
    """

    language: str
    field: str
    source: str
    target: str
    why: str = UNPLACED


@dataclass(frozen=True, slots=True)
class TextRecord:
    """The record of a scenario's texts.

    Attributes:
        source: The source language; "" if not recorded.
        texts: The marks of the translated paragraphs, keyed by language and field.
        kept: Translations that are not in any text.
        sentences: The sentences that the program wrote into a text, keyed by language and key.
    """

    source: str = ""
    texts: Mapping[str, Mapping[str, tuple[TranslationMark, ...]]] = field(default_factory=dict)
    kept: tuple[KeptTranslation, ...] = ()
    sentences: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def marks_of(self, language: str, field: str) -> tuple[TranslationMark, ...]:
        """Return the marks of the paragraphs of a text; () if not recorded."""
        return self.texts.get(language, {}).get(field, ())

    def with_marks(self, language: str, field: str, marks: Sequence[TranslationMark]) -> TextRecord:
        """Return a record with the given marks for a text; without any, the text is left out."""
        fields = {**self.texts.get(language, {}), field: tuple(marks)}
        if not marks:
            del fields[field]
        texts = {**self.texts, language: fields}
        return replace(self, texts={code: marks for code, marks in texts.items() if marks})

    def with_kept_translations(self, *kept: KeptTranslation) -> TextRecord:
        """Return a record that also keeps the given translations, without duplicates."""
        return replace(self, kept=tuple(dict.fromkeys((*self.kept, *kept))))

    def without_kept_translations(self, kept: Container[KeptTranslation]) -> TextRecord:
        """Return a record that no longer keeps the given translations."""
        return replace(self, kept=tuple(each for each in self.kept if each not in kept))

    def __bool__(self) -> bool:
        """Return whether the record contains anything."""
        return bool(self.source or self.texts or self.kept or self.sentences)


EMPTY_RECORD = TextRecord()
"""An empty record, for scenarios that have none."""
