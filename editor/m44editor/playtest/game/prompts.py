"""Whose turn it is, what that player has to decide, and which member of a team decides it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from m44core.board import BoardType, Section
from m44core.catalogue.types import Side
from m44core.messages import nouns
from m44core.messages.message import Message, Value, message, message_in, several
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.cards.card_command import Command
from m44core.rules.cards.command_cards import ALL_UNITS, is_counter_attack, title
from m44core.rules.game.actions import (
    Action,
    Battle,
    Blow,
    Breach,
    Exit,
    LayBridge,
    LaySmoke,
    Move,
    Order,
    Place,
    Play,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.side_names import GENERALS, SIDES
from m44core.rules.game.state import UNLIMITED, Fight, GameState
from m44core.rules.play.overlord import card_to_counter, is_overlord
from m44core.rules.play.teams import Seat, seat_for_card, seat_for_sections
from m44core.rules.units.battle import second_assault_hexes
from m44core.rules.units.orders import max_orders, newly_ordered
from m44editor.playtest.game.forecast import odds_of_ambush, odds_of_fight
from m44editor.playtest.game.overlord_card_texts import repeated_card_title

_SEATS: Mapping[Seat, Message] = {
    Seat.ALONE: message_in("who decides", "Commander"),
    Seat.CHIEF: message_in("who decides", "Commander-in-chief"),
    Seat.FLANKS: message_in("who decides", "Flanks"),
    Seat.LEFT: message_in("who decides", "Left flank"),
    Seat.RIGHT: message_in("who decides", "Right flank"),
}
_GENERALS: Mapping[Section, Message] = {
    Section.LEFT: message_in("who decides", "General on the left"),
    Section.CENTRE: message_in("who decides", "General in the centre"),
    Section.RIGHT: message_in("who decides", "General on the right"),
}
_EVERYBODY = message_in("who decides", "Generals")
_OF_CHIEF = {
    *(Phase.AIM, Phase.ATTRITION, Phase.SMOKE, Phase.UNLOAD, Phase.REINFORCE),
    *(Phase.PLAY, Phase.COMMISSAR, Phase.KEEP),
}
_OF_ATTACKED = {Phase.RETREAT, Phase.AMBUSH, Phase.BATTLE_BACK}
_OF_ATTACKER = {Phase.TAKE_GROUND, Phase.DESERT_MOVE, Phase.OVERRUN}
_OF_EVERYBODY = {Phase.MOVE, Phase.BATTLE, Phase.MOVE_AGAIN}


def decider(state: GameState, players: int) -> Message | None:
    """Return who on a side makes the decision; None if one player decides everything.

    In a team the commander-in-chief chooses the card after the team has talked, the card to
    keep, and the target of an air drop. The member the card concerns carries it out
    (B-VAR-TEAM-03); a Counter-Attack concerns the same member as the card it copies. A retreat
    or an ambush is decided by the member in whose section the attacked unit stands, or by the
    commander-in-chief on a section line: the card is the enemy's and concerns nobody.

    In Overlord, with any number of people, the commander-in-chief hands out cards, strikes and
    plays Ambush; generals order, move and retreat their own units (B-VAR-OVL-02..04).
    """
    if is_overlord(state.field):
        return _deciding_general(state)
    return _SEATS[_deciding_seat(state, players)] if players > 1 else None


def talks_first(state: GameState, players: int) -> bool:
    """Return whether a team talks before it chooses its card (B-VAR-TEAM-01)."""
    return players > 1 and state.phase is Phase.PLAY and not is_overlord(state.field)


def _deciding_seat(state: GameState, players: int) -> Seat:
    if state.phase in _OF_CHIEF:
        return seat_for_sections([Section.CENTRE], players)
    if state.phase in _OF_ATTACKED:
        return seat_for_sections(_sections_of_attacked(state), players)
    return seat_for_card(_effective_card(state), players)


def _effective_card(state: GameState) -> str:
    """Return the card being carried out; for a Counter-Attack the one it copies (B-CARD-CNT)."""
    counts_as = state.command.card if state.command else state.card
    return counts_as if state.card and is_counter_attack(state.card) else state.card


def _deciding_general(state: GameState) -> Message:
    if state.phase is Phase.RETREAT:
        return _general(_sections_of_attacked(state))
    command = state.command
    if state.phase in _OF_ATTACKER and state.fight:
        command = state.command_of(state.fight.attacker)
    elif state.phase in _OF_EVERYBODY:
        return _EVERYBODY
    return _general([] if command is None or command.general is None else [command.general])


def _general(sections: Iterable[Section]) -> Message:
    """Return the general of one section; the commander-in-chief for none or several."""
    several = tuple(sections)
    return _GENERALS[several[0]] if len(several) == 1 else _SEATS[Seat.CHIEF]


def _sections_of_attacked(state: GameState) -> list[Section]:
    """Return the sections the attacked unit stands in, from its owner's view."""
    assert state.fight is not None
    unit = state.unit(state.fight.target)
    where = state.field.grid.sections[unit.player][state.place[unit.number]]
    return [section for section in Section if where >> section & 1]


