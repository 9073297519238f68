"""Set up a game from a scenario (B-SETUP-01, B-SETUP-02)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Side, UnitClass
from m44core.catalogue.unit_traits import UnitProfile, UnitRules
from m44core.errors import M44Error
from m44core.messages.message import (
    Message,
    first_few,
    label_with_text,
    message,
    name,
    quoted,
    several,
)
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, Piece, Unit
from m44core.model.special_rules import RemovedCards
from m44core.model.unit_profiles import (
    at_full_strength,
    full_strength,
    origin_of,
    reserve_profile,
    unit_profile_on,
)
from m44core.rules.board.closed_hexes import passability_overrides
from m44core.rules.board.hex_grid import BOTTOM, TOP, grid_of
from m44core.rules.board.hex_ground import CLASS_NUMBERS
from m44core.rules.board.scenario_ground import ground_of, obstacle_on
from m44core.rules.cards.deck_choice import cards_of_deck, deck_of, without_removed_cards
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.game_settings import BY_THE_BOOK, RuleSettings
from m44core.rules.index_types import HexNo, UnitNo
from m44core.rules.play.resume_game import resume_from
from m44core.rules.play.setup_units import (
    ships_and_trains,
    starting_hexes_in_rules,
    trains_at_start,
    units_to_arrive,
)
from m44core.rules.scenario_options import ScenarioOptions, scenario_options
from m44core.rules.special.arrivals import hold_reinforcements
from m44core.rules.special.night import visibility_at_start
from m44core.rules.units.boats import stranded_units
from m44core.rules.victory.objective_control import update_objectives
from m44core.rules.victory.scenario_goals import (
    exit_hexes_by_player,
    exit_terms,
    exits_needed,
    medals_needed,
    objectives,
    sudden_death_objectives,
)

_SIDES = {
    Side.AXIS: name("side.own", "the Axis side"),
    Side.ALLIES: name("side.own", "the Allied side"),
}
_SLOW_ARMOR_MOVE = 2
DEFAULT_CARDS = 4  # as in a new scenario of the official editor
DEFAULT_MEDALS = 4
_MAX_UNKNOWN_UNITS = 5  # that a message names
_HIGH_COMMAND_CARDS = 6  # cards the Italian High Command begins with


def new_game(scenario: Scenario, settings: RuleSettings = BY_THE_BOOK) -> GameState:
    """Return a new game of *scenario* before the cards are dealt, or in its stored position.

    Missing values are filled in, and anything the engine does not know is left out;
    :func:`m44core.rules.analysis.scenario_gaps.gaps` lists both.

    Raises:
        M44Error: it cannot be played at all; the message gives the reason.
    """
    field = battlefield_of(scenario, settings)
    state = GameState(
        field=field,
        ground=field.ground,
        place=[unit.start for unit in field.units],
        figures=[0 if unit.start == NOWHERE else unit.figures for unit in field.units],
        unit_at=[NOBODY] * len(field.grid.names),
        occupied=[0, 0],
        eliminated=[0, 0],
        holders=[NOBODY] * len(field.objectives),
        hands=[(), ()],
        deck=_draw_pile(field.settings, field.options),
        drawing=tuple(p for p in (TOP, BOTTOM) for _ in range(field.hand_sizes[p])),
        active=field.first_player,
        mine_pools=field.mine_strengths,
        phase=Phase.DRAW,
    )
    for unit in field.units:
        if unit.start != NOWHERE:
            state.unit_at[unit.start] = unit.number
            state.occupied[unit.player] |= 1 << unit.start
    state.camouflaged = field.camouflage_hexes & (state.occupied[0] | state.occupied[1])
    state.ashore = stranded_units(state)
    _place_wagons(state)
    update_objectives(state, field.objective_hexes, [])
    state.visibility = visibility_at_start(state)
    hold_reinforcements(state, scenario.position)
    if scenario.position is not None:
        resume_from(state, scenario.position)
    return state


def _place_wagons(state: GameState) -> None:
    """Put the wagons of trains on the board (TH-TRAIN-01)."""
    state.trains = trains_at_start(state.field)
    for train in state.trains:
        if train.wagon != NOWHERE:
            state.wagons |= 1 << train.wagon
            state.unit_at[train.wagon] = train.unit


def battlefield_of(scenario: Scenario, settings: RuleSettings = BY_THE_BOOK) -> Battlefield:
    """Return the unchanging part of all games of *scenario*.

    Raises:
        M44Error: it cannot be played at all; the message gives the reason.
    """
    grid = grid_of(scenario.board)
    sides = sides_of(scenario)
    options = scenario_options(scenario)
    units = tuple(_combatants(scenario, options, sides))
    for player, side in enumerate(sides):
        has_units = any(unit.player == player for unit in units)
        if not has_units and not _has_units_on_board(scenario, side):
            raise M44Error(_no_units_problem(scenario, side))
    hand_sizes = _hand_sizes(scenario, options, sides)
    settings = replace(settings, deck=deck_of(scenario.board.type, options, settings).name)
    cards = len(_draw_pile(settings, options))
    if sum(hand_sizes) > cards:
        raise M44Error(
            message(
                "the starting hands need {needed} cards, but the deck has only {cards}",
                needed=sum(hand_sizes),
                cards=cards,
            )
        )
    combatant_hexes = {unit.start for unit in units}
    unit_hexes = {grid.board.index[hex_] for hex_, _ in scenario.units()}
    return Battlefield(
        scenario=scenario,
        grid=grid,
        sides=sides,
        units=units,
        bystanders=sum(1 << index for index in unit_hexes - combatant_hexes),
        ground=ground_of(scenario, sides),
        objectives=tuple(objectives(scenario, sides)),
        sudden_death_objectives=sudden_death_objectives(options, sides, scenario.board),
        exits=exit_hexes_by_player(scenario, sides),
        exits_needed=_exits_still_needed(scenario, exits_needed(options, sides), sides),
        exit_terms=exit_terms(scenario, sides),
        medals_needed=medals_needed(
            options, _briefing_numbers(scenario, "medals", DEFAULT_MEDALS), sides
        ),
        hand_sizes=hand_sizes,
        first_player=BOTTOM if scenario.briefing.first is FirstPlayer.BOTTOM else TOP,
        turn_limit=settings.turn_limit,
        settings=settings,
        options=options,
        passability_overrides=passability_overrides(scenario, sides),
        obstacle_names=dict(_obstacle_names(scenario)),
    )


def _hand_sizes(
    scenario: Scenario, options: ScenarioOptions, sides: tuple[Side, Side]
) -> tuple[int, int]:
    """Return the hand size of each player; the Italian High Command has its own (E-ITA-01)."""
    top, bottom = _briefing_numbers(scenario, "cards", DEFAULT_CARDS)
    if options.high_command is sides[TOP]:
        return _HIGH_COMMAND_CARDS, bottom
    return top, _HIGH_COMMAND_CARDS if options.high_command is sides[BOTTOM] else bottom


def _draw_pile(settings: RuleSettings, options: ScenarioOptions) -> tuple[str, ...]:
    """Return the cards of the game: its deck without the cards removed by the scenario."""
    cards = cards_of_deck(settings.deck, tactic_cards=settings.tactic_cards)
    return without_removed_cards(cards, options.further_rule(RemovedCards))


def _exits_still_needed(
    scenario: Scenario, exits_needed: tuple[int, int], sides: tuple[Side, Side]
) -> tuple[int, int]:
    """Return *exits_needed*, minus the exit medals each player gained before a resumed game."""
    if scenario.position is None:
        return exits_needed
    exited = scenario.position.exited
    top, bottom = (
        max(0, n - exited.get(side, 0)) for n, side in zip(exits_needed, sides, strict=True)
    )
    return top, bottom


def sides_of(scenario: Scenario) -> tuple[Side, Side]:
    """Return the sides of the top and the bottom player; the Axis is on top by default.

    Raises:
        M44Error: both players have the same side.
    """
    top, bottom = scenario.side_at(top=True), scenario.side_at(top=False)
    if top is None:
        top = bottom.enemy if bottom else Side.AXIS
    if bottom is None:
        bottom = top.enemy
    if top is bottom:
        raise M44Error(message("both players have the same side: {side}", side=_SIDES[top]))
    return top, bottom


def _briefing_numbers(scenario: Scenario, name: str, default: int) -> tuple[int, int]:
    """Return the briefing's number *name* for both players: at least 1, *default* if missing."""
    briefing = scenario.briefing
    top, bottom = (getattr(player, name) for player in (briefing.top, briefing.bottom))
    return default if top is None else max(1, top), default if bottom is None else max(1, bottom)


