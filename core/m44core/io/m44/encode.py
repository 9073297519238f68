"""Encodes a scenario as the content of an .m44 file, in the form the official editor writes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.io.origin import WrittenForm
from m44core.io.vocabulary.codes import code_for, name_for
from m44core.io.vocabulary.field_values import (
    TEXT_FIELDS,
    WORKSHOP_LABELS,
    code_of,
    has_foreign_face,
    with_allowances,
    written_allowances,
    written_further_terms,
    written_packs,
)
from m44core.io.vocabulary.hexagon_entries import entry_sort_key, orientation_count
from m44core.io.vocabulary.m44_rules import (
    M44_PREFIX,
    VICTORY,
    read_rule,
    read_victory,
    shape_of,
    written_rule,
)
from m44core.io.vocabulary.position_fields import POSITION_KEY, written_position
from m44core.model.rule_declarations import (
    Declaration,
    ListShape,
    RecordShape,
    Shape,
    SideShape,
    UnitShape,
    declarations,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Piece, Player, Tag, Texts, Unit
from m44core.model.special_rules import ForeignRule, SpecialRules, StatedRule

Raw = dict[str, object]

MEDAL_TERMS: Mapping[str, object] = {"permanent": False, "counts_for": 1, "nbr_hex": 1}


def encode(scenario: Scenario, written: WrittenForm = WrittenForm()) -> Raw:  # noqa: B008 - it is immutable
    """Return a scenario as the content of an .m44 file.

    Args:
        scenario: The scenario.
        written: The notation of values that have several equivalent forms.
    """
    return _with_extra(
        {
            "meta_data": _meta(scenario) or _none_if_unread(scenario.extra, "meta_data", {}),
            "game_info": _game_info(scenario, written)
            or _none_if_unread(scenario.extra, "game_info", {}),
            "board": _board(scenario, written),
            "packs": written_packs(scenario.packs) or _none_if_unread(scenario.extra, "packs", {}),
            "text": _encoded_texts_by_language(scenario, written),
        },
        scenario.extra,
    )


def _meta(scenario: Scenario) -> Raw:
    meta = dict(scenario.meta)
    position = written_position(scenario.position, scenario.board)
    if position is not None:
        meta[POSITION_KEY] = position
    return with_allowances(meta, written_allowances(scenario.allowed)) if scenario.allowed else meta


def _none_if_unread(extra: Mapping[str, object], key: str, value: Raw) -> Raw | None:
    """Return None if *extra* has an unread value for the key, otherwise *value*."""
    return None if key in extra else value


def _with_extra(known_values: Raw, extra: Mapping[str, object]) -> Raw:
    """Return the known values that are not None, followed by unknown keys; known values win.

    An unread value of a known key keeps the position of that key.
    """
    entries = (
        (key, extra.get(key) if value is None else value) for key, value in known_values.items()
    )
    result = {key: value for key, value in entries if value is not None}
    for key, value in extra.items():
        result.setdefault(key, value)
    return result


def _game_info(scenario: Scenario, written: WrittenForm) -> Raw:
    briefing, board, original_values = scenario.briefing, scenario.board, written.special_rules
    rules, unread_victory = briefing.special_rules, briefing.extra.get(VICTORY)
    top, bottom = _player(briefing.top), _player(briefing.bottom)
    operation = briefing.operation
    known_values = {
        "date_begin": briefing.begins and briefing.begins.isoformat(),
        "front": code_of(briefing.front),
        "type": code_of(briefing.kind),
        "starting": code_of(briefing.first),
        **{
            f"{key}_player{number}": player[key]
            for key in ("side", "country", "cards", "victory")
            for number, player in ((1, top), (2, bottom))
        },
        "operationID": _number_or_text(operation) if written.operation_as_number else operation,
        "date_end": briefing.ends and briefing.ends.isoformat(),
        "options": written_options(rules, board, original_values) or None,
        VICTORY: written_victory(rules, unread_victory, board, original_values),
    }
    return _in_key_order(_with_extra(known_values, briefing.extra), written.game_info)


def _number_or_text(digits: str | None) -> int | str | None:
    return int(digits) if digits and digits.isascii() and digits.isdigit() else digits


def _player(player: Player) -> Raw:
    return {
        "side": player.side and player.side.value,
        "country": player.country,
        "cards": player.cards,
        "victory": player.medals,
    }


def _in_key_order(raw: Raw, order: tuple[str, ...]) -> Raw:
    """Return *raw* in the key order *order* unless that is empty; see :func:`merged_order`."""
    if not order:
        return raw
    return merged_order(raw, [key for key in order if key in raw])


def merged_order(raw: Raw, order: list[str]) -> Raw:
    """Return *raw* in the key order *order*; other keys follow their predecessors in *raw*."""
    keys = list(order)
    listed_keys = set(order)
    previous_key: str | None = None
    for key in raw:
        if key not in listed_keys:
            keys.insert(keys.index(previous_key) + 1 if previous_key in keys else 0, key)
        previous_key = key
    return {key: raw[key] for key in keys}


def _board(scenario: Scenario, written: WrittenForm) -> Raw:
    extra = dict(scenario.board_extra)
    hexagons = [
        _hexagon(hex_, content, scenario, written) for hex_, content in scenario.hexes.items()
    ]
    labels = [
        {"row": hex_.row, "col": hex_.col, "text": list(lines)}
        for hex_, lines in scenario.labels.items()
    ]
    return _with_extra(
        {
            "type": scenario.board.type.value,
            "face": None if has_foreign_face(scenario) else scenario.face.value,
            "hexagons": _with_left_out_entries(hexagons, extra.pop("hexagons", [])),
            "labels": _with_left_out_entries(labels, extra.pop("labels", [])),
        },
        extra,
    )


def _with_left_out_entries(entries: list[Raw], left_out: object) -> object:
    """Return the entries together with the ones that were left out, sorted row by row.

    A value that is not a list is returned only if there are no entries.
    """
    if isinstance(left_out, list):
        return sorted([*entries, *left_out], key=entry_sort_key) if left_out else entries
    return entries or left_out


def _hexagon(hex_: Hex, content: HexContent, scenario: Scenario, written: WrittenForm) -> Raw:
    extra, catalogue = dict(content.extra), scenario.catalogue
    tags = _tags(hex_, content, scenario, written) if content.tags else []
    left_out = extra.get("tags")
    if isinstance(left_out, list):
        tags += left_out
    return _with_extra(
        {
            "row": hex_.row,
            "col": hex_.col,
            "terrain": content.terrain and _piece(content.terrain, catalogue),
            "rect_terrain": content.structure and _piece(content.structure, catalogue),
            "obstacle": content.obstacle and _piece(content.obstacle, catalogue),
            "unit": content.unit and _unit(content.unit, written),
            "tags": tags or None,
        },
        extra,
    )


def _piece(piece: Piece, catalogue: Catalogue) -> Raw:
    result: Raw = {"name": piece.name}
    if piece.orientation != 1:
        result["orientation"] = piece.orientation
    elif "orientation" not in piece.extra and (orientation_count(piece.name, catalogue) or 1) > 1:
        result["orientation"] = 1
    if piece.behavior is not None:
        result["behavior"] = code_for(piece.behavior)
    if piece.owner is not None:
        result["original_owner"] = piece.owner.value
    return _with_extra(result, piece.extra) if piece.extra else result


def _unit(unit: Unit, written: WrittenForm) -> Raw:
    figures = unit.figures
    written_figures = figures if figures is None or written.figures_as_number else str(figures)
    return _with_extra(
        {
            "name": unit.name,
            "nbr_units": written_figures,
            "badge": unit.badge,
            "behavior": unit.behavior and code_for(unit.behavior),
            "equipment": unit.equipment,
        },
        unit.extra,
    )


def _tags(hex_: Hex, content: HexContent, scenario: Scenario, written: WrittenForm) -> list[object]:
    pointer = f"/hexes/{scenario.board.name(hex_)}/tags"
    return [
        _tag(tag, scenario, written.medals.get(f"{pointer}/{number}"))
        for number, tag in enumerate(content.tags)
    ]


def _tag(tag: Tag, scenario: Scenario, stated_terms: tuple[str, ...] | None) -> Raw:
    extra = dict(tag.extra)
    unread_group = extra.pop("group", None)
    group: object = None if tag.group is None else [scenario.board.name(h) for h in tag.group]
    if isinstance(group, list) and isinstance(unread_group, list):
        group = [*group, *unread_group]
    elif group is None:
        group = unread_group
    return _with_extra(
        {
            "name": tag.name,
            "behavior": tag.behavior and code_for(tag.behavior),
            "group": group,
            "side": tag.side and tag.side.value,
            "medal": tag.medal and written_medal(tag.medal, stated_terms),
        },
        extra,
    )


def written_medal(terms: MedalTerms, stated_keys: tuple[str, ...] | None = None) -> Raw:
    """Return the terms of a medal as .m44 files write them.

    Args:
        terms: The terms.
        stated_keys: The keys of the terms that are written even with their default value, in
            order; None for all keys.
    """
    known_terms: Raw = {
        "permanent": terms.permanent,
        "counts_for": terms.counts_for,
        "nbr_hex": terms.hexes_needed,
    }
    written_terms = {
        key: value
        for key, value in known_terms.items()
        if stated_keys is None or key in stated_keys or value != MEDAL_TERMS[key]
    }
    return _in_key_order({**written_terms, **written_further_terms(terms)}, stated_keys or ())


def _encoded_texts_by_language(scenario: Scenario, written: WrittenForm) -> Raw | None:
    texts: Raw = {
        language: _in_key_order(_encoded_texts(texts), written.text.get(language, ()))
        for language, texts in scenario.texts.items()
    }
    left_out = scenario.extra.get("text")
    if isinstance(left_out, dict):
        return {**left_out, **texts}
    return texts if texts or left_out is None else None


def _encoded_texts(texts: Texts) -> Raw:
    fields = {key: getattr(texts, key) for key in TEXT_FIELDS}
    labels = {WORKSHOP_LABELS: dict(texts.labels)} if texts.labels else {}
    return _with_extra({**fields, **labels}, texts.extra)


def written_options(
    rules: SpecialRules, board: Board, original_values: Mapping[str, object]
) -> Raw:
    """Return special rules as the options of an .m44 file.

    Args:
        rules: The special rules.
        board: The board of the scenario.
        original_values: The original values that differ from how this program would write them,
            by key.
    """
    return dict(_written_option_items(rules, board, original_values))


def _written_option_items(
    rules: SpecialRules, board: Board, original_values: Mapping[str, object]
) -> Iterator[tuple[str, object]]:
    for key, rule in rules.stated.items():
        if isinstance(rule, ForeignRule):
            declaration = declarations().by_key(key) if rule.is_workshop else None
            if declaration is None:
                yield key.removeprefix(M44_PREFIX), rule.value
            elif not declaration.condition:
                yield declaration.m44, to_m44_value(shape_of(declaration), rule.value)
        else:
            declaration = declarations().of(rule)
            if not declaration.condition:
                raw = original_values.get(declaration.m44)
                is_same = (
                    declaration.m44 in original_values
                    and read_rule(declaration, raw, board) == rule
                )
                yield declaration.m44, raw if is_same else written_rule(rule, board)


def written_victory(
    rules: SpecialRules, unread: object, board: Board, original_values: Mapping[str, object]
) -> object:
    """Return the ``victory`` value of an .m44 file; None if there are no conditions.

    Args:
        rules: The special rules, some of which are victory conditions.
        unread: The part of the value that could not be read; its conditions come last.
        board: The board of the scenario.
        original_values: The original values that differ from how this program would write them,
            by key.
    """
    condition_declarations = [each for each in declarations() if each.condition]
    stated_rules = {
        each.key: rules.stated[each.key]
        for each in condition_declarations
        if each.key in rules.stated
    }
    if VICTORY in original_values and read_victory(original_values[VICTORY], board) == (
        stated_rules,
        unread,
    ):
        return original_values[VICTORY]
    if not stated_rules:
        return unread
    conditions = [
        {each.m44: value}
        for each in condition_declarations
        if each.key in stated_rules
        for value in _written_conditions(each, stated_rules[each.key], board)
    ]
    unread_entries = unread if isinstance(unread, dict) else {}
    return {**unread_entries, "condition": [*conditions, *unread_entries.get("condition", [])]}


def _written_conditions(declaration: Declaration, rule: StatedRule, board: Board) -> list[object]:
    if not isinstance(rule, ForeignRule):
        values: list[object] = written_rule(rule, board)
        return values
    value = to_m44_value(shape_of(declaration), rule.value)
    return value if isinstance(value, list) else [value]


def to_m44_value(shape: Shape, workshop_value: object) -> object:
    """Return a value of our files as .m44 files write it; unknown values stay unchanged."""
    match shape:
        case SideShape() if workshop_value in ("axis", "allies"):
            return str(workshop_value).upper()
        case UnitShape():
            return _m44_unit(workshop_value)
        case ListShape() if isinstance(workshop_value, list):
            return [to_m44_value(shape.each, each) for each in workshop_value]
        case RecordShape() if isinstance(workshop_value, dict):
            parts_by_word = {part.word: part for part in shape.parts}
            m44_value = {
                parts_by_word[key].m44 if key in parts_by_word else key: to_m44_value(
                    parts_by_word[key].shape, value
                )
                if key in parts_by_word
                else value
                for key, value in workshop_value.items()
            }
            is_pair = shape.pair and [*workshop_value] == [part.word for part in shape.parts]
            return [*m44_value.values()] if is_pair else m44_value
    return workshop_value


def _m44_unit(value: object) -> object:
    raw = {"is": value} if isinstance(value, str) else value
    if not isinstance(raw, dict) or not isinstance(raw.get("is"), str):
        return value
    m44_unit: Raw = {"name": name_for(raw["is"], Layer.UNIT)}
    rest = {k: v for k, v in raw.items() if k not in ("is", "figures")}
    if isinstance(raw.get("badge"), str):
        m44_unit["badge"] = name_for(rest.pop("badge"), Layer.BADGE)
    return m44_unit | ({"nbr_units": raw["figures"]} if "figures" in raw else {}) | rest


def nonstandard_rules(
    info: Mapping[str, object], rules: SpecialRules, unread: object, board: Board
) -> Raw:
    """Return the original values of special rules that this program would write differently.

    Args:
        info: The ``game_info`` of the file.
        rules: The special rules that were read from it.
        unread: The part of its victory conditions that could not be read.
        board: The board of the scenario.

    Returns:
        The values by their key in the file.
    """
    options = info.get("options")
    original_values: Raw = {}
    for key, value in written_options(rules, board, {}).items():
        raw = options.get(key) if isinstance(options, dict) else None
        if raw is not None and not _is_equal_json(raw, value):
            original_values[key] = raw
    victory = written_victory(rules, unread, board, {})
    if VICTORY in info and not _is_equal_json(info[VICTORY], victory):
        original_values[VICTORY] = info[VICTORY]
    return original_values


def _is_equal_json(one: object, other: object) -> bool:
    return json.dumps(one) == json.dumps(other)