_NOTHING = Message("")  # while the dice roll
_QUESTIONS: Mapping[Phase, Message] = {
    Phase.PLAY: message("Play a card."),
    Phase.COMMISSAR: message("Choose the card that goes under the Commissar token."),
    Phase.KEEP: message("Keep one of these cards."),
    Phase.AIM: message("Click the hex the air drop aims at."),
    Phase.ATTRITION: message("Click the unit that loses a figure."),
    Phase.SECTION: message("Name the section whose units are ordered."),
    Phase.ORDER: message("Click the units to order."),
    Phase.MOVE: message("Click a unit to move."),
    Phase.BATTLE: message("Click a unit to battle with."),
    Phase.UNLOAD: message("Click where the next unit leaves the train, or go on."),
    Phase.REINFORCE: message("Click where a reinforcement comes to the board, or go on."),
    Phase.DESERT_MOVE: message("Armor in the desert may go one hex farther: click where."),
    Phase.OVERRUN: message("Armor overrun: click whom it battles."),
    Phase.MOVE_AGAIN: message("The unit may move once more: click it."),
}
_ACTION_LABELS: Mapping[type, Message] = {
    LaySmoke: message("Lay smoke"),
    LayBridge: message("Lay the bridge"),
    Breach: message("Bring down the bunker"),
    Battle: message("Battle it"),
    Exit: message("Leave the board"),
    Order: message("Order the unit there"),
    Place: message("Let a unit come there"),
}
_PLATES = message(
    "On each target: the dice; figures lost on average, and the chance to eliminate it."
)
_PLATES_ON_LARGER_BOARDS = message(
    "On each target: figures lost on average; zoomed in, the dice and the chance to eliminate it."
)
_OF_UNIT: Mapping[Phase, Message] = {
    Phase.MOVE: message("Click where it goes. Esc lets it stay."),
    Phase.BATTLE: message("Click whom it battles."),
    Phase.MOVE_AGAIN: message("Click where it goes."),
}


def turn_message(state: GameState, computers: Collection[Side], *, is_now: bool = True) -> Message:
    """Return whose turn it is, or how the game ended: ``Axis: the computer plays``.

    At a past moment nobody is told that it is their turn.
    """
    if state.result is not None:
        return state.result.reason
    side = state.side
    if side is None:
        rolls = state.player == CHANCE and state.turn
        return message("The dice roll") if rolls else message("The cards are dealt")
    if not is_now:
        return message("{side}: turn {turn}", side=SIDES[side], turn=state.turn)
    if side in computers:
        return message("{side}: the computer plays", side=SIDES[side])
    if computers:
        return message("{side}: your turn", side=SIDES[side])
    return message("{side} to act", side=SIDES[side])


