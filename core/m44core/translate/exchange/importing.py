"""Importing translators' files: finding the scenario they belong to, and merging their texts.

No translation is lost: translations not merged into a text are kept in the record of the scenario.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from difflib import SequenceMatcher
from enum import StrEnum
from pathlib import Path, PurePosixPath

from m44core.errors import ReadError
from m44core.messages.languages import languages
from m44core.messages.message import Message, enumerated, message
from m44core.model.scenario import Scenario
from m44core.translate.collection import CollectionMember
from m44core.translate.exchange.translation_catalogue import (
    CatalogueEntry,
    TranslationCatalogue,
    digest_with_state,
)
from m44core.translate.placeholders import PlaceholderMismatch, placeholder_mismatch
from m44core.translate.text_languages import (
    declared_code,
    is_known_language,
    is_language_code,
    is_same_language,
    source_language,
)
from m44core.translate.text_record import (
    CONFLICT,
    UNPLACED,
    KeptTranslation,
    TextRecord,
    TranslationState,
)
from m44core.translate.translation_units import (
    TranslationUnit,
    short_digest,
    translation_units_of,
    with_translation_units,
)
from m44core.values import dataclass

_MIN_SIMILARITY = 0.6  # minimum similarity at which a paragraph counts as a changed version
_MAX_COMPARED_LENGTH = 1000  # characters of a paragraph that are compared


class MergeStatus(StrEnum):
    """The result of importing a text from a translator."""

    TAKEN = "taken"  # it is in the scenario now
    STALE = "stale"  # it is in the scenario, but its source has changed since
    CONFLICT = "conflict"  # it was also changed in the scenario
    UNPLACED = "unplaced"  # the scenario no longer has its source
    REFUSED = "refused"  # its placeholders differ from those of its source


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The outcome of importing a text.

    Attributes:
        status: The result.
        entry: The text from the translator.
        ours: The previous translation in the scenario; "" if there was none.
        mismatch: The wrong placeholders if it was refused; otherwise empty.
    """

    status: MergeStatus
    entry: CatalogueEntry
    ours: str = ""
    mismatch: PlaceholderMismatch = PlaceholderMismatch((), ())


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The result of importing a translator's file.

    Attributes:
        scenario: The scenario with the imported translations.
        record: The record of its translations.
        outcomes: The outcomes for the texts that differ from the scenario, in file order.
    """

    scenario: Scenario
    record: TextRecord
    outcomes: tuple[ImportOutcome, ...]


def merge_catalogue(
    scenario: Scenario,
    record: TextRecord,
    catalogue: TranslationCatalogue,
    source: str,
    target: str,
    *,
    theirs: bool = False,
) -> MergeResult:
    """Return a scenario with the translations of a catalogue imported, and the outcomes.

    Args:
        scenario: The scenario.
        record: The record of its translations.
        catalogue: The texts from the translator.
        source: The source language.
        target: The target language.
        theirs: Whether the catalogue wins conflicts; the other text is then kept in the record.
    """
    units = {unit.key: unit for unit in translation_units_of(scenario, source, target, record)}
    outcomes: list[ImportOutcome] = []
    translated_keys = {each.key for each in catalogue.entries if each.target.strip()}
    changed: dict[str, TranslationUnit] = {}
    kept_translations: list[KeptTranslation] = []
    for entry in catalogue.entries:
        if not entry.target.strip():
            continue
        outcome, unit = _import_entry(entry, ChainMap(changed, units), translated_keys, changed)
        if outcome is None:
            continue
        outcomes.append(outcome)
        is_applied = outcome.status in (MergeStatus.TAKEN, MergeStatus.STALE) or (
            outcome.status is MergeStatus.CONFLICT and theirs
        )
        if outcome.status is MergeStatus.CONFLICT or outcome.status is MergeStatus.UNPLACED:
            lost_target = outcome.ours if is_applied else entry.target
            reason = CONFLICT if outcome.status is MergeStatus.CONFLICT else UNPLACED
            kept_translations.append(
                KeptTranslation(target, entry.field, entry.source, lost_target, reason)
            )
        if unit is not None and is_applied:
            changed[unit.key] = unit
    if not outcomes:
        return MergeResult(scenario, record, ())
    scenario, record = with_translation_units(scenario, record, source, target, changed.values())
    known_record = replace(record, source=source).with_kept_translations(*kept_translations)
    return MergeResult(
        scenario,
        _without_placed_translations(known_record, scenario, source, target),
        tuple(outcomes),
    )


def _without_placed_translations(
    record: TextRecord, scenario: Scenario, source: str, target: str
) -> TextRecord:
    """Return the record without kept translations that are now in the scenario."""
    units = translation_units_of(scenario, source, target, record)
    placed_texts = {(unit.field, unit.target) for unit in units if unit.target}
    remaining_kept = tuple(
        each
        for each in record.kept
        if each.language != target or (each.field, each.target) not in placed_texts
    )
    return replace(record, kept=remaining_kept)


def _import_entry(
    entry: CatalogueEntry,
    units: Mapping[str, TranslationUnit],
    translated_keys: Set[str],
    changed: Mapping[str, TranslationUnit],
) -> tuple[ImportOutcome | None, TranslationUnit | None]:
    """Return the outcome for a text and the changed unit.

    Both are None if nothing changes; the unit is None if the text cannot be merged.
    """
    mismatch_found = placeholder_mismatch(entry.source, entry.target)
    if mismatch_found:
        return ImportOutcome(MergeStatus.REFUSED, entry, mismatch=mismatch_found), None
    unit = units.get(entry.key)
    if unit is None and not entry.field:
        unit = _only_unit_with_source(entry.source, units.values())
        entry = replace(entry, field=unit.field) if unit else entry
    if unit is None:
        unit = _successor_unit(entry, units.values(), translated_keys)
        if unit is None:
            return ImportOutcome(MergeStatus.UNPLACED, entry), None
        entry = replace(entry, state=TranslationState.STALE, previous=entry.source)
    target = entry.target.strip()
    changed_unit = replace(unit, target=target, state=entry.state, previous=entry.previous)
    if not _is_changed(entry, unit):
        return None, None
    status = (
        MergeStatus.STALE if changed_unit.state is TranslationState.STALE else MergeStatus.TAKEN
    )
    if unit.target in ("", target):
        return ImportOutcome(status, entry, unit.target), changed_unit
    base = entry.base.partition(" ")[0]
    ours_changed = not base or short_digest(unit.target) != base or unit.key in changed
    return ImportOutcome(
        MergeStatus.CONFLICT if ours_changed else status, entry, unit.target
    ), changed_unit


def _is_changed(entry: CatalogueEntry, unit: TranslationUnit) -> bool:
    """Return whether the translator made a change that the scenario does not yet have."""
    target = entry.target.strip()
    if (target, entry.state) == (unit.target, unit.state):
        return False
    if target == unit.target and not entry.base:
        return (
            unit.state in (TranslationState.DRAFT, TranslationState.STALE)
            and entry.state is TranslationState.DONE
        )
    return not entry.base or digest_with_state(target, entry.state) != entry.base


def _only_unit_with_source(source: str, units: Iterable[TranslationUnit]) -> TranslationUnit | None:
    """Return the only unit with a source, for an entry without context; None if not exactly one."""
    matches = [unit for unit in units if unit.source == source]
    return matches[0] if len(matches) == 1 else None


def _successor_unit(
    entry: CatalogueEntry, units: Iterable[TranslationUnit], translated_keys: Set[str]
) -> TranslationUnit | None:
    """Return the unit whose source has replaced the source of an entry, or None.

    Units for which the file has a translation are left out.
    """
    free_units = [
        each for each in units if each.field == entry.field and each.key not in translated_keys
    ]
    for unit in free_units:
        if unit.previous == entry.source:
            return unit
    best = max(_similar_units(entry.source, free_units), key=lambda result: result[0], default=None)
    return best[1] if best and best[0] >= _MIN_SIMILARITY else None


def _similar_units(
    source: str, units: Iterable[TranslationUnit]
) -> Iterator[tuple[float, TranslationUnit]]:
    matcher = SequenceMatcher(None, b=source[:_MAX_COMPARED_LENGTH], autojunk=False)
    for unit in units:
        matcher.set_seq1(unit.source[:_MAX_COMPARED_LENGTH])
        if (
            matcher.real_quick_ratio() >= _MIN_SIMILARITY
            and matcher.quick_ratio() >= _MIN_SIMILARITY
        ):
            yield matcher.ratio(), unit


def match_scenario(
    catalogue: TranslationCatalogue, path: Path, members: Sequence[CollectionMember]
) -> CollectionMember:
    """Return the scenario that a file belongs to: the only one, or the one with the same name.

    Raises:
        ReadError: there is no such scenario, or more than one.
    """
    if len(members) == 1:
        return members[0]
    matches = [member for member in members if member.name == catalogue.scenario]
    stem = PurePosixPath(path.with_suffix("").as_posix())
    matches = matches or [member for member in members if _path_ends_with(stem, member.stem)]
    if len(matches) == 1:
        return matches[0]
    problem = message(
        "no scenario {name} was found for this file; name the scenario instead of its folder",
        name=catalogue.scenario or stem.name,
    )
    raise ReadError(_located_problem(path, 1, problem))


def _path_ends_with(path: PurePosixPath, stem: str) -> bool:
    parts = PurePosixPath(stem).parts
    return path.parts[-len(parts) :] == parts


def match_languages(
    catalogue: TranslationCatalogue,
    path: Path,
    scenario: Scenario,
    record: TextRecord,
    requested: str | None,
) -> tuple[str, str]:
    """Return the source and target languages of a file, spelled as in the scenario.

    Args:
        catalogue: The content of the file.
        path: The file; if its folder is named after a language, that is its target language.
        scenario: The scenario it belongs to.
        record: The record of the scenario's translations.
        requested: The target language given with ``--to``, which may be new to the scenario; None
            if it was not given.

    Raises:
        ReadError: the file names no language, a different one, the source language, or one that
            is unknown to the scenario and the program.
    """
    line = catalogue.language_line or 1
    language = catalogue.target or requested
    if not language or not is_language_code(language):
        text = message("the file does not state its language; add --to LANGUAGE")
        raise ReadError(_located_problem(path, line, text))
    folder = path.parent.name
    expected = requested or (folder if is_known_language(scenario, folder) else language)
    if not is_same_language(language, expected):
        text = message(
            "the file is in {said!r}, not in {expected!r}", said=language, expected=expected
        )
        raise ReadError(_located_problem(path, line, text))
    source = (
        declared_code(scenario, catalogue.source)
        if catalogue.source
        else source_language(scenario, record)
    )
    if is_same_language(language, source):
        raise ReadError(
            _located_problem(
                path,
                line,
                message("the file is in {said!r}, which is the source language", said=language),
            )
        )
    if not requested and not is_known_language(scenario, language):
        known_codes = enumerated(dict.fromkeys((*scenario.texts, *languages())))
        text = message(
            "unknown language {said!r} (languages of the scenario and the program: {known}); "
            "add --to {said} to start it",
            said=language,
            known=known_codes,
        )
        raise ReadError(_located_problem(path, line, text))
    return source, declared_code(scenario, language)


def _located_problem(path: Path, line: int, problem: Message) -> Message:
    return message("{file}:{line}: {said}", file=str(path), line=line, said=problem)
