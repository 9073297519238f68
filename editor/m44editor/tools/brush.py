"""The brush: the piece it paints, its orientation, and the pieces it replaces on a hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random, randrange
from typing import assert_never

from PySide6.QtCore import QObject, Signal

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Side
from m44core.catalogue.piece_orientation import next_orientation
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.exit_markers import crossing_side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44editor.tools.hit_testing import AnyPiece, PieceRef

_MAX_RECENT = 8
_SEED_COUNT = 2**32


class Brush(QObject):
    """The element to paint, its orientation, and the recently painted elements.

    Signals:
        changed: The element, its orientation or its details have changed.
        picked_up: An element was picked up, possibly the current one.
        recent_changed: The recent elements have changed.
        mix_changed: The pieces painted at random, or their weights, have changed.

    Attributes:
        seed: The random seed that determines which of the mixed pieces each hex gets.
        catalogue: The catalogue of the scenario being painted.
    """

    changed = Signal()
    picked_up = Signal()
    recent_changed = Signal()
    mix_changed = Signal()

    def __init__(self, element: Element, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.catalogue = base_catalogue()
        self._element = element
        self._orientation = 1
        self._template: AnyPiece | None = None
        self._recent: tuple[Element, ...] = ()
        self._mix: dict[str, int] = {}
        self.seed = randrange(_SEED_COUNT)

    @property
    def element(self) -> Element:
        """The element to paint."""
        return self._element

    @property
    def orientation(self) -> int:
        """The orientation of the element, counted from 1."""
        return self._orientation

    @property
    def recent(self) -> tuple[Element, ...]:
        """The recently painted elements, the latest first."""
        return self._recent

    @property
    def template(self) -> AnyPiece | None:
        """The picked-up piece whose details are painted, too; None if there is none."""
        return self._template

    @property
    def mix(self) -> Mapping[str, int]:
        """The weights of the pieces painted at random, by name.

        Empty if only one piece is painted.
        """
        return self._mix

    def set_catalogue(self, catalogue: Catalogue) -> None:
        """Switch to another catalogue, keeping pieces that it has under the same names.

        If it lacks the current element, its first element becomes the current one.
        """
        if catalogue is self.catalogue:
            return
        self.catalogue, names = catalogue, catalogue.elements
        self._mix = {name: weight for name, weight in self._mix.items() if name in names}
        self._mix = self._mix if len(self._mix) > 1 else {}
        recent_elements = (names.get(each.name) for each in self._recent)
        self._recent = tuple(each for each in recent_elements if each is not None)
        element = names.get(self._element.name)
        template = self._template if element else None
        element = element or next(iter(names.values()))
        self._element, self._template = element, template
        self._orientation = min(self._orientation, element.orientations)
        self._emit_mix_changed()
        self.recent_changed.emit()

    def toggle_in_mix(self, element: Element) -> None:
        """Add an element to the pieces painted at random, or remove it.

        A single remaining element ends the mix.
        """
        mix = self._mix or {self._element.name: 1}
        if element.name in mix:
            mix = {name: weight for name, weight in mix.items() if name != element.name}
        else:
            mix = {**mix, element.name: 1}
        self._mix = mix if len(mix) > 1 else {}
        self._element = self.catalogue.elements[next(iter(mix), element.name)]
        self._orientation, self._template = 1, None
        self._emit_mix_changed()
        self.picked_up.emit()

    def set_weight(self, element: Element, weight: int) -> None:
        """Set how often an element in the mix is painted, relative to the others."""
        if self._mix.get(element.name, weight) != weight:
            self._mix = {**self._mix, element.name: weight}
            self._emit_mix_changed()

    def _emit_mix_changed(self) -> None:
        self.mix_changed.emit()
        self.changed.emit()

    def _mixed_element_name(self, hex_: Hex) -> str:
        """Return the name of the mix's piece for a hex; it stays the same until the stroke ends."""
        random = Random(f"{self.seed} {hex_.col} {hex_.row}")
        return random.choices(tuple(self._mix), tuple(self._mix.values()))[0]

    def pick_up(
        self, element: Element, orientation: int = 1, template: AnyPiece | None = None
    ) -> None:
        """Make *element* the element to paint, and end any mix.

        Args:
            element: The element.
            orientation: Its orientation; 1 if the element has fewer orientations.
            template: A piece whose other details are painted, too; None for the defaults.
        """
        orientation = orientation if orientation <= element.orientations else 1
        after = (element, orientation, template)
        if self._mix:
            self._mix = {}
            self.mix_changed.emit()
        if after != (self._element, self._orientation, self._template):
            self._element, self._orientation, self._template = after
            self.changed.emit()
        self.picked_up.emit()

    def turn(self, clockwise: bool = True) -> None:
        """Turn the current element to its next or previous orientation; do nothing for a mix."""
        if self._mix:
            return
        steps = 1 if clockwise else -1
        orientation = next_orientation(self._element, self._orientation, steps)
        self.pick_up(self._element, orientation, self._template)

    def paint(self, scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
        """Return the scenario with the current element or mix painted on *hexes*."""
        if not self._mix:
            return place_element(scenario, hexes, self._element, self._orientation, self._template)
        drawn_elements = [(hex_, self._mixed_element_name(hex_)) for hex_ in hexes]
        for name in self._mix:
            hexes_of_element = [hex_ for hex_, drawn_name in drawn_elements if drawn_name == name]
            scenario = place_element(scenario, hexes_of_element, self.catalogue.elements[name])
        return scenario

    def end_stroke(self) -> None:
        """Move the current element to the front of the recent elements, and choose a new seed."""
        self.seed = randrange(_SEED_COUNT)
        other_elements = [e for e in self._recent if e is not self._element]
        recent_elements = (self._element, *other_elements)[:_MAX_RECENT]
        if recent_elements != self._recent:
            self._recent = recent_elements
            self.recent_changed.emit()


def sample_piece(
    content: HexContent, ref: PieceRef | None, catalogue: Catalogue
) -> tuple[Element, int, AnyPiece | None] | None:
    """Return the element of a piece, its orientation, and the piece itself if it has more details.

    None if there is no such piece or its element is unknown.
    """
    piece = ref.piece(content) if ref else None
    element = catalogue.get(piece.name, ref.layer) if ref and piece else None
    if element is None or piece is None:
        return None
    orientation = piece.orientation if isinstance(piece, Piece) else 1
    return element, orientation, None if _has_only_default_details(piece) else piece


def _has_only_default_details(piece: AnyPiece) -> bool:
    """Return whether a piece has no details other than its name and orientation."""
    match piece:
        case Piece():
            return piece == Piece(piece.name, piece.orientation)
        case Unit():
            return piece == Unit(piece.name)
    return piece == type(piece)(piece.name)


def place_element(
    scenario: Scenario,
    hexes: Iterable[Hex],
    element: Element,
    orientation: int = 1,
    template: AnyPiece | None = None,
) -> Scenario:
    """Return the scenario with *element* on the *hexes* that are on the board.

    A tile, structure, obstacle or unit replaces the piece on its layer, a badge is added to the
    unit, and a tag is added to the other tags. If a hex already has the element, the piece keeps
    its owner, figures and special rules, unless *template*, a piece that was picked up, provides
    them.
    """
    hexes_on_board = [hex_ for hex_ in hexes if hex_ in scenario.board]
    if template is not None:
        return _place_copies(scenario, hexes_on_board, element.layer, template, orientation)
    match element.layer:
        case Layer.TERRAIN | Layer.STRUCTURE | Layer.OBSTACLE as layer:
            return _place_piece(scenario, hexes_on_board, layer, Piece(element.name, orientation))
        case Layer.UNIT:
            other_hexes = [h for h in hexes_on_board if _unit_name(scenario.at(h)) != element.name]
            return edits.place_unit(scenario, Unit(element.name), other_hexes)
        case Layer.BADGE:
            return edits.set_badge(scenario, element.name, hexes_on_board)
        case Layer.TAG:
            new_hexes = [
                h
                for h in hexes_on_board
                if all(t.name != element.name for t in scenario.at(h).tags)
            ]
            return _add_tags(scenario, element, new_hexes)
        case _:
            assert_never(element.layer)


def _add_tags(scenario: Scenario, element: Element, hexes: list[Hex]) -> Scenario:
    """Return the scenario with new tags; an exit belongs to the player of the opposite edge."""
    for side in (None, *Side):
        side_hexes = [
            h for h in hexes if side is (crossing_side(scenario, h) if element.exit else None)
        ]
        scenario = edits.add_tag(scenario, Tag(element.name, side=side), side_hexes)
    return scenario


def _place_copies(
    scenario: Scenario, hexes: list[Hex], layer: Layer, template: AnyPiece, orientation: int
) -> Scenario:
    match template:
        case Piece():
            return edits.paint(scenario, layer, replace(template, orientation=orientation), hexes)
        case Unit():
            return edits.place_unit(scenario, template, hexes)
        case Tag():
            return scenario.with_hexes({h: _with_tag(scenario.at(h), template, h) for h in hexes})


def _with_tag(content: HexContent, template: Tag, hex_: Hex) -> HexContent:
    """Return the content with *template* in place of tags of its name; its group omits *hex_*."""
    group = None if template.group is None else tuple(h for h in template.group if h != hex_)
    other_tags = tuple(tag for tag in content.tags if tag.name != template.name)
    return replace(content, tags=(*other_tags, replace(template, group=group)))


def _place_piece(scenario: Scenario, hexes: list[Hex], layer: Layer, piece: Piece) -> Scenario:
    def has_same_piece(hex_: Hex) -> bool:
        piece_there = scenario.at(hex_).on(layer)
        return isinstance(piece_there, Piece) and piece_there.name == piece.name

    painted_scenario = edits.paint(
        scenario, layer, piece, [h for h in hexes if not has_same_piece(h)]
    )
    return edits.set_orientation(
        painted_scenario, layer, piece.orientation, filter(has_same_piece, hexes)
    )


def _unit_name(content: HexContent) -> str | None:
    return content.unit.name if content.unit else None