def prompt(state: GameState, unit_chosen: bool = False, players: int = 1) -> Message:
    """Return the decision to make, and who of several *players* on a side makes it."""
    words, decider_name = _question(state, unit_chosen), decider(state, players)
    if decider_name is None:
        return words
    if talks_first(state, players):
        return message("{who}, after the team's talk: {what}", who=decider_name, what=words)
    return message("{who}: {what}", who=decider_name, what=words)


def _question(state: GameState, unit_chosen: bool) -> Message:
    fight = state.fight
    match state.phase:
        case Phase.PLAY if is_overlord(state.field):
            return _hand_out(state)
        case Phase.PLAY if state.token and state.active == state.field.commissar:
            return message(
                "Play the card under the Commissar token, or a Recon or Counter-Attack of the hand."
            )
        case Phase.RETREAT if fight:
            return _retreat(state, fight)
        case Phase.AMBUSH if fight:
            return _ambush(state, fight)
        case Phase.BATTLE_BACK if fight:
            return _battle_back(state, fight)
        case Phase.TAKE_GROUND if fight:
            attacker = state.unit(fight.attacker)
            place = state.field.grid.names[fight.hex]
            if second_assault_hexes(state, fight):
                return message(
                    "{unit} may take the ground on {hex} if it can, or close in on another enemy "
                    "with 1 die: click it.",
                    unit=attacker.name,
                    hex=place,
                )
            return message("{unit} may take the ground on {hex}.", unit=attacker.name, hex=place)
        case Phase.TARGET:
            return _target(state)
    words = _counted_prompt(state) or _QUESTIONS.get(state.phase, _NOTHING)
    return _OF_UNIT.get(state.phase, words) if unit_chosen else words


def _counted_prompt(state: GameState) -> Message | None:
    """Return the prompt for something done several times; None if nothing is counted."""
    if state.phase is Phase.SMOKE:
        return several(
            "Click a hex to lay smoke on; {number} is left.",
            "Click a hex to lay smoke on; {number} are left.",
            state.smoke.hexes_left,
        )
    if also := _on_the_move_left(state):
        return several(
            "Click the units to order. {number} unit more, anywhere, may move only.",
            "Click the units to order. {number} units more, anywhere, may move only.",
            also,
        )
    return None


def _on_the_move_left(state: GameState) -> int:
    """Return how many more units may be ordered to move only (BT-OTM-01)."""
    command = state.command
    if state.phase is not Phase.ORDER or command is None:
        return 0
    return command.on_the_move - state.on_the_move.bit_count()


def details(state: GameState) -> Value:
    """Return details for a decision: odds of an ambush, the legend of the plates, orders given."""
    if state.phase is Phase.AMBUSH:
        threat, ambush = odds_of_fight(state), odds_of_ambush(state)
        if threat is None or ambush is None:
            return ""
        return message(
            "Its attack, {attack}.\nThe ambush, {ambush}.",
            attack=threat.summary(),
            ambush=ambush.summary(),
        )
    if state.phase in (Phase.BATTLE, Phase.OVERRUN) or (
        state.phase is Phase.TARGET and _is_strike(state)
    ):
        board = state.field.grid.board
        return _PLATES if board.type is BoardType.STANDARD else _PLATES_ON_LARGER_BOARDS
    return _orders_given(state)


def _orders_given(state: GameState) -> Value:
    """Return how many orders were given of how many, if the card limits them."""
    command = state.command
    if state.phase is not Phase.ORDER or command is None or command.max_units >= ALL_UNITS:
        return ""
    ordered = newly_ordered(state).bit_count()
    return message("{given} of {all} ordered.", given=ordered, all=max_orders(state))


