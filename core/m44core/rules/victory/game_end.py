"""Medals, sudden death, and the end of the game (B-WIN-01..08, V-GEN-01..05)."""

from __future__ import annotations

from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message, several
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.game.events import Event, GameEnded
from m44core.rules.game.phases import Phase
from m44core.rules.game.side_names import message_by_side
from m44core.rules.game.state import NOBODY, NOWHERE, GameState, Outcome
from m44core.rules.game.victory_terms import SuddenDeathObjective
from m44core.rules.index_types import PlayerNo, UnitNo
from m44core.rules.victory.objective_control import PassingGain


class MedalsBySource(NamedTuple):
    """The medals of a player by their source; the total can exceed the number needed to win.

    Attributes:
        units: Medals for eliminated enemy units.
        objectives: Medals for objectives the player holds.
        exits: Medals for the player's units that left the board by an exit.
        deeds: Medals from special rules, such as for a blown bridge; reports use this key.
    """

    units: int
    objectives: int
    exits: int
    deeds: int = 0


def outcome(state: GameState) -> Outcome | None:
    """Return how the game ended; None if it has not ended."""
    return state.result


def medals_by_source(state: GameState, player: PlayerNo) -> MedalsBySource:
    """Return the medals of a player by source (B-WIN-02, B-WIN-03, V-EXIT-05)."""
    return MedalsBySource(
        state.eliminated[player],
        state.objective_medals(player),
        state.exit_medals(player),
        state.special_medals[player],
    )


def end_by_sudden_death(state: GameState, log: list[Event]) -> bool:
    """End the game if the active player wins by sudden death at the end of the turn (V-MED-10).

    Returns:
        Whether the game ended.
    """
    for objective in state.field.sudden_death_objectives:
        if objective.player == state.active and _is_held(state, objective):
            _end_game(state, objective.player, _sudden_death_reason(state, objective), log)
            return True
    return False


def sudden_death_gains(state: GameState, unit: UnitNo) -> list[PassingGain]:
    """Return the sudden-death objectives with which a unit would win the game in passing.

    See V-MED-08 and V-GEN-04.
    """
    player, other_hexes = state.field.units[unit].player, ~(1 << state.place[unit])
    return [
        PassingGain(each.hexes)
        for each in state.field.sudden_death_objectives
        if each.wins_immediately
        and each.player == player
        and (state.occupied[player] & each.hexes & other_hexes).bit_count() + 1 >= each.needed
    ]


def end_if_won(state: GameState, log: list[Event]) -> bool:
    """End the game if a player has won now (V-GEN-01, B-WIN-05); return whether it is over."""
    if state.phase is Phase.OVER:
        return True
    (top, bottom), (top_needs, bottom_needs) = state.eliminated, state.field.unit_medals_to_win
    if top < top_needs and bottom < bottom_needs and not _might_be_won_without_medals(state):
        return False
    for player in (state.active, 1 - state.active):
        if reason := _victory_reason(state, player):
            _end_game(state, player, reason, log)
            return True
    return False


def end_as_draw(state: GameState, log: list[Event]) -> None:
    """End a game at its turn limit as a draw."""
    reason = several(
        "No winner after {number} turn.",
        "No winner after {number} turns.",
        state.field.turn_limit,
    )
    _end_game(state, NOBODY, reason, log)


def end_by_empty_deck(state: GameState, log: list[Event]) -> None:
    """End a game whose deck has run out and is not reshuffled (B-SETUP-10, O-NORESH).

    The side named by the scenario wins; if there is none, the side with more medals wins, and
    equal medals are a draw.
    """
    side = state.field.options.deck_out_winner
    top, bottom = state.medals(TOP), state.medals(BOTTOM)
    if side is not None:
        winner = state.field.player(side)
    else:
        winner = NOBODY if top == bottom else TOP if top > bottom else BOTTOM
    if winner == NOBODY:
        _end_game(state, NOBODY, message("The command cards have run out and nobody has won."), log)
    else:
        _end_game(state, winner, _empty_deck_reason(state.field.sides[winner]), log)


def _might_be_won_without_medals(state: GameState) -> bool:
    """Return, after a quick check, whether a player might have won other than by medals."""
    top, bottom = state.occupied
    return not top or not bottom or bool(state.field.sudden_death_objectives)


def _victory_reason(state: GameState, player: PlayerNo) -> Message | None:
    """Return the reason why a player has won the game; None if the player has not won."""
    field = state.field
    side, needed_medals = field.sides[player], field.medals_needed[player]
    if state.medals(player) >= needed_medals and _has_exit_medals(state, player):
        return _medals_reason(side, needed_medals)
    for objective in field.sudden_death_objectives:
        if objective.wins_immediately and objective.player == player and _is_held(state, objective):
            return _sudden_death_reason(state, objective)
    return _annihilation_reason(side) if _is_annihilated(state, 1 - player) else None


def _has_exit_medals(state: GameState, player: PlayerNo) -> bool:
    """Return whether a player has the exit medals needed to win (V-EXIT-08)."""
    needed_exits = state.field.exits_needed[player]
    return not needed_exits or state.exit_medals(player) >= needed_exits


def _is_held(state: GameState, objective: SuddenDeathObjective) -> bool:
    occupied_hexes = state.occupied[objective.player] & objective.hexes
    return occupied_hexes.bit_count() >= objective.needed


def _medals_reason(side: Side, needed_medals: int) -> Message:
    return message_by_side(
        side,
        several(
            "The Axis wins with {number} medal.",
            "The Axis wins with {number} medals.",
            needed_medals,
        ),
        several(
            "The Allies win with {number} medal.",
            "The Allies win with {number} medals.",
            needed_medals,
        ),
    )


def _sudden_death_reason(state: GameState, objective: SuddenDeathObjective) -> Message:
    return message_by_side(
        state.field.sides[objective.player],
        several(
            "The Axis wins by sudden death, holding {number} hex of the objective.",
            "The Axis wins by sudden death, holding {number} hexes of the objective.",
            objective.needed,
        ),
        several(
            "The Allies win by sudden death, holding {number} hex of the objective.",
            "The Allies win by sudden death, holding {number} hexes of the objective.",
            objective.needed,
        ),
    )


def _annihilation_reason(side: Side) -> Message:
    return message_by_side(
        side,
        message("The Axis wins because the enemy has no units left."),
        message("The Allies win because the enemy has no units left."),
    )


def _empty_deck_reason(side: Side) -> Message:
    return message_by_side(
        side,
        message("The Axis wins because the command cards have run out."),
        message("The Allies win because the command cards have run out."),
    )


def _is_annihilated(state: GameState, player: PlayerNo) -> bool:
    """Return whether a player has lost for lack of units (V-GEN-03, R-30).

    Units that exited count as gone, because a player without units on the board can gain
    no further medals. Units that arrive later count as present only before the first turn and
    during an air drop. A player who only has units the engine cannot play is never annihilated.
    """
    if state.occupied[player] or not state.field.settings.annihilation:
        return False
    own_units = [unit for unit in state.field.units if unit.player == player]
    if not own_units:
        return False
    has_later_units = any(unit.start == NOWHERE for unit in own_units)
    return not has_later_units or (state.turn > 0 and not state.units_in_air)


def _end_game(state: GameState, winner: int, reason: Message, log: list[Event]) -> None:
    side = None if winner == NOBODY else state.field.sides[winner]
    state.phase = Phase.OVER
    state.result = Outcome(side, reason)
    log.append(GameEnded(side, reason))
