"""Figures that come back by a card: for one unit (B-CARD-MED), or shared out (BT-MED-01..04)."""

from __future__ import annotations

from collections.abc import Sequence

from m44core.rules.board.grid import indexes
from m44core.rules.board.hex_ground import ARMOR, INFANTRY
from m44core.rules.cards.command import by_dice
from m44core.rules.game.actions import Face
from m44core.rules.game.events import Event, Healed
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.units.hits import symbol_of
from m44core.rules.units.orders import area

_STARS = 2  # the place of the stars among the slots of a command, after the symbols of two classes


def damaged(state: GameState) -> int:
    """Return the hexes of the active player's units that may get back figures they lost."""
    units = state.field.units
    places = indexes(state.occupied[state.active])
    standing = [(index, state.unit_at[index]) for index in places]
    return sum(
        1 << index
        for index, unit in standing
        if state.figures[unit] < units[unit].figures
        and units[unit].rules.heals
        and not state.resting >> unit & 1
    )


def heal(state: GameState, faces: Sequence[Face], log: list[Event]) -> None:
    """Give a unit figures back, one for each symbol of its own and each star (B-CARD-MED, R-34)."""
    unit = state.healed
    combatant = state.field.units[unit]
    state.healed = NOBODY
    symbols = {Face.STAR, symbol_of(combatant.rules.unit_class)}
    lost = combatant.figures - state.figures[unit]
    _give_back(state, unit, min(lost, sum(face in symbols for face in faces)), log)


def may_share(state: GameState) -> int:
    """Return the hexes of the units a card is about and for which a die is left (BT-MED-02)."""
    assert state.command is not None
    units, unit_at = state.field.units, state.unit_at
    return sum(
        1 << index
        for index in indexes(damaged(state) & area(state, state.command))
        if _slot_for(state, units[unit_at[index]].ordered_as) is not None
    )


def share(state: GameState, unit: int, log: list[Event]) -> None:
    """Give a unit one figure back, for a symbol of its own or else for a star (BT-MED-02, -03)."""
    assert state.command is not None
    assert state.command.slots is not None
    slot = _slot_for(state, state.field.units[unit].ordered_as)
    infantry, armor, stars = (n - (at == slot) for at, n in enumerate(state.command.slots))
    state.command = by_dice(state.command, infantry, armor, stars)
    _give_back(state, unit, 1, log)


def _slot_for(state: GameState, number_of_class: int) -> int | None:
    """Return which of the dice left gives a figure back to a unit of a class; None if none does."""
    slots = state.command.slots if state.command else None
    if slots is None:
        return None
    own = {INFANTRY: 0, ARMOR: 1}.get(number_of_class, _STARS)
    return next((slot for slot in (own, _STARS) if slots[slot]), None)


def _give_back(state: GameState, unit: int, figures: int, log: list[Event]) -> None:
    """Give figures back to a unit, which is ordered if there are any."""
    combatant = state.field.units[unit]
    state.figures[unit] += figures
    name = state.field.grid.names[state.place[unit]]
    log.append(Healed(combatant.name, name, figures, state.figures[unit]))
    if figures:
        state.ordered |= 1 << unit
