"""Trains on rails: the moves of their pieces along the railway (TH-TRAIN-01..03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from m44core.hexes import Direction
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.step_tables import hexes_one_step_from
from m44core.rules.game.events import Event, WagonLost
from m44core.rules.game.state import NOBODY, NOWHERE, GameState, Train
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo


class TrainPosition(NamedTuple):
    """The position of a train.

    Attributes:
        locomotive: The hex of its locomotive.
        wagon: The hex of its wagon; ``NOWHERE`` without one.
        front: The direction the locomotive faces.
    """

    locomotive: HexNo
    wagon: HexNo
    front: Direction


def is_train(state: GameState, unit: UnitNo) -> bool:
    """Return whether a unit moves on rails."""
    return state.field.units[unit].rules.on_rails


def train_of(state: GameState, unit: UnitNo) -> Train:
    """Return the train of a unit."""
    return next(train for train in state.trains if train.unit == unit)


def wagon_hexes_of(state: GameState, player: PlayerNo) -> HexSet:
    """Return the hexes of the wagons of a player."""
    units = (state.unit_at[index] for index in bit_indexes(state.wagons))
    wagons_and_units = zip(bit_indexes(state.wagons), units, strict=True)
    return sum(
        1 << index for index, unit in wagons_and_units if state.field.units[unit].player == player
    )


def reach_on_rails(state: GameState, unit: UnitNo, max_hexes: int) -> tuple[HexSet, ...]:
    """Return the hexes a train reaches in 1, 2 ... hexes with its locomotive in front."""
    reached = [0] * max_hexes
    for end, path in _train_runs(state, unit, state.place[unit], max_hexes).items():
        reached[len(path) - 1] |= 1 << end
    return tuple(reached)


def backward_runs(
    state: GameState, unit: UnitNo, max_hexes: int
) -> Mapping[HexNo, tuple[HexNo, ...]]:
    """Return the paths of a train with its wagon in front, keyed by their ends (TH-TRAIN-01).

    The mapping is empty without a wagon.
    """
    wagon = train_of(state, unit).wagon
    return {} if wagon == NOWHERE else _train_runs(state, unit, wagon, max_hexes)


def wagon_hexes_after_backing_up(
    state: GameState, unit: UnitNo, max_hexes: int
) -> dict[HexNo, HexNo]:
    """Return the hexes where a wagon can back up to, keyed by where its locomotive then is."""
    ends = backward_runs(state, unit, max_hexes)
    if not ends:
        return {}
    lead = train_of(state, unit).wagon
    return {position_after_run(state, unit, lead, end, max_hexes).locomotive: end for end in ends}


def position_after_run(
    state: GameState, unit: UnitNo, lead: HexNo, end: HexNo, max_hexes: int
) -> TrainPosition:
    """Return the position of a train after its piece on *lead* moved to *end*."""
    path, place, train = (
        _train_runs(state, unit, lead, max_hexes)[end],
        state.place[unit],
        train_of(state, unit),
    )
    following_hex = (lead, *path)[-2]
    if lead != place:
        return TrainPosition(following_hex, end, direction_between(state, end, following_hex))
    end_direction = direction_between(state, following_hex, end)
    if train.wagon == NOWHERE:
        return TrainPosition(end, NOWHERE, _direction_after_run(state, train, (place, *path)))
    return TrainPosition(end, following_hex, end_direction)


def retreat_positions(
    state: GameState, unit: UnitNo, flags: int
) -> list[dict[HexNo, TrainPosition]]:
    """Return the positions of a train after 0, 1, 2 ... hexes of retreat, up to *flags*.

    They are keyed by the locomotive's hex. The list ends where the train cannot retreat farther.
    Its wagon leads; a lone locomotive does not move forward (TH-TRAIN-03).
    """
    train, place = train_of(state, unit), state.place[unit]
    is_alone = train.wagon == NOWHERE
    positions = [{place: TrainPosition(place, train.wagon, train.front)}]
    paths: list[tuple[HexNo, ...]] = [(place,) if is_alone else (place, train.wagon)]
    for step in range(flags):
        paths = [(*path, end) for path in paths for end in _next_rail_hexes(state, path)]
        if is_alone and not step:
            forward_directions = _forward_directions(train.front)
            paths = [
                p for p in paths if direction_between(state, place, p[-1]) not in forward_directions
            ]
        if not paths:
            break
        ends = {(p[-1] if is_alone else p[-2]): p for p in reversed(paths)}
        positions.append(
            {end: _position_after_backing(state, p, is_alone=is_alone) for end, p in ends.items()}
        )
    return positions


def lose_wagon_if_due(state: GameState, unit: UnitNo, log: list[Event]) -> None:
    """Remove the wagon of a train after it has taken enough hits (TH-TRAIN-02)."""
    rules = state.field.units[unit].rules
    if not rules.on_rails or state.figures[unit] > rules.wagon_until:
        return
    train = train_of(state, unit)
    if train.wagon != NOWHERE:
        log.append(WagonLost(state.field.grid.names[train.wagon]))
        set_train(state, replace(train, wagon=NOWHERE))


def set_train(state: GameState, train: Train) -> None:
    """Set the position of a train; its wagon may have moved or been lost."""
    old_train = train_of(state, train.unit)
    if old_train.wagon != NOWHERE:
        state.wagons ^= 1 << old_train.wagon
        if state.place[train.unit] != old_train.wagon:
            state.unit_at[old_train.wagon] = NOBODY
    if train.wagon != NOWHERE:
        state.wagons |= 1 << train.wagon
        state.unit_at[train.wagon] = train.unit
    other_trains = tuple(each for each in state.trains if each.unit != train.unit)
    state.trains = (*other_trains, train)


def direction_between(state: GameState, start: HexNo, end: HexNo) -> Direction:
    """Return the direction from a hex to an adjacent one."""
    hexes = state.field.grid.board.hexes
    return next(each for each in Direction if hexes[start].neighbour(each) == hexes[end])


def _train_runs(
    state: GameState, unit: UnitNo, lead: HexNo, max_hexes: int
) -> Mapping[HexNo, tuple[HexNo, ...]]:
    """Return the shortest path to each hex from *lead*; stations and smoke stop the train."""
    number = state.field.units[unit].class_number
    stop_hexes = state.ground.stop[number] | state.smoke.dense
    paths: dict[HexNo, tuple[HexNo, ...]] = {}
    frontier: list[tuple[HexNo, ...]] = [(lead,)]
    for _ in range(max_hexes):
        longer_paths = [(*path, end) for path in frontier for end in _next_rail_hexes(state, path)]
        frontier = []
        for path in longer_paths:
            if path[-1] not in paths:
                paths[path[-1]] = path[1:]
                frontier += [] if stop_hexes >> path[-1] & 1 else [path]
    return paths


def _next_rail_hexes(state: GameState, path: tuple[HexNo, ...]) -> Iterator[HexNo]:
    """Yield the free hexes next along the railway after the last one of a path."""
    number = state.field.units[state.unit_at[path[0]]].class_number
    free_hexes = state.ground.passable[number] & ~state.all_occupied
    ends = hexes_one_step_from(state.ground.rails, 1 << path[-1]) & free_hexes
    return (end for end in bit_indexes(ends) if end not in path)


def _position_after_backing(
    state: GameState, path: tuple[HexNo, ...], *, is_alone: bool
) -> TrainPosition:
    front = direction_between(state, path[-1], path[-2])
    return (
        TrainPosition(path[-1], NOWHERE, front)
        if is_alone
        else TrainPosition(path[-2], path[-1], front)
    )


def _direction_after_run(state: GameState, train: Train, path: tuple[HexNo, ...]) -> Direction:
    """Return the direction a lone locomotive faces after a run, which may have been backward."""
    first, last = (direction_between(state, *pair) for pair in (path[:2], path[-2:]))
    return last if first in _forward_directions(train.front) else last.opposite


def _forward_directions(front: Direction) -> tuple[Direction, ...]:
    return front.turned(-1), front, front.turned(1)
