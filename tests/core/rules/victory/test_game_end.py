"""Holders of objectives agree with a full evaluation at every step; games end by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.m44_special_rules import special_rules_of

from m44core.board import BOARDS, BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import (
    Briefing,
    FirstPlayer,
    HexContent,
    MedalTerms,
    Player,
    Tag,
    Unit,
)
from m44core.rules.board.hex_grid import BOTTOM, CHANCE, TOP
from m44core.rules.game.actions import (
    Action,
    ChooseTarget,
    DrawCard,
    EndStep,
    Exit,
    LandFigure,
    Move,
    parse_action,
)
from m44core.rules.game.events import (
    Event,
    GroundTaken,
    TurnBegun,
    UnitEliminated,
    UnitExited,
    UnitMoved,
    UnitRetreated,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.game.victory_terms import Objective
from m44core.rules.game_settings import BY_THE_BOOK, YOUNG_GENERALS, RuleSettings
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.units.movement import all_routes
from m44core.rules.victory.game_end import MedalsBySource, medals_by_source

BOARD = BOARDS[BoardType.STANDARD]
HEX_NAMES = [f"{letter}{row}" for row in (5, 7, 9) for letter in "FGH"]
HEX_NAMES += [f"{letter}{row}" for row in (6, 8) for letter in "fgh"]
EXIT = Tag("tag4", side=Side.ALLIES, group=(BOARD.hex("F9"), BOARD.hex("G9")))
UNITS = ["infus", "inf2us", "tankus", "tankus", "infger", "inf2ger", "tankger", "tankger"]
TERMS = ("majority", "sole_control", "last_to_occupy", "turn_start")
KINDS = [(), (), *combinations(TERMS, 1), *combinations(TERMS, 2)]
Holders = tuple[int, ...]
Places = dict[int, int]  # the player of the unit on each hex


@st.composite
def medals(draw: st.DrawFn) -> Tag:
    """Return an objective of any kind, for any side, on any of a few hexes."""
    name = draw(st.sampled_from(["medal0", "medal1", "medal2"]))
    group = tuple(BOARD.hex(hex_) for hex_ in draw(st.sets(st.sampled_from(HEX_NAMES), max_size=3)))
    hexes_needed = draw(st.sampled_from([1, 1, 1, 2]))
    if name == "medal0" and draw(st.integers(0, 3)) == 0:
        side = draw(st.sampled_from(list(Side)))
        flips = MedalTerms(hexes_needed=hexes_needed, side=side, any_hex=True)
        return Tag(name, group=group, medal=flips)
    terms: Any = dict.fromkeys(draw(st.sampled_from(KINDS)), True)
    permanent = draw(st.integers(0, 3)) == 0
    return Tag(name, group=group, medal=replace(MedalTerms(permanent, 1, hexes_needed), **terms))


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Return a small battle over objectives of all kinds."""
    hexes = draw(st.permutations(HEX_NAMES))
    places = dict(zip(hexes, UNITS, strict=False))
    tags = dict(
        zip(reversed(hexes), draw(st.lists(medals(), min_size=2, max_size=5)), strict=False)
    )
    contents = {BOARD.hex(name): HexContent(unit=Unit(unit)) for name, unit in places.items()}
    for name, tag in tags.items():
        hex_ = BOARD.hex(name)
        contents[hex_] = replace(contents.get(hex_, HexContent()), tags=(tag,))
    contents[BOARD.hex("H9")] = replace(contents.get(BOARD.hex("H9"), HexContent()), tags=(EXIT,))
    briefing = Briefing(
        Player(Side.AXIS, None, 4, 30), Player(Side.ALLIES, None, 4, 30), FirstPlayer.TOP
    )
    return Scenario(briefing=briefing).with_hexes(contents)


