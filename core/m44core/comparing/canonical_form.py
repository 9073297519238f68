"""The canonical form of a scenario, which does not depend on how its file was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.catalogue.unit_traits import UnitProfile
from m44core.hexes import Hex
from m44core.io.vocabulary.field_values import TEXT_FIELDS
from m44core.io.vocabulary.hexagon_entries import hex_of_entry
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    Extra,
    HexContent,
    MedalTerms,
    Player,
    Tag,
    Texts,
    Unit,
)
from m44core.model.special_rules import ForeignRule, SpecialRules, StatedRule
from m44core.model.unit_profiles import unit_profile_on


def canonical_form(scenario: Scenario) -> Scenario:
    """Return the scenario in canonical form: defaults written out, redundant entries left out.

    The default number of figures is written out, objectives have all their terms, and groups are
    sorted; empty texts and labels, options that are off and boxes that are not ticked are left out.
    """
    return replace(
        scenario,
        hexes={hex_: _canonical_content(scenario, hex_) for hex_ in scenario.hexes},
        labels=_canonical_labels(scenario.labels),
        briefing=_canonical_briefing(scenario.briefing),
        texts={language: _canonical_texts(texts) for language, texts in scenario.texts.items()},
        packs=scenario.packs.listed(),
        board_extra=_canonical_board_extra(scenario),
    )


def _canonical_content(scenario: Scenario, hex_: Hex) -> HexContent:
    content = scenario.at(hex_)
    unit, tags = content.unit, content.tags
    if unit is None and not tags:
        return content
    return replace(
        content,
        unit=_canonical_unit(unit, unit_profile_on(scenario, hex_)) if unit else None,
        tags=tuple(_canonical_tag(tag, hex_, scenario.catalogue) for tag in tags),
    )


def _canonical_unit(unit: Unit, profile: UnitProfile | None) -> Unit:
    default_figures = profile.figures if profile else None
    return replace(
        unit,
        figures=default_figures if unit.figures is None else unit.figures,
        behavior=unit.behavior or None,
        equipment=unit.equipment or None,
    )


def _canonical_tag(tag: Tag, hex_: Hex, catalogue: Catalogue) -> Tag:
    element = catalogue.get(tag.name, Layer.TAG)
    is_medal = element is not None and element.medal
    group = set(tag.group or ())
    if is_medal:
        group.discard(hex_)  # it counts among its hexes in any case
    return replace(
        tag,
        behavior=tag.behavior or None,
        group=tuple(sorted(group, key=lambda other: (other.row, other.col))) or None,
        medal=_canonical_terms(tag.medal, is_medal),
    )


def _canonical_terms(terms: MedalTerms | None, is_medal: bool) -> MedalTerms | None:
    medal_terms = terms or MedalTerms()
    medal_terms = replace(medal_terms, extra=_enabled_entries(medal_terms.extra))
    return medal_terms if is_medal or medal_terms != MedalTerms() else None


def _enabled_entries(entries: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in entries.items() if value not in (None, False)}


def _canonical_labels(labels: Mapping[Hex, tuple[str, ...]]) -> dict[Hex, tuple[str, ...]]:
    stripped = {hex_: tuple(line.strip() for line in lines) for hex_, lines in labels.items()}
    stripped_labels = {hex_: tuple(filter(None, lines)) for hex_, lines in stripped.items()}
    return {hex_: lines for hex_, lines in stripped_labels.items() if lines}


def _canonical_board_extra(scenario: Scenario) -> Extra:
    """Return the unknown entries of the board; labels name their hexes, empty ones are dropped."""
    entries = scenario.board_extra.get("labels")
    if not isinstance(entries, list):
        return scenario.board_extra
    labels = [
        _label_with_hex_name(entry, scenario.board)
        for entry in entries
        if not _is_empty_label(entry)
    ]
    other_entries = {key: value for key, value in scenario.board_extra.items() if key != "labels"}
    return {**other_entries, "labels": labels} if labels else other_entries


def _is_empty_label(label: object) -> bool:
    """Return whether a label has a position but no text."""
    if not isinstance(label, dict) or not label.keys() <= {"row", "col", "text"}:
        return False
    text = label.get("text")
    lines = text if isinstance(text, list) else [text]
    return all(line is None or (isinstance(line, str) and not line.strip()) for line in lines)


def _label_with_hex_name(label: object, board: Board) -> object:
    hex_ = hex_of_entry(label, board)
    if hex_ is None or not isinstance(label, dict):
        return label
    other_entries = {key: value for key, value in label.items() if key not in ("row", "col")}
    return {"hex": board.name(hex_), **other_entries}


def _canonical_briefing(briefing: Briefing) -> Briefing:
    return replace(
        briefing,
        top=_canonical_player(briefing.top),
        bottom=_canonical_player(briefing.bottom),
        operation=briefing.operation or None,
        extra={key: value for key, value in briefing.extra.items() if value != ""},
        special_rules=SpecialRules(
            {key: rule for key, rule in briefing.special_rules.stated.items() if _is_rule_on(rule)}
        ),
    )


def _is_rule_on(rule: StatedRule) -> bool:
    return not isinstance(rule, ForeignRule) or not rule.is_off


def _canonical_player(player: Player) -> Player:
    return replace(player, country=player.country or None)


def _canonical_texts(texts: Texts) -> Texts:
    fields = {field: _canonical_text(getattr(texts, field)) for field in TEXT_FIELDS}
    labels = {label: text for label, text in texts.labels.items() if text.strip()}
    return replace(texts.with_texts(fields), labels=labels)


def _canonical_text(text: str | None) -> str | None:
    """Return a text without invisible white space; None if nothing is left."""
    return "\n".join(line.rstrip() for line in (text or "").splitlines()).strip() or None
