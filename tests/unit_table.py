"""The table of units: every unit and special unit, with its pieces on a board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, RulesSupport, Side
from m44core.catalogue.unit_traits import SpecialUnitType, UnitRules
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_bytes
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit

HEX, NEIGHBOUR, ENEMY = "G3", "H3", "G7"
_FOE = Unit("infger")
_NATION = re.compile("(brit|ger|jp|ru)$")
_DAYS = {"early-war": "1940-05-15", "late-war": "1944-06-06"}


@dataclass(frozen=True)
class UnitRow:
    """A row of the table.

    Attributes:
        name: The name of the row.
        unit: The unit.
        structure: The structure on its hex that makes it special; "" if there is none.
        condition: The option or period its scenario needs; "" if there is none.
        special: The special unit; None for an ordinary one.
        tile: The tile that makes it special; "" if there is none.
        pieces: The hexes of a unit without figures, each with tile and piece.
    """

    name: str
    unit: Unit
    structure: str = ""
    condition: str = ""
    special: SpecialUnitType | None = None
    tile: str = ""
    pieces: tuple[tuple[str, Piece | None, Piece], ...] = ()

    def scenario(self) -> Scenario:
        """Return a scenario with the unit, a damaged unit next to it, and an enemy."""
        if self.pieces:
            return self._scenario_of_pieces()
        element = base_catalogue().get(self.unit.name, Layer.UNIT)
        assert element is not None
        assert element.nation is not None
        axis = element.nation.side.value == "AXIS"
        own, enemy = ("infger", "infus") if axis else ("infus", "infger")
        face = "beach" if self.structure else "country"
        result = read_bytes(_TEXT.format(face=face, **self._circumstances()).encode(), "row.yaml")
        assert result.scenario is not None
        assert result.diagnostics == ()
        board = result.scenario.board
        at = "G1" if self.structure else HEX
        structure = Piece(self.structure) if self.structure else None
        terrain = Piece(self.tile) if self.tile else None
        hexes = {
            board.hex(at): HexContent(terrain, structure, unit=self.unit),
            board.hex(NEIGHBOUR): HexContent(unit=Unit(own, 3)),
            board.hex(ENEMY): HexContent(unit=Unit(enemy)),
            board.hex("C5"): HexContent(unit=Unit(own)),
            board.hex("K5"): HexContent(unit=Unit(enemy)),
        }
        return result.scenario.with_hexes(hexes)

    def place(self, scenario: Scenario) -> Hex:
        """Return the hex of the unit."""
        at = self.pieces[0][0] if self.pieces else "G1" if self.structure else HEX
        return scenario.board.hex(at)

    def without_unit(self) -> Scenario:
        """Return its scenario without the unit."""
        scenario = self.scenario()
        hex_names = [hex_ for hex_, *_ in self.pieces] or [
            scenario.board.name(self.place(scenario))
        ]
        return scenario.with_hexes({scenario.board.hex(hex_): HexContent() for hex_ in hex_names})

    def _scenario_of_pieces(self) -> Scenario:
        scenario = read_bytes(
            _TEXT.format(face="beach", **self._circumstances()).encode(), "row.yaml"
        ).scenario
        assert scenario is not None
        hex_ = scenario.board.hex
        hexes = {hex_(at): HexContent(tile, structure=piece) for at, tile, piece in self.pieces}
        hexes |= {hex_("C5"): HexContent(unit=Unit("infus")), hex_("G3"): HexContent(unit=_FOE)}
        return scenario.with_hexes(hexes)

    def _circumstances(self) -> Mapping[str, str]:
        day = _DAYS.get(self.condition, "1941-06-22")
        option = f"{self.condition}: true" if self.condition and self.condition not in _DAYS else ""
        if self.special and self.special.flag:
            option = f"unit-flags: [{{hexes: [{HEX}], flags: [{self.special.flag}]}}]"
        return {"day": day, "options": option}


_TEXT = """
format: 1
board: {{type: standard, face: {face}}}
briefing:
  kind: historical
  begins: "{day}"
  first: top
  top: {{side: axis, nation: DE, cards: 4, medals: 3}}
  bottom: {{side: allies, nation: US, cards: 4, medals: 3}}
  options: {{{options}}}
texts:
  en: {{name: A row}}
