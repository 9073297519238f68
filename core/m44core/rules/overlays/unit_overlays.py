"""Overlays about units: where a unit can move, battle and retreat, and the danger to each side."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from operator import or_

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Listing, Message, either, message, message_in, percent
from m44core.rules.analysis.position_facts import moved_copy, ordered_copy
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.hex_ground import HexGround
from m44core.rules.cards.card_command import Command
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.overlays.overlay_types import (
    Area,
    AreaRole,
    Overlay,
    OverlayContext,
    OverlayTarget,
    unknown_overlay,
)
from m44core.rules.play.chance import DIE
from m44core.rules.units.battle import (
    count_hits,
    faces_that_hit,
    field_of_fire,
    may_battle,
    rules_in_place,
    targets_with_dice,
)
from m44core.rules.units.movement import reachable_hexes_by_cost
from m44core.rules.units.retreat import forced_retreats

_MAX_FLAGS = 3


def reach_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return where a unit can move and battle, can only move, or can move only with tactic cards.

    Its class and the ground it enters limit the moves after which it can battle
    (B-MOVE-01, B-MOVE-05, B-MOVE-06, B-BAT-02).
    """
    selection = target.unit_on(context)
    if isinstance(selection, Overlay):
        return selection
    state, unit = selection
    battle_hexes = move_hexes = 0
    marks: dict[HexNo, int] = {}
    for steps, ends in enumerate(reachable_hexes_by_cost(state, unit), start=1):
        for end in bit_indexes(ends):
            marks[end] = steps
            move_hexes |= 1 << end
            battle_hexes |= may_battle(moved_copy(state, unit, end, steps), unit) << end
    card_hexes, card_titles = _reach_by_cards(state, unit, move_hexes)
    areas: tuple[Area, ...] = (
        Area(AreaRole.OPEN, context.hexes(battle_hexes), message("can move there and battle")),
        Area(
            AreaRole.HALF,
            context.hexes(move_hexes & ~battle_hexes),
            message("can move there but not battle"),
        ),
    )
    if card_titles is not None:
        areas += (
            Area(
                AreaRole.CLOSED,
                context.hexes(card_hexes),
                message("only with {cards}", cards=card_titles),
            ),
        )
    summary = message(
        "Hexes within reach of the unit on {hex}: {open} to move and battle, {half} to move only",
        hex=context.grid.names[state.place[unit]],
        open=battle_hexes.bit_count(),
        half=(move_hexes & ~battle_hexes).bit_count(),
    )
    board_hexes = context.grid.board.hexes
    return Overlay(summary, areas, {board_hexes[end]: str(steps) for end, steps in marks.items()})


def _reach_by_cards(
    state: GameState, unit: UnitNo, hexes_without_cards: HexSet
) -> tuple[HexSet, Listing | None]:
    """Return the hexes that only tactic cards let a unit reach, and the cards' titles, if any."""
    rules, card_hexes, names = state.field.units[unit].rules, 0, []
    for key in sorted(set(state.deck)):
        card = cards()[key]
        if card.move is None or (card.classes and rules.unit_class not in card.classes):
            continue
        ordered_state = ordered_copy(state, unit)
        ordered_state.command = Command(key, move=card.move)
        new_hexes = (
            reduce(or_, reachable_hexes_by_cost(ordered_state, unit), 0) & ~hexes_without_cards
        )
        card_hexes |= new_hexes
        names += [card.noun] if new_hexes else []
    return card_hexes, either(names) if names else None


def range_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return the range of a unit from its hex, with dice and odds for each enemy.

    The odds are the chance of at least one hit (B-BAT-06, B-BAT-07, B-BAT-09, B-HIT-01, B-HIT-02).
    """
    selection = target.unit_on(context)
    if isinstance(selection, Overlay):
        return selection
    state, unit = ordered_copy(*selection), selection[1]
    start = state.place[unit]
    near_hexes = context.grid.within(start, len(rules_in_place(state, unit).dice)) & ~(1 << start)
    hexes_in_sight = field_of_fire(state, unit, start) & near_hexes
    battles = dict(targets_with_dice(state, unit)) if may_battle(state, unit) else {}
    marks = {end: _odds_mark(state, unit, end, dice) for end, dice in battles.items()}
    areas = (
        Area(AreaRole.OPEN, context.hexes(hexes_in_sight), message("in range and visible")),
        Area(
            AreaRole.CLOSED,
            context.hexes(near_hexes & ~hexes_in_sight),
            message("in range, not visible"),
        ),
    )
    board_hexes = context.grid.board.hexes
    return Overlay(
        _range_summary(context, start, marks),
        areas,
        {board_hexes[end]: marks[end] for end in marks},
    )


def retreat_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return the retreats of a unit, and the units that lose a figure to one or two flags.

    Each step that cannot be made costs a figure (B-RET-06, B-RET-07, B-RET-08). Flags that a unit
    could ignore are not ignored here.
    """
    game = context.game
    if isinstance(game, Message):
        return unknown_overlay(game)
    losing_to_one, losing_to_two = _hexes_losing_figures(game, 1), _hexes_losing_figures(game, 2)
    selection = target.unit_on(context)
    ends, marks = (
        _retreat_ends(context, selection) if not isinstance(selection, Overlay) else (0, {})
    )
    areas = (
        Area(AreaRole.OPEN, context.hexes(ends & ~losing_to_two), message("can retreat there")),
        Area(
            AreaRole.HALF,
            context.hexes(losing_to_two & ~losing_to_one),
            message("two flags cost a figure"),
        ),
        Area(
            AreaRole.CLOSED,
            context.hexes(losing_to_one),
            message("dead end: one flag costs a figure"),
        ),
    )
    summary = message(
        "Retreat hexes: dead ends ({stuck}), two flags cost a figure ({short})",
        stuck=losing_to_one.bit_count(),
        short=(losing_to_two & ~losing_to_one).bit_count(),
    )
    board_hexes = context.grid.board.hexes
    return Overlay(summary, areas, {board_hexes[end]: flags for end, flags in marks.items()})