def action_label(state: GameState, action: Action) -> Value:
    """Return the label of an action in a menu of several actions for one click."""
    if label := _ACTION_LABELS.get(type(action)):
        return label
    match action:
        case Move(via=""):
            return message("The short way")
        case Move(via=via):
            return message("By way of {hex}, to take its medal", hex=via)
        case Blow(_, name):
            return message("Blow up the bridge on {hex}", hex=name)
        case Play(card, "", ""):
            copied = card_to_counter(state) if is_counter_attack(card) else ""
            return message("As {card}", card=title(copied or card))
        case Play(_, instead, "") if instead:
            return message("As {card}", card=title(instead))
        case Play(card, instead, section):
            return _to_general(state, card, Section[section.upper()], instead)
    return str(action)


def _to_general(state: GameState, card: str, section: Section, instead: str) -> Message:
    """Return which general gets a card, and what a Counter-Attack repeats there."""
    general = GENERALS[section]
    if not is_counter_attack(card):
        return message("To {general}", general=general)
    copied = title(instead) if instead else repeated_card_title(state, card, section)
    if copied is None:
        return message("To {general}, who has nothing to repeat", general=general)
    return message("To {general}, as {card}", general=general, card=copied)


def _hand_out(state: GameState) -> Message:
    if not state.handed_cards:
        return message("Hand up to three cards to the generals.")
    return message("Hand out another card, or let the generals begin.")


def _retreat(state: GameState, fight: Fight) -> Message:
    unit = state.unit(fight.target)
    place = state.field.grid.names[state.place[unit.number]]
    against = nouns.flags(fight.flags)
    if fight.can_ignore_flags:
        return message(
            "{unit} on {hex} has {flags} against it: click where it goes.",
            unit=unit.name,
            hex=place,
            flags=against,
        )
    return message(
        "{unit} on {hex} has {flags} against it: click where it goes. None can be ignored.",
        unit=unit.name,
        hex=place,
        flags=against,
    )


def _ambush(state: GameState, fight: Fight) -> Message:
    """Return the question whether to ambush an attacker."""
    names = state.field.grid.names
    return message(
        "{unit} on {hex} close assaults {enemy} on {target}. Ambush it first?",
        unit=state.unit(fight.attacker).name,
        hex=names[fight.start],
        enemy=state.unit(fight.target).name,
        target=names[fight.hex],
    )


def _battle_back(state: GameState, fight: Fight) -> Message:
    """Return the question whether to battle back."""
    names = state.field.grid.names
    return message(
        "{unit} on {hex} may battle back {enemy} on {target} with 1 die.",
        unit=state.unit(fight.target).name,
        hex=names[fight.hex],
        enemy=state.unit(fight.attacker).name,
        target=names[fight.start],
    )


def visibility_message(state: GameState) -> Message | None:
    """Return the visibility in a night battle; None by day (TH-NIGHT-01)."""
    if state.field.options.night is None:
        return None
    if state.visibility == UNLIMITED:
        return message("Day has broken.")
    return message("Night: battles reach {hexes}.", hexes=nouns.hexes(state.visibility))


def _is_strike(state: GameState) -> bool:
    return state.command is not None and state.command.strike is not None


def _target(state: GameState) -> Message:
    command = state.command
    if command is None or command.strike is None:
        return _healing(command)
    most, named = command.strike.targets, len(state.targets)
    if most == 1:
        return message("Click the enemy unit to attack.")
    if not named:
        return message(
            "Click up to {number} enemy units that touch one another, one after the other.",
            number=most,
        )
    return several(
        "{number} target named. Click another that touches them, or go on.",
        "{number} targets named. Click another that touches them, or go on.",
        named,
    )


def _healing(command: Command | None) -> Message:
    """Return the prompt for units that recover figures, with the dice left to distribute."""
    if command is None or command.slots is None:
        return message("Click the unit that gets figures back.")
    infantry, armor, stars = command.slots
    return message(
        "The dice left: {infantry}, {armor} and {stars}. "
        "Click a unit that gets a figure back, or go on.",
        infantry=nouns.infantry(infantry),
        armor=nouns.armor(armor),
        stars=nouns.stars(stars),
    )
