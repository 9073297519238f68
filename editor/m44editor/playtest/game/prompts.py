"""Whose turn it is, what that player has to decide, and which member of a team decides it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from m44core.board import BoardType, Section
from m44core.catalogue.catalogue_types import Side
from m44core.messages import nouns
from m44core.messages.message import Message, Value, message, message_in, several
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.cards.card_command import Command
from m44core.rules.cards.command_cards import ALL_UNITS, is_counter_attack, title_of_card
from m44core.rules.game.actions import (
    Action,
    Battle,
    BlowUpBridge,
    BreachBunker,
    Exit,
    LayBridge,
    LaySmoke,
    Move,
    Order,
    PlaceUnit,
    Play,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.side_names import GENERALS, SIDES
from m44core.rules.game.state import UNLIMITED, Fight, GameState
from m44core.rules.play.overlord import card_to_counter, is_overlord
from m44core.rules.play.teams import Seat, seat_for_card, seat_for_sections
from m44core.rules.units.battle import second_assault_hexes
from m44core.rules.units.orders import max_orders, newly_ordered_units
from m44editor.playtest.game.forecast import odds_of_ambush, odds_of_fight
from m44editor.playtest.game.overlord_card_texts import repeated_card_title

_SEAT_NAMES: Mapping[Seat, Message] = {
    Seat.ALONE: message_in("who decides", "Commander"),
    Seat.CHIEF: message_in("who decides", "Commander-in-chief"),
    Seat.FLANKS: message_in("who decides", "Both flanks"),
    Seat.LEFT: message_in("who decides", "Left flank"),
    Seat.RIGHT: message_in("who decides", "Right flank"),
}
_GENERAL_NAMES: Mapping[Section, Message] = {
    Section.LEFT: message_in("who decides", "Left field general"),
    Section.CENTRE: message_in("who decides", "Center field general"),
    Section.RIGHT: message_in("who decides", "Right field general"),
}
_ALL_GENERALS = message_in("who decides", "Field generals")
_DECIDED_BY_CHIEF = {
    *(Phase.AIM, Phase.ATTRITION, Phase.SMOKE, Phase.UNLOAD, Phase.REINFORCE),
    *(Phase.PLAY, Phase.COMMISSAR, Phase.KEEP),
}
_DECIDED_BY_ATTACKED = {Phase.RETREAT, Phase.AMBUSH, Phase.BATTLE_BACK}
_DECIDED_BY_ATTACKER = {Phase.TAKE_GROUND, Phase.DESERT_MOVE, Phase.OVERRUN}
_DECIDED_BY_EVERYBODY = {Phase.MOVE, Phase.BATTLE, Phase.MOVE_AGAIN}


def deciding_member(state: GameState, players: int) -> Message | None:
    """Return the member of a side who decides; None if a single player makes all decisions.

    In a team, the commander-in-chief chooses the card to play (after a discussion), the card to
    keep, and the target of an air drop. The member concerned by the card carries it out
    (B-VAR-TEAM-03); a Counter-Attack concerns the same member as the card it copies. A retreat or
    an ambush is decided by the member in whose section the attacked unit is, or by the
    commander-in-chief if it is on a section line, because the enemy's card concerns nobody on this
    side.

    In Overlord, whatever the number of people, the commander-in-chief hands out cards, strikes and
    plays Ambush; generals order, move and retreat their own units (B-VAR-OVL-02..04).
    """
    if is_overlord(state.field):
        return _deciding_general(state)
    return _SEAT_NAMES[_deciding_seat(state, players)] if players > 1 else None


def team_talks_first(state: GameState, players: int) -> bool:
    """Return whether a team discusses its choice of a card first (B-VAR-TEAM-01)."""
    return players > 1 and state.phase is Phase.PLAY and not is_overlord(state.field)


def _deciding_seat(state: GameState, players: int) -> Seat:
    if state.phase in _DECIDED_BY_CHIEF:
        return seat_for_sections([Section.CENTRE], players)
    if state.phase in _DECIDED_BY_ATTACKED:
        return seat_for_sections(_sections_of_attacked_unit(state), players)
    return seat_for_card(_effective_card(state), players)


def _effective_card(state: GameState) -> str:
    """Return the card being carried out; for a Counter-Attack, the card it copies (B-CARD-CNT)."""
    counts_as = state.command.card if state.command else state.card
    return counts_as if state.card and is_counter_attack(state.card) else state.card


def _deciding_general(state: GameState) -> Message:
    if state.phase is Phase.RETREAT:
        return _general_name(_sections_of_attacked_unit(state))
    command = state.command
    if state.phase in _DECIDED_BY_ATTACKER and state.fight:
        command = state.command_of(state.fight.attacker)
    elif state.phase in _DECIDED_BY_EVERYBODY:
        return _ALL_GENERALS
    return _general_name([] if command is None or command.general is None else [command.general])


def _general_name(sections: Iterable[Section]) -> Message:
    """Return the name of a section's general, or of the commander-in-chief for several sections."""
    all_sections = tuple(sections)
    return _GENERAL_NAMES[all_sections[0]] if len(all_sections) == 1 else _SEAT_NAMES[Seat.CHIEF]