@pytest.mark.rule("V-GEN-04")
@given(scenarios(), st.integers(0, 10**6))
@settings(max_examples=80)
@pytest.mark.bulk
def test_objectives_are_held_as_if_checked_at_every_step(scenario: Scenario, seed: int) -> None:
    state, rng = new_game(scenario, YOUNG_GENERALS), random.Random(seed)
    chance = RandomChance(seed)
    for _ in range(150):
        if state.result:
            break
        before = state.clone()
        action = (
            chance.choose(state) if state.player == CHANCE else choose_random_action(state, rng)
        )
        events = apply_action(state, action)
        if not state.result:
            assert tuple(state.holders) in possible_holders(before, action, events)


def choose_random_action(state: GameState, rng: random.Random) -> Action:
    """Return a random action, usually one that does not end a step."""
    actions = legal_actions(state)
    acts = [action for action in actions if not isinstance(action, EndStep)]
    return rng.choice(acts if acts and rng.random() < 0.9 else actions)


def possible_holders(before: GameState, action: Action, events: Iterable[Event]) -> set[Holders]:
    """Return the possible holders of the objectives after *events*, for every route of the unit."""
    index, ledger = before.field.grid.index, Ledger(before.field.objectives, players_by_hex(before))
    possible_holders = {tuple(before.holders)}
    for event in events:
        match event:
            case UnitMoved() | UnitExited():
                routes = list(routes_of_move(before, action))
                end = None if isinstance(event, UnitExited) else index[event.end]
                possible_holders = ledger.move(possible_holders, index[event.start], routes, end)
            case UnitRetreated():
                routes = list(routes_of_retreat(before, ledger, event))
                possible_holders = ledger.move(
                    possible_holders, index[event.start], routes, index[event.end]
                )
            case GroundTaken():
                possible_holders = ledger.move(
                    possible_holders, index[event.start], [()], index[event.end]
                )
            case UnitEliminated():
                possible_holders = ledger.move(possible_holders, index[event.hex], [()], None)
            case TurnBegun():
                player = before.field.sides.index(event.side)
                possible_holders = {
                    ledger.begin_turn(holders, player) for holders in possible_holders
                }
            case _:
                pass
    return possible_holders


def players_by_hex(state: GameState) -> Places:
    return {
        index: state.field.units[unit].player
        for index, unit in enumerate(state.unit_at)
        if unit != NOBODY
    }


def routes_of_move(before: GameState, action: Action) -> Iterator[tuple[int, ...]]:
    """Yield the hexes that each possible route of a move passes.

    These are the shortest routes to a hex, or all routes off the board.
    """
    index = before.field.grid.index
    assert isinstance(action, Move | Exit)
    unit, end = before.unit_at[index[action.start]], index[action.end]
    if isinstance(action, Exit):
        for way in all_routes(before, unit):
            if way.movement_left and (way.hexes or (before.place[unit],))[-1] == end:
                yield way.hexes
        return
    routes = [way for way in all_routes(before, unit) if way.hexes and way.hexes[-1] == end]
    if action.via:
        routes = [way for way in routes if index[action.via] in way.hexes[:-1]]
    shortest = min(way.steps for way in routes)
    yield from (way.hexes[:-1] for way in routes if way.steps == shortest)


def routes_of_retreat(
    before: GameState, ledger: Ledger, event: UnitRetreated
) -> Iterator[tuple[int, ...]]:
    """Yield the hexes that each possible route of a retreat passes, ignoring the ground."""
    index = before.field.grid.index
    start, end = index[event.start], index[event.end]
    hexes_behind = before.field.grid.back[ledger.places[start]]
    routes: list[tuple[int, ...]] = [()]
    for _ in range(before.field.grid.distance(start, end)):
        routes = [
            (*way, hex_)
            for way in routes
            for hex_ in range(len(hexes_behind))
            if hexes_behind[(start, *way)[-1]] >> hex_ & 1 and hex_ not in ledger.places
        ]
    yield from (way[:-1] for way in routes if way[-1] == end)


