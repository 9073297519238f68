"""Changing the content of hexes: single layers, parts, and the groups of tags."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import EMPTY_HEX, HexContent, Piece, Tag

GROUND = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
LABELS = "labels"
LAYERS_FROM_TOP = (Layer.TAG, Layer.UNIT, *reversed(GROUND))


def with_piece(content: HexContent, layer: Layer, piece: Piece | None) -> HexContent:
    """Return the content with *piece* on *layer*, replacing what was there; None removes it.

    Raises:
        ValueError: the layer is for units, badges or tags, which are not pieces.
    """
    match layer:
        case Layer.TERRAIN:
            return replace(content, terrain=piece)
        case Layer.STRUCTURE:
            return replace(content, structure=piece)
        case Layer.OBSTACLE:
            return replace(content, obstacle=piece)
    raise ValueError(f"the {layer} layer holds no pieces")


def without_layer(content: HexContent, layer: Layer) -> HexContent:
    """Return the content with a layer emptied; a unit is removed together with its badge."""
    if layer is Layer.UNIT:
        return replace(content, unit=None)
    if layer is Layer.TAG:
        return replace(content, tags=())
    if layer is Layer.BADGE:
        return replace(content, unit=content.unit and replace(content.unit, badge=None))
    return with_piece(content, layer, None)


def piece_on(content: HexContent, layer: Layer) -> Piece | None:
    """Return the piece on a layer; None if there is none, and for units, badges and tags."""
    layer_content = content.on(layer)
    return layer_content if isinstance(layer_content, Piece) else None


def with_edited_hexes(
    scenario: Scenario, hexes: Iterable[Hex], edit: Callable[[HexContent], HexContent]
) -> Scenario:
    """Return the scenario with *edit* applied to those of *hexes* that are on the board."""
    hexes_on_board = [hex_ for hex_ in hexes if hex_ in scenario.board]
    return scenario.with_hexes({hex_: edit(scenario.at(hex_)) for hex_ in hexes_on_board})


def without_parts(
    scenario: Scenario, parts: Collection[str], hexes: Collection[Hex] | None = None
) -> Scenario:
    """Return the scenario with some parts removed from *hexes*, or from all hexes if None.

    Parts are fields of :class:`HexContent`, or ``labels``.
    """
    if not parts:
        return scenario
    empty_fields = {name: getattr(EMPTY_HEX, name) for name in parts if name != LABELS}
    chosen_hexes = scenario.hexes if hexes is None else scenario.hexes.keys() & hexes
    without_fields = scenario.with_hexes(
        {h: replace(scenario.hexes[h], **empty_fields) for h in chosen_hexes}
    )
    if LABELS not in parts:
        return without_fields
    labelled_hexes = scenario.labels.keys() if hexes is None else scenario.labels.keys() & hexes
    return without_fields.with_labels(dict.fromkeys(labelled_hexes, ()))


def with_parts_of(before: Scenario, after: Scenario, parts: Collection[str]) -> Scenario:
    """Return the edited scenario, but with some parts of all hexes as they were before the edit.

    Args:
        before: The scenario before the edit.
        after: The scenario after it, on the same board.
        parts: Fields of :class:`HexContent`, or ``labels``.
    """
    if not parts or after is before:
        return after
    fields = [name for name in parts if name != LABELS]
    hexes = before.hexes.keys() | after.hexes.keys()
    changed_hexes = (h for h in hexes if before.at(h) is not after.at(h))
    restored_contents = {h: _with_fields(after.at(h), before.at(h), fields) for h in changed_hexes}
    result = after.with_hexes(restored_contents)
    if LABELS in parts and result.labels is not before.labels:
        result = replace(result, labels=before.labels)
    return same_if_equal(before, result)


def _with_fields(content: HexContent, other: HexContent, fields: Iterable[str]) -> HexContent:
    return replace(content, **{name: getattr(other, name) for name in fields})


def with_group_hexes_mapped(
    content: HexContent, mapping: Callable[[Hex], Hex | None]
) -> HexContent:
    """Return the content with the hexes in the groups of its tags mapped by *mapping*.

    Hexes mapped to None are removed from the groups.
    """
    if not any(tag.group for tag in content.tags):
        return content
    return replace(content, tags=tuple(_regrouped_tag(tag, mapping) for tag in content.tags))


def _regrouped_tag(tag: Tag, mapping: Callable[[Hex], Hex | None]) -> Tag:
    if not tag.group:
        return tag
    moved_hexes = (mapping(hex_) for hex_ in tag.group)
    group = tuple(hex_ for hex_ in moved_hexes if hex_ is not None)
    return tag if group == tag.group else replace(tag, group=group)


def with_groups_moved(scenario: Scenario, moves: Mapping[Hex, Hex]) -> Scenario:
    """Return the scenario with the hexes in all groups of tags moved; unlisted hexes stay."""
    hexes_with_groups = {
        h: c for h, c in scenario.hexes.items() if any(tag.group for tag in c.tags)
    }
    return scenario.with_hexes(
        {
            h: with_group_hexes_mapped(c, lambda hex_: moves.get(hex_, hex_))
            for h, c in hexes_with_groups.items()
        }
    )


def row_major_key(hex_: Hex) -> tuple[int, int]:
    """Return the key that sorts hexes row by row."""
    return hex_.row, hex_.col


def same_if_equal(before: Scenario, after: Scenario) -> Scenario:
    """Return *before* itself if the two scenarios are equal, otherwise *after*."""
    return before if before == after else after