def _combatants(
    scenario: Scenario, options: ScenarioOptions, sides: tuple[Side, Side]
) -> Iterator[Combatant]:
    """Yield the units with known rules and side, then ships and trains, then units to arrive."""
    catalogue, number, naming_hexes = scenario.catalogue, 0, starting_hexes_in_rules(options)
    for hex_, unit in scenario.units():
        start, placed_unit = scenario.board.index[hex_], at_full_strength(scenario, hex_, unit)
        structure, origin = scenario.at(hex_).structure, origin_of(scenario, hex_)
        profile = unit_profile_on(scenario, hex_)
        assert profile is not None, "a unit stands there"
        combatant = _combatant(
            number, start, placed_unit, profile, options, sides, catalogue, structure
        )
        if combatant and origin in naming_hexes:
            combatant = replace(combatant, origin=scenario.board.index[origin])
        if combatant:
            yield combatant
            number += 1
    for ship in ships_and_trains(scenario, options, sides):
        yield replace(ship, number=number)
        number += 1
    for arrival, unit in units_to_arrive(scenario, options):
        profile = reserve_profile(scenario, unit)
        combatant = _combatant(number, NOWHERE, unit, profile, options, sides, catalogue)
        if combatant:
            yield replace(combatant, arrival=arrival)
            number += 1