def _sections_of_attacked_unit(state: GameState) -> list[Section]:
    """Return the sections the attacked unit stands in, as its owner sees them."""
    assert state.fight is not None
    unit = state.unit(state.fight.target)
    sections = state.field.grid.sections[unit.player][state.place[unit.number]]
    return [section for section in Section if sections >> section & 1]


_NO_PROMPT = Message("")  # while the dice roll
_QUESTIONS: Mapping[Phase, Message] = {
    Phase.PLAY: message("Play a card."),
    Phase.COMMISSAR: message("Choose the card to place under the Commissar token."),
    Phase.KEEP: message("Keep one of these cards."),
    Phase.AIM: message("Click the target hex for the air drop."),
    Phase.ATTRITION: message("Click the unit that will lose a figure."),
    Phase.SECTION: message("Choose the section in which to order units."),
    Phase.ORDER: message("Click the units to order."),
    Phase.MOVE: message("Click a unit to move."),
    Phase.BATTLE: message("Click a unit to battle with."),
    Phase.UNLOAD: message("Click where the next unit leaves the train, or continue."),
    Phase.REINFORCE: message("Click where a reinforcement arrives, or continue."),
    Phase.DESERT_MOVE: message(
        "Armor in the desert may move one more hex: click the hex to move to."
    ),
    Phase.OVERRUN: message("Armor overrun: click the target."),
    Phase.MOVE_AGAIN: message("The unit may move again: click it."),
}
_ACTION_LABELS: Mapping[type, Message] = {
    LaySmoke: message("Lay smoke"),
    LayBridge: message("Lay the bridge"),
    BreachBunker: message("Destroy the bunker"),
    Battle: message("Battle the unit there"),
    Exit: message("Exit the board"),
    Order: message("Order the unit there"),
    PlaceUnit: message("Place a unit there"),
}
_PLATES = message(
    "On each target: the dice, the average number of figures lost, and the chance to eliminate it."
)
_PLATES_ON_LARGER_BOARDS = message(
    "On each target: the average number of figures lost. Zoom in to see the dice and the "
    "chance to eliminate it."
)
_QUESTIONS_ABOUT_UNIT: Mapping[Phase, Message] = {
    Phase.MOVE: message("Click where to move the unit. Esc leaves it where it is."),
    Phase.BATTLE: message("Click the target."),
    Phase.MOVE_AGAIN: message("Click where to move the unit."),
}


def turn_message(state: GameState, computers: Collection[Side], *, is_now: bool = True) -> Message:
    """Return whose turn it is, or how the game ended: ``Axis: the computer is playing``.

    Args:
        state: The position.
        computers: The sides that the computer plays.
        is_now: Whether it is the latest moment; at a past moment, only the side and the
            turn are named.
    """
    if state.result is not None:
        return state.result.reason
    side = state.side
    if side is None:
        is_rolling = state.player == CHANCE and state.turn
        return message("Rolling dice") if is_rolling else message("Dealing cards")
    if not is_now:
        return message("{side}: turn {turn}", side=SIDES[side], turn=state.turn)
    if side in computers:
        return message("{side}: the computer is playing", side=SIDES[side])
    if computers and state.player == state.active:
        return message("{side}: your turn", side=SIDES[side])
    return message("{side} to act", side=SIDES[side])


