"""Compares two scenarios key by key, both as workshop documents in canonical form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from m44core.comparing.canonical_form import canonical_form
from m44core.comparing.differences import (
    Catalogues,
    Change,
    ChangeKind,
    Comparison,
    HexChange,
    TextChange,
    Value,
)
from m44core.hexes import Hex
from m44core.io.vocabulary.field_values import LABELS, TEXT_FIELDS
from m44core.io.workshop.encode import encode
from m44core.model.scenario import Scenario

_LAYERS = ("terrain", "structure", "obstacle", "unit", "tags", "m44")
_PLAYERS = ("top", "bottom")

Raw = dict[str, Any]
Path = tuple[str, ...]


def compare_scenarios(before: Scenario, after: Scenario) -> Comparison:
    """Return the differences in meaning between two scenarios.

    Boards of different formats have no hexes in common: the difference in format is reported, and
    everything but the hexes is compared.
    """
    old, new = _as_document(before), _as_document(after)
    both_catalogues = before.catalogue, after.catalogue
    hexes = changes_with_moves(_hex_changes(old, new, after)) if before.board is after.board else {}
    briefing = _briefing_changes(old.get("briefing", {}), new.get("briefing", {}))
    return Comparison(
        before,
        after,
        board=_changes_below(old, new, "board"),
        hexes={
            hex_: tuple(_change_with_catalogues(both_catalogues, each) for each in hexes[hex_])
            for hex_ in hexes
        },
        briefing=tuple(replace(each, catalogues=both_catalogues) for each in briefing),
        packs=_changes_below(old, new, "packs"),
        texts=tuple(_text_changes(old.get("texts", {}), new.get("texts", {}))),
        meta=tuple(_meta_changes(old, new)),
    )


def _as_document(scenario: Scenario) -> Raw:
    """Return the workshop document of a scenario, without abbreviations."""
    return encode(canonical_form(scenario), short=False)


def _change_with_catalogues(catalogues: Catalogues, change: HexChange) -> HexChange:
    """Return a change of a hex, and of its properties, with the catalogues of both scenarios."""
    inner = tuple(replace(each, catalogues=catalogues) for each in change.changes)
    return replace(change, catalogues=catalogues, changes=inner)


def _changes_below(old: Raw, new: Raw, key: str) -> tuple[Change, ...]:
    return tuple(_value_changes(old.get(key, {}), new.get(key, {}), (key,)))


def _meta_changes(old: Raw, new: Raw) -> Iterator[Change]:
    """Yield the differences in information about the file."""
    yield from _changes_below(old, new, "meta")
    yield from _changes_below(old, new, "m44")
    yield from _value_changes(old.get("allow"), new.get("allow"), ("allow",))
    yield from _text_meta_changes(old, new)


def _value_changes(before: Value, after: Value, path: Path) -> Iterator[Change]:
    """Yield the difference between two values, if any; for mappings, the differences of entries."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in {**before, **after}:
            yield from _value_changes(before.get(key), after.get(key), (*path, key))
    elif before != after:
        yield Change(path, before, after)


def _briefing_changes(before: Raw, after: Raw) -> Iterator[Change]:
    """Yield the differences of the briefing by entry, with players and options last."""
    last_keys = (*_PLAYERS, "options", "m44")
    defaults: Raw = {key: {} for key in last_keys}
    keys = {**before, **after}
    for key in (*(key for key in keys if key not in last_keys), *last_keys):
        old, new = before.get(key, defaults.get(key)), after.get(key, defaults.get(key))
        yield from _value_changes(old, new, ("briefing", key))


def _text_changes(before: Raw, after: Raw) -> Iterator[TextChange]:
    for language in {**before, **after}:
        old, new = before.get(language, {}), after.get(language, {})
        for field in TEXT_FIELDS:
            if old.get(field) != new.get(field):
                yield TextChange(language, field, old.get(field), new.get(field))
        yield from _label_changes(language, old.get(LABELS, {}), new.get(LABELS, {}))


def _label_changes(
    language: str, old: Mapping[str, str], new: Mapping[str, str]
) -> Iterator[TextChange]:
    if old != new:
        yield TextChange(language, LABELS, _labels_as_text(old), _labels_as_text(new))


def _labels_as_text(labels: Mapping[str, str]) -> str | None:
    """Return the wording of labels as one text, a line for each label; None without labels."""
    return "\n".join(f"{label}: {word}" for label, word in labels.items()) or None