def _no_units_problem(scenario: Scenario, side: Side) -> Message:
    """Return a clause that a side has no playable units, with any unknown units on the board."""
    problem = message("there are no playable units for {side}", side=_SIDES[side])
    unknown_units = [
        label_with_text(scenario.board.name(hex_), quoted(unit.name))
        for hex_, unit in scenario.units()
        if scenario.catalogue.get(unit.name, Layer.UNIT) is None
    ]
    if not unknown_units:
        return problem
    return several(
        "{problem}; {number} unit is unknown ({units})",
        "{problem}; {number} units are unknown ({units})",
        len(unknown_units),
        problem=problem,
        units=first_few(unknown_units, _MAX_UNKNOWN_UNITS),
    )


def _has_units_on_board(scenario: Scenario, side: Side) -> bool:
    """Return whether a side has units on the board, even if the engine cannot play them.

    The game is played without units it cannot play;
    :func:`m44core.rules.analysis.scenario_gaps.gaps` lists them.
    """
    elements = [scenario.catalogue.get(unit.name, Layer.UNIT) for _, unit in scenario.units()]
    return any(each and each.nation and each.nation.side is side for each in elements)


def _combatant(
    number: UnitNo,
    start: HexNo,
    unit: Unit,
    profile: UnitProfile,
    options: ScenarioOptions,
    sides: tuple[Side, Side],
    catalogue: Catalogue,
    structure: Piece | None = None,
) -> Combatant | None:
    element, rules = catalogue.get(unit.name, Layer.UNIT), profile.rules
    if element is None or rules is None or element.nation is None:
        return None
    if rules.unit_class is UnitClass.ARMOR and element.nation.side in options.slow_armor:
        rules = slow_armor_rules(rules)
    is_infantry = rules.unit_class is UnitClass.INFANTRY
    exit_medals = options.infantry_exit_medals if is_infantry else 1
    side = element.nation.side
    gives_no_medals = side.enemy in (options.no_elimination_medals, options.exits_only)
    medals = 0 if gives_no_medals else 1
    return Combatant(
        number=number,
        player=sides.index(side),
        side=side,
        name=_unit_name(unit, element, profile, catalogue),
        figures=full_strength(profile),
        rules=rules,
        class_number=CLASS_NUMBERS[rules.moves_as or rules.unit_class],
        battle_class_number=CLASS_NUMBERS[rules.fights_as or rules.unit_class],
        order_class_number=CLASS_NUMBERS[rules.unit_class],
        start=start,
        placed=unit,
        unit_profile=profile,
        medals=medals * rules.medals,
        carrier=structure if rules.in_craft else None,
        wreck_kind=_wreck_kind(element, profile) if medals and rules.figures_a_medal else "",
        exit_medals=exit_medals if rules.exits else None,
    )


@cache
def slow_armor_rules(rules: UnitRules) -> UnitRules:
    """Return the rules of armor limited to moves of two hexes (O-BLITZ, O-PBLITZ)."""
    max_move = min(rules.move, _SLOW_ARMOR_MOVE)
    return replace(rules, move=max_move, move_and_battle=min(rules.move_and_battle, max_move))


def _wreck_kind(element: Element, profile: UnitProfile) -> str:
    """Return the kind of a unit for counting wrecks; the same for all nations."""
    nation = element.nation.name if element.nation else ""
    return profile.special.name if profile.special else element.name.removesuffix(nation)


def _unit_name(unit: Unit, element: Element, profile: UnitProfile, catalogue: Catalogue) -> Message:
    """Return the name of a unit in sentences; its badge can make it a special unit."""
    special = profile.special
    if special is None:
        return element.noun
    badges = (badge for badge in catalogue.on_layer(Layer.BADGE) if badge.name in special.badges)
    return next((b.noun for b in badges if unit.badge in (None, b.name)), special.noun)


def _obstacle_names(scenario: Scenario) -> Iterator[tuple[HexNo, Message]]:
    for hex_ in scenario.hexes:
        obstacle = obstacle_on(scenario, hex_)
        if obstacle:
            element = scenario.catalogue.get(obstacle.name, Layer.OBSTACLE)
            yield scenario.board.index[hex_], element.noun if element else quoted(obstacle.name)