def prompt(state: GameState, unit_chosen: bool = False, players: int = 1) -> Message:
    """Return the decision to make and, in a team, who makes it.

    Args:
        state: The position.
        unit_chosen: Whether a unit is chosen, in which case its action is asked for.
        players: The number of people who play the side.
    """
    question, decider_name = _question(state, unit_chosen), deciding_member(state, players)
    if decider_name is None:
        return question
    if team_talks_first(state, players):
        return message("{who}, after consulting the team: {what}", who=decider_name, what=question)
    return message("{who}: {what}", who=decider_name, what=question)


def _question(state: GameState, unit_chosen: bool) -> Message:
    fight = state.fight
    match state.phase:
        case Phase.PLAY if is_overlord(state.field):
            return _hand_out_prompt(state)
        case Phase.PLAY if state.token and state.active == state.field.commissar:
            return message(
                "Play the card under the Commissar token, or a Recon or Counter-Attack card "
                "from your hand."
            )
        case Phase.RETREAT if fight:
            return _retreat_prompt(state, fight)
        case Phase.AMBUSH if fight:
            return _ambush_prompt(state, fight)
        case Phase.BATTLE_BACK if fight:
            return _battle_back_prompt(state, fight)
        case Phase.TAKE_GROUND if fight:
            attacker = state.unit(fight.attacker)
            hex_name = state.field.grid.names[fight.hex]
            if second_assault_hexes(state, fight):
                return message(
                    "{unit} may take ground on {hex} if possible, or close assault another "
                    "enemy with 1 die (click that enemy).",
                    unit=attacker.name,
                    hex=hex_name,
                )
            return message("{unit} may take ground on {hex}.", unit=attacker.name, hex=hex_name)
        case Phase.TARGET:
            return _target_prompt(state)
    question = _repeated_action_prompt(state) or _QUESTIONS.get(state.phase, _NO_PROMPT)
    return _QUESTIONS_ABOUT_UNIT.get(state.phase, question) if unit_chosen else question


def _repeated_action_prompt(state: GameState) -> Message | None:
    """Return the prompt for a repeated action, with the number left; None for other actions."""
    if state.phase is Phase.SMOKE:
        return several(
            "Click a hex to lay smoke on; {number} left.",
            "Click a hex to lay smoke on; {number} left.",
            state.smoke.hexes_left,
        )
    if extra_count := _remaining_on_the_move_orders(state):
        return several(
            "Click the units to order. {number} extra unit anywhere may move but not battle.",
            "Click the units to order. {number} extra units anywhere may move but not battle.",
            extra_count,
        )
    return None


def _remaining_on_the_move_orders(state: GameState) -> int:
    """Return the number of units that may still be ordered on the move (BT-OTM-01)."""
    command = state.command
    if state.phase is not Phase.ORDER or command is None:
        return 0
    return command.on_the_move - state.on_the_move.bit_count()


def decision_details(state: GameState) -> Value:
    """Return details for a decision: ambush odds, the legend of the plates, or the orders given.

    The result is empty if there are no details.
    """
    if state.phase is Phase.AMBUSH:
        threat, ambush = odds_of_fight(state), odds_of_ambush(state)
        if threat is None or ambush is None:
            return ""
        return message(
            "Attack with {attack}.\nAmbush with {ambush}.",
            attack=threat.summary(),
            ambush=ambush.summary(),
        )
    if state.phase in (Phase.BATTLE, Phase.OVERRUN) or (
        state.phase is Phase.TARGET and _is_strike(state)
    ):
        board = state.field.grid.board
        return _PLATES if board.type is BoardType.STANDARD else _PLATES_ON_LARGER_BOARDS
    return _orders_given_text(state)


def _orders_given_text(state: GameState) -> Value:
    """Return the numbers of orders given and possible; empty if the card sets no limit."""
    command = state.command
    if state.phase is not Phase.ORDER or command is None or command.max_units >= ALL_UNITS:
        return ""
    order_count = newly_ordered_units(state).bit_count()
    return message("{given} of {all} ordered.", given=order_count, all=max_orders(state))


