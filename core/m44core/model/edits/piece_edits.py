"""Painting, placing, changing, replacing and erasing pieces, units, tags and labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model.edits.contents import (
    LAYERS_FROM_TOP,
    piece_on,
    with_edited_hexes,
    with_piece,
    without_layer,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import EMPTY_HEX, HexContent, Piece, Tag, Unit


def paint(scenario: Scenario, layer: Layer, piece: Piece, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with a tile, structure or obstacle on *hexes*.

    It replaces the piece on that layer; other layers stay.

    Raises:
        ValueError: the layer is for units, badges or tags, which are not pieces.
    """
    return with_edited_hexes(scenario, hexes, lambda content: with_piece(content, layer, piece))


def erase(scenario: Scenario, hexes: Iterable[Hex], layer: Layer | None = None) -> Scenario:
    """Return the scenario with one layer of *hexes* emptied.

    Without a layer, the topmost content of each hex is removed: its label, or else its last tag,
    unit, obstacle, structure or tile.
    """
    if layer is not None:
        return with_edited_hexes(scenario, hexes, lambda content: without_layer(content, layer))
    hex_set = set(hexes)
    labelled_hexes = hex_set & scenario.labels.keys()
    with_erased = with_edited_hexes(scenario, hex_set - labelled_hexes, _without_top_content)
    return with_erased.with_labels(dict.fromkeys(labelled_hexes, ()))


