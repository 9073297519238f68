"""What the window says about the state of a game: who acts, and what is asked of him."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.rules.cards import summary, title
from m44core.rules.events import counted
from m44core.rules.state import Fight, GameState, Phase
from m44editor.playtest.session import Session

_ASKED = {
    Phase.PLAY: "Play a card.",
    Phase.KEEP: "Keep one of these cards.",
    Phase.ORDER: "Click the units to order.",
    Phase.MOVE: "Click a unit to move.",
    Phase.BATTLE: "Click a unit to battle with.",
    Phase.OVERRUN: "Armor overrun: click whom it battles. The number is its dice.",
}
_ASKED_OF_UNIT: Mapping[Phase, str] = {
    Phase.MOVE: "Click where it goes. Esc lets it stay.",
    Phase.BATTLE: "Click whom it battles. The number is its dice.",
}


def who_acts(session: Session) -> str:
    """Return whose turn it is to act, or how the game ended: ``Axis: the computer plays``."""
    state = session.state
    if state.result is not None:
        winner = state.result.winner
        return f"The {winner.capitalize()} {_wins(winner)}" if winner else "A draw"
    side = state.side
    if side is None:
        return "The dice roll"
    if side in session.agents:
        return f"{side.capitalize()}: the computer plays"
    return f"{side.capitalize()}: your turn" if session.agents else f"{side.capitalize()} to act"


def asked(state: GameState, unit_chosen: bool = False) -> str:
    """Return what the player is asked to do, or why the game is over, in a sentence."""
    if state.result is not None:
        return state.result.reason
    if state.phase is Phase.RETREAT and state.fight:
        return _retreat(state, state.fight)
    if state.phase is Phase.TAKE_GROUND and state.fight:
        attacker = state.unit(state.fight.attacker)
        return f"{attacker.name} may take the ground on {state.field.grid.names[state.fight.hex]}."
    words = _ASKED.get(state.phase, "")
    return _ASKED_OF_UNIT.get(state.phase, words) if unit_chosen else words


def card_in_play(state: GameState) -> str:
    """Return what the card in play lets its player do; "" between turns and at the end."""
    if not state.card or state.result is not None:
        return ""
    return f"{title(state.card)}: {summary(state.card)}"


def _retreat(state: GameState, fight: Fight) -> str:
    unit = state.unit(fight.target)
    place = state.field.grid.names[state.place[unit.number]]
    flags = counted(fight.flags, "flag")
    return f"{unit.name} on {place} has {flags} against it: click where it goes."


def _wins(side: str) -> str:
    return "wins" if side == "AXIS" else "win"
