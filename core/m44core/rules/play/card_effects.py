"""Effects of cards other than orders: strikes, medics, order dice, copies, ambushes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from m44core.board import Section
from m44core.catalogue.command_cards import CardEffect, CardStrike
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.board.hex_ground import ARMOR, INFANTRY
from m44core.rules.cards.card_command import (
    Command,
    command_in_own_sections,
    command_in_section,
    command_of_card,
    empty_command,
    fallback_command,
    with_dice_orders,
    with_extra_order,
)
from m44core.rules.cards.command_cards import ambush_card, cards, is_counter_attack, mirrored_card
from m44core.rules.game.actions import DieFace, Play
from m44core.rules.game.events import (
    AmbushSprung,
    CardCopied,
    Event,
    OrdersRolled,
    SectionChosen,
    StrikeDeclared,
    UnitHealed,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, Fight, FightKind, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.play.overlord import (
    GENERALS_DICE,
    card_to_counter,
    commands_of_card,
    countered_command,
    is_overlord,
    limited_to_free_half,
    settled_command,
)
from m44core.rules.special.bridge_rules import blow_up_bridge
from m44core.rules.special.night import is_too_dark_to_strike
from m44core.rules.units.battle import ambush_fight, dice_at, symbol_of, uncamouflaged_hexes
from m44core.rules.units.hobarts_funnies import ground_for_unit
from m44core.rules.units.orders import (
    has_unit_of_named_class,
    newly_ordered_units,
    section_hexes,
    with_command_car_orders,
)

_STARS = 2  # the slot of the stars, after those of infantry and armor


def healable_hexes(state: GameState) -> int:
    """Return the hexes of the active player's units that can regain lost figures."""
    units = state.field.units
    places = bit_indexes(state.occupied[state.active])
    hexes_and_units = [(index, state.unit_at[index]) for index in places]
    return sum(
        1 << index
        for index, unit in hexes_and_units
        if state.figures[unit] < units[unit].figures
        and units[unit].rules.heals
        and not state.resting_units >> unit & 1
    )


def heal_unit(state: GameState, faces: Sequence[DieFace], log: list[Event]) -> None:
    """Heal the chosen unit: one figure per symbol of its class and per star (B-CARD-MED, R-34)."""
    unit = state.healed
    combatant = state.field.units[unit]
    state.healed = NOBODY
    symbols = {DieFace.STAR, symbol_of(combatant.rules.unit_class)}
    lost_figures = combatant.figures - state.figures[unit]
    _return_figures(state, unit, min(lost_figures, sum(face in symbols for face in faces)), log)


def shared_medics_hexes(state: GameState) -> int:
    """Return the hexes in the card's sections with a unit a remaining die can heal (BT-MED-02)."""
    assert state.command is not None
    units, unit_at = state.field.units, state.unit_at
    return sum(
        1 << index
        for index in bit_indexes(healable_hexes(state) & section_hexes(state, state.command))
        if _healing_die_slot(state, units[unit_at[index]].order_class_number) is not None
    )


def give_shared_figure(state: GameState, unit: int, log: list[Event]) -> None:
    """Give a unit one figure back, using up its symbol or else a star (BT-MED-02, BT-MED-03)."""
    assert state.command is not None
    assert state.command.slots is not None
    slot = _healing_die_slot(state, state.field.units[unit].order_class_number)
    infantry, armor, stars = (n - (index == slot) for index, n in enumerate(state.command.slots))
    state.command = with_dice_orders(state.command, infantry, armor, stars)
    _return_figures(state, unit, 1, log)


def _healing_die_slot(state: GameState, class_number: int) -> int | None:
    """Return the slot of the remaining die to heal a class with; None if there is none."""
    slots = state.command.slots if state.command else None
    if slots is None:
        return None
    class_slot = {INFANTRY: 0, ARMOR: 1}.get(class_number, _STARS)
    return next((slot for slot in (class_slot, _STARS) if slots[slot]), None)


def _return_figures(state: GameState, unit: int, figures: int, log: list[Event]) -> None:
    """Give figures back to a unit, which counts as ordered if it regains any."""
    combatant = state.field.units[unit]
    state.figures[unit] += figures
    name = state.field.grid.names[state.place[unit]]
    log.append(UnitHealed(combatant.name, name, figures, state.figures[unit]))
    if figures:
        state.ordered |= 1 << unit


