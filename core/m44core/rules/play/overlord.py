"""Overlord: the commands of the cards a commander-in-chief hands out (B-VAR-OVL-01..05).

A general commands the two sub-sections of one double section. The rules are short; these
rulings fill their gaps:

- A section card goes to the general of its section and orders its number of units in one of the
  general's two sub-sections, all in the sub-section of its first order.
- A general gets a second card only if each of the two is for one sub-section; the second card is
  then for the other sub-section (OVL-TURN-03, OVL-TURN-04).
- Recon in Force and General Advance order 1 or 2 units in each of the two
  sub-sections of any one general; Pincer Move orders 2 units in one sub-section of
  the left or the right general (OVL-DIFF-02).
- A tactic card orders only units of the general who gets it; "no unit of that type" (B-CARD-10)
  refers to that general's units alone. An Infantry Assault is for one of the general's
  sub-sections.
- The commander-in-chief personally plays one card a turn, before handing any out: Air Power,
  Barrage, a Recon used as one of them, or Their Finest Hour. It is one of the three cards:
  OVL-TURN-02 and OVL-TURN-03 count the commander's own place among those of the generals, and no
  place has two cards. "Separate" (B-VAR-OVL-03) only means that this card takes no general's place.
- A Counter-Attack of the commander repeats the card that the enemy's commander personally played
  last turn, anywhere on the board (OVL-CNT-02). A general does not repeat it: Their Finest Hour is
  the commander's card, although all generals roll for it.
- A Counter-Attack is for the half across the board from the card it repeats. The other card
  of its general is then for the general's other half, in whatever order they are carried out.
- A Counter-Attack of two equal cards is for the half of either one; its first order decides.
- A player with a single card in hand cannot hand it out.
- At the end of the turn the commander-in-chief draws two cards, three after a
  Recon, but never exceeds the hand size at the start of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from m44core.board import BoardType, Section
from m44core.catalogue.command_cards import CardEffect, CommandCard
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.cards.card_command import Command, command_of_card, empty_command, substitutes
from m44core.rules.cards.command_cards import (
    ALL_UNITS,
    cards,
    is_ambush,
    is_counter_attack,
    mirrored_card,
)
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.game.state import GameState
from m44core.rules.index_types import UnitSet

SUBSECTIONS = 6
GENERALS_DICE = 4  # for Medics & Mechanics, and for each general in Their Finest Hour
MAX_CARDS = 3
_DRAWS = 2
_DRAWS_AFTER_RECON = 3


def is_overlord(field: Battlefield) -> bool:
    """Return whether a game is played by the rules of Overlord."""
    return field.grid.board.type is BoardType.OVERLORD


def possible_handouts(state: GameState) -> Iterator[tuple[str, Section | None, str]]:
    """Yield the possible handouts: card, general (None for the commander), card to repeat.

    The third is the card that a Counter-Attack repeats if there is a choice (OVL-CNT-03), else "".
    One to three cards are handed out, including the commander's own, and one must stay in hand
    (OVL-TURN-02). The commander personally plays at most one, as the first of the turn
    (OVL-TURN-03, OVL-TURN-05).
    """
    hand = state.hands[state.active]
    if len(hand) < 2 or len(state.handed_cards) >= MAX_CARDS:
        return
    for key in sorted({key for key in hand if not is_ambush(key)}):
        card = cards()[key]
        if not _is_for_commander(card):
            yield from _handouts_to_generals(state, key)
        if not state.handed_cards and _commander_can_play(state, card):
            yield key, None, ""


def _handouts_to_generals(state: GameState, key: str) -> Iterator[tuple[str, Section, str]]:
    """Yield the handouts of a card to generals, as :func:`possible_handouts` does."""
    for general in Section:
        if _can_be_given(cards()[key], general):
            repeatable_cards = _repeatable_cards(state, general) if is_counter_attack(key) else ()
            for each in repeatable_cards or ("",):
                if _can_take_card(state, key, general, each):
                    yield key, general, each


def _repeatable_cards(state: GameState, general: Section) -> tuple[str, ...]:
    """Return the cards a Counter-Attack can choose from; empty without a choice (OVL-CNT-03)."""
    last_commands = state.generals[1 - state.active][general.mirrored]
    return (
        tuple(dict.fromkeys(mirrored_card(each.card) for each in last_commands))
        if len(last_commands) > 1
        else ()
    )


def _can_take_card(state: GameState, key: str, general: Section, repeated_card: str) -> bool:
    """Return whether a general who has no card, or one for the other half, can get a card."""
    pending_commands = [command for command in state.pending_commands if command.general is general]
    if len(pending_commands) != 1:
        return not pending_commands
    new_command = replace(command_of_general(key, general), repeats=repeated_card)
    return _can_be_combined(
        _effective_command(state, pending_commands[0]), _effective_command(state, new_command)
    )


def _can_be_combined(command: Command, other: Command) -> bool:
    """Return whether two commands of a general can be for different halves (OVL-TURN-03)."""
    return (is_for_one_half(command) and is_for_one_half(other)) and any(
        not _share_a_half(a, b) for a in command.alternatives for b in other.alternatives
    )


def _effective_command(state: GameState, command: Command) -> Command:
    """Return the command that is carried out: for a Counter-Attack, the repeated one."""
    if command.effect is not CardEffect.COUNTER_ATTACK or command.general is None:
        return command
    return countered_command(state, command.general, command.card, command.repeats)


def is_for_one_half(command: Command) -> bool:
    """Return whether a general's command is for one of two sub-sections (OVL-TURN-04)."""
    return command.in_subsections and sum(map(bool, command.limits)) == 1