@dataclass
class Ledger:
    """A slow evaluation of all objectives after every change."""

    objectives: tuple[Objective, ...]
    places: Places

    def move(
        self, possible: set[Holders], start: int, routes: list[tuple[int, ...]], end: int | None
    ) -> set[Holders]:
        """Move a unit; return the possible holders of the objectives for all *routes*."""
        player = self.places[start]
        after = {hex_: player_there for hex_, player_there in self.places.items() if hex_ != start}
        results = set()
        for holders in possible:
            for way in routes:
                current_holders = holders
                for hex_ in way:
                    current_holders = self.updated_holders(
                        current_holders, after | {hex_: player}, passing_player=player
                    )
                results.add(current_holders)
        self.places = after if end is None else after | {end: player}
        return {self.updated_holders(holders, self.places) for holders in results}

    def updated_holders(
        self, holders: Holders, units_by_hex: Places, passing_player: int | None = None
    ) -> Holders:
        """Return the holders for *units_by_hex*; *passing_player* owns the moving unit."""
        new_holders = list(holders)
        for number, objective in enumerate(self.objectives):
            if not objective.turn_start:
                new_holder = self.rightful_holder(objective, units_by_hex, holders[number])
                is_kept = objective.permanent or objective.last_to_occupy
                if passing_player is None or is_kept:
                    new_holders[number] = new_holder
                elif holders[number] == passing_player != new_holder:
                    new_holders[number] = NOBODY
        return tuple(new_holders)

    def begin_turn(self, holders: Holders, player: int) -> Holders:
        """Return the holders after a player's turn has begun."""
        new_holders = list(holders)
        for number, objective in enumerate(self.objectives):
            if objective.turn_start and player in objective.players:
                new_holder = self.rightful_holder(objective, self.places, holders[number])
                new_holders[number] = (
                    new_holder if new_holder in (player, holders[number]) else NOBODY
                )
        return tuple(new_holders)

    def rightful_holder(self, objective: Objective, units_by_hex: Places, holder: int) -> int:
        """Return the holder of an objective, or ``NOBODY``, by the table of the eight kinds."""
        if objective.permanent and holder != NOBODY:
            return holder
        players_there = [
            owner for hex_, owner in units_by_hex.items() if objective.hexes >> hex_ & 1
        ]
        if objective.flips_to is not None:
            is_lost = players_there.count(objective.flips_to) < objective.needed
            return 1 - objective.flips_to if is_lost else objective.flips_to
        able_players = [
            player for player in (TOP, BOTTOM) if self.can_hold(objective, players_there, player)
        ]
        entitled_players = [player for player in able_players if player in objective.players]
        if len(entitled_players) == 1:
            return entitled_players[0]
        if objective.last_to_occupy and able_players != [1 - holder]:
            return holder
        return NOBODY

    def can_hold(self, objective: Objective, players_there: list[int], player: int) -> bool:
        own_units, enemy_units = players_there.count(player), players_there.count(1 - player)
        if (objective.majority and own_units <= enemy_units) or (
            objective.sole_control and enemy_units
        ):
            return False
        return own_units >= objective.needed


AXIS = {name: HexContent(unit=Unit("infger")) for name in ("A9", "A5")}
DROP = {"side": "ALLIES", "center": "G5", "range": 0, "nbr_units": 1, "unit": {"name": "infus"}}


def dealt_game(
    contents: dict[str, HexContent],
    first: FirstPlayer,
    card: str = "assault-centre",
    medals: int = 9,
    settings: RuleSettings = BY_THE_BOOK,
    **options: object,
) -> GameState:
    """Return a game in which the Axis, on top, holds a Probe and the Allies hold *card*."""
    axis, allies = (Player(side, cards=1, medals=medals) for side in Side)
    hexes = {BOARD.hex(name): content for name, content in contents.items()}
    briefing = Briefing(axis, allies, first, special_rules=special_rules_of(options))
    state = new_game(Scenario(briefing=briefing).with_hexes(hexes), settings)
    apply_action(state, DrawCard("probe-centre"))
    apply_action(state, DrawCard(card))
    return state