def action_label(state: GameState, action: Action) -> Value:
    """Return the label of an action in a menu, when one click can mean several actions."""
    if label := _ACTION_LABELS.get(type(action)):
        return label
    match action:
        case Move(via=""):
            return message("Directly")
        case Move(via=via):
            return message("Through {hex}, to gain its medal", hex=via)
        case BlowUpBridge(_, name):
            return message("Blow up the bridge on {hex}", hex=name)
        case Play(card, "", ""):
            copied_card = card_to_counter(state) if is_counter_attack(card) else ""
            return message("As {card}", card=title_of_card(copied_card or card))
        case Play(_, instead, "") if instead:
            return message("As {card}", card=title_of_card(instead))
        case Play(card, instead, section):
            return _hand_out_label(state, card, Section[section.upper()], instead)
    return str(action)


def _hand_out_label(state: GameState, card: str, section: Section, instead: str) -> Message:
    """Return the general a card goes to, and the card a Counter-Attack would repeat there."""
    general = GENERALS[section]
    if not is_counter_attack(card):
        return message("To {general}", general=general)
    copied_title = title_of_card(instead) if instead else repeated_card_title(state, card, section)
    if copied_title is None:
        return message("To {general}, who has nothing to repeat", general=general)
    return message("To {general}, as {card}", general=general, card=copied_title)


def _hand_out_prompt(state: GameState) -> Message:
    if not state.handed_cards:
        return message("Hand out up to three cards to the field generals.")
    return message("Hand out another card, or let the field generals start.")


def _retreat_prompt(state: GameState, fight: Fight) -> Message:
    unit = state.unit(fight.target)
    hex_name = state.field.grid.names[state.place[unit.number]]
    flags = nouns.flags(fight.flags)
    if fight.can_ignore_flags:
        return message(
            "{flags} against {unit} on {hex}: click the hex to retreat to.",
            unit=unit.name,
            hex=hex_name,
            flags=flags,
        )
    return message(
        "{flags} against {unit} on {hex}: click the hex to retreat to. The unit cannot ignore "
        "any flags.",
        unit=unit.name,
        hex=hex_name,
        flags=flags,
    )


def _ambush_prompt(state: GameState, fight: Fight) -> Message:
    """Return the question of whether to ambush an attacker."""
    names = state.field.grid.names
    return message(
        "{unit} on {hex} is about to close assault {enemy} on {target}. Ambush it first?",
        unit=state.unit(fight.attacker).name,
        hex=names[fight.start],
        enemy=state.unit(fight.target).name,
        target=names[fight.hex],
    )


def _battle_back_prompt(state: GameState, fight: Fight) -> Message:
    """Return the question of whether to battle back."""
    names = state.field.grid.names
    return message(
        "{unit} on {hex} may battle back against {enemy} on {target} with 1 die.",
        unit=state.unit(fight.target).name,
        hex=names[fight.hex],
        enemy=state.unit(fight.attacker).name,
        target=names[fight.start],
    )


def visibility_message(state: GameState) -> Message | None:
    """Return the visibility in a night battle; None in other battles (TH-NIGHT-01)."""
    if state.field.options.night is None:
        return None
    if state.visibility == UNLIMITED:
        return message("It is daylight now.")
    return message("Night: visibility is {hexes}.", hexes=nouns.hexes(state.visibility))


def _is_strike(state: GameState) -> bool:
    return state.command is not None and state.command.strike is not None


def _target_prompt(state: GameState) -> Message:
    command = state.command
    if command is None or command.strike is None:
        return _healing_prompt(command)
    max_targets, chosen_count = command.strike.targets, len(state.targets)
    if max_targets == 1:
        return message("Click the enemy unit to attack.")
    if not chosen_count:
        return message(
            "Click up to {number} enemy units adjacent to each other, one after another.",
            number=max_targets,
        )
    return several(
        "{number} target chosen. Click another adjacent one, or continue.",
        "{number} targets chosen. Click another adjacent one, or continue.",
        chosen_count,
    )


def _healing_prompt(command: Command | None) -> Message:
    """Return the prompt for regaining figures, with any dice left to distribute."""
    if command is None or command.slots is None:
        return message("Click the unit that will regain figures.")
    infantry, armor, stars = command.slots
    return message(
        "Dice left: {infantry}, {armor} and {stars}. Click the unit that will regain a "
        "figure, or continue.",
        infantry=nouns.infantry(infantry),
        armor=nouns.armor(armor),
        stars=nouns.stars(stars),
    )