def limited_to_free_half(state: GameState, command: Command) -> Command:
    """Return a command limited to the sub-section that its general's other card leaves free.

    The other card was carried out before, or is a Counter-Attack still to come (OVL-TURN-03).
    """
    issued_commands = [issued for issued, _ in state.issued]
    pending_commands = [_effective_command(state, each) for each in state.pending_commands]
    taken_halves = [
        other.limits
        for other in (*issued_commands, *pending_commands)
        if other.general is command.general and is_for_one_half(other) and not other.either
    ]
    for limits in taken_halves:
        free_limits = [each for each in command.alternatives if not _share_a_half(each, limits)]
        if free_limits:
            command = replace(command, limits=free_limits[0], either=tuple(free_limits[1:]))
    return command


def settled_command(state: GameState, command: Command, units: UnitSet) -> Command:
    """Return a command limited to one sub-section, if the ordered *units* determine which."""
    if not (is_for_one_half(command) and command.either and units):
        return command
    sections = state.field.grid.subsections[state.active]
    unit_sections = [sections[state.place[unit]] for unit in bit_indexes(units)]
    possible_limits = [
        limits
        for limits in command.alternatives
        if all(
            any(limits[i] and sections_of_unit >> i & 1 for i in range(SUBSECTIONS))
            for sections_of_unit in unit_sections
        )
    ]
    return (
        replace(command, limits=possible_limits[0], either=())
        if len(possible_limits) == 1
        else command
    )


def _share_a_half(limits: tuple[int, ...], other_limits: tuple[int, ...]) -> bool:
    return any(a and b for a, b in zip(limits, other_limits, strict=True))


def commander_strikes(state: GameState) -> Iterator[tuple[str, str]]:
    """Yield the cards the commander can play as a strike, each with its substitute (SO-N-01)."""
    hand, side = state.hands[state.active], state.field.sides[state.active]
    if len(hand) < 2 or state.handed_cards:
        return
    for key in sorted(set(hand)):
        for each in substitutes(state.field.options, side, key):
            if cards()[each.counts_as].strike is not None:
                yield key, each.counts_as


def may_end_handouts(state: GameState) -> bool:
    """Return whether handing out cards can end: after the first, or if the hand is too small."""
    return bool(state.handed_cards) or len(state.hands[state.active]) < 2


def commands_of_card(key: str, general: Section | None) -> tuple[Command, ...]:
    """Return the commands that a card gives to all generals, to *general*, or to none (empty)."""
    if cards()[key].effect is CardEffect.THEIR_FINEST_HOUR:
        return tuple(command_of_general(key, each) for each in Section)
    if general is None:
        return ()
    return (command_of_general(key, general),)


@cache
def command_of_general(key: str, general: Section) -> Command:
    """Return the command of a card for a general (B-VAR-OVL-03, B-VAR-OVL-04)."""
    card, command = cards()[key], command_of_card(key)
    first_half, second_half = 2 * general, 2 * general + 1
    if card.tactic:
        if card.names_section:
            return _in_one_subsection(command, general, ALL_UNITS)
        return replace(
            command,
            limits=_subsection_limits({first_half: ALL_UNITS, second_half: ALL_UNITS}),
            general=general,
        )
    units = [ALL_UNITS if number is None else number for number in card.orders.values()]
    if len(units) < len(Section):
        return _in_one_subsection(command, general, units[0])
    limits = _subsection_limits({first_half: units[0], second_half: units[0]})
    return replace(command, limits=limits, general=general)