def game_with_air_drop(
    first: FirstPlayer = FirstPlayer.BOTTOM, settings: RuleSettings = BY_THE_BOOK
) -> GameState:
    """Return a game of an air drop by the Allies, who have no unit yet."""
    return dealt_game(
        AXIS | {"G5": HexContent(tags=(Tag("medal1"),))}, first, settings=settings, airdrop=DROP
    )


@pytest.mark.rule("V-GEN-03")
def test_a_side_with_units_still_in_the_air_has_not_lost() -> None:
    assert game_with_air_drop().phase is Phase.AIM
    assert game_with_air_drop(FirstPlayer.TOP).result is None


@pytest.mark.rule("V-GEN-04")
def test_a_unit_takes_the_objective_it_lands_on() -> None:
    state = game_with_air_drop()
    apply_action(state, ChooseTarget("G5"))
    apply_action(state, LandFigure("G5"))
    assert state.medals(BOTTOM) == 1


@pytest.mark.rule("V-GEN-03")
def test_a_side_whose_whole_air_drop_is_lost_has_lost() -> None:
    state = game_with_air_drop(settings=RuleSettings(drops_stay_on_board=False))
    apply_action(state, ChooseTarget("G5"))
    apply_action(state, LandFigure(""))
    assert state.result is not None
    assert state.result.winner is Side.AXIS


@pytest.mark.rule("V-EXIT-05")
def test_medals_are_counted_by_source() -> None:
    contents = AXIS | {
        "G5": HexContent(unit=Unit("infger", 1)),
        "g4": HexContent(unit=Unit("infus"), tags=(Tag("medal1", medal=MedalTerms(False, 2)),)),
        "H9": HexContent(unit=Unit("infus"), tags=(EXIT,)),
    }
    state = dealt_game(contents, FirstPlayer.BOTTOM)
    for text in ("play assault-centre", "order all", "exit H9 H9", "end-moves", "battle g4 G5"):
        apply_action(state, parse_action(text))
    apply_action(state, parse_action("roll inf star star"))
    assert medals_by_source(state, BOTTOM) == MedalsBySource(units=1, objectives=2, exits=1)
    assert medals_by_source(state, TOP) == MedalsBySource(units=0, objectives=0, exits=0)
    assert state.medals(BOTTOM) == 4


@pytest.mark.rule("V-EXIT-06")
def test_a_unit_that_exited_can_do_nothing_more_this_turn() -> None:
    exiting_unit = HexContent(unit=Unit("infus"), tags=(EXIT,))
    state = dealt_game(
        AXIS | {"H9": exiting_unit, "G3": HexContent(unit=Unit("infus"))}, FirstPlayer.BOTTOM
    )
    unit_left = state.unit_at[state.field.grid.index["H9"]]
    for text in ("play assault-centre", "order all", "exit H9 H9"):
        apply_action(state, parse_action(text))
    assert state.exited[BOTTOM] == 1 << unit_left
    assert state.moved & state.battled == 1 << unit_left
    assert (state.place[unit_left], state.figures[unit_left]) == (NOWHERE, 4)


@pytest.mark.rule("V-GEN-01")
def test_the_turn_in_which_a_game_is_won_is_not_ended() -> None:
    contents = AXIS | {"H9": HexContent(tags=(EXIT,)), "H5": HexContent(unit=Unit("infus"))}
    state = dealt_game(contents, FirstPlayer.BOTTOM, card="behind-enemy-lines", medals=1)
    for text in ("play behind-enemy-lines", "order H5", "move H5 H7", "exit H7 H9"):
        apply_action(state, parse_action(text))
    assert state.result is not None
    assert (state.card, state.discards) == ("behind-enemy-lines", ())