def clear_hexes(scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with *hexes* emptied, including labels and unknown keys."""
    cleared_hexes = list(hexes)
    cleared_scenario = with_edited_hexes(scenario, cleared_hexes, lambda _content: EMPTY_HEX)
    return cleared_scenario.with_labels(
        {hex_: () for hex_ in cleared_hexes if hex_ in scenario.labels}
    )


def set_piece_owner(
    scenario: Scenario, layer: Layer, owner: Side | None, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with pieces on a layer of *hexes* given to *owner*; None for no owner."""
    return _with_changed_pieces(scenario, layer, hexes, lambda piece: replace(piece, owner=owner))


def set_piece_behavior(
    scenario: Scenario, layer: Layer, behavior: str | None, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with the special rule of pieces on a layer of *hexes* changed.

    None stands for no special rule.
    """
    return _with_changed_pieces(
        scenario, layer, hexes, lambda piece: replace(piece, behavior=behavior)
    )


def set_orientation(
    scenario: Scenario, layer: Layer, orientation: int, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with the pieces on a layer of *hexes* turned to an orientation."""
    return _with_changed_pieces(
        scenario, layer, hexes, lambda piece: replace(piece, orientation=orientation)
    )


def _without_top_content(content: HexContent) -> HexContent:
    top = next((layer for layer in LAYERS_FROM_TOP if content.on(layer)), None)
    if top is Layer.TAG:
        return replace(content, tags=content.tags[:-1])
    return without_layer(content, top) if top else content


def _with_changed_pieces(
    scenario: Scenario, layer: Layer, hexes: Iterable[Hex], change: Callable[[Piece], Piece]
) -> Scenario:
    """Return the scenario with *change* applied to the pieces on a layer of *hexes*."""

    def edit(content: HexContent) -> HexContent:
        piece = piece_on(content, layer)
        return with_piece(content, layer, change(piece)) if piece else content

    return with_edited_hexes(scenario, hexes, edit)


def place_unit(scenario: Scenario, unit: Unit, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with a unit on each of *hexes*, replacing any units there."""
    return with_edited_hexes(scenario, hexes, lambda content: replace(content, unit=unit))


def set_figures(scenario: Scenario, figures: int | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with the number of figures of units on *hexes* changed.

    None stands for the default number.
    """
    return _with_changed_units(scenario, hexes, lambda unit: replace(unit, figures=figures))


def set_badge(scenario: Scenario, badge: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with the badge of the units on *hexes* changed; None for no badge."""
    return _with_changed_units(scenario, hexes, lambda unit: replace(unit, badge=badge))


def set_unit_behavior(scenario: Scenario, behavior: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with the special rule of units on *hexes* changed; None for no rule."""
    return _with_changed_units(scenario, hexes, lambda unit: replace(unit, behavior=behavior))


def set_equipment(scenario: Scenario, equipment: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with the equipment of the units on *hexes* changed; None removes it."""
    return _with_changed_units(scenario, hexes, lambda unit: replace(unit, equipment=equipment))


def add_tag(scenario: Scenario, tag: Tag, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with a tag added to each of *hexes* that does not yet have it."""

    def edit(content: HexContent) -> HexContent:
        return content if tag in content.tags else replace(content, tags=(*content.tags, tag))

    return with_edited_hexes(scenario, hexes, edit)


def change_tag(scenario: Scenario, hex_: Hex, tag_index: int, tag: Tag) -> Scenario:
    """Return the scenario with the tag at an index of a hex replaced; unchanged if out of range."""
    return _with_replaced_tag(scenario, hex_, tag_index, (tag,))


def remove_tag(scenario: Scenario, hex_: Hex, tag_index: int) -> Scenario:
    """Return the scenario with the tag at an index of a hex removed; unchanged if out of range."""
    return _with_replaced_tag(scenario, hex_, tag_index, ())


def set_label(scenario: Scenario, hex_: Hex, lines: tuple[str, ...]) -> Scenario:
    """Return the scenario with the label on a hex changed; empty lines remove it.

    Lines are not stripped, since spaces can align them.
    """
    if hex_ not in scenario.board:
        return scenario
    return scenario.with_labels({hex_: lines if any(lines) else ()})


def _with_changed_units(
    scenario: Scenario, hexes: Iterable[Hex], change: Callable[[Unit], Unit]
) -> Scenario:
    """Return the scenario with *change* applied to the units on *hexes*."""

    def edit(content: HexContent) -> HexContent:
        return replace(content, unit=change(content.unit)) if content.unit else content

    return with_edited_hexes(scenario, hexes, edit)


def _with_replaced_tag(
    scenario: Scenario, hex_: Hex, tag_index: int, tags: tuple[Tag, ...]
) -> Scenario:
    before = scenario.at(hex_).tags
    if not 0 <= tag_index < len(before):
        return scenario
    after = (*before[:tag_index], *tags, *before[tag_index + 1 :])
    return with_edited_hexes(scenario, [hex_], lambda content: replace(content, tags=after))


class EraserReach(StrEnum):
    """The content that an eraser removes."""

    TOP = "top"
    GROUND = "ground"  # tiles and structures as in ClipParts.GROUND, but not labels
    OBSTACLES = "obstacles"
    UNITS = "units"
    MARKS = "marks"  # medals, markers and badges


def erase_with_reach(scenario: Scenario, hexes: Iterable[Hex], reach: EraserReach) -> Scenario:
    """Return the scenario with *hexes* erased: only the content selected by *reach*."""
    if reach is EraserReach.TOP:
        return erase(scenario, hexes)
    return with_edited_hexes(
        scenario, hexes, lambda content: _without_erased_content(content, reach)
    )


def _without_erased_content(content: HexContent, reach: EraserReach) -> HexContent:
    match reach:
        case EraserReach.GROUND:
            return replace(content, terrain=None, structure=None)
        case EraserReach.OBSTACLES:
            return replace(content, obstacle=None)
        case EraserReach.UNITS:
            return replace(content, unit=None)
    unit = content.unit and replace(content.unit, badge=None)
    return replace(content, unit=unit, tags=())


PieceKind = tuple[Layer, str]
"""The kind of a piece: its layer and name."""

_LAYERS = (Layer.UNIT, Layer.OBSTACLE, Layer.STRUCTURE, Layer.TERRAIN)


def count_kinds(scenario: Scenario, hexes: Iterable[Hex]) -> Mapping[PieceKind, int]:
    """Return the number of pieces of each kind on *hexes*, sorted by layer from the top down.

    Badges and tags are not counted.
    """
    count = Counter(kind for hex_ in hexes for kind in kinds_on(scenario.at(hex_)))
    return dict(sorted(count.items(), key=lambda item: (_LAYERS.index(item[0][0]), item[0][1])))


def kinds_on(content: HexContent) -> tuple[PieceKind, ...]:
    """Return the kinds of the pieces on a hex, topmost first; badges and tags are left out."""
    return tuple((layer, name) for layer in _LAYERS if (name := _piece_name(content, layer)))


def replace_kind(scenario: Scenario, kind: PieceKind, name: str, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with all pieces of a kind on *hexes* replaced by the kind *name*.

    They keep their owner, figures, badge and special rule, and also their orientation unless the
    new kind lacks it; then they get orientation 1.
    """
    catalogue, (layer, old_name) = scenario.catalogue, kind
    matching_hexes = [hex_ for hex_ in hexes if _piece_name(scenario.at(hex_), layer) == old_name]
    return with_edited_hexes(
        scenario,
        matching_hexes,
        lambda content: _with_renamed_piece(content, layer, name, catalogue),
    )


def _piece_name(content: HexContent, layer: Layer) -> str:
    if layer is Layer.UNIT:
        return content.unit.name if content.unit else ""
    piece = piece_on(content, layer)
    return piece.name if piece else ""


def _with_renamed_piece(
    content: HexContent, layer: Layer, name: str, catalogue: Catalogue
) -> HexContent:
    if layer is Layer.UNIT:
        return replace(content, unit=content.unit and replace(content.unit, name=name))
    piece = piece_on(content, layer)
    return with_piece(content, layer, _renamed_piece(piece, name, catalogue)) if piece else content


def _renamed_piece(piece: Piece, name: str, catalogue: Catalogue) -> Piece:
    element = catalogue.get(name)
    fits = element is None or piece.orientation <= element.orientations
    return replace(piece, name=name, orientation=piece.orientation if fits else 1)