def countered_command(state: GameState, general: Section, key: str, chosen: str = "") -> Command:
    """Return the command of a general's Counter-Attack: the opposite general's last command.

    Of two cards it repeats the *chosen* one, in the half across the board (B-VAR-OVL-04,
    OVL-CNT-01, OVL-CNT-03). The command is for either half if the opposite general had that card
    twice; it orders no units if that general had no card.
    """
    last_commands = state.generals[1 - state.active][general.mirrored]
    repeated_commands = [
        each for each in last_commands if mirrored_card(each.card) == chosen
    ] or last_commands[:1]
    if not repeated_commands:
        return empty_command(key, general)
    command = command_of_general(mirrored_card(repeated_commands[0].card), general)
    if any(other.either or not is_for_one_half(other) for other in repeated_commands):
        return command
    mirrored_limits = [tuple(reversed(other.limits)) for other in repeated_commands]
    halves = [
        limits
        for limits in command.alternatives
        if any(_share_a_half(limits, other) for other in mirrored_limits)
    ]
    return replace(command, limits=halves[0], either=tuple(halves[1:])) if halves else command


def card_to_counter(state: GameState) -> str:
    """Return the card that a commander's Counter-Attack repeats; "" if there is none (OVL-CNT-02).

    It is the card that the enemy's commander personally played last turn, unless it is banned.
    """
    last_command = state.last_commands[1 - state.active]
    banned_cards = state.field.options.banned.get(state.field.sides[state.active], frozenset())
    return "" if last_command is None or last_command.card in banned_cards else last_command.card


def number_of_cards_to_draw(state: GameState) -> int:
    """Return the number of cards the commander-in-chief draws at the end of the turn."""
    had_recon = any(command.draw > 1 for command, _ in state.issued)
    draws = _DRAWS_AFTER_RECON if had_recon else _DRAWS
    return max(0, min(draws, state.field.hand_sizes[state.active] - len(state.hands[state.active])))


def store_commands(state: GameState) -> None:
    """Store this turn's commands of the generals and the commander, for a later Counter-Attack."""
    commands_by_general: list[tuple[Command, ...]] = [()] * len(Section)
    commander_command: Command | None = None
    for command, _ in state.issued:
        if is_played_by_commander(command):
            commander_command = command_of_card(command.card)
        elif command.general is not None and command.effect is not CardEffect.COUNTER_ATTACK:
            commands_by_general[command.general] = (*commands_by_general[command.general], command)
    generals, last_commands = list(state.generals), list(state.last_commands)
    generals[state.active] = (
        commands_by_general[0],
        commands_by_general[1],
        commands_by_general[2],
    )
    last_commands[state.active] = commander_command
    state.generals = (generals[0], generals[1])
    state.last_commands = (last_commands[0], last_commands[1])


def is_played_by_commander(command: Command) -> bool:
    """Return whether the commander-in-chief plays a card, even if generals roll for it."""
    return command.general is None or _is_for_commander(cards()[command.card])


def _in_one_subsection(command: Command, general: Section, max_units: int) -> Command:
    """Return a command for either of a general's sub-sections."""
    first_half, second_half = (
        _subsection_limits({2 * general: max_units}),
        _subsection_limits({2 * general + 1: max_units}),
    )
    return replace(command, limits=first_half, either=(second_half,), general=general)


def _subsection_limits(units: dict[int, int]) -> tuple[int, ...]:
    return tuple(units.get(subsection, 0) for subsection in range(SUBSECTIONS))


def _is_for_commander(card: CommandCard) -> bool:
    return card.strike is not None or card.effect is CardEffect.THEIR_FINEST_HOUR


def _commander_can_play(state: GameState, card: CommandCard) -> bool:
    """Return whether the commander can play a card, or repeat the enemy's card (OVL-CNT-02)."""
    return _is_for_commander(card) or (is_counter_attack(card.key) and bool(card_to_counter(state)))


def _can_be_given(card: CommandCard, general: Section) -> bool:
    """Return whether a card can be given to a general: it must name that section, none or all."""
    return len(card.orders) in (0, len(Section)) or general in card.orders
