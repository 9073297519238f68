"""The legal actions in each phase of the turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.command_cards import CardEffect
from m44core.rules.board.hex_grid import Grid, bit_indexes
from m44core.rules.cards.card_command import may_play_as_itself, substitutes
from m44core.rules.cards.command_cards import ambush_card, cards, is_ambush
from m44core.rules.game.actions import (
    MAX_SHARED_ACTIONS,
    Action,
    Battle,
    BattleBack,
    BreachBunker,
    ChooseSection,
    ChooseTarget,
    ClearWire,
    DeclineAmbush,
    DieFace,
    DrawCard,
    EndStep,
    Exit,
    IgnoreFlag,
    KeepCard,
    LandFigure,
    LayBridge,
    LaySmoke,
    LoseCard,
    Move,
    OnTheMove,
    Order,
    OrderAll,
    Play,
    PutUnderToken,
    Recover,
    Resupply,
    Retreat,
    Roll,
    SealCave,
    Stay,
    Step,
    TakeGround,
    UncoverMinefield,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.play.card_effects import hexes_to_target, may_use_as_strike, sections_to_choose
from m44core.rules.play.commissar import cards_for_token, playable_commissar_cards
from m44core.rules.play.overlord import (
    commander_strikes,
    is_overlord,
    may_end_handouts,
    possible_handouts,
)
from m44core.rules.scenario_options import ScenarioOptions
from m44core.rules.special.airdrop import aim_hexes, landing_hexes
from m44core.rules.special.arrivals import possible_placements
from m44core.rules.special.bridge_rules import possible_bridge_layings, possible_demolitions
from m44core.rules.special.close_assault_rules import desert_advance_hexes, may_exit_in_desert
from m44core.rules.special.smoke_rules import (
    has_not_laid_smoke,
    next_smoke_hexes,
    smoke_range,
    units_to_lay_smoke,
)
from m44core.rules.special.special_actions import (
    possible_breaches,
    possible_suppliers,
    receiver_hexes,
    units_to_recover,
    units_to_seal_caves,
)
from m44core.rules.special.trains import backward_moves
from m44core.rules.units.battle import (
    may_battle,
    may_clear_obstacle,
    may_take_ground,
    second_assault_hexes,
    targets_with_dice,
)
from m44core.rules.units.hazard_marches import mine_strengths_left
from m44core.rules.units.movement import reachable_hexes_by_cost
from m44core.rules.units.orders import (
    can_order_all,
    on_the_move_hexes,
    orderable_hexes,
    units_moving_again,
)
from m44core.rules.units.rails import is_train
from m44core.rules.units.retreat import retreat_options
from m44core.rules.units.routes import detours
from m44core.rules.units.unit_exits import exit_hexes

_play = cache(Play)
_target = lru_cache(MAX_SHARED_ACTIONS)(ChooseTarget)
_END_DISCARDS = EndStep(Step.DISCARDS)
_END_CARDS = EndStep(Step.CARDS)
_END_SMOKE = EndStep(Step.SMOKE)
_END_TARGETS = EndStep(Step.TARGETS)


def possible_cards_to_keep(state: GameState) -> Iterator[Action]:
    """Yield the choices of a card to keep, and of declining discards (B-CARD-02, E-CMDCAR-03)."""
    yield from (KeepCard(card) for card in sorted(set(cards_to_keep(state))))
    if state.can_pick_discard:
        yield _END_DISCARDS


def cards_to_keep(state: GameState) -> tuple[str, ...]:
    """Return the cards from which a player can keep one: the drawn cards, or the discards."""
    return state.discards if state.can_pick_discard else state.drawn


def possible_aims(state: GameState) -> Iterator[Action]:
    """Yield the choices of a hex to aim an air drop at (O-DROP)."""
    names = state.field.grid.names
    return (_target(names[index]) for index in bit_indexes(aim_hexes(state)))


def possible_plays(state: GameState) -> Iterable[Action]:
    """Return the ways to play a card: as itself, as another, or to blow up a bridge (B-TURN-03)."""
    if is_overlord(state.field):
        return _plays_of_commander(state)
    if state.field.options.commissar and state.field.commissar == state.active:
        keys = playable_commissar_cards(state)
    else:
        keys = _default_plays(state.hands[state.active])
    options, side = state.field.options, state.field.sides[state.active]
    plays: list[Action] = [_play(key) for key in keys]
    if options.further:
        plays = _plays_with_substitutes(options, side, keys)
    if state.field.options.recon_as_air_power:
        plays += [_play(key, cards()[key].used_as) for key in keys if may_use_as_strike(state, key)]
    if state.field.options.further:
        plays += possible_demolitions(state, keys)
    return plays


def _plays_with_substitutes(
    options: ScenarioOptions, side: Side, keys: Iterable[str]
) -> list[Action]:
    """Return the ways to play cards as themselves or as the substitutes the scenario allows."""
    plays: list[Action] = []
    for key in keys:
        plays += [_play(key)] if may_play_as_itself(options, side, key) else []
        plays += [_play(key, each.counts_as) for each in substitutes(options, side, key)]
    return plays


def possible_cards_for_token(state: GameState) -> Iterator[Action]:
    """Yield the choices of a card to put under the Commissar token (TH-COM-02)."""
    return (PutUnderToken(card) for card in cards_for_token(state.hands[state.active]))


def _default_plays(hand: tuple[str, ...]) -> list[str]:
    """Return the playable cards of a hand; an Ambush only if there is no other card (R-16)."""
    keys = list(dict.fromkeys(hand))
    return [key for key in keys if not is_ambush(key)] or keys


def _plays_of_commander(state: GameState) -> Iterator[Action]:
    """Yield the plays of a commander-in-chief in Overlord (B-VAR-OVL-02..04)."""
    for key, general, repeated_card in possible_handouts(state):
        yield _play(key) if general is None else Play(key, repeated_card, general.name.lower())
    yield from (_play(key, instead) for key, instead in commander_strikes(state))
    if may_end_handouts(state):
        yield _END_CARDS


def possible_sections(state: GameState) -> Iterator[Action]:
    """Yield the choices of a section in which a card orders (B-CARD-INF)."""
    return (ChooseSection(section.name.lower()) for section in sections_to_choose(state))


def possible_targets(state: GameState) -> Iterator[Action]:
    """Yield the choices of a card's target and, where allowed, the end of choosing targets."""
    names = state.field.grid.names
    hexes = hexes_to_target(state)
    yield from (_target(names[index]) for index in bit_indexes(hexes))
    if state.targets or (hexes and _shares_dice(state)):
        yield _END_TARGETS


