"""Painting, placing, changing, replacing and erasing pieces, units, tags and labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.model.edits.contents import FROM_THE_TOP, edited, piece_on, with_piece, without
from m44core.model.parts import EMPTY_HEX, HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario


def paint(scenario: Scenario, layer: Layer, piece: Piece, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with a tile, structure or obstacle on *hexes*.

    It replaces the piece of its layer; other layers stay.

    Raises:
        ValueError: the layer holds no pieces (units, badges, tags).
    """
    return edited(scenario, hexes, lambda content: with_piece(content, layer, piece))


def erase(scenario: Scenario, hexes: Iterable[Hex], layer: Layer | None = None) -> Scenario:
    """Return the scenario with one layer of *hexes* empty.

    Without a layer, the topmost content of each hex is removed: its label, else its
    last tag, its unit, its obstacle, its structure, its tile.
    """
    if layer is not None:
        return edited(scenario, hexes, lambda content: without(content, layer))
    wanted = set(hexes)
    labelled = wanted & scenario.labels.keys()
    erased = edited(scenario, wanted - labelled, _without_top)
    return erased.with_labels(dict.fromkeys(labelled, ()))


def clear(scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with *hexes* empty, without labels and unknown keys."""
    gone = list(hexes)
    emptied = edited(scenario, gone, lambda _content: EMPTY_HEX)
    return emptied.with_labels({hex_: () for hex_ in gone if hex_ in scenario.labels})


def set_piece_owner(
    scenario: Scenario, layer: Layer, owner: Side | None, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with another owner of the bunkers or sea walls on *hexes*."""
    return _with_changed_pieces(scenario, layer, hexes, lambda piece: replace(piece, owner=owner))


def set_piece_behavior(
    scenario: Scenario, layer: Layer, behavior: str | None, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with another special rule, or none, for the pieces on *hexes*."""
    return _with_changed_pieces(
        scenario, layer, hexes, lambda piece: replace(piece, behavior=behavior)
    )


def set_orientation(
    scenario: Scenario, layer: Layer, orientation: int, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with the pieces on *hexes* turned to an orientation."""
    return _with_changed_pieces(
        scenario, layer, hexes, lambda piece: replace(piece, orientation=orientation)
    )


def _without_top(content: HexContent) -> HexContent:
    top = next((layer for layer in FROM_THE_TOP if content.on(layer)), None)
    if top is Layer.TAG:
        return replace(content, tags=content.tags[:-1])
    return without(content, top) if top else content


def _with_changed_pieces(
    scenario: Scenario, layer: Layer, hexes: Iterable[Hex], change: Callable[[Piece], Piece]
) -> Scenario:
    """Return the scenario with the pieces of a layer on *hexes* changed."""

    def edit(content: HexContent) -> HexContent:
        piece = piece_on(content, layer)
        return with_piece(content, layer, change(piece)) if piece else content

    return edited(scenario, hexes, edit)


def place_unit(scenario: Scenario, unit: Unit, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with a unit on each of *hexes*, replacing others there."""
    return edited(scenario, hexes, lambda content: replace(content, unit=unit))


def set_figures(scenario: Scenario, figures: int | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with other figures for units on *hexes*; None for the usual number."""
    return _with_changed_units(scenario, hexes, lambda unit: replace(unit, figures=figures))


def set_badge(scenario: Scenario, badge: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with another badge, or none, beside the units on *hexes*."""
    return _with_changed_units(scenario, hexes, lambda unit: replace(unit, badge=badge))


def set_unit_behavior(scenario: Scenario, behavior: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with another special rule, or none, for the units on *hexes*."""
    return _with_changed_units(scenario, hexes, lambda unit: replace(unit, behavior=behavior))


def set_equipment(scenario: Scenario, equipment: str | None, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with other equipment, or none, for the units on *hexes*."""
    return _with_changed_units(scenario, hexes, lambda unit: replace(unit, equipment=equipment))


def add_tag(scenario: Scenario, tag: Tag, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with a tag added to each of *hexes* that does not have it yet."""

    def edit(content: HexContent) -> HexContent:
        return content if tag in content.tags else replace(content, tags=(*content.tags, tag))

    return edited(scenario, hexes, edit)


def change_tag(scenario: Scenario, hex_: Hex, tag_index: int, tag: Tag) -> Scenario:
    """Return the scenario with a tag replaced, by its index; unchanged if there is no such tag."""
    return _with_replaced_tag(scenario, hex_, tag_index, (tag,))


def remove_tag(scenario: Scenario, hex_: Hex, tag_index: int) -> Scenario:
    """Return the scenario without a tag of a hex, by its index; unchanged without that tag."""
    return _with_replaced_tag(scenario, hex_, tag_index, ())


def set_label(scenario: Scenario, hex_: Hex, lines: tuple[str, ...]) -> Scenario:
    """Return the scenario with another label on a hex; empty lines remove it.

    Lines are not stripped: spaces may align them.
    """
    if hex_ not in scenario.board:
        return scenario
    return scenario.with_labels({hex_: lines if any(lines) else ()})


def _with_changed_units(
    scenario: Scenario, hexes: Iterable[Hex], change: Callable[[Unit], Unit]
) -> Scenario:
    """Return the scenario with the units on *hexes* changed."""

    def edit(content: HexContent) -> HexContent:
        return replace(content, unit=change(content.unit)) if content.unit else content

    return edited(scenario, hexes, edit)


def _with_replaced_tag(
    scenario: Scenario, hex_: Hex, tag_index: int, tags: tuple[Tag, ...]
) -> Scenario:
    before = scenario.at(hex_).tags
    if not 0 <= tag_index < len(before):
        return scenario
    after = (*before[:tag_index], *tags, *before[tag_index + 1 :])
    return edited(scenario, [hex_], lambda content: replace(content, tags=after))


class EraserReach(StrEnum):
    """What an eraser removes."""

    TOP = "top"
    GROUND = "ground"  # tiles and structures, as Parts.GROUND; labels stay
    OBSTACLES = "obstacles"
    UNITS = "units"
    MARKS = "marks"  # medals, markers and badges


def erase_reach(scenario: Scenario, hexes: Iterable[Hex], reach: EraserReach) -> Scenario:
    """Return the scenario with the content that an eraser reaches removed from *hexes*."""
    if reach is EraserReach.TOP:
        return erase(scenario, hexes)
    return edited(scenario, hexes, lambda content: _without_erased_content(content, reach))


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
"""The kind of a piece: its layer and its name."""

_LAYERS = (Layer.UNIT, Layer.OBSTACLE, Layer.STRUCTURE, Layer.TERRAIN)


def count_kinds(scenario: Scenario, hexes: Iterable[Hex]) -> Mapping[PieceKind, int]:
    """Return the number of pieces of each kind on *hexes*, units first, then from the top down."""
    count = Counter(kind for hex_ in hexes for kind in kinds_on(scenario.at(hex_)))
    return dict(sorted(count.items(), key=lambda item: (_LAYERS.index(item[0][0]), item[0][1])))


def kinds_on(content: HexContent) -> tuple[PieceKind, ...]:
    """Return the kinds of the pieces on a hex, the topmost first."""
    return tuple((layer, name) for layer in _LAYERS if (name := _piece_name(content, layer)))


def replace_kind(scenario: Scenario, kind: PieceKind, name: str, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with all pieces of a kind on *hexes* replaced by another.

    The new ones keep the orientation, if possible, and the owner, figures, badge and special rule.
    """
    catalogue, (layer, old) = scenario.catalogue, kind
    here = [hex_ for hex_ in hexes if _piece_name(scenario.at(hex_), layer) == old]
    return edited(
        scenario, here, lambda content: _with_renamed_piece(content, layer, name, catalogue)
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
