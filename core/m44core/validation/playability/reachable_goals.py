"""Checks of whether units can reach their goals: objectives, exits, the enemy (M706 to M708)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.model.exit_markers import exit_markers, exit_side_named_in_texts
from m44core.rules.board.hex_grid import BOTTOM, SIGHT_RANGE, TOP, bit_indexes
from m44core.rules.board.hex_ground import INFANTRY
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.victory_terms import Objective
from m44core.rules.units.movement import reachable_hexes
from m44core.rules.units.unit_exits import closed_exit_hexes
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.checks.objective_medals import objective_pointer
from m44core.validation.reachability import Reachability
from m44core.validation.text_analysis.starts_and_exits import are_exits_stated
from m44core.validation.thresholds import thresholds


@check("M706")
def unreachable_objective(context: CheckContext) -> Iterator[Problem]:
    """Objectives at sea, or that no unit that may hold them can ever reach (V-60, B-RIV-01).

    Objectives that one of the players always holds, and medals for empty sections, are skipped.

    This is an error if nobody can reach the objective and the texts can be analyzed. Otherwise it
    is a warning: on an impassable hex the medal may stand for other hexes that only the text names,
    and a river that cuts off only one side may be fordable according to the text.
    """
    for objective, key in _unreachable_objectives(context):
        hex_ = context.scenario.board.hexes[objective.hex]
        pointer = objective_pointer(context, objective)
        if key == "never" and not context.has_analyzable_briefing:
            key = "untold"
        yield problem(key, pointer, hex_, hex=context.hex_name(hex_))


def closed_objectives(context: CheckContext) -> frozenset[Hex]:
    """Return the hexes of medals on hexes that no unit can enter.

    Such a medal usually stands for other hexes, which only the text of the scenario names.
    """
    return frozenset(
        context.scenario.board.hexes[objective.hex]
        for objective, key in _unreachable_objectives(context)
        if key == _CLOSED
    )


def _unreachable_objectives(context: CheckContext) -> Iterator[tuple[Objective, str]]:
    """Yield the objectives that cannot be reached, each with its message key."""
    reachability = context.reachability
    if reachability is None or not reachability.is_complete:
        return
    for objective in reachability.state.field.objectives:
        if objective.flips_to is None and not objective.sections_to_clear:
            key = _unreachable_key(reachability, objective)
            if key:
                yield objective, key


def _unreachable_key(reachability: Reachability, objective: Objective) -> str:
    """Return the message key for an objective that cannot be reached; "" if it can."""
    if not objective.hexes & ~(
        reachability.state.ground.no_battle[INFANTRY] & ~reachability.uncertain_hexes
    ):
        return "at-sea"
    reached = [reachability.army_reach(player) & objective.hexes for player in (TOP, BOTTOM)]
    hexes_needed = min(objective.needed, objective.hexes.bit_count())  # M605 reports more
    can_hold = [hexes.bit_count() >= hexes_needed for hexes in reached]
    if any(can_hold[player] for player in objective.players):
        return ""
    if any(can_hold):
        return "cut-off"
    open_hexes = [
        reachability.open_hexes(unit.class_number) & objective.hexes for unit in reachability.units
    ]
    return "never" if any(open_hexes) else _CLOSED


_CLOSED = "closed"


@check("M707")
def exit_near_or_out_of_reach(context: CheckContext) -> Iterator[Problem]:
    """Exits that no unit can ever reach, or that one reaches within two moves (LINT-X1, V-EXIT-04).

    A near exit is a warning only if a unit can reach it in a single move: in published battles the
    first unit needs two to four moves. The finding is at the exit that is reached first.
    """
    reachability = context.reachability
    if reachability is None or not reachability.is_complete:
        return
    for player, side in enumerate(reachability.state.field.sides):
        exits = reachability.state.field.exits[player]
        exiting_units = [
            u for u in reachability.units if u.player == player and u.exit_medals is not None
        ]
        if exits and exiting_units:
            hexes = [context.scenario.board.hexes[index] for index in bit_indexes(exits)]
            nearest_exit = _nearest_exits(reachability, exits, exiting_units)
            if nearest_exit is None:
                yield problem("never", *_place_of_exit(context, side, hexes), side=side.noun)
            elif nearest_exit.moves < thresholds().usual_exit:
                near_hexes = [
                    context.scenario.board.hexes[index] for index in bit_indexes(nearest_exit.exits)
                ]
                place, moves = (
                    _place_of_exit(context, side, near_hexes),
                    nouns.moves(nearest_exit.moves),
                )
                key = (
                    "near"
                    if nearest_exit.moves >= thresholds().sound_exit
                    else _near_exit_key(context, hexes)
                )
                yield problem(key, *place, side=side.noun, moves=moves)


def _near_exit_key(context: CheckContext, hexes: Collection[Hex]) -> str:
    """Return the message key for an exit within a single move, by whether the texts intend it."""
    if are_exits_stated(context.texts, map(context.hex_name, hexes)):
        return "told"
    return "at-once" if exit_side_named_in_texts(context.scenario) is None else "published"


def _place_of_exit(context: CheckContext, side: Side, hexes: Sequence[Hex]) -> tuple[str, Hex]:
    """Return the pointer of the marker that makes one of the hexes an exit for a side, and the hex.

    If there is no such marker, return the pointer of the first hex, and that hex.
    """
    for marker in exit_markers(context.scenario):
        if marker.side in (side, None):
            opened_hex = next((hex_ for hex_ in hexes if hex_ in marker.hexes), None)
            if opened_hex:
                tags = context.scenario.at(marker.hex).tags
                number = next(number for number, tag in enumerate(tags) if tag is marker.tag)
                return context.pointer(marker.hex, "tags", number), opened_hex
    return context.pointer(hexes[0]), hexes[0]


class _NearestExits(NamedTuple):
    """The exits that units reach first.

    Attributes:
        moves: The number of moves that the units need, as if alone on the board.
        exits: The mask of the exits; 0 if all are too far to report.
    """

    moves: int
    exits: int


def _nearest_exits(
    reachability: Reachability, exits: int, exiting_units: list[Combatant]
) -> _NearestExits | None:
    """Return the exits that some unit reaches first and can use; None if no unit reaches any."""
    units_by_exits: dict[int, list[Combatant]] = {}
    for unit in exiting_units:
        units_by_exits.setdefault(exits & ~closed_exit_hexes(reachability.state, unit), []).append(
            unit
        )
    nearest_by_exits = [
        _nearest_exits_of_units(reachability, exits_of_units, units)
        for exits_of_units, units in units_by_exits.items()
    ]
    return _exits_with_fewest_moves(
        [nearest_exit for nearest_exit in nearest_by_exits if nearest_exit]
    )


def _exits_with_fewest_moves(nearest_exits: list[_NearestExits]) -> _NearestExits | None:
    """Return all exits with the lowest number of moves; None if there are none."""
    moves = min((nearest_exit.moves for nearest_exit in nearest_exits), default=None)
    if moves is None:
        return None
    exits = 0
    for nearest_exit in nearest_exits:
        exits |= nearest_exit.exits if nearest_exit.moves == moves else 0
    return _NearestExits(moves, exits)


def _nearest_exits_of_units(
    reachability: Reachability, exits: int, units: list[Combatant]
) -> _NearestExits | None:
    """Return the exits in a mask that units reach first; None if no unit ever reaches any."""
    if not any(reachability.class_reach(unit.player, unit.class_number) & exits for unit in units):
        return None
    starts_by_kind: dict[tuple[int, int], int] = {}
    for unit in units:
        kind = unit.class_number, unit.rules.move
        starts_by_kind[kind] = starts_by_kind.get(kind, 0) | 1 << unit.start
    return _exits_with_fewest_moves(
        [
            _exits_reached_first(reachability, exits, units, kind, starts)
            for kind, starts in starts_by_kind.items()
        ]
    )


def _exits_reached_first(
    reachability: Reachability,
    exits: int,
    units: list[Combatant],
    kind: tuple[int, int],
    starts: int,
) -> _NearestExits:
    """Return the exits that units of a kind (class and moves) reach first from *starts*.

    They move as if alone on the board.
    """
    state = reachability.state.clone()
    state.occupied = [0, 0]
    number = next(u.number for u in units if (u.class_number, u.rules.move) == kind)
    reached, frontier, moves = starts, starts, 0
    while not reached & exits and moves < thresholds().usual_exit:
        next_hexes = 0
        for hex_ in bit_indexes(frontier):
            state.place[number] = hex_
            next_hexes |= reachable_hexes(state, number) & reachability.open_hexes(kind[0])
        frontier, reached, moves = next_hexes & ~reached, reached | next_hexes, moves + 1
    return _NearestExits(moves, reached & exits)


@check("M708")
def armies_that_never_meet(context: CheckContext) -> Iterator[Problem]:
    """Armies none of whose units ever gets within range of an enemy, or next to one (V-70)."""
    reachability = context.reachability
    if reachability is None or not reachability.is_complete:
        return
    top, bottom = reachability.army_reach(TOP), reachability.army_reach(BOTTOM)
    if top & bottom:
        return
    within = reachability.state.field.grid.within
    if not any(within(hex_, SIGHT_RANGE) & bottom for hex_ in bit_indexes(top)):
        yield problem("never", "/hexes", distance=SIGHT_RANGE)
    elif not any(within(hex_, 1) & bottom for hex_ in bit_indexes(top)):
        yield problem("apart", "/hexes")
