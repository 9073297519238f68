"""What is known of the texts of a scenario besides what they say: the record beside its file.

``NAME.texts.yaml`` beside ``NAME.m44`` or ``NAME.yaml`` records the source and the state of each
translated paragraph, the sentences the program wrote, and translations that could not be imported.
The scenario file holds none of this, so an ``.m44`` file keeps its bytes, and only these marks are
lost with the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum

from m44core.values import dataclass


class UnitState(StrEnum):
    """How far the translation of a paragraph is."""

    NEW = "new"  # there is none
    DRAFT = "draft"  # somebody is to look at it once more
    STALE = "stale"  # the source says something else now
    DONE = "done"


CONFLICT, UNPLACED = "conflict", "unplaced"


@dataclass(frozen=True, slots=True)
class TranslationMark:
    """What a paragraph of a translation was made from.

    Attributes:
        source: What the source said then.
        state: How far it is: new, draft or done.
    """

    source: str
    state: UnitState = UnitState.DONE


@dataclass(frozen=True, slots=True)
class KeptTranslation:
    """A translation that is not in the scenario and is not to be lost.

    Attributes:
        language: Its language.
        field: The text it is of.
        source: What it translates.
        target: It.
        why: ``conflict``, where another one stands in the scenario, or ``unplaced``, where the
            source is no longer there.
    """

    language: str
    field: str
    source: str
    target: str
    why: str = UNPLACED


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of the texts of a scenario besides what they say.

    Attributes:
        source: The language they are translated from; empty where nobody said.
        texts: By language and field, what each paragraph there was made from.
        kept: Translations that are in no text.
        sentences: By language, the keys of sentences that the program wrote into a text, each
            with the words it wrote.
    """

    source: str = ""
    texts: Mapping[str, Mapping[str, tuple[TranslationMark, ...]]] = field(default_factory=dict)
    kept: tuple[KeptTranslation, ...] = ()
    sentences: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def marks_of(self, language: str, name: str) -> tuple[TranslationMark, ...]:
        """Return what the paragraphs of a text were made from; nothing where it is not known."""
        return self.texts.get(language, {}).get(name, ())

    def with_marks(self, language: str, name: str, marks: Sequence[TranslationMark]) -> Record:
        """Return a record that says this of a text; without marks it says nothing of it."""
        fields = {**self.texts.get(language, {}), name: tuple(marks)}
        if not marks:
            del fields[name]
        texts = {**self.texts, language: fields}
        return replace(self, texts={code: of for code, of in texts.items() if of})

    def with_kept(self, *kept: KeptTranslation) -> Record:
        """Return a record that keeps these translations too, each once."""
        return replace(self, kept=tuple(dict.fromkeys((*self.kept, *kept))))

    def __bool__(self) -> bool:
        """Tell whether it says anything."""
        return bool(self.source or self.texts or self.kept or self.sentences)


EMPTY_RECORD = Record()
"""That of a scenario of which nothing is known but its texts."""
