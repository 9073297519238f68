"""The component bill: everything a scenario needs, counted piece by piece (V-72)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from m44core.board import BoardType
from m44core.catalogue.box_kinds import load_boxes
from m44core.catalogue.types import Element, Layer, Side, UnitClass
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Message, Words
from m44core.messages.words import words
from m44core.model.scenario import Scenario
from m44core.validation.box.owned import Owned
from m44core.validation.placed import (
    PlacedPiece,
    PlacedTag,
    PlacedUnit,
    pieces_of,
    tags_of,
    units_of,
)
from m44core.values import dataclass

ALLIED_BADGE = "allied-badge"
"""A badge some Allied special unit needs, of a nation its file does not tell."""


Pieces: TypeAlias = Mapping[Message, int]
"""How many there are of pieces, by what they are called."""


@dataclass(frozen=True, slots=True)
class Force:
    """The units of one class of one side, and their figures."""

    units: int = 0
    figures: int = 0


@dataclass(frozen=True, slots=True)
class Bill:
    """What a scenario needs. Components are those of the base box, all else is in ``others``.

    Attributes:
        boxes: How many base boxes the board format stands for: 2 for Overlord.
        tiles: Hex tiles by kind: ``forest``, ``river`` ...
        elements: The same by .m44 name: ``river``, ``curve`` ...
        structures: Bunkers and bridges.
        obstacles: Sandbags, wire, hedgehogs.
        forces: Units and figures by side and class; only figures of the base box.
        badges: Badges the special units need, by kind (B-COMP-17).
        medals: Objective medals by side; None is a medal open to both.
        cards: Starting hands by side; None where the briefing has none.
        others: Pieces of other boxes, by the code of the expansion.
    """

    boxes: int
    tiles: Mapping[str, int]
    elements: Mapping[str, int]
    structures: Mapping[str, int]
    obstacles: Mapping[str, int]
    forces: Mapping[Side, Mapping[UnitClass, Force]]
    badges: Mapping[str, int]
    medals: Mapping[Side | None, int]
    cards: Mapping[Side, int | None]
    others: Mapping[str, Pieces]

    def base_boxes(self, owned: Owned | None) -> int:
        """Return how many base boxes there are: those owned, or those the board stands for."""
        return self.boxes if owned is None else owned.base

    def as_data(self) -> dict[str, object]:
        """Return the bill as plain data, for JSON."""
        return {
            "boxes": self.boxes,
            "tiles": dict(self.tiles),
            "elements": dict(self.elements),
            "structures": dict(self.structures),
            "obstacles": dict(self.obstacles),
            "forces": {
                side.value.lower(): {
                    unit_class.value: {"units": force.units, "figures": force.figures}
                    for unit_class, force in forces.items()
                }
                for side, forces in self.forces.items()
            },
            "badges": dict(self.badges),
            "medals": {_either(side): number for side, number in self.medals.items()},
            "cards": {side.value.lower(): cards for side, cards in self.cards.items()},
            "others": {
                code: dict(by_name(pieces, words(ENGLISH))) for code, pieces in self.others.items()
            },
        }


def by_name(pieces: Pieces, told: Words) -> list[tuple[str, int]]:
    """Return pieces by their names in a language, which several may share, sorted."""
    named: Counter[str] = Counter()
    for piece, number in pieces.items():
        named[told.render(piece)] += number
    return sorted(named.items())


def component_bill(scenario: Scenario) -> Bill:
    """Return what the scenario needs, counted from its hexes."""
    return bill_of(
        scenario,
        tuple(pieces_of(scenario)),
        tuple(units_of(scenario)),
        tuple(tags_of(scenario)),
    )


def bill_of(
    scenario: Scenario,
    pieces: tuple[PlacedPiece, ...],
    units: tuple[PlacedUnit, ...],
    tags: tuple[PlacedTag, ...],
) -> Bill:
    """Return the bill of a scenario whose pieces are looked up already."""
    return Bill(
        boxes=2 if scenario.board.type is BoardType.OVERLORD else 1,
        tiles=_components(pieces, Layer.TERRAIN),
        elements=_elements(pieces),
        structures=_components(pieces, Layer.STRUCTURE),
        obstacles=_components(pieces, Layer.OBSTACLE),
        forces={side: _forces(units, side) for side in Side},
        badges=_badges(units),
        medals=Counter(tag.element.side for tag in tags if tag.element.component == "medal"),
        cards=_cards(scenario),
        others=_others([*_elements_in(pieces, units, tags)], units, scenario),
    )


def _components(pieces: Iterable[PlacedPiece], layer: Layer) -> Mapping[str, int]:
    return Counter(
        placed.element.component
        for placed in pieces
        if placed.layer is layer and placed.element.component
    )


def _elements(pieces: Iterable[PlacedPiece]) -> Mapping[str, int]:
    return Counter(placed.piece.name for placed in pieces if placed.element.component)


def _forces(units: Iterable[PlacedUnit], side: Side) -> Mapping[UnitClass, Force]:
    forces: dict[UnitClass, Force] = {}
    for unit in units:
        if unit.side is side and unit.unit_class and unit.element.component:
            before = forces.get(unit.unit_class, Force())
            forces[unit.unit_class] = Force(before.units + 1, before.figures + unit.figures)
    return forces


def _badges(units: Iterable[PlacedUnit]) -> Mapping[str, int]:
    """Count one badge for each special unit among regular ones of its figures (B-COMP-17)."""
    regular = {_figure_type(unit) for unit in units if not unit.special}
    kinds = (_badge_kind(u) for u in units if u.special and _figure_type(u) in regular)
    return Counter(kind for kind in kinds if kind)


def _figure_type(unit: PlacedUnit) -> tuple[str, UnitClass | None]:
    return unit.element.nation.name if unit.element.nation else "", unit.unit_class


def _badge_kind(unit: PlacedUnit) -> str | None:
    """Return the kind of badge a special unit needs; None where it is of another box."""
    if unit.badge:
        return unit.badge.component
    if not unit.element.component:
        return None
    return "german-badge" if unit.side is Side.AXIS else ALLIED_BADGE


def _cards(scenario: Scenario) -> Mapping[Side, int | None]:
    players = (scenario.briefing.top, scenario.briefing.bottom)
    return {player.side: player.cards for player in players if player.side}


def _elements_in(
    pieces: Iterable[PlacedPiece], units: Iterable[PlacedUnit], tags: Iterable[PlacedTag]
) -> Iterator[Element]:
    yield from (placed.element for placed in pieces)
    for unit in units:
        yield unit.element
        if unit.badge:
            yield unit.badge
    yield from (placed.element for placed in _once(tags))


def _once(tags: Iterable[PlacedTag]) -> Iterator[PlacedTag]:
    """Yield tags without those that another entry of their hex repeats; medals may be several."""
    seen = set()
    for placed in tags:
        what = placed.hex, placed.element.name
        if placed.element.medal or what not in seen:
            seen.add(what)
            yield placed


def _others(
    elements: Iterable[Element], units: Iterable[PlacedUnit], scenario: Scenario
) -> Mapping[str, Pieces]:
    """Count the pieces the base box does not have, by the box they come in.

    What comes in several boxes is of one that is needed for other pieces, or listed.
    """
    elsewhere = [element for element in elements if element.component is None]
    needed = {e.expansion for e in elsewhere if not _also_in(e)}
    needed |= {box.code for box in load_boxes().values() if scenario.packs.lists(box)}
    others: dict[str, Counter[Message]] = {}
    for element in elsewhere:
        boxes = (element.expansion, *_also_in(element))
        code = next((box for box in boxes if box in needed), element.expansion)
        others.setdefault(code, Counter())[element.titled] += 1
    for load in (unit.load for unit in units if unit.load and unit.load.box):
        others.setdefault(load.box, Counter())[load.titled] += 1
    return dict(sorted(others.items()))


def _also_in(element: Element) -> list[str]:
    return [box.code for box in load_boxes().values() if element.name in box.also]


def _either(side: Side | None) -> str:
    return side.value.lower() if side else "either"
