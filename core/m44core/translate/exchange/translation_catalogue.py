"""The texts exchanged with a translator, independent of the file format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from m44core.errors import NotationError
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import joined_label
from m44core.translate.text_record import TextRecord, TranslationState
from m44core.translate.translation_units import (
    LABELS,
    TranslationUnit,
    short_digest,
    translation_unit_key,
    translation_units_of,
)
from m44core.values import dataclass

_HEX = re.compile(r"(?<!\w)[A-Za-z]\d{1,2}(?!\w)")
_TITLES = ("name", "subtitle")
NO_BASE = ""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A text for a translator.

    Attributes:
        field: The field of the scenario's texts: ``rules``.
        source: The text to translate.
        repeat: The number of the paragraph among identical paragraphs of the field, from 1.
        target: The translation; "" if there is none.
        state: The state of the translation.
        previous: The source at the time of translation if it has changed since; otherwise "".
        base: The value of :func:`digest_with_state` for the scenario's translation when the entry
            was written, which shows whether the scenario has changed it since; "" if unknown.
        notes: Notes for the translator, in English.
        comment: The translator's comment.
        line: The line in its file; 0 if it was not read from a file.
        left_out: The inline codes in the translation that have no text, such as ``ph 3``.
    """

    field: str
    source: str
    repeat: int = 1
    target: str = ""
    state: TranslationState = TranslationState.NEW
    previous: str = ""
    base: str = NO_BASE
    notes: tuple[str, ...] = ()
    comment: str = ""
    line: int = 0
    left_out: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The key of its translation unit."""
        return translation_unit_key(self.field, self.source, self.repeat)

    @property
    def is_pending(self) -> bool:
        """Whether a translator has changed the text or its state since the entry was written."""
        return (
            bool(self.base and self.target)
            and digest_with_state(self.target, self.state) != self.base
        )


@dataclass(frozen=True, slots=True)
class TranslationCatalogue:
    """The texts of a scenario for a translator.

    Attributes:
        scenario: The name of the scenario's file.
        title: The title of the scenario.
        source: The source language.
        target: The target language; "" in a template.
        entries: The texts, in the order of the scenario.
        kept: Translations that are not in the scenario, because their source is gone or they lost
            a conflict. They are stored until the user decides about them.
        language_line: The line of the file that names the languages; 0 if it was not read from
            a file.
    """

    scenario: str
    title: str
    source: str
    target: str
    entries: tuple[CatalogueEntry, ...]
    kept: tuple[CatalogueEntry, ...] = ()
    language_line: int = 0


def digest_with_state(target: str, state: TranslationState) -> str:
    """Return a digest of a translation, followed by its state: ``1a2b3c4d5e draft``."""
    return f"{short_digest(target)} {state}"


def catalogue_of(
    scenario: Scenario, record: TextRecord, name: str, source: str, target: str
) -> TranslationCatalogue:
    """Return the texts of a scenario for a translator.

    Args:
        scenario: The scenario.
        record: The record of its translations.
        name: The name of its file.
        source: The language to translate from.
        target: The language to translate to; "" for a template without translations.
    """
    units = translation_units_of(scenario, source, target, record)
    entries = tuple(_catalogue_entry(scenario, unit) for unit in units)
    kept_entries = tuple(
        CatalogueEntry(each.field, each.source, target=each.target, state=TranslationState.DRAFT)
        for each in record.kept
        if each.language == target
    )
    return TranslationCatalogue(name, scenario.title, source, target, entries, kept_entries)


def _catalogue_entry(scenario: Scenario, unit: TranslationUnit) -> CatalogueEntry:
    return CatalogueEntry(
        unit.field,
        unit.source,
        unit.repeat,
        unit.target,
        unit.state,
        unit.previous,
        digest_with_state(unit.target, unit.state),
        tuple(_translator_notes(scenario, unit)),
    )


def _translator_notes(scenario: Scenario, unit: TranslationUnit) -> Iterator[str]:
    """Yield the notes for the translator: field, paragraph and length; then the hexes, if any."""
    is_label = unit.field == LABELS
    is_title = unit.field in _TITLES or is_label
    is_single = is_label or unit.total == 1 or not unit.number
    paragraph = "" if is_single else f", paragraph {unit.number} of {unit.total}"
    scope = ", the whole text" if unit.total > 1 and not unit.number else ""
    yield f"{unit.field}{paragraph}{scope}; {len(unit.source)} characters" + (
        ", one line" if is_title else ""
    )
    hexes = list(
        _label_hex_names(scenario, unit)
        if is_label
        else dict.fromkeys(_mentioned_hex_names(scenario, unit.source))
    )
    if hexes:
        yield f"hexes: {', '.join(hexes)}"


def _label_hex_names(scenario: Scenario, unit: TranslationUnit) -> Iterator[str]:
    """Yield the names of the hexes with the label of a unit."""
    label = scenario.label_texts[unit.number - 1]
    for hex_, lines in scenario.labels.items():
        if joined_label(lines) == label:
            yield scenario.board.name(hex_)


def _mentioned_hex_names(scenario: Scenario, text: str) -> Iterable[str]:
    """Yield the names of the hexes that a text mentions, each with its label, if any."""
    for name in _HEX.findall(text):
        with suppress(NotationError):
            label = " ".join(scenario.labels.get(scenario.board.hex(name), ()))
            yield f"{name} ({label})" if label else name


def update_catalogue(new: TranslationCatalogue, old: TranslationCatalogue) -> TranslationCatalogue:
    """Return the catalogue with which to overwrite an older one.

    A translator's comments and changes that have not yet been imported are preserved; changes
    whose source no longer exists go to the kept entries, unless the scenario has them now as the
    translation of a changed source.
    """
    old_entries = {entry.key: entry for entry in old.entries}
    entries = tuple(_update_entry(entry, _older_entry(entry, old_entries)) for entry in new.entries)
    current_keys = {entry.key for entry in entries}
    placed_texts = {(entry.field, entry.target) for entry in entries}
    known_texts = {(entry.field, entry.source, entry.target) for entry in new.kept}
    others = (
        *(e for e in old.entries if e.is_pending and e.key not in current_keys),
        *old.kept,
    )
    kept_entries = [*new.kept]
    for entry in others:
        text = (entry.field, entry.source, entry.target)
        if text not in known_texts and (entry.field, entry.target) not in placed_texts:
            known_texts.add(text)
            kept_entries.append(entry)
    return replace(new, entries=entries, kept=tuple(kept_entries))


def _older_entry(
    entry: CatalogueEntry, old_entries: Mapping[str, CatalogueEntry]
) -> CatalogueEntry | None:
    """Return the old entry for a text; if there is none, the one for its previous source."""
    old = old_entries.get(entry.key)
    if old is None and entry.previous:
        old = old_entries.get(translation_unit_key(entry.field, entry.previous, entry.repeat))
        return replace(entry, comment=old.comment) if old else None
    return old


def _update_entry(entry: CatalogueEntry, old: CatalogueEntry | None) -> CatalogueEntry:
    if old is None:
        return entry
    if not old.is_pending:
        return replace(entry, comment=old.comment)
    pending = replace(old, notes=entry.notes, line=0)
    return entry if (old.target, old.state) == (entry.target, entry.state) else pending
