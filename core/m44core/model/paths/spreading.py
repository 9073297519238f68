"""Laying what spreads instead of running: a lake joins all of its hexes that touch."""

from __future__ import annotations

from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.model.parts import Piece
from m44core.model.paths.families import PathFamily
from m44core.model.paths.laying import Laid, Pieces
from m44core.model.paths.network import Network, towards
from m44core.model.paths.route import Route
from m44core.model.paths.tiles import Wish, best
from m44core.model.scenario import Scenario


def spread(scenario: Scenario, family: PathFamily, route: Route) -> Laid:
    """Return what is laid where an area grows over the hexes of a stroke."""
    network = Network(scenario, family)
    grown = [hex_ for hex_ in dict.fromkeys(route) if hex_ in scenario.board]
    rim = {
        other
        for hex_ in grown
        for other in hex_.neighbours()
        if network.edges(other) and other not in grown
    }
    pieces: dict[Hex, Pieces] = {}
    unsaid: dict[Hex, Message] = {}
    for hex_ in (*grown, *sorted(rim)):
        tile = scenario.at(hex_).terrain
        joined, beyond = _joined(network, hex_, frozenset(grown)), network.beyond(hex_)
        there = (tile.name, tile.orientation) if tile else ("", 0)
        lying = best(family, Wish(joined, face=beyond, there=there))
        says_all = not joined & ~lying.edges and not lying.edges & ~(joined | beyond)
        if tile and tile.name in family.also:
            continue
        if hex_ not in rim or says_all:
            pieces[hex_] = Piece(lying.name, lying.orientation), None
        if not says_all:
            unsaid[hex_] = message(
                "On {hex} no tile fits what lies around: {tile}",
                hex=scenario.board.name(hex_),
                tile=family.called,
            )
    return Laid(pieces, unsaid)


def _joined(network: Network, hex_: Hex, grown: frozenset[Hex]) -> int:
    return network.beside(hex_) | towards(hex_, grown)