def _shares_dice(state: GameState) -> bool:
    """Return whether dice are shared among units and can be left unused (BT-MED-04)."""
    return state.command is not None and state.command.effect is CardEffect.SHARED_MEDICS


def possible_ambush_answers(state: GameState) -> Iterator[Action]:
    """Yield the answers to a close assault: an Ambush, and declining to play it (B-CARD-AMB)."""
    yield from (_play(ambush_card(state.hands[1 - state.active])), DeclineAmbush())


def possible_smoke_hexes(state: GameState) -> Iterator[Action]:
    """Yield the choices of a hex for more smoke, and the end of laying it (E-NEBEL-05)."""
    names = state.field.grid.names
    yield from (_target(names[index]) for index in bit_indexes(next_smoke_hexes(state)))
    yield _END_SMOKE


def possible_attrition_losses(state: GameState) -> Iterator[Action]:
    """Yield the choices of a unit that gives up a figure (SO-ATTRITION)."""
    names = state.field.grid.names
    return (_target(names[index]) for index in bit_indexes(state.occupied[state.active]))


_draw = cache(DrawCard)
_land = lru_cache(MAX_SHARED_ACTIONS)(LandFigure)


def possible_draws(state: GameState) -> Iterator[Action]:
    """Yield the possible draws: one for each kind of card in the draw pile."""
    return (_draw(card) for card in sorted(set(state.deck)))


def possible_landings(state: GameState) -> Iterator[Action]:
    """Yield the possible landings of the next figure of an air drop (O-DROP)."""
    names = state.field.grid.names
    yield from (_land(names[index]) for index in bit_indexes(landing_hexes(state)))
    if not state.field.settings.drops_stay_on_board:
        yield _land("")


