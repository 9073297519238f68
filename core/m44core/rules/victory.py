"""Medals, objectives and the end of the game (rules 4.1)."""

from __future__ import annotations

from m44core.rules.battlefield import Objective
from m44core.rules.events import Event, GameEnded, MedalGained, MedalLost, counted, subject
from m44core.rules.grid import BOTTOM, TOP
from m44core.rules.state import NOBODY, GameState, Outcome, Phase


def outcome(state: GameState) -> Outcome | None:
    """Return how the game ended, or None while it goes on."""
    return state.result


def occupy(state: GameState, hexes: int, log: list[Event]) -> None:
    """Settle the objectives after a unit came to or left any of *hexes* (B-WIN-04, V-MED-01)."""
    if not state.field.objective_hexes & hexes:
        return
    for number, objective in enumerate(state.field.objectives):
        if objective.hexes & hexes:
            _settle(state, number, objective, log)


def pass_through(state: GameState, player: int, hex_: int, log: list[Event]) -> None:
    """Give *player* the permanent objectives of a hex his unit passes (V-GEN-04)."""
    for number, objective in enumerate(state.field.objectives):
        if objective.hexes >> hex_ & 1 and takes_by_passing(state, number, player):
            _hand_over(state, number, player, log)


def takes_by_passing(state: GameState, number: int, player: int) -> bool:
    """Tell whether *player* would gain objective *number* by moving through its hex."""
    objective = state.field.objectives[number]
    return (
        objective.permanent
        and objective.needed == 1
        and player in objective.players
        and state.holders[number] == NOBODY
    )


def check_end(state: GameState, log: list[Event]) -> bool:
    """End the game if somebody has won at this instant (B-WIN-05, R-30); tell if it is over."""
    if state.phase is Phase.OVER:
        return True
    for player in (state.active, 1 - state.active):
        if reason := _victory(state, player):
            _end(state, player, f"{subject(state.field.sides[player], 'win')} {reason}.", log)
            return True
    return False


def end_as_draw(state: GameState, log: list[Event]) -> None:
    """End a game that has reached its turn limit; nobody has won."""
    _end(state, NOBODY, f"Nobody has won after {counted(state.field.turn_limit, 'turn')}.", log)


def end_by_deck(state: GameState, log: list[Event]) -> None:
    """End a game whose deck is used up and not shuffled again (B-SETUP-10, O-NORESH).

    The side the scenario names wins; where it names none, the one with more medals.
    """
    side = state.field.options.deck_out_winner
    top, bottom = state.medals(TOP), state.medals(BOTTOM)
    if side is not None:
        winner = state.field.sides.index(side)
    else:
        winner = NOBODY if top == bottom else TOP if top > bottom else BOTTOM
    reason = "because the command cards have run out"
    if winner == NOBODY:
        _end(state, NOBODY, "Nobody has won when the command cards run out.", log)
    else:
        _end(state, winner, f"{subject(state.field.sides[winner], 'win')} {reason}.", log)


def _victory(state: GameState, player: int) -> str:
    """Return what has won a player the game, or ""."""
    needed = state.field.medals_needed[player]
    if state.medals(player) >= needed:
        return f"with {counted(needed, 'medal')}"
    return "" if state.occupied[1 - player] else "because the enemy has no unit left"


def _end(state: GameState, winner: int, reason: str, log: list[Event]) -> None:
    side = None if winner == NOBODY else state.field.sides[winner]
    state.phase = Phase.OVER
    state.result = Outcome(side, reason)
    log.append(GameEnded(side, reason))


def _settle(state: GameState, number: int, objective: Objective, log: list[Event]) -> None:
    holder = state.holders[number]
    if holder != NOBODY and objective.permanent:
        return
    claimant = _claimant(state, objective)
    if claimant != holder:
        if holder != NOBODY:
            _give_back(state, number, log)
        if claimant != NOBODY:
            _hand_over(state, number, claimant, log)


def _claimant(state: GameState, objective: Objective) -> int:
    """Return the player who stands on enough of the hexes; nobody if both do (D-16)."""
    enough = [
        player
        for player in (TOP, BOTTOM)
        if player in objective.players
        and (state.occupied[player] & objective.hexes).bit_count() >= objective.needed
    ]
    return enough[0] if len(enough) == 1 else NOBODY


def _hand_over(state: GameState, number: int, player: int, log: list[Event]) -> None:
    objective = state.field.objectives[number]
    state.holders[number] = player
    side, name = state.field.sides[player], state.field.grid.names[objective.hex]
    log.append(MedalGained(side, objective.medals, name, state.medals(player)))


def _give_back(state: GameState, number: int, log: list[Event]) -> None:
    objective = state.field.objectives[number]
    player = state.holders[number]
    state.holders[number] = NOBODY
    side, name = state.field.sides[player], state.field.grid.names[objective.hex]
    log.append(MedalLost(side, objective.medals, name, state.medals(player)))
