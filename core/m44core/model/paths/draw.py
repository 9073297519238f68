"""One stroke of the path brush: a line laid of the tiles that join it, and what none can say."""

from __future__ import annotations

from dataclasses import replace

from m44core.hexes import Hex
from m44core.messages.message import Message
from m44core.model.parts import HexContent, Piece
from m44core.model.paths.families import PathFamily
from m44core.model.paths.laying import Choice, Laid, Laying
from m44core.model.paths.mending import without_stray_crossings
from m44core.model.paths.network import Network
from m44core.model.paths.rerouting import NOTHING, given_up
from m44core.model.paths.route import Route
from m44core.model.paths.spreading import spread
from m44core.model.scenario import Scenario
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Unsaid:
    """What no tile can say.

    Attributes:
        hex: Where.
        reason: Why, in one sentence.
    """

    hex: Hex
    reason: Message


@dataclass(frozen=True, slots=True)
class Drawn:
    """A scenario with a line drawn on it.

    Attributes:
        scenario: The scenario.
        unsaid: What no tile can say, in the order of the stroke.
        crossings: Where the line was carried across another.
        choices: How many ways there are to draw it.
    """

    scenario: Scenario
    unsaid: tuple[Unsaid, ...] = ()
    crossings: tuple[Hex, ...] = ()
    choices: int = 1


def draw(
    scenario: Scenario, family: PathFamily, route: Route, *, choice: int = 0, branch: bool = False
) -> Drawn:
    """Return the scenario with a line along a route, joined to what it meets.

    Args:
        scenario: The scenario.
        family: What the line is laid of.
        route: The hexes of the stroke, each touching the next; the first and the last may be
            beyond the board.
        choice: Which of the ways to draw it: what crosses other lines, whether
            its ends are open, on which side the sea is.
        branch: Whether a line that the route leaves and comes back to keeps its old way as well.
    """
    if family.area:
        return _drawn(scenario, family, spread(scenario, family, route))
    network = Network(scenario, family)
    given = NOTHING if branch else given_up(network, route)
    if family.side:
        ways = [Laying(network, family, route, given, Choice(right=side)) for side in (True, False)]
        ways.sort(key=Laying.faults)
        return _drawn(scenario, family, ways[choice % 2].laid(), given.hexes, 2)
    laid = Laying(network, family, route, given, Choice()).laid()
    kinds, choices = laid.kinds, laid.kinds * (1 + laid.ends)
    if choice % choices:
        how = Choice(crossing=choice % kinds, open=choice // kinds % 2 == 1)
        laid = Laying(network, family, route, given, how).laid()
    return _drawn(scenario, family, laid, given.hexes, choices)


def _drawn(
    scenario: Scenario,
    family: PathFamily,
    laid: Laid,
    left: frozenset[Hex] = frozenset(),
    choices: int = 1,
) -> Drawn:
    changes = {hex_: _with(scenario.at(hex_), *pieces) for hex_, pieces in laid.pieces.items()}
    changes |= {hex_: _without(scenario.at(hex_), family) for hex_ in left}
    unsaid = tuple(Unsaid(hex_, reason) for hex_, reason in laid.unsaid.items())
    after = without_stray_crossings(scenario, scenario.with_hexes(changes), left)
    return Drawn(after, unsaid, laid.crossings, choices)


def _with(content: HexContent, terrain: Piece, structure: Piece | None) -> HexContent:
    """Return the content with a tile, which stays as it is where it lies there already."""
    there = content.terrain
    if there and (there.name, there.orientation) == (terrain.name, terrain.orientation):
        terrain = there
    elif there and there.name == terrain.name:
        terrain = replace(there, orientation=terrain.orientation)
    return replace(content, terrain=terrain, structure=structure or content.structure)


def _without(content: HexContent, family: PathFamily) -> HexContent:
    """Return the content without the tile of a line; the ground below it stays."""
    ground = family.ground_of(content.terrain.name) if content.terrain else ""
    return replace(content, terrain=Piece(ground) if ground else None)