def possible_rolls(state: GameState) -> Iterator[Action]:
    """Yield every possible roll, with its dice in one order."""
    return (Roll(faces) for faces in combinations_with_replacement(DieFace, state.dice))


def possible_uncoverings(state: GameState) -> Iterator[Action]:
    """Yield the strengths that a hidden minefield can turn out to have (TH-MINE-03)."""
    return (UncoverMinefield(strength) for strength in sorted(set(mine_strengths_left(state))))


def possible_card_losses(state: GameState) -> Iterator[Action]:
    """Yield the choices of a card to lose with a headquarters or a unit (TH-HQ-02, E-ITA-01)."""
    _, owner = state.pending_losses[0]
    return (LoseCard(card) for card in sorted(set(state.hands[owner])))


_MAX_CACHED_MOVES = 4096  # about 2 MB

# Actions are immutable, so equal actions can share one object, which is cheaper.
_move = lru_cache(MAX_SHARED_ACTIONS)(Move)
_exit = lru_cache(MAX_SHARED_ACTIONS)(Exit)
_on_the_move = lru_cache(MAX_SHARED_ACTIONS)(OnTheMove)

_ORDER_ALL = OrderAll()
_END_ORDERS = EndStep(Step.ORDERS)
_END_MOVES = EndStep(Step.MOVES)
_END_UNLOADING = EndStep(Step.UNLOADING)
_END_REINFORCING = EndStep(Step.REINFORCING)


def possible_orders(state: GameState) -> Iterable[Action]:
    """Return the possible orders and placements, and the end of ordering (B-ORD-01)."""
    hexes, orders = orderable_hexes(state), _orders_on(state.field.grid)
    actions: list[Action] = [orders[index] for index in bit_indexes(hexes)]
    if len(actions) > 1 and can_order_all(state, hexes):
        actions.append(_ORDER_ALL)
    if state.command and state.command.on_the_move:
        actions += [
            _on_the_move(state.field.grid.names[i]) for i in bit_indexes(on_the_move_hexes(state))
        ]
    if state.field.options.further:
        actions += possible_placements(state)
    actions.append(_END_ORDERS)
    return actions


@cache
def _orders_on(grid: Grid) -> tuple[Order, ...]:
    """Return, for each hex, the order to the unit there."""
    return tuple(map(Order, grid.names))


def possible_moves(state: GameState) -> Iterable[Action]:
    """Return the moves of the ordered units that have not moved, and their alternatives.

    The last action is to end the moves (B-MOVE-01).
    """
    place = state.place
    moving_units = bit_indexes(state.ordered & ~state.moved)
    actions = _moves_of(state, [unit for unit in moving_units if place[unit] != NOWHERE])
    if state.field.bridge_layers:
        names = state.field.grid.names
        actions[-1:-1] = [
            LayBridge(names[start], names[end]) for start, end in possible_bridge_layings(state)
        ]
    if state.ground.recovery_hexes:
        names = state.field.grid.names
        actions[-1:-1] = [Recover(names[place[unit]]) for unit in units_to_recover(state)]
    return actions


def possible_second_moves(state: GameState) -> Iterable[Action]:
    """Return the second moves of Behind Enemy Lines (B-CARD-BEL)."""
    return _moves_of(state, units_moving_again(state))


def _moves_of(state: GameState, units: list[UnitNo]) -> list[Action]:
    """Return the moves of several units, and the action that ends moving."""
    field, place, actions = state.field, state.place, list[Action]()
    grid, exits = field.grid, field.exits[state.active]
    is_path_relevant = field.has_gains_in_passing or exits or state.ground.hazards
    for unit in units:
        actions += _moves_to(grid, place[unit], reachable_hexes_by_cost(state, unit))
        if state.trains and is_train(state, unit):
            actions += backward_moves(state, unit)
        elif is_path_relevant:
            actions += _detour_moves(state, unit)
            actions += _exit_actions(state, unit)
    actions.append(_END_MOVES)
    return actions