def begin_card(state: GameState, command: Command, log: list[Event]) -> None:
    """Begin the command of a card; a Counter-Attack copies a command, an Ambush does nothing."""
    match command.effect:
        case CardEffect.COUNTER_ATTACK:
            _play_counter_attack(state, command, log)
        case CardEffect.AMBUSH:
            _begin_command(state, empty_command(command.card))
        case _:
            _begin_command(state, with_command_car_orders(state, command))


def hand_out_card(state: GameState, play: Play, log: list[Event]) -> None:
    """Hand a card to a general, or play it as commander-in-chief (B-VAR-OVL-02, B-VAR-OVL-04)."""
    state.handed_cards = (*state.handed_cards, play.card)
    if not play.section:
        _play_as_commander(state, play, log)
        return
    commands = commands_of_card(play.card, Section[play.section.upper()])
    if play.instead:
        commands = tuple(replace(each, repeats=play.instead) for each in commands)
    state.pending_commands = (*state.pending_commands, *commands)


def _play_as_commander(state: GameState, play: Play, log: list[Event]) -> None:
    """Play the commander-in-chief's own card; a Counter-Attack repeats the enemy's (OVL-CNT-02)."""
    key = play.instead or play.card
    if is_counter_attack(key):
        key = card_to_counter(state)
        log.append(CardCopied(state.field.sides[state.active], key))
    command = command_of_card(key)
    if command.strike is not None:
        _begin_command(state, command)
        return
    state.pending_commands = commands_of_card(key, None)
    begin_next_general(state, log)


def begin_next_general(state: GameState, log: list[Event]) -> None:
    """Begin the command of the next general; after the last general, all units move."""
    if not state.pending_commands:
        state.command, state.phase = None, Phase.MOVE
        return
    command, *later_commands = state.pending_commands
    state.pending_commands = tuple(later_commands)
    begin_card(state, command, log)


def end_orders(state: GameState, log: list[Event]) -> None:
    """End the orders of a card; in Overlord, continue with the next general."""
    command = state.command
    if command is None or not is_overlord(state.field):
        state.phase = Phase.MOVE
        return
    units = newly_ordered_units(state)
    state.issued = (*state.issued, (settled_command(state, command, units), units))
    if command.general is None:
        state.command, state.phase = None, Phase.PLAY
    else:
        begin_next_general(state, log)


def choose_section(state: GameState, section: Section, log: list[Event]) -> None:
    """Choose the section whose units a card orders (B-CARD-INF)."""
    assert state.command is not None
    state.command = command_in_section(state.command.card, section)
    state.phase = Phase.ORDER
    log.append(SectionChosen(state.field.sides[state.active], section))


def sections_to_choose(state: GameState) -> list[Section]:
    """Return the sections a player can choose: any with a unit that the card orders (R-20)."""
    assert state.command is not None
    sections = state.field.grid.sections[state.active]
    units = state.field.units
    places = bit_indexes(state.occupied[state.active])
    classes = state.command.classes
    orderable_places = [
        i for i in places if classes >> units[state.unit_at[i]].order_class_number & 1
    ]
    return [
        section for section in Section if any(sections[i] >> section & 1 for i in orderable_places)
    ]


def hexes_to_target(state: GameState) -> HexSet:
    """Return the hexes a player can choose as targets of a card that attacks or heals."""
    command = state.command
    assert command is not None
    if command.effect is CardEffect.SHARED_MEDICS:
        return shared_medics_hexes(state)
    if command.strike is None:
        healed_hexes = sum(1 << state.place[unit] for unit in state.targets)
        return healable_hexes(state) & section_hexes(state, command) & ~healed_hexes
    enemies = uncamouflaged_hexes(state, state.occupied[1 - state.active])
    target_hexes = [state.place[unit] for unit in state.targets]
    if len(target_hexes) == command.strike.targets:
        return 0
    if not target_hexes:
        return enemies & section_hexes(state, command)
    adjacent_to = target_hexes[-1:] if state.field.settings.chained_air_power else target_hexes
    adjacent_hexes = state.field.grid.spread(sum(1 << place for place in adjacent_to))
    return enemies & adjacent_hexes & ~sum(1 << place for place in target_hexes)


