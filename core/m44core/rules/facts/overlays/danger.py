"""How many dice the units of a side can throw at each hex from where they stand."""

from __future__ import annotations

from collections import Counter

from m44core.catalogue.types import Side
from m44core.messages.message import Message, message, message_in
from m44core.rules.board.grid import indexes
from m44core.rules.board.hex_ground import HexGround
from m44core.rules.facts.overlays.asked import Asked, unknown
from m44core.rules.facts.overlays.basis import Basis
from m44core.rules.facts.overlays.values import Area, Overlay, Role
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.numbers import HexNo
from m44core.rules.units.battle import field_of_fire
from m44core.rules.units.hits import at_arms

_MANY = 4  # dice: more than one unit throws, most often
_TO = {
    Side.AXIS: message_in("danger", "the Axis"),
    Side.ALLIES: message_in("danger", "the Allies"),
}


def danger_to_axis(basis: Basis, asked: Asked) -> Overlay:
    """Return the dice the Allies can throw at each hex; see :func:`_danger`."""
    return _danger(basis, asked, Side.AXIS)


def danger_to_allies(basis: Basis, asked: Asked) -> Overlay:
    """Return the dice the Axis can throw at each hex; see :func:`_danger`."""
    return _danger(basis, asked, Side.ALLIES)


def _danger(basis: Basis, asked: Asked, side: Side) -> Overlay:
    """Return where a side is in danger if all enemies battle the same hex without moving.

    The dice are those of B-BAT-07 and B-BAT-09, of units that see the hex (B-LOS-01); bonuses
    of units and cards are not counted.
    """
    game = basis.game
    if isinstance(game, Message):
        return unknown(game)
    dice = _dice_against(basis, game, side)
    few = sum(1 << end for end, number in dice.items() if number < _MANY)
    many = sum(1 << end for end in dice) & ~few
    areas = (
        Area(Role.HALF, basis.hexes(few), message("one to three dice")),
        Area(Role.CLOSED, basis.hexes(many), message("four dice and more")),
    )
    every = basis.grid.board.hexes
    marks = {every[end]: str(number) for end, number in dice.items()}
    return Overlay(_said(basis, asked, side, dice), areas, marks)


def _dice_against(basis: Basis, game: GameState, side: Side) -> Counter[HexNo]:
    kept = basis.kept.get(side)
    if kept is None:
        kept = basis.kept[side] = Counter()
        for unit in game.field.units:
            if unit.side is not side and game.place[unit.number] != NOWHERE:
                _add_dice_of(basis, game, unit, kept)
    return kept


def _add_dice_of(basis: Basis, game: GameState, unit: Combatant, every: Counter[HexNo]) -> None:
    """Add the dice one unit throws at each hex it can battle from where it stands."""
    start = game.place[unit.number]
    hexes, target, number = game.ground.hexes, 1 - unit.player, unit.fights_as
    here, fire = hexes[start], field_of_fire(game, unit.number, start)
    shelter: dict[HexGround, int] = {}  # hexes with the same pieces share one ground
    for distance, dice in enumerate(at_arms(game, unit.number).dice, start=1):
        ring, most = basis.grid.rings(start)[distance], dice + here.battling_out[number]
        for end in indexes(ring if distance == 1 else ring & fire):
            there = hexes[end]
            if (change := shelter.get(there)) is None:
                change = shelter[there] = there.protection(here, target, number)
            if most + change > 0:
                every[end] += most + change


def _said(basis: Basis, asked: Asked, side: Side, dice: Counter[HexNo]) -> Message:
    hex_ = asked.hex_on(basis)
    whole = message("Danger to {side}: hexes in range {hexes}", side=_TO[side], hexes=len(dice))
    if hex_ is None:
        return whole
    name, there = basis.scenario.board.name(hex_), dice[basis.grid.board.index[hex_]]
    return message("{whole}; dice at {hex} {dice}", whole=whole, hex=name, dice=there)