def _text_meta_changes(old: Raw, new: Raw) -> Iterator[Change]:
    """Yield the differences of the entries stored next to the texts, such as a timestamp."""
    before, after = old.get("texts", {}), new.get("texts", {})
    for language in {**before, **after}:
        old_entries, new_entries = (
            texts.get(language, {}).get("m44", {}) for texts in (before, after)
        )
        yield from _value_changes(old_entries, new_entries, ("texts", language, "m44"))


def _hex_changes(old: Raw, new: Raw, scenario: Scenario) -> dict[Hex, tuple[HexChange, ...]]:
    """Return the differences on each hex that has any, keyed by hex, row by row."""
    changes_by_hex = {}
    for hex_ in scenario.board.hexes:
        name = scenario.board.name(hex_)
        changes = (
            *_piece_changes(old, new, name, hex_),
            *_board_label_changes(old, new, name, hex_),
        )
        if changes:
            changes_by_hex[hex_] = changes
    return changes_by_hex


def _piece_changes(old: Raw, new: Raw, name: str, hex_: Hex) -> Iterator[HexChange]:
    before, after = old["hexes"].get(name, {}), new["hexes"].get(name, {})
    if before == after:
        return
    for layer in _LAYERS:
        path = ("hexes", name, layer)
        if layer == "tags":
            yield from _tag_changes(before.get("tags", []), after.get("tags", []), path, hex_)
        elif before.get(layer) != after.get(layer):
            yield _piece_change(before.get(layer), after.get(layer), path, hex_)


def _piece_change(before: Value, after: Value, path: Path, hex_: Hex) -> HexChange:
    is_in_both = before is not None and after is not None
    changes = tuple(_value_changes(before, after, path)) if is_in_both else ()
    return HexChange(hex_, path[2], path, before, after, changes)


def _tag_changes(before: list[Raw], after: list[Raw], path: Path, hex_: Hex) -> Iterator[HexChange]:
    """Yield the differences among tags, whatever their order; tags of the same kind are paired."""
    removed_tags, added_tags = _removed_and_added_tags(before, after)
    for tag in list(removed_tags):
        new_tag = next((new for new in added_tags if new["is"] == tag["is"]), None)
        if new_tag is not None:
            removed_tags.remove(tag)
            added_tags.remove(new_tag)
            yield _piece_change(tag, new_tag, (*path, str(after.index(new_tag))), hex_)
    yield from (
        _piece_change(tag, None, (*path, str(before.index(tag))), hex_) for tag in removed_tags
    )
    yield from (
        _piece_change(None, tag, (*path, str(after.index(tag))), hex_) for tag in added_tags
    )


def _removed_and_added_tags(before: list[Raw], after: list[Raw]) -> tuple[list[Raw], list[Raw]]:
    removed_tags, added_tags = [], list(after)
    for tag in before:
        if tag in added_tags:
            added_tags.remove(tag)
        else:
            removed_tags.append(tag)
    return removed_tags, added_tags


def _board_label_changes(old: Raw, new: Raw, name: str, hex_: Hex) -> Iterator[HexChange]:
    before, after = (document.get("labels", {}).get(name) for document in (old, new))
    if before != after:
        yield HexChange(hex_, "label", ("labels", name), before, after)


_MAX_MOVE = 2  # hexes: farther apart, a removed and an added unit are two changes

Changes = Mapping[Hex, tuple[HexChange, ...]]


def changes_with_moves(hexes: Changes) -> Changes:
    """Return the changes with nearby equal units paired as moves, the nearest first."""
    partners = dict(_moved_pairs(hexes))
    return {
        hex_: tuple(_change_with_partner(change, partners.get(hex_)) for change in changes)
        for hex_, changes in hexes.items()
    }


def _change_with_partner(change: HexChange, partner: Hex | None) -> HexChange:
    return replace(change, move_partner=partner) if change.layer == "unit" and partner else change


def _moved_pairs(hexes: Changes) -> Iterator[tuple[Hex, Hex]]:
    """Yield the two hexes of each moved unit, in both directions."""
    departures, arrivals = (
        list(_unit_changes(hexes, kind)) for kind in (ChangeKind.REMOVED, ChangeKind.ADDED)
    )
    pairs = sorted(
        (old.hex.distance(new.hex), old.hex, new.hex)
        for old in departures
        for new in arrivals
        if old.before == new.after and old.hex.distance(new.hex) <= _MAX_MOVE
    )
    taken_hexes: set[Hex] = set()
    for _, start, end in pairs:
        if not {start, end} & taken_hexes:
            taken_hexes |= {start, end}
            yield start, end
            yield end, start


def _unit_changes(hexes: Changes, kind: ChangeKind) -> Iterator[HexChange]:
    for changes in hexes.values():
        yield from (c for c in changes if c.layer == "unit" and c.kind is kind)