def _odds_mark(state: GameState, unit: UnitNo, target: HexNo, dice: int) -> Message:
    target_rules = state.field.units[state.unit_at[target]].rules
    faces = count_hits(DIE, faces_that_hit(target_rules, rules_in_place(state, unit)))
    chance = 1 - (1 - faces / len(DIE)) ** dice
    return message("{dice}: {chance}", dice=dice, chance=percent(chance))


def _range_summary(context: OverlayContext, start: HexNo, marks: dict[HexNo, Message]) -> Message:
    summary = message("Range of the unit on {hex}", hex=context.grid.names[start])
    if not marks:
        return message("{first}: no enemy to battle", first=summary)
    for end, odds in marks.items():
        name = context.grid.names[end]
        summary = message("{first}; {hex}, dice {odds}", first=summary, hex=name, odds=odds)
    return summary


def _hexes_losing_figures(state: GameState, flags: int) -> HexSet:
    """Return the hexes of the units that lose a figure to *flags* flags."""
    places = ((unit.number, state.place[unit.number]) for unit in state.field.units)
    on_board = [(unit, place) for unit, place in places if place != NOWHERE]
    return sum(1 << place for unit, place in on_board if forced_retreats(state, unit, flags).losses)


def _retreat_ends(
    context: OverlayContext, selection: tuple[GameState, UnitNo]
) -> tuple[HexSet, dict[HexNo, str]]:
    """Return the hexes one to three flags lead to, and the minimum number of flags for each."""
    state, unit = selection
    marks: dict[HexNo, str] = {}
    for flags in range(1, _MAX_FLAGS + 1):
        ends = forced_retreats(state, unit, flags).ends & ~(1 << state.place[unit])
        for end in bit_indexes(ends):
            marks.setdefault(end, str(flags))
    return sum(1 << end for end in marks), marks


_MANY_DICE = 4  # usually of more than one unit
_SIDES_IN_DANGER = {
    Side.AXIS: message_in("danger", "the Axis"),
    Side.ALLIES: message_in("danger", "the Allies"),
}


def axis_danger_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return the dice the Allies can roll against each hex without moving."""
    return _danger_overlay(context, target, Side.AXIS)


def allies_danger_overlay(context: OverlayContext, target: OverlayTarget) -> Overlay:
    """Return the dice the Axis can roll against each hex without moving."""
    return _danger_overlay(context, target, Side.ALLIES)


def _danger_overlay(context: OverlayContext, target: OverlayTarget, side: Side) -> Overlay:
    """Return the danger to a side at each hex if all enemies battle it without moving.

    Only units that see the hex (B-LOS-01) count, with their dice by B-BAT-07 and B-BAT-09; bonuses
    of units and cards are not counted.
    """
    game = context.game
    if isinstance(game, Message):
        return unknown_overlay(game)
    dice = _dice_against(context, game, side)
    low_danger = sum(1 << end for end, number in dice.items() if number < _MANY_DICE)
    high_danger = sum(1 << end for end in dice) & ~low_danger
    areas = (
        Area(AreaRole.HALF, context.hexes(low_danger), message("one to three dice")),
        Area(AreaRole.CLOSED, context.hexes(high_danger), message("four or more dice")),
    )
    board_hexes = context.grid.board.hexes
    marks = {board_hexes[end]: str(number) for end, number in dice.items()}
    return Overlay(_danger_summary(context, target, side, dice), areas, marks)


def _dice_against(context: OverlayContext, game: GameState, side: Side) -> Counter[HexNo]:
    dice = context.dice_against.get(side)
    if dice is None:
        dice = context.dice_against[side] = Counter()
        for unit in game.field.units:
            if unit.side is not side and game.place[unit.number] != NOWHERE:
                _add_dice(context, game, unit, dice)
    return dice


def _add_dice(
    context: OverlayContext, game: GameState, unit: Combatant, dice_at_hex: Counter[HexNo]
) -> None:
    """Add the dice of one unit against each hex it can attack from its own hex."""
    start = game.place[unit.number]
    hexes, target, number = game.ground.hexes, 1 - unit.player, unit.battle_class_number
    start_ground, seen_hexes = hexes[start], field_of_fire(game, unit.number, start)
    dice_changes: dict[HexGround, int] = {}  # hexes with the same pieces share one ground
    for distance, dice in enumerate(rules_in_place(game, unit.number).dice, start=1):
        ring, max_dice = (
            context.grid.rings(start)[distance],
            dice + start_ground.attack_change[number],
        )
        for end in bit_indexes(ring if distance == 1 else ring & seen_hexes):
            end_ground = hexes[end]
            if (change := dice_changes.get(end_ground)) is None:
                change = dice_changes[end_ground] = end_ground.protection(
                    start_ground, target, number
                )
            if max_dice + change > 0:
                dice_at_hex[end] += max_dice + change


def _danger_summary(
    context: OverlayContext, target: OverlayTarget, side: Side, dice: Counter[HexNo]
) -> Message:
    hex_ = target.hex_on(context)
    overview = message(
        "Danger to {side}, hexes in range: {hexes}", side=_SIDES_IN_DANGER[side], hexes=len(dice)
    )
    if hex_ is None:
        return overview
    name, dice_here = context.scenario.board.name(hex_), dice[context.grid.board.index[hex_]]
    return message("{whole}; dice at {hex}: {dice}", whole=overview, hex=name, dice=dice_here)
