"""Invariants that hold at every step of every game; random playouts check them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

from m44core.model.special_rules import RemovedCards
from m44core.rules.board.ground import Ground
from m44core.rules.board.hex_grid import BOTTOM, CHANCE, TOP
from m44core.rules.board.hex_ground import GroundPiece, HexGround
from m44core.rules.cards.deck_choice import cards_of_deck, without_removed_cards
from m44core.rules.game.actions import MAX_SHARED_ACTIONS, Action, parse_action
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.phases import BATTLE_PHASES, Phase
from m44core.rules.game.state import LIST_FIELDS, NOBODY, NOWHERE, GameState, MarchKind
from m44core.rules.index_types import HexSet, PlayerNo
from m44core.rules.play.apply import apply_action
from m44core.rules.play.legal_actions import is_legal, legal_actions
from m44core.rules.units.movement import movement_map_of
from m44core.rules.victory.game_end import medals_by_source, outcome
from m44core.rules.victory.objective_control import rightful_holder


def invariant_violations(state: GameState) -> Iterator[str]:
    """Yield a sentence for each invariant that *state* violates."""
    for check in _CHECKS:
        yield from check(state)


def violations_after(state: GameState, action: Action) -> Iterator[str]:
    """Yield the violations of *state*, and those of applying *action* to a copy of it."""
    yield from invariant_violations(state)
    if not is_legal(state, action):
        yield f"{action} was chosen and is not legal"
        return
    copy, before = state.clone(), state.clone()
    apply_action(copy, action)
    if state != before:
        yield f"{action} on a copy changed the original"


def _check_units(state: GameState) -> Iterator[str]:
    """Yield a violation for each unit with impossible figures or place (B-MOVE-03)."""
    for unit in state.field.units:
        figures, place = state.figures[unit.number], state.place[unit.number]
        if not 0 <= figures <= unit.figures:
            yield f"{unit.name} has {figures} of {unit.figures} figures"
        has_exited = state.exited[unit.player] >> unit.number & 1
        if (figures == 0 or bool(has_exited)) != (place == NOWHERE):
            yield f"{unit.name} has {figures} figures and stands on {place}"
        if place != NOWHERE and state.unit_at[place] != unit.number:
            yield f"{unit.name} is not on its hex"


def _check_occupied_hexes(state: GameState) -> Iterator[str]:
    """Yield a violation if units, bystanders or camouflage disagree with the occupied hexes."""
    for player in (TOP, BOTTOM):
        places = {
            state.place[unit.number]
            for unit in state.field.units
            if unit.player == player and state.place[unit.number] != NOWHERE
        }
        if state.occupied[player] != sum(1 << place for place in places):
            yield f"the occupied hexes of player {player} are not those of his units"
    units_on_board = state.occupied[TOP].bit_count() + state.occupied[BOTTOM].bit_count()
    if units_on_board + state.wagons.bit_count() != sum(unit != NOBODY for unit in state.unit_at):
        yield "a hex keeps a unit that is not there"
    if (state.field.bystanders | state.wagons) & (state.occupied[TOP] | state.occupied[BOTTOM]):
        yield "a unit stands on a bystander"
    if state.camouflaged & ~(state.occupied[0] | state.occupied[1]):
        yield "a camouflaged unit is not on its hex"


def _check_ground(state: GameState) -> Iterator[str]:
    """Yield a violation for each unit on a hex it cannot enter, and for illegal terrain changes.

    A unit may stand where it started even if it cannot enter that hex (D-33).
    """
    for unit in state.field.units:
        place = state.place[unit.number]
        is_closed = place != NOWHERE and not (_enterable_hexes(state, unit) >> place & 1)
        if is_closed and place != unit.start:
            yield f"{unit.name} is on a hex it may not enter"
    if not _can_become(state.field.ground, state.ground):
        yield "the ground changed otherwise than by losing wire, bridges or bunkers, or by sandbags"


def _enterable_hexes(state: GameState, unit: Combatant) -> HexSet:
    """Return the hexes a unit can enter, with its transport or without."""
    return movement_map_of(state, unit.number).passable[unit.class_number]


@lru_cache(maxsize=256)
def _can_become(initial: Ground, current: Ground) -> bool:
    """Return whether the rules allow all changes of terrain from *initial* to *current*."""
    return all(
        after is before
        or (
            (after.tile == before.tile or _is_changeable(before.tile))
            and (
                after.structure == before.structure
                or _is_structure_removed(before, after)
                or _is_bridge_laid(before, after)
            )
            and after.obstacle in (None, before.obstacle)
        )
        for before, after in zip(initial.hexes, current.hexes, strict=True)
    )


def _is_structure_removed(before: HexGround, after: HexGround) -> bool:
    """Return whether a bridge was blown up, or a bunker destroyed (TH-BLOW-03, E-HOB-06)."""
    structure = before.structure
    is_removable = structure is not None and (
        structure.rules.crossing or structure.rules.breachable
    )
    return is_removable and after.structure is None


def _is_bridge_laid(before: HexGround, after: HexGround) -> bool:
    """Return whether a bridge was laid on a river (E-HOB-02)."""
    bridge = after.structure
    return before.structure is None and bridge is not None and bridge.rules.crossing


def _is_changeable(tile: GroundPiece) -> bool:
    """Return whether a tile can change or disappear (TH-CAVE-05, TH-HQ-07)."""
    return tile.rules.headquarters or bool(tile.rules.sealed_as)


def _check_cards(state: GameState) -> Iterator[str]:
    """Yield a violation if a card appeared or disappeared, or if a hand is too large."""
    everywhere = [*state.deck, *state.discards, *state.drawn, *state.hands[TOP]]
    everywhere += [*state.hands[BOTTOM], *([state.card] if state.card else []), *state.handed_cards]
    everywhere += [state.token] if state.token else []
    settings = state.field.settings
    removed_cards = state.field.options.further_rule(RemovedCards)
    whole_deck = _full_deck(settings.deck, settings.tactic_cards, removed_cards)
    if Counter(everywhere) != whole_deck:
        yield "the cards are not those of the deck"
    for player in (TOP, BOTTOM):
        if state.held_card_count(player) > _max_hand_size(state, player):
            yield f"player {player} holds too many cards"


def _max_hand_size(state: GameState, player: PlayerNo) -> int:
    """Return the maximum hand size of a player at this time (B-DRAW-03, B-SETUP-09)."""
    extra = state.field.options.draw_extra.get(state.field.sides[player], ())
    drawn = sum(cards for number, cards in extra if number <= state.own_turns[player])
    return state.field.hand_sizes[player] + drawn


def _check_medals(state: GameState) -> Iterator[str]:
    """Yield a violation if medals do not come from eliminated units, objectives and own exits."""
    for player in (TOP, BOTTOM):
        medals = sum(
            unit.medals
            for unit in state.field.units
            if unit.player != player and _is_eliminated(state, unit)
        )
        medals += sum(_medals_for_wrecks(state, player)) + (state.decoy_medal_player == player)
        if state.eliminated[player] != medals:
            yield f"player {player} has {state.eliminated[player]} medals for units worth {medals}"
        needed_medals = state.field.medals_needed[player]
        capped = (
            state.field.mandatory_objectives is not None
            and state.field.mandatory_objectives[player] != NOBODY
        )
        gained_medals, counted_medals = sum(medals_by_source(state, player)), state.medals(player)
        if counted_medals != min(gained_medals, needed_medals) and not (
            capped and counted_medals < min(gained_medals, needed_medals)
        ):
            yield f"the medals of player {player} do not add up"
        strangers = sum(1 << unit.number for unit in state.field.units if unit.player != player)
        if state.exited[player] & strangers:
            yield f"player {player} has medals for units of the enemy that left"


def _medals_for_wrecks(state: GameState, player: PlayerNo) -> Iterator[int]:
    """Yield the medals a player has for destroyed vehicles, by kind (E-HT-03)."""
    each = {u.wreck_kind: u.rules.figures_a_medal for u in state.field.units if u.player != player}
    yield from (number // each[kind] for kind, number in state.wrecks[player].items())


def _check_objectives(state: GameState) -> Iterator[str]:
    """Yield a violation for each objective with a wrong holder.

    During a march, after the game, and for objectives that count at the start of a turn, any
    possible holder is accepted.
    """
    for number, objective in enumerate(state.field.objectives):
        holder = state.holders[number]
        if holder not in (NOBODY, *objective.players):
            yield f"an objective is held by player {holder}, who may not"
        waits = objective.turn_start or state.phase is Phase.OVER or state.march is not None
        if not waits and holder != rightful_holder(state, number):
            yield "an objective is not held by who is there"


def _check_turn(state: GameState) -> Iterator[str]:
    """Yield a violation if a unit acted without an order, or the battle does not fit the step."""
    own_units = sum(1 << unit.number for unit in state.field.units if unit.player == state.active)
    if state.ordered & ~own_units:
        yield "an enemy unit is ordered"
    if (state.moved | state.battled) & ~state.ordered:
        yield "a unit without an order acted"
    battled = state.battled & ~state.exited[state.active]  # a unit that exited counts as done
    if state.on_the_move & (battled | ~state.barred):
        yield "a unit that may only move battled, or may battle"
    in_battle = state.march is not None and state.march.kind not in (MarchKind.MOVE, MarchKind.EXIT)
    phase = state.phase_to_resume or state.phase  # a lost card interrupts the step
    fighting = phase in BATTLE_PHASES or state.ambushed is not None or in_battle
    if fighting != (state.fight is not None) and state.phase is not Phase.OVER:
        yield f"the {state.phase} step and the battle under way do not agree"


def _check_actions(state: GameState) -> Iterator[str]:
    """Yield a violation for missing, repeated or unparsable actions, or actions after the end."""
    actions = legal_actions(state)
    if bool(actions) == (state.phase is Phase.OVER):
        yield f"there are {len(actions)} actions in the {state.phase} step"
    if len(set(actions)) != len(actions):
        yield "an action is offered twice"
    for action in actions:
        if _reparsed_action(action) != action:
            yield f"{action} does not read back as itself"


def _check_outcome(state: GameState) -> Iterator[str]:
    """Yield a violation unless the game either is over with an outcome, or has someone to act."""
    if (outcome(state) is None) == (state.phase is Phase.OVER):
        yield "the outcome and the step do not agree"
    if state.phase is not Phase.OVER and state.player not in (TOP, BOTTOM, CHANCE):
        yield "nobody acts"


def _check_clone(state: GameState) -> Iterator[str]:
    """Yield a violation if a clone is not equal, or shares a list with the original."""
    copy = state.clone()
    if copy != state:
        yield "a clone is not equal"
    for name in LIST_FIELDS:
        if getattr(copy, name) is getattr(state, name):
            yield f"a clone shares the list {name}"


def _is_eliminated(state: GameState, unit: Combatant) -> bool:
    """Return whether the enemy eliminated a unit: it neither exited nor was lost in an air drop."""
    has_arrived = unit.start != NOWHERE or state.landed >> unit.number & 1
    return bool(has_arrived) and state.figures[unit.number] == 0


@cache
def _full_deck(deck: str, tactic_cards: bool, removed_cards: RemovedCards | None) -> Counter[str]:
    return Counter(
        without_removed_cards(cards_of_deck(deck, tactic_cards=tactic_cards), removed_cards)
    )


@lru_cache(MAX_SHARED_ACTIONS)
def _reparsed_action(action: Action) -> Action:
    return parse_action(str(action))


_CHECKS: tuple[Callable[[GameState], Iterator[str]], ...] = (
    _check_units,
    _check_occupied_hexes,
    _check_ground,
    _check_cards,
    _check_medals,
    _check_objectives,
    _check_turn,
    _check_actions,
    _check_outcome,
    _check_clone,
)