hexes: {{}}
"""


@cache
def unit_table_rows() -> tuple[UnitRow, ...]:
    """Return the rows: each unit of each nation, then special units, then ships and trains."""
    return (*_ordinary_rows(), *_special_rows(), *_piece_rows())


def _ordinary_rows() -> Iterator[UnitRow]:
    for element in base_catalogue().on_layer(Layer.UNIT):
        if element.rules is RulesSupport.BASE:
            yield UnitRow(element.key, Unit(element.name))


def _piece_rows() -> Iterator[UnitRow]:
    """Yield the units that are separate pieces: ships at sea, trains on their railway."""
    for element in base_catalogue().on_layer(Layer.STRUCTURE):
        if element.abilities is None:
            continue
        unit, piece = Unit(element.name), Piece(element.name, owner=Side.ALLIES)
        if not element.couples:
            yield UnitRow(element.key, unit, pieces=(("G1", None, piece),))
            continue
        rail, wagon = Piece("rail", 1), Piece(element.couples, owner=Side.ALLIES)
        train = ("G5", rail, replace(piece, orientation=1)), ("H5", rail, wagon)
        yield UnitRow(element.key, unit, pieces=train)


def _special_rows() -> Iterator[UnitRow]:
    for special in base_catalogue().specials:
        if special.rules is not RulesSupport.BASE:
            continue
        name, badge = min(_bearers(special), key=lambda bearer: _preference(special, *bearer))
        unit = Unit(
            name,
            None if badge else special.told_by_figures,
            badge=badge,
            behavior=None if badge else special.behavior,
            equipment=special.equipment,
        )
        fields_of_special = special.told_by_structure, special.when, special
        yield UnitRow(
            special.name, unit, *fields_of_special, min(special.told_by_tiles, default="")
        )


def _bearers(special: SpecialUnitType) -> Iterator[tuple[str, str | None]]:
    """Yield the names of the units that can be a special unit, each with its badge or None."""
    catalogue = base_catalogue()
    for name in sorted(special.of):
        nation = catalogue.elements[name].nation
        assert nation is not None
        for badge in _badges_of(special):
            badge_element = catalogue.elements[badge] if badge else None
            if badge_element is None or (
                badge_element.nation in (None, nation) and badge_element.side in (None, nation.side)
            ):
                yield name, badge


def _preference(special: SpecialUnitType, name: str, badge: str | None) -> tuple[int, bool, bool]:
    """Return a sort key for the units that can show a special unit, the best first.

    For the best unit, as many traits of the special unit as possible make a difference. It is
    American, because no national rules change it, and not special forces.
    """
    unit_profile = base_catalogue().unit_profile
    marks = badge, special.behavior, special.told_by_figures, special.equipment
    conditions, flags = frozenset({special.when}), frozenset({special.flag})
    location = special.told_by_structure, min(special.told_by_tiles, default="")
    rules = unit_profile(name, *marks, conditions, *location, flags).rules
    effective_traits = special.traits.keys() & set(differing_traits(rules, name)) if rules else ()
    return -len(effective_traits), not name.endswith("us"), "2" in name


def differing_traits(rules: UnitRules, name: str) -> list[str]:
    """Return the traits that differ from those of the same American unit."""
    american_rules = base_catalogue().unit_profile(_NATION.sub("us", name)).rules
    names = sorted(field.name for field in fields(UnitRules))
    return [each for each in names if getattr(rules, each) != getattr(american_rules, each)]


def board_of_all_units(period: str) -> Scenario:
    """Return a board with all units, special ones included, that exist early or late in the war."""
    options = ", ".join(
        f"{row.condition}: true"
        for row in unit_table_rows()
        if row.condition and row.condition not in _DAYS
    )
    text = _TEXT.format(face="country", day=_DAYS[period], options=options)
    scenario = read_bytes(text.replace("standard", "overlord").encode(), "table.yaml").scenario
    assert scenario is not None
    rows_on_board = [
        row
        for row in (*_ordinary_rows(), *_special_rows())
        if row.condition not in _DAYS.keys() - {period}
    ]
    hexes = zip(scenario.board.hexes, rows_on_board, strict=False)
    return scenario.with_hexes(
        {hex_: HexContent(unit=row.unit) for hex_, row in hexes if not row.structure}
    )


def _badges_of(special: SpecialUnitType) -> Sequence[str | None]:
    return sorted(special.badges) if special.badges else [None]