@lru_cache(_MAX_CACHED_MOVES)
def _moves_to(grid: Grid, start: HexNo, reached: tuple[HexSet, ...]) -> tuple[Action, ...]:
    """Return the moves from *start* to all hexes of several sets."""
    names = grid.names
    return tuple(_move(names[start], names[end]) for hexes in reached for end in bit_indexes(hexes))


def _detour_moves(state: GameState, unit: UnitNo) -> Iterator[Action]:
    names = state.field.grid.names
    for passed_hex, end in detours(state, unit):
        yield _move(names[state.place[unit]], names[end], names[passed_hex])


def _exit_actions(state: GameState, unit: UnitNo) -> Iterator[Action]:
    names = state.field.grid.names
    for end in exit_hexes(state, unit):
        yield _exit(names[state.place[unit]], names[end])


def possible_unloadings(state: GameState) -> Iterator[Action]:
    """Yield the placements of the next unit off a train, and the end of unloading (TH-TRAIN-04)."""
    yield from possible_placements(state)
    yield _END_UNLOADING


def possible_reinforcements(state: GameState) -> Iterator[Action]:
    """Yield the placements of reinforcements, and the end of placing (SO-REINFORCEMENTS)."""
    yield from possible_placements(state)
    yield _END_REINFORCING


def possible_desert_moves(state: GameState) -> Iterator[Action]:
    """Yield the moves and exits of a unit advancing in the desert, and staying put (TH-DES-03)."""
    assert state.fight is not None
    names = state.field.grid.names
    start = names[state.place[state.fight.attacker]]
    yield from (
        _move(start, names[end]) for end in bit_indexes(desert_advance_hexes(state, state.fight))
    )
    if may_exit_in_desert(state, state.fight):
        yield _exit(start, start)
    yield Stay()


_battle = lru_cache(MAX_SHARED_ACTIONS)(Battle)
_retreat = lru_cache(MAX_SHARED_ACTIONS)(Retreat)
_smoke = lru_cache(MAX_SHARED_ACTIONS)(LaySmoke)
_END_BATTLES = EndStep(Step.BATTLES)


def possible_battles(state: GameState) -> Iterable[Action]:
    """Return the battles of the ordered units, their alternatives, and the end of the battles.

    See B-BAT-01.
    """
    names, actions = state.field.grid.names, list[Action]()
    for unit in bit_indexes(state.ordered & ~state.battled & ~state.barred):
        if may_battle(state, unit) and has_not_laid_smoke(state, unit):
            start = names[state.place[unit]]
            actions += [
                _battle(start, names[target]) for target, _ in targets_with_dice(state, unit)
            ]
            if may_clear_obstacle(state, unit):
                actions.append(ClearWire(start))
    for unit in bit_indexes(possible_suppliers(state)) if state.field.supply_units else ():
        supplier = names[state.place[unit]]
        actions += [
            Resupply(supplier, names[end]) for end in bit_indexes(receiver_hexes(state, unit))
        ]
    for unit in bit_indexes(state.battled & state.field.obstacle_clearers):
        if state.place[unit] != NOWHERE and may_clear_obstacle(state, unit):
            actions.append(ClearWire(names[state.place[unit]]))
    if state.ground.caves:
        actions += [SealCave(names[state.place[unit]]) for unit in units_to_seal_caves(state)]
    if state.field.units_breaching_bunkers:
        actions += [
            BreachBunker(names[start], names[end]) for start, end in possible_breaches(state)
        ]
    for unit in units_to_lay_smoke(state) if state.field.units_firing_smoke else ():
        start = names[state.place[unit]]
        actions += [_smoke(start, names[end]) for end in bit_indexes(smoke_range(state, unit))]
    actions.append(_END_BATTLES)
    return actions


def possible_retreats(state: GameState) -> Iterator[Action]:
    """Yield the retreats of a unit, and ways to ignore a flag if possible (B-RET-03, B-RET-09)."""
    assert state.fight is not None
    names = state.field.grid.names
    start = state.place[state.fight.target]
    for end in bit_indexes(retreat_options(state, state.fight.target, state.fight.flags).ends):
        yield IgnoreFlag(names[start]) if end == start else _retreat(names[start], names[end])


