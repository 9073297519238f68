"""Writing the special rules of a scenario as .m44 files have them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from m44core.board import Board
from m44core.catalogue.types import Layer
from m44core.io.vocabulary.official_rules import (
    MARK,
    VICTORY,
    read_rule,
    read_victory,
    shape_of,
    written_rule,
)
from m44core.io.vocabulary.words import name
from m44core.model.declared import Declaration, OfSide, OfUnit, Record, Several, Shape, declarations
from m44core.model.special_rules import Foreign, SpecialRules, Stated

Raw = dict[str, object]


def written_options(rules: SpecialRules, board: Board, said: Mapping[str, object]) -> Raw:
    """Return the options that say what *rules* say.

    Args:
        rules: What to say.
        board: The board of the scenario.
        said: What the file they come from says that they do not tell apart, by its keys.
    """
    return dict(_written_options(rules, board, said))


def _written_options(
    rules: SpecialRules, board: Board, said: Mapping[str, object]
) -> Iterator[tuple[str, object]]:
    for key, stated in rules.stated.items():
        if isinstance(stated, Foreign):
            declared = declarations().by_key(key) if stated.ours else None
            if declared is None:
                yield key.removeprefix(MARK), stated.value
            elif not declared.condition:
                yield declared.m44, to_theirs(shape_of(declared), stated.value)
        else:
            declared = declarations().of(stated)
            if not declared.condition:
                raw = said.get(declared.m44)
                same = declared.m44 in said and read_rule(declared, raw, board) == stated
                yield declared.m44, raw if same else written_rule(stated, board)


def written_victory(
    rules: SpecialRules, left: object, board: Board, said: Mapping[str, object]
) -> object:
    """Return the conditions of victory: those *rules* state, then those that are *left*."""
    declared = [each for each in declarations() if each.condition]
    stated = {each.key: rules.stated[each.key] for each in declared if each.key in rules.stated}
    if VICTORY in said and read_victory(said[VICTORY], board) == (stated, left):
        return said[VICTORY]
    if not stated:
        return left
    conditions = [
        {each.m44: value}
        for each in declared
        if each.key in stated
        for value in _conditions(each, stated[each.key], board)
    ]
    others = left if isinstance(left, dict) else {}
    return {**others, "condition": [*conditions, *others.get("condition", [])]}


def _conditions(declared: Declaration, rule: Stated, board: Board) -> list[object]:
    if not isinstance(rule, Foreign):
        said: list[object] = written_rule(rule, board)
        return said
    value = to_theirs(shape_of(declared), rule.value)
    return value if isinstance(value, list) else [value]


def to_theirs(shape: Shape, said: object) -> object:
    """Return a value of our files by the words of .m44 files, as far as it has any."""
    match shape:
        case OfSide() if said in ("axis", "allies"):
            return str(said).upper()
        case OfUnit():
            return _unit_in_their_words(said)
        case Several() if isinstance(said, list):
            return [to_theirs(shape.each, each) for each in said]
        case Record() if isinstance(said, dict):
            parts = {part.word: part for part in shape.parts}
            theirs = {
                parts[key].m44 if key in parts else key: to_theirs(parts[key].shape, value)
                if key in parts
                else value
                for key, value in said.items()
            }
            is_pair = shape.pair and [*said] == [part.word for part in shape.parts]
            return [*theirs.values()] if is_pair else theirs
    return said


def _unit_in_their_words(said: object) -> object:
    raw = {"is": said} if isinstance(said, str) else said
    if not isinstance(raw, dict) or not isinstance(raw.get("is"), str):
        return said
    theirs: Raw = {"name": name(raw["is"], Layer.UNIT)}
    rest = {k: v for k, v in raw.items() if k not in ("is", "figures")}
    if isinstance(raw.get("badge"), str):
        theirs["badge"] = name(rest.pop("badge"), Layer.BADGE)
    return theirs | ({"nbr_units": raw["figures"]} if "figures" in raw else {}) | rest


def said_otherwise(
    info: Mapping[str, object], rules: SpecialRules, left: object, board: Board
) -> Raw:
    """Return what a file says of special rules in another way than it would be written now."""
    options = info.get("options")
    said: Raw = {}
    for key, value in written_options(rules, board, {}).items():
        raw = options.get(key) if isinstance(options, dict) else None
        if raw is not None and not _is_the_same(raw, value):
            said[key] = raw
    victory = written_victory(rules, left, board, {})
    if VICTORY in info and not _is_the_same(info[VICTORY], victory):
        said[VICTORY] = info[VICTORY]
    return said


def _is_the_same(one: object, other: object) -> bool:
    return json.dumps(one) == json.dumps(other)
