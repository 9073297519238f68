"""Preserving the form in which an .m44 file was written: its key order and value types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from m44core.io.m44.encode import encode, merged_order, nonstandard_rules, written_medal
from m44core.io.origin import Origin, WrittenForm
from m44core.io.vocabulary.hexagon_entries import row_and_column
from m44core.io.vocabulary.m44_rules import VICTORY
from m44core.model.scenario import Scenario

Raw = dict[str, object]


def in_original_form(new: Raw, old: Mapping[str, object]) -> Raw:
    """Return *new* content with the key order and value types of *old*.

    Empty ``packs`` are left out if *old* has no such key.
    """
    new = {key: value for key, value in new.items() if value or key != "packs" or key in old}
    result = {key: _in_form_of(value, old.get(key)) for key, value in new.items() if key != "board"}
    board = new.get("board")
    if isinstance(board, dict):
        result["board"] = _board_in_form_of(board, old.get("board"))
    return _in_order_of(result, old, new)


def _in_order_of(raw: Raw, old: Mapping[str, object], canonical: Mapping[str, object]) -> Raw:
    """Return *raw* in the key order of *old*; new keys take their canonical position."""
    return merged_order({key: raw[key] for key in canonical}, [key for key in old if key in raw])


def _in_form_of(new: object, old: object) -> object:
    if isinstance(new, dict) and isinstance(old, dict):
        return _in_order_of({k: _in_form_of(v, old.get(k)) for k, v in new.items()}, old, new)
    if isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
        return [_in_form_of(a, b) for a, b in zip(new, old, strict=True)]
    return _scalar_in_form_of(new, old)


def _scalar_in_form_of(new: object, old: object) -> object:
    """Return a scalar, as a number if the old value was one and the new text allows it."""
    if type(new) is type(old) or isinstance(new, bool) or isinstance(old, bool):
        return new
    if isinstance(old, int) and isinstance(new, str) and new.isascii() and new.isdigit():
        return int(new)
    if isinstance(old, float) and str(new) == str(old).removesuffix(".0"):
        return old
    return new


def _board_in_form_of(new: Raw, old: object) -> Raw:
    if not isinstance(old, dict):
        return new
    result = {key: _in_form_of(value, old.get(key)) for key, value in new.items()}
    result["hexagons"] = _in_form_of_same_hex(new["hexagons"], old.get("hexagons"))
    result["labels"] = _in_form_of_same_hex(new["labels"], old.get("labels"))
    return _in_order_of(result, old, new)


def _in_form_of_same_hex(new: object, old: object) -> object:
    if not isinstance(new, list):
        return new
    old_entries = {row_and_column(entry): entry for entry in old} if isinstance(old, list) else {}
    return [_entry_in_form_of(entry, old_entries.get(row_and_column(entry))) for entry in new]


def _entry_in_form_of(new: object, old: object) -> object:
    """Return the entry of a hexagon or a label in the form of the old entry of the same hex."""
    if not isinstance(new, dict) or not isinstance(old, dict):
        return new
    result = {key: _piece_in_form_of(value, old.get(key)) for key, value in new.items()}
    if isinstance(new.get("tags"), list) and isinstance(old.get("tags"), list):
        result["tags"] = _tags_in_form_of(new["tags"], old["tags"])
    return _in_order_of(result, old, new)


def _piece_in_form_of(new: object, old: object) -> object:
    """Return a piece in the form of the old one if it has the same name."""
    if not isinstance(new, dict) or not isinstance(old, dict) or new.get("name") != old.get("name"):
        return new
    result = {key: _in_form_of(value, old.get(key)) for key, value in new.items()}
    return _in_order_of(result, old, new)


def _tags_in_form_of(new: list[object], old: list[object]) -> list[object]:
    """Return tags, each in the form of the first unused old tag of the same name."""
    unused_tags = list(old)
    return [_piece_in_form_of(tag, _pop_same_name(tag, unused_tags)) for tag in new]


def _pop_same_name(tag: object, unused_tags: list[object]) -> object:
    name = tag.get("name") if isinstance(tag, dict) else None
    for index, candidate in enumerate(unused_tags):
        if isinstance(candidate, dict) and candidate.get("name") == name:
            return unused_tags.pop(index)
    return None


def written_form(origin: Origin) -> WrittenForm:
    """Return how the original file writes values that have several equivalent forms."""
    if origin.written is not None:
        return origin.written
    if origin.tree is None or origin.read is None:
        return WrittenForm()
    return _written_form_of(origin.tree, origin.read)


def with_written_form(origin: Origin) -> Origin:
    """Return an origin with its :func:`written_form` set, for writing files in our own formats."""
    return replace(origin, written=written_form(origin))


def _written_form_of(tree: Mapping[str, object], scenario: Scenario) -> WrittenForm:
    """Return how *tree* writes the values of *scenario* that have several equivalent forms."""
    canonical = encode(replace(scenario, hexes={}, labels={}))
    game_info = tree.get("game_info")
    operation = game_info.get("operationID") if isinstance(game_info, dict) else None
    return WrittenForm(
        game_info=_key_order(game_info, canonical.get("game_info")),
        text=_text_key_orders(tree.get("text"), canonical.get("text")),
        figures_as_number=_writes_figures_as_numbers(tree),
        operation_as_number=isinstance(operation, int),
        medals=_medal_key_orders(tree, scenario),
        special_rules=_nonstandard_rule_values(game_info, scenario),
    )


def _nonstandard_rule_values(info: object, scenario: Scenario) -> Raw:
    rules, extra = scenario.briefing.special_rules, scenario.briefing.extra
    if not isinstance(info, dict):
        return {}
    return nonstandard_rules(info, rules, extra.get(VICTORY), scenario.board)


def _key_order(raw: object, canonical: object) -> tuple[str, ...]:
    if not isinstance(raw, dict) or not isinstance(canonical, dict):
        return ()
    return () if list(raw) == list(canonical) else tuple(raw)


def _text_key_orders(raw: object, canonical: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(raw, dict) or not isinstance(canonical, dict):
        return {}
    orders = {language: _key_order(raw[language], canonical.get(language)) for language in raw}
    return {language: order for language, order in orders.items() if order}


def _hexagons(tree: Mapping[str, object]) -> list[Raw]:
    board = tree.get("board")
    hexagons = board.get("hexagons") if isinstance(board, dict) else None
    return [raw for raw in hexagons if isinstance(raw, dict)] if isinstance(hexagons, list) else []


def _writes_figures_as_numbers(tree: Mapping[str, object]) -> bool:
    """Return whether the file writes figures as numbers.

    If it has no figures, its status or software shows whether a server wrote it.
    """
    for hexagon in _hexagons(tree):
        unit = hexagon.get("unit")
        figures = unit.get("nbr_units") if isinstance(unit, dict) else None
        if isinstance(figures, (int, str)):
            return isinstance(figures, int)
    meta = tree.get("meta_data")
    if not isinstance(meta, dict):
        return False
    software = str(meta.get("software", ""))
    return meta.get("status") in ("GAME", "APPROVED") or software.startswith("UpdateScenario")


def _medal_key_orders(tree: Mapping[str, object], scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Return the key order of each medal's terms that we would write differently, by pointer."""
    hexes = {(hex_.row, hex_.col): hex_ for hex_ in scenario.hexes}
    key_orders = {}
    for hexagon in _hexagons(tree):
        hex_ = hexes.get(row_and_column(hexagon) or (-1, -1))
        if hex_ is None:
            continue
        tags = zip(_well_formed_tags(hexagon), scenario.hexes[hex_].tags, strict=False)
        for number, (raw, tag) in enumerate(tags):
            medal = raw.get("medal")
            if isinstance(medal, dict) and tag.medal and [*medal] != [*written_medal(tag.medal)]:
                key_orders[f"/hexes/{scenario.board.name(hex_)}/tags/{number}"] = tuple(medal)
    return key_orders


def _well_formed_tags(hexagon: Raw) -> list[Raw]:
    tags = hexagon.get("tags")
    if not isinstance(tags, list):
        return []
    return [tag for tag in tags if isinstance(tag, dict) and isinstance(tag.get("name"), str)]