def possible_battles_back(_state: GameState) -> Iterator[Action]:
    """Yield the actions to battle back and to decline to do so (TH-BRI-01)."""
    yield from (BattleBack(), Stay())


def possible_advances(state: GameState) -> Iterator[Action]:
    """Yield the actions that can follow a victory in close assault (B-TG-01, E-FRA-02)."""
    assert state.fight is not None
    names, fight = state.field.grid.names, state.fight
    if may_take_ground(state, fight):
        yield TakeGround()
    for target in bit_indexes(second_assault_hexes(state, fight)):
        yield _battle(names[fight.start], names[target])
    yield Stay()


def possible_overruns(state: GameState) -> Iterator[Action]:
    """Yield the battles of an armor overrun, and the action to stay (B-OVR-01)."""
    assert state.fight is not None
    names = state.field.grid.names
    start = state.place[state.fight.attacker]
    for target, _ in targets_with_dice(state, state.fight.attacker):
        yield _battle(names[start], names[target])
    yield Stay()


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Return all legal actions of the player who acts next; empty after the end of the game.

    For chance, these are all the outcomes; rolls are listed with their dice in a single order,
    while :func:`~m44core.rules.play.apply.apply_action` accepts any order.
    """
    if state.legal is None:
        state.legal = tuple(_ACTIONS[state.phase](state))
    return state.legal


def is_legal(state: GameState, action: Action) -> bool:
    """Return whether *action* is legal now; dice can be in any order."""
    if isinstance(action, Roll):
        return state.phase in _ROLL_PHASES and len(action.faces) == state.dice
    if isinstance(action, DrawCard):
        return state.phase is Phase.DRAW and action.card in state.deck
    return _contains(action, state.legal or legal_actions(state))


def _contains(action: Action, actions: tuple[Action, ...]) -> bool:
    """Return whether *actions* contain *action*, which is usually the same object."""
    for each in actions:
        if each is action:
            return True
    return action in actions


def can_only_end(actions: tuple[Action, ...]) -> bool:
    """Return whether the only action in *actions* is to end the step or to stay."""
    return len(actions) == 1 and isinstance(actions[0], _ENDING_ACTIONS)


def _no_actions(_state: GameState) -> Iterator[Action]:
    yield from ()


_ENDING_ACTIONS = (EndStep, Stay)
_ROLL_PHASES = (
    Phase.ROLL,
    Phase.REROLL,
    Phase.CARD_ROLL,
    Phase.HAZARD,
    Phase.SPECIAL_ROLL,
    Phase.VISIBILITY,
)
_ACTIONS: dict[Phase, Callable[[GameState], Iterable[Action]]] = {
    Phase.DRAW: possible_draws,
    Phase.KEEP: possible_cards_to_keep,
    Phase.AIM: possible_aims,
    Phase.LAND: possible_landings,
    Phase.ATTRITION: possible_attrition_losses,
    Phase.VISIBILITY: possible_rolls,
    Phase.SMOKE: possible_smoke_hexes,
    Phase.PLAY: possible_plays,
    Phase.COMMISSAR: possible_cards_for_token,
    Phase.SECTION: possible_sections,
    Phase.TARGET: possible_targets,
    Phase.CARD_ROLL: possible_rolls,
    Phase.HAZARD: possible_rolls,
    Phase.SPECIAL_ROLL: possible_rolls,
    Phase.LOSS: possible_card_losses,
    Phase.UNCOVER: possible_uncoverings,
    Phase.UNLOAD: possible_unloadings,
    Phase.REINFORCE: possible_reinforcements,
    Phase.ORDER: possible_orders,
    Phase.MOVE: possible_moves,
    Phase.BATTLE: possible_battles,
    Phase.AMBUSH: possible_ambush_answers,
    Phase.ROLL: possible_rolls,
    Phase.REROLL: possible_rolls,
    Phase.RETREAT: possible_retreats,
    Phase.BATTLE_BACK: possible_battles_back,
    Phase.TAKE_GROUND: possible_advances,
    Phase.DESERT_MOVE: possible_desert_moves,
    Phase.OVERRUN: possible_overruns,
    Phase.MOVE_AGAIN: possible_second_moves,
    Phase.OVER: _no_actions,
}
