"""The position of a game as a scenario: to draw it, or to make a new scenario of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from m44core.catalogue.geometry import pointing
from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.model.parts import HexContent, Piece, Tag, Unit
from m44core.model.scenario import Scenario
from m44core.model.tokens import Function, TagRule, has_function
from m44core.rules.board.grid import BOTTOM, indexes
from m44core.rules.board.hex_ground import sandbags_element
from m44core.rules.board.laying import laid_out
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.numbers import HexNo, HexSet

_FACING_UP, _FACING_DOWN = 2, 1  # how sandbags lie before the bottom and the top player's units


def scenario_of(state: GameState) -> Scenario:
    """Return the scenario with its units, obstacles and medals as they stand now.

    Hexes on which nothing changed share their content with the scenario that
    was set up. Objective medals that are taken for good are gone from the board.
    Where a unit dug in on wire or a hedgehog, the hex shows the sandbags: a hex
    of a scenario holds one obstacle, and they are what is new. The other one
    shows again when the unit has left.
    """
    scenario = state.field.scenario
    changes: dict[Hex, HexContent] = {}
    for hex_, alter in _alterations(state):
        changes[hex_] = alter(changes.get(hex_, scenario.at(hex_)))
    return scenario.with_hexes(changes)


_Alter = Callable[[HexContent], HexContent]


def _alterations(state: GameState) -> Iterator[tuple[Hex, _Alter]]:
    """Yield the hexes that are not as they were, with what has become of each, in order."""
    places = state.field.grid.board.hexes
    for unit in state.field.units:
        if unit.start != NOWHERE:
            gone: dict[str, None] = {"structure" if unit.structure else "unit": None}
            yield places[unit.start], partial(replace, **gone)
    yield from _craft(state)
    for wagon in (unit.wagon for unit in state.field.units if unit.wagon):
        yield places[wagon[0]], partial(replace, structure=None)
    for index in _changed(state):
        tile = _tile(state, index, state.field.scenario.at(places[index]).terrain)
        yield places[index], partial(replace, terrain=tile, obstacle=_obstacle(state, index))
        if _is_blown(state, index) or _bridge_laid(state, index):
            yield places[index], partial(replace, structure=_bridge_laid(state, index))
    yield from _owned(state)
    yield from _altered_tags(state)
    for unit in state.field.units:
        if state.place[unit.number] != NOWHERE:
            place = places[state.place[unit.number]]
            if unit.rules.on_rails:
                yield from _pieces_of_train(state, unit)
            elif unit.structure:
                yield place, partial(replace, structure=unit.structure)
            else:
                placed = _placed(state, unit)
                yield place, partial(replace, unit=placed)


def _pieces_of_train(state: GameState, unit: Combatant) -> Iterator[tuple[Hex, _Alter]]:
    """Yield the hexes of a locomotive and of its wagon, each as it points (TH-TRAIN-01)."""
    places, catalogue = state.field.grid.board.hexes, state.field.scenario.catalogue
    train = next(each for each in state.trains if each.unit == unit.number)
    wagon = unit.wagon[1] if unit.wagon else None
    for piece, at in ((unit.structure, state.place[unit.number]), (wagon, train.wagon)):
        element = catalogue.get(piece.name) if piece else None
        if piece and element and at != NOWHERE:
            turned = replace(piece, orientation=pointing(element, train.front))
            yield places[at], partial(replace, structure=turned)


def _craft(state: GameState) -> Iterator[tuple[Hex, _Alter]]:
    """Yield the hexes that landing craft have left, and those they lie on (E-LCT-04, E-LCT-06)."""
    places = state.field.grid.board.hexes
    carried = [state.field.units[unit] for unit in indexes(state.field.carried)]
    for unit in carried:
        if unit.carrier:
            yield places[unit.start], partial(replace, structure=None)
    for unit in carried:
        place = state.place[unit.number]
        if unit.carrier and place != NOWHERE and not state.ashore >> unit.number & 1:
            yield places[place], partial(replace, structure=unit.carrier)


def _altered_tags(state: GameState) -> Iterator[tuple[Hex, _Alter]]:
    """Yield the hexes on which tokens are gone, or mines are worth nothing."""
    gone = _taken(state)
    for hex_, numbers in _swept(state).items():
        gone.setdefault(hex_, set()).update(numbers)
    for index in indexes(state.field.tokens_of_camouflage & ~state.camouflaged):
        hex_ = state.field.grid.board.hexes[index]
        gone.setdefault(hex_, set()).update(_tokens_on(state, hex_, Function.CAMOUFLAGE))
    for hex_, tags in gone.items():
        before = state.field.scenario.at(hex_).tags
        left = tuple(tag for number, tag in enumerate(before) if number not in tags)
        yield hex_, partial(replace, tags=left)
    if state.decoyed != NOBODY:
        for hex_ in _hexes(state, state.field.decoys):
            yield hex_, lambda on: replace(on, tags=tuple(map(_of_no_worth, on.tags)))


def ordered_hexes(state: GameState) -> tuple[Hex, ...]:
    """Return where the units stand that have an order this turn."""
    places = (state.place[unit] for unit in indexes(state.ordered))
    return tuple(state.field.grid.board.hexes[place] for place in places if place != NOWHERE)


def zeroed_hexes(state: GameState) -> tuple[Hex, ...]:
    """Return the hexes with the cross-hairs of big guns (E-BIGGUN-03)."""
    places = state.field.grid.board.hexes
    return tuple(places[index] for index, _ in state.cross_hairs)


def uncovered_mines(state: GameState) -> tuple[tuple[Hex, int], ...]:
    """Return the minefields on the board whose strength everybody knows, with it (TH-MINE-03)."""
    places = state.field.grid.board.hexes
    lying = ((at, n) for at, n in state.uncovered if state.ground.hexes[at].mine is not None)
    return tuple((places[index], strength) for index, strength in lying)


def ships(state: GameState) -> Iterator[tuple[Hex, Side, int]]:
    """Yield where a ship is, whose it is, and how many hits it still takes (TH-DD-01)."""
    places = state.field.grid.board.hexes
    for unit in state.field.units:
        if unit.structure and state.place[unit.number] != NOWHERE:
            yield places[state.place[unit.number]], unit.side, state.figures[unit.number]


def _changed(state: GameState) -> list[HexNo]:
    """Return the hexes whose pieces are not those of the start."""
    grounds = zip(state.field.ground.hexes, state.ground.hexes, strict=True)
    return [
        index
        for index, (before, now) in enumerate(grounds)
        if (before.tile, before.structure, before.obstacle, before.sandbags)
        != (now.tile, now.structure, now.obstacle, now.sandbags)
    ]


def _bridge_laid(state: GameState, index: HexNo) -> Piece | None:
    """Return the bridge that was laid on a hex, if any (E-HOB-02)."""
    before, now = state.field.ground.hexes[index], state.ground.hexes[index]
    if before.structure is not None or now.structure is None:
        return None
    laid = {state.field.units[unit].rules.lays_bridge for unit in indexes(state.bridged)}
    return Piece(next(iter(sorted(laid))))


def _is_blown(state: GameState, index: HexNo) -> bool:
    """Tell whether the bridge on a hex is gone (TH-BLOW-03)."""
    before, now = state.field.ground.hexes[index], state.ground.hexes[index]
    return before.structure is not None and now.structure is None


def _tile(state: GameState, index: HexNo, tile: Piece | None) -> Piece | None:
    """Return the tile of a hex, which may have become another (TH-CAVE-05)."""
    before, now = state.field.ground.hexes[index].tile, state.ground.hexes[index].tile
    if before is now:
        return tile
    return Piece(before.rules.sealed_as) if before.rules.sealed_as else None


def _swept(state: GameState) -> dict[Hex, set[int]]:
    """Return the minefields that turned out to be none: hexes, numbers among the tags there."""
    places = state.field.grid.board.hexes
    gone = [
        places[index] for index in state.field.mine_pool if state.ground.hexes[index].mine is None
    ]
    return {hex_: set(_tokens_on(state, hex_, Function.MINEFIELD)) for hex_ in gone}


def _tokens_on(state: GameState, hex_: Hex, function: Function) -> Iterator[int]:
    """Yield the numbers of the tokens on a hex that are for something."""
    catalogue = state.field.scenario.catalogue
    for number, tag in enumerate(state.field.scenario.at(hex_).tags):
        if has_function(tag, catalogue.get(tag.name), function):
            yield number


def _hexes(state: GameState, hexes: HexSet) -> Iterator[Hex]:
    return (state.field.grid.board.hexes[index] for index in indexes(hexes))


def _of_no_worth(tag: Tag) -> Tag:
    """Return a minefield that is worth no medal any more, whatever lies there (TH-MINE-07)."""
    if tag.behavior != TagRule.MINES_WITH_MEDAL:
        return tag
    return replace(tag, behavior=TagRule.MINES.value)


def _owned(state: GameState) -> Iterator[tuple[Hex, _Alter]]:
    """Yield what belongs to who was in it and has left, with its owner (B-BUN-06, TH-HQ-06)."""
    sides = state.field.sides
    for unit in state.field.units:
        if unit.start in (NOWHERE, state.place[unit.number]):
            continue
        hex_ = state.field.grid.board.hexes[unit.start]
        content, lying = state.field.scenario.at(hex_), state.ground.hexes[unit.start]
        piece, tile, owner = content.structure, content.terrain, lying.tile.owner
        if piece and piece.owner is None and lying.structure and lying.structure.owner is not None:
            owned = replace(piece, owner=sides[lying.structure.owner])
            yield hex_, partial(replace, structure=owned)
        if tile and tile.owner is None and owner is not None:
            yield hex_, partial(replace, terrain=replace(tile, owner=sides[owner]))


def _obstacle(state: GameState, index: HexNo) -> Piece | None:
    """Return the obstacle that shows on a hex where something changed."""
    now = state.ground.hexes[index]
    if now.sandbags is None:
        hex_ = state.field.grid.board.hexes[index]
        return laid_out(state.field.scenario, hex_) if now.obstacle else None
    faces_up = state.occupied[BOTTOM] >> index & 1
    return Piece(sandbags_element().name, _FACING_UP if faces_up else _FACING_DOWN)


def _placed(state: GameState, unit: Combatant) -> Unit:
    placed, figures = unit.placed, state.figures[unit.number]
    bridged = unit.rules.lays_bridge and state.bridged >> unit.number & 1
    if bridged or (unit.rules.in_boat and state.ashore >> unit.number & 1):
        placed = replace(placed, equipment=None)
    return placed if figures == unit.figures else replace(placed, figures=figures)


def _taken(state: GameState) -> dict[Hex, set[int]]:
    """Return the medals taken for good: their hexes and their numbers among the tags there."""
    taken: dict[Hex, set[int]] = {}
    for objective, holder in zip(state.field.objectives, state.holders, strict=True):
        if objective.leaves_board and holder != NOBODY:
            hex_ = state.field.grid.board.hexes[objective.hex]
            taken.setdefault(hex_, set()).add(objective.tag)
    return taken