def add_target(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Choose the unit on a hex, as a target of a strike or as the next unit to heal."""
    assert state.command is not None
    unit = state.unit_at[index]
    if state.command.strike is not None:
        state.targets = (*state.targets, unit)
        if not hexes_to_target(state):
            carry_out_next_strike(state, log)
        return
    if state.command.effect is CardEffect.SHARED_MEDICS:
        give_shared_figure(state, unit, log)
        return
    state.healed, state.targets = unit, (*state.targets, unit)
    state.card_dice = _card_dice(state, state.command)
    state.phase = Phase.CARD_ROLL


def end_targets(state: GameState, log: list[Event]) -> None:
    """End the choice of targets: the card strikes, or the healed units move."""
    if state.command and state.command.effect in (CardEffect.MEDICS, CardEffect.SHARED_MEDICS):
        state.targets = ()
        end_orders(state, log)
    else:
        carry_out_next_strike(state, log)


def carry_out_next_strike(state: GameState, log: list[Event]) -> None:
    """Attack the next target of a card; after the last target, end the strikes."""
    command = state.command
    assert command is not None
    if not state.targets or command.strike is None:
        _end_strikes(state)
        return
    unit, *later_targets = state.targets
    state.targets = tuple(later_targets)
    place, strike = state.place[unit], strike_fight(state, command.strike, unit)
    state.fight = strike
    state.phase = Phase.ROLL
    name = state.field.units[unit].name
    log.append(StrikeDeclared(command.card, name, state.field.grid.names[place], strike.dice))


def strike_fight(state: GameState, strike: CardStrike, unit: UnitNo) -> Fight:
    """Return the attack on a unit by a card of the active player."""
    dice, place = strike.dice[state.field.sides[state.active]], state.place[unit]
    return Fight(NOBODY, unit, NOWHERE, place, dice, close=False, kind=FightKind.STRIKE)


def resolve_card_roll(state: GameState, faces: Sequence[DieFace], log: list[Event]) -> None:
    """Apply the dice of a card: blow up a bridge, heal, or set how many units are ordered."""
    assert state.command is not None
    state.card_dice = 0
    if state.bridge_to_blow != NOWHERE:
        blow_up_bridge(state, faces, log)
        end_orders(state, log)
        return
    if state.command.effect is CardEffect.MEDICS:
        heal_unit(state, faces, log)
        _continue_with_next_patient(state, log)
        return
    orders = (faces.count(DieFace.INFANTRY), faces.count(DieFace.ARMOR), faces.count(DieFace.STAR))
    state.command = with_dice_orders(state.command, *orders)
    if state.command.effect is CardEffect.SHARED_MEDICS:
        state.phase = Phase.TARGET
        return
    state.phase = Phase.ORDER
    log.append(OrdersRolled(*orders))


def _continue_with_next_patient(state: GameState, log: list[Event]) -> None:
    """Continue Medics & Mechanics with a further unit if allowed, else end it (TH-GUNG-01)."""
    assert state.command is not None
    has_more = len(state.targets) < state.command.patients and hexes_to_target(state)
    if has_more:
        state.phase = Phase.TARGET
    else:
        end_targets(state, log)


def may_use_as_strike(state: GameState, card: str) -> bool:
    """Return whether the active player can use a card as a strike (O-HILL317, O-STRIKE).

    There must be an enemy in the section of the card to start with (BT-AIR-02).
    """
    instead, uses = cards()[card].used_as, state.field.options.recon_as_air_power
    if not instead or not uses or is_too_dark_to_strike(state):
        return False
    side, own_hexes = state.field.sides[state.active], state.occupied[state.active]
    grid = state.field.grid
    is_allowed = any(
        use.side is side and (not use.hexes or own_hexes & grid.mask(use.hexes)) for use in uses
    )
    command = command_in_own_sections(card, instead)
    visible_enemies = uncamouflaged_hexes(state, state.occupied[1 - state.active])
    return is_allowed and bool(visible_enemies & section_hexes(state, command))


def may_ambush(state: GameState, fight: Fight) -> bool:
    """Return whether the attacked unit can answer a close assault with an Ambush (B-CARD-AMB).

    It must be able to battle with at least one die.
    """
    if not fight.close or not ambush_card(state.hands[1 - state.active]):
        return False
    if state.resting_until and state.newcomers >> fight.target & 1:
        return False
    barred_hexes = ground_for_unit(state, fight.target).no_battle
    if barred_hexes[state.field.units[fight.target].class_number] >> fight.hex & 1:
        return False
    return dice_at(state, fight.target, fight.hex, fight.start, 1) > 0


def spring_ambush(state: GameState, log: list[Event]) -> None:
    """Begin the ambush of the attacked unit; the interrupted battle waits (B-CARD-AMB)."""
    fight, player = state.fight, 1 - state.active
    assert fight is not None
    hand = list(state.hands[player])
    card = ambush_card(hand)
    hand.remove(card)
    state.hands[player] = tuple(hand)
    state.discards = (*state.discards, card)
    state.ambusher, state.ambushed = player, fight
    state.fight = ambush_fight(state, fight)
    state.phase = Phase.ROLL
    side, name = state.field.sides[player], state.field.units[fight.target].name
    log.append(AmbushSprung(side, name, state.field.grid.names[fight.hex], state.fight.dice))
    if is_overlord(state.field):
        state.ambusher, state.drawing, state.phase = NOBODY, (player,), Phase.DRAW


def command_to_repeat(state: GameState) -> Command | None:
    """Return this turn's command for a Counter-Attack to copy; None if there is none (R-17)."""
    command = state.command
    idle_effects = (CardEffect.AMBUSH, CardEffect.COUNTER_ATTACK)
    return None if command is None or cards()[command.card].effect in idle_effects else command


def _play_counter_attack(state: GameState, counter_attack: Command, log: list[Event]) -> None:
    """Begin the enemy's last command, mirrored to this player's edge (B-CARD-CNT, B-VAR-OVL-04)."""
    if counter_attack.general is not None:
        command = countered_command(
            state, counter_attack.general, counter_attack.card, counter_attack.repeats
        )
    else:
        enemy_command = state.last_commands[1 - state.active]
        command = (
            empty_command(counter_attack.card)
            if enemy_command is None
            else _mirrored_command(enemy_command)
        )
    banned_cards = state.field.options.banned.get(state.field.sides[state.active], frozenset())
    if command.card in banned_cards:
        command = empty_command(counter_attack.card, counter_attack.general)
    if command.card != counter_attack.card:
        log.append(CardCopied(state.field.sides[state.active], command.card))
    _begin_command(state, command)


def _mirrored_command(command: Command) -> Command:
    """Return a command as played from the other edge: on the same flank of the board."""
    if cards()[command.card].names_section and command.section is not None:
        return command_in_section(command.card, command.section.mirrored)
    return command_of_card(mirrored_card(command.card))


def _begin_command(state: GameState, command: Command) -> None:
    """Begin a command in its first phase."""
    command = command_as_played(state, command)
    if state.issued or state.pending_commands:
        command = limited_to_free_half(state, command)
    state.command = command
    state.phase = _first_phase(command)
    if state.phase is Phase.CARD_ROLL:
        state.card_dice = _card_dice(state, command)


def command_as_played(state: GameState, command: Command) -> Command:
    """Return the command of a card as the active player can use it.

    If the player has none of the units it names, it orders one unit of choice (B-CARD-10), as does
    a strike by night (TH-NIGHT-02); a side with Gung-Ho orders one extra unit (O-GUNGHO).
    """
    is_strike_in_the_dark = command.strike is not None and is_too_dark_to_strike(state)
    if is_strike_in_the_dark or (
        cards()[command.card].fall_back and not has_unit_of_named_class(state, command)
    ):
        command = fallback_command(command)
    has_gung_ho = state.field.options.gung_ho is state.field.sides[state.active]
    return with_extra_order(command) if has_gung_ho else command


def _end_strikes(state: GameState) -> None:
    """Continue after a card's strikes: with battles, or in Overlord with handing out cards."""
    if is_overlord(state.field) and state.command is not None:
        state.issued = (*state.issued, (state.command, 0))
        state.command, state.phase = None, Phase.PLAY
    else:
        state.phase = Phase.BATTLE


def _first_phase(command: Command) -> Phase:
    if command.strike is not None or command.effect is CardEffect.MEDICS:
        return Phase.TARGET
    if command.effect in (CardEffect.THEIR_FINEST_HOUR, CardEffect.SHARED_MEDICS):
        return Phase.CARD_ROLL
    chooses_section = cards()[command.card].names_section and command.is_everywhere
    return Phase.SECTION if chooses_section else Phase.ORDER


def _card_dice(state: GameState, command: Command) -> int:
    """Return the number of dice a card rolls: one for itself and one per card in hand (B-CARD-MED).

    Some cards have their own number (BT-MED-01); in Overlord it is always the same (B-VAR-OVL-04).
    """
    if command.general is not None:
        return GENERALS_DICE
    return cards()[command.card].dice or state.held_card_count(state.active) + 1
