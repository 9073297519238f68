"""What the window says about the state of a game: who acts, and what is asked of him."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from m44core.board import BoardType, Section
from m44core.catalogue.types import Side
from m44core.rules.board.grid import CHANCE
from m44core.rules.cards.command import Command
from m44core.rules.cards.deck import is_counter_attack, title
from m44core.rules.game.actions import Action, Exit, Move, Play
from m44core.rules.game.events import counted
from m44core.rules.game.state import Fight, GameState, Phase
from m44core.rules.play.overlord import is_overlord
from m44editor.playtest.game.odds import odds_of_ambush, odds_of_fight
from m44editor.playtest.game.overlord_words import repeated
from m44editor.playtest.game.team import GENERALS, after_talk, decider

_ASKED = {
    Phase.PLAY: "Play a card.",
    Phase.KEEP: "Keep one of these cards.",
    Phase.AIM: "Click the hex the air drop aims at.",
    Phase.SECTION: "Name the section whose units are ordered.",
    Phase.ORDER: "Click the units to order.",
    Phase.MOVE: "Click a unit to move.",
    Phase.BATTLE: "Click a unit to battle with.",
    Phase.OVERRUN: "Armor overrun: click whom it battles.",
    Phase.MOVE_AGAIN: "The unit may move once more: click it.",
}
_PLATES = "On each target: the dice; figures lost on average, and the chance to eliminate it."
_PLATES_ON_LARGER_BOARDS = (
    "On each target: figures lost on average; zoomed in, the dice and the chance to eliminate it."
)
_ABOUT_A_UNIT = {Phase.RETREAT, Phase.AMBUSH, Phase.TAKE_GROUND}  # its name comes first
_OF_UNIT: Mapping[Phase, str] = {
    Phase.MOVE: "Click where it goes. Esc lets it stay.",
    Phase.BATTLE: "Click whom it battles.",
    Phase.MOVE_AGAIN: "Click where it goes.",
}


def who_acts(state: GameState, computers: Collection[Side]) -> str:
    """Return whose turn it is to act, or how the game ended: ``Axis: the computer plays``."""
    if state.result is not None:
        winner = state.result.winner
        return f"The {winner.capitalize()} {_wins(winner)}" if winner else "A draw"
    side = state.side
    if side is None:
        return "The dice roll" if state.player == CHANCE and state.turn else "The cards are dealt"
    if side in computers:
        return f"{side.capitalize()}: the computer plays"
    return f"{side.capitalize()}: your turn" if computers else f"{side.capitalize()} to act"


def asked(state: GameState, unit_chosen: bool = False, players: int = 1) -> str:
    """Return what is to be done, and who of several *players* on a side decides it.

    When the game is over, it is why.
    """
    if state.result is not None:
        return state.result.reason
    words, who = _asked(state, unit_chosen), decider(state, players)
    if not who:
        return words
    rest = words if state.phase in _ABOUT_A_UNIT else words[:1].lower() + words[1:]
    return f"{who}{after_talk(state, players)}: {rest}"


def _asked(state: GameState, unit_chosen: bool) -> str:
    fight = state.fight
    match state.phase:
        case Phase.PLAY if is_overlord(state.field):
            return _hand_out(state)
        case Phase.RETREAT if fight:
            return _retreat(state, fight)
        case Phase.AMBUSH if fight:
            return _ambush(state, fight)
        case Phase.TAKE_GROUND if fight:
            attacker = state.unit(fight.attacker)
            place = state.field.grid.names[fight.hex]
            return f"{attacker.name} may take the ground on {place}."
        case Phase.TARGET:
            return _target(state)
    words = _ASKED.get(state.phase, "") + _on_the_move(state)
    return _OF_UNIT.get(state.phase, words) if unit_chosen else words


def _on_the_move(state: GameState) -> str:
    """Return how many units may be ordered to move alone (BT-OTM-01)."""
    command = state.command
    if state.phase is not Phase.ORDER or command is None or not command.on_the_move:
        return ""
    left = command.on_the_move - state.on_the_move.bit_count()
    return f" {counted(left, 'unit')} more, anywhere, may move only." if left else ""


def details(state: GameState) -> str:
    """Return what helps to decide: the odds of an ambush, or what the plates on targets say."""
    if state.phase is Phase.AMBUSH:
        threat, ambush = odds_of_fight(state), odds_of_ambush(state)
        return f"Its attack, {threat}.\nThe ambush, {ambush}." if threat and ambush else ""
    if state.phase in (Phase.BATTLE, Phase.OVERRUN) or (
        state.phase is Phase.TARGET and _strikes(state)
    ):
        board = state.field.grid.board
        return _PLATES if board.type is BoardType.STANDARD else _PLATES_ON_LARGER_BOARDS
    return ""


def way_words(state: GameState, action: Action) -> str:
    """Return what sets one of several ways to click on the same thing apart."""
    match action:
        case Move(via=""):
            return "The short way"
        case Move(via=via):
            return f"By way of {via}, to take its medal"
        case Exit():
            return "Leave the board"
        case Play(card, "", ""):
            return f"As {title(card)}"
        case Play(_, instead, "") if instead:
            return f"As {title(instead)}"
        case Play(card, _, section):
            return _to_general(state, card, Section[section.upper()])
    return str(action)


def _to_general(state: GameState, card: str, general: Section) -> str:
    """Return to whom a card goes, and what a Counter-Attack repeats there."""
    words = f"To the {GENERALS[general]}"
    if not is_counter_attack(card):
        return words
    copied = repeated(state, card, general)
    return f"{words}, as {copied}" if copied else f"{words}, who has nothing to repeat"


def _hand_out(state: GameState) -> str:
    if not state.handed:
        return "Hand up to three cards to the generals, one each."
    return "Hand out another card, or let the generals begin."


def _retreat(state: GameState, fight: Fight) -> str:
    unit = state.unit(fight.target)
    place = state.field.grid.names[state.place[unit.number]]
    flags = counted(fight.flags, "flag")
    kept = "" if fight.ignorable else " None can be ignored."
    return f"{unit.name} on {place} has {flags} against it: click where it goes.{kept}"


def _ambush(state: GameState, fight: Fight) -> str:
    """Return who is attacked by whom."""
    names = state.field.grid.names
    attacker, target = state.unit(fight.attacker), state.unit(fight.target)
    return (
        f"{attacker.name} on {names[fight.start]} close assaults {target.name} on "
        f"{names[fight.hex]}. Ambush it first?"
    )


def _strikes(state: GameState) -> bool:
    return state.command is not None and state.command.strike is not None


def _target(state: GameState) -> str:
    command = state.command
    if command is None or command.strike is None:
        return _healing(command)
    most, named = command.strike.targets, len(state.targets)
    if most == 1:
        return "Click the enemy unit to attack."
    if not named:
        return f"Click up to {most} enemy units that touch one another, one after the other."
    return f"{counted(named, 'target')} named. Click another that touches them, or go on."


def _healing(command: Command | None) -> str:
    """Return which units get figures back; of dice that are shared out, what is left of them."""
    if command is None or command.slots is None:
        return "Click the unit that gets figures back."
    infantry, armor, stars = command.slots
    left = f"{infantry} infantry, {armor} armor and {counted(stars, 'star')}"
    return f"The dice left: {left}. Click a unit that gets a figure back, or go on."


def _wins(side: str) -> str:
    return "wins" if side == "AXIS" else "win"
