"""Putting translations into a scenario, with what is known of them into its record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from m44core.model.edits.briefing_edits import set_text, set_texts
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.translate.paragraphs import laid, paragraphs_of
from m44core.translate.record import UNPLACED, Kept, Record, Translated
from m44core.translate.states import State
from m44core.translate.units import (
    LABELS,
    Unit,
    left_over,
    text_of,
    units_of,
    words_of_labels,
)


def with_units(
    scenario: Scenario, record: Record, source: str, target: str, changed: Iterable[Unit]
) -> tuple[Scenario, Record]:
    """Return the scenario with other translations, and the record that goes with it.

    A paragraph that has no translation yet stands in its text as the source has it, for players
    need every rule; a text none of whose paragraphs is translated is left out. What was
    translated from paragraphs that are no longer there is kept in the record.

    Args:
        scenario: The scenario.
        record: What is known of its translations.
        source: The language of what is translated.
        target: The language of the translations.
        changed: Units of :func:`m44core.translate.units.units_of` with other targets or states.
    """
    new = {unit.key: unit for unit in changed}
    units = [new.get(unit.key, unit) for unit in units_of(scenario, source, target, record)]
    fields = dict.fromkeys(unit.field for unit in units if unit.key in new)
    gone = [each for each in left_over(scenario, source, target, record) if each.field in fields]
    for field in fields:
        of_field = [unit for unit in units if unit.field == field]
        put = _with_labels if field == LABELS else _with_field
        scenario, record = put(scenario, record, source, target, of_field)
    kept = (Kept(target, each.field, each.source, each.target, UNPLACED) for each in gone)
    return scenario, record.keeping(*kept)


def _with_field(
    scenario: Scenario, record: Record, source: str, target: str, units: Sequence[Unit]
) -> tuple[Scenario, Record]:
    field = units[0].field
    said = text_of(scenario, source, field)
    before = text_of(scenario, target, field)
    if units[0].number == 0:  # the text as a whole
        after = laid_as(before, said, units[0].target.split("\n"))
    else:
        after = laid_as(before, said, [unit.target or unit.source for unit in units])
    if not any(unit.target for unit in units):
        after = ""
    marks = [_mark(unit) for unit in units] if after else []
    if after != before:
        scenario = set_text(scenario, target, field, after or None)
    return scenario, record.marking(target, field, marks)


def _with_labels(
    scenario: Scenario, record: Record, _: str, target: str, units: Sequence[Unit]
) -> tuple[Scenario, Record]:
    """Return them with what labels are called; those without words there are left out."""
    pairs = zip(scenario.named, units, strict=True)
    words = {label: unit.target for label, unit in pairs if unit.target}
    marks = [Translated(unit.source, unit.state) for unit in units if unit.target]
    if words != words_of_labels(scenario, target):
        texts = scenario.texts.get(target, Texts())
        scenario = set_texts(scenario, target, replace(texts, labels=words))
    return scenario, record.marking(target, LABELS, marks)


def _mark(unit: Unit) -> Translated:
    state = State.DRAFT if unit.state is State.STALE else unit.state
    return Translated(unit.previous or unit.source, state if unit.target else State.NEW)


def laid_as(before: str, source: str, paragraphs: Sequence[str]) -> str:
    """Return paragraphs as a text: laid out as the one before, else as the source, else plainly."""
    said = [part for text in paragraphs for part in paragraphs_of(text)]
    for model in (before, source):
        layout = laid(model)
        if len(layout.paragraphs) == len(said):
            return layout.filled(said)
    return "\n".join(said)
