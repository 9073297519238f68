"""The position of a game as a scenario, for drawing it, editing it, or resuming the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TypeVar

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.piece_orientation import orientation_towards
from m44core.hexes import Hex
from m44core.model.game_position import GamePosition, HiddenMines
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit
from m44core.model.token_functions import TagRule, TokenFunction, has_function
from m44core.model.unit_rules import Reinforcements
from m44core.rules.board.hex_grid import BOTTOM, TOP, bit_indexes
from m44core.rules.board.hex_ground import sandbags_element
from m44core.rules.board.scenario_ground import obstacle_on
from m44core.rules.cards.card_command import Command
from m44core.rules.cards.command_cards import cards, is_counter_attack
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.combatants import ArrivalKind, arrived_counts_before
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import (
    DAYLIGHT,
    NOBODY,
    NOWHERE,
    UNTIL_CALLED,
    GameState,
    SpecialRollKind,
)
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo

_FACING_UP, _FACING_DOWN = 2, 1  # orientation of the bottom and the top player's sandbags


def scenario_of_position(state: GameState) -> Scenario:
    """Return the scenario with its units, obstacles and medals as they are now.

    Unchanged hexes share their content with the original scenario. Objective medals that were
    gained permanently are removed. Where a unit dug in on wire or a hedgehog, the hex shows the
    sandbags, because a hex of a scenario holds only one obstacle; the other obstacle is shown again
    when the unit has left.
    """
    scenario = state.field.scenario
    changes: dict[Hex, HexContent] = {}
    for hex_, alter in _changed_hexes(state):
        changes[hex_] = alter(changes.get(hex_, scenario.at(hex_)))
    return scenario.with_hexes(changes)


_HexChange = Callable[[HexContent], HexContent]


def _changed_hexes(state: GameState) -> Iterator[tuple[Hex, _HexChange]]:
    """Yield the hexes to change, in order, each with a function that returns its new content."""
    board_hexes = state.field.grid.board.hexes
    for unit in state.field.units:
        if unit.start != NOWHERE:
            removed_layers: dict[str, None] = {"structure" if unit.structure else "unit": None}
            yield board_hexes[unit.start], partial(replace, **removed_layers)
    yield from _craft_changes(state)
    for wagon in (unit.wagon for unit in state.field.units if unit.wagon):
        yield board_hexes[wagon[0]], partial(replace, structure=None)
    for index in _hexes_with_changed_ground(state):
        tile = _current_tile(state, index, state.field.scenario.at(board_hexes[index]).terrain)
        yield (
            board_hexes[index],
            partial(replace, terrain=tile, obstacle=_current_obstacle(state, index)),
        )
        if _is_bridge_gone(state, index) or _laid_bridge(state, index):
            yield board_hexes[index], partial(replace, structure=_laid_bridge(state, index))
    yield from _owner_changes(state)
    yield from _tag_changes(state)
    for unit in state.field.units:
        if state.place[unit.number] != NOWHERE:
            place = board_hexes[state.place[unit.number]]
            if unit.rules.on_rails:
                yield from _train_changes(state, unit)
            elif unit.structure:
                yield place, partial(replace, structure=unit.structure)
            else:
                current_unit = _current_unit(state, unit)
                yield place, partial(replace, unit=current_unit)


def _train_changes(state: GameState, unit: Combatant) -> Iterator[tuple[Hex, _HexChange]]:
    """Yield the changes that place and turn a train's locomotive and wagon (TH-TRAIN-01)."""
    board_hexes, catalogue = state.field.grid.board.hexes, state.field.scenario.catalogue
    train = next(each for each in state.trains if each.unit == unit.number)
    wagon = unit.wagon[1] if unit.wagon else None
    for piece, index in ((unit.structure, state.place[unit.number]), (wagon, train.wagon)):
        element = catalogue.get(piece.name) if piece else None
        if piece and element and index != NOWHERE:
            turned_piece = replace(piece, orientation=orientation_towards(element, train.front))
            yield board_hexes[index], partial(replace, structure=turned_piece)


def _craft_changes(state: GameState) -> Iterator[tuple[Hex, _HexChange]]:
    """Yield the changes to the hexes that landing craft left or are now on (E-LCT-04, E-LCT-06)."""
    board_hexes = state.field.grid.board.hexes
    carried_units = [state.field.units[unit] for unit in bit_indexes(state.field.carried_units)]
    for unit in carried_units:
        if unit.carrier:
            yield board_hexes[unit.start], partial(replace, structure=None)
    for unit in carried_units:
        place = state.place[unit.number]
        if unit.carrier and place != NOWHERE and not state.ashore >> unit.number & 1:
            yield board_hexes[place], partial(replace, structure=unit.carrier)


def _tag_changes(state: GameState) -> Iterator[tuple[Hex, _HexChange]]:
    """Yield the changes to hexes whose tokens are gone, or whose decoys no longer award a medal."""
    removed_tags = _taken_medal_tags(state)
    for hex_, numbers in _cleared_mine_tags(state).items():
        removed_tags.setdefault(hex_, set()).update(numbers)
    for index in bit_indexes(state.field.camouflage_hexes & ~state.camouflaged):
        hex_ = state.field.grid.board.hexes[index]
        removed_tags.setdefault(hex_, set()).update(
            _token_indexes_on(state, hex_, TokenFunction.CAMOUFLAGE)
        )
    for hex_, tags in removed_tags.items():
        before = state.field.scenario.at(hex_).tags
        remaining_tags = tuple(tag for number, tag in enumerate(before) if number not in tags)
        yield hex_, partial(replace, tags=remaining_tags)
    if state.decoy_medal_player != NOBODY:
        for hex_ in _board_hexes(state, state.field.minefields_with_decoy_medal):
            yield (
                hex_,
                lambda content: replace(
                    content, tags=tuple(map(_without_decoy_medal, content.tags))
                ),
            )


def ordered_hexes(state: GameState) -> tuple[Hex, ...]:
    """Return the hexes of the units with an order this turn."""
    places = (state.place[unit] for unit in bit_indexes(state.ordered))
    return tuple(state.field.grid.board.hexes[place] for place in places if place != NOWHERE)


def crosshair_hexes(state: GameState) -> tuple[Hex, ...]:
    """Return the hexes with the crosshairs of big guns (E-BIGGUN-03)."""
    board_hexes = state.field.grid.board.hexes
    return tuple(board_hexes[index] for index, _ in state.cross_hairs)


def uncovered_mines(state: GameState) -> tuple[tuple[Hex, int], ...]:
    """Return the hex and the strength of each uncovered minefield on the board (TH-MINE-03)."""
    board_hexes = state.field.grid.board.hexes
    on_board = (
        (index, n) for index, n in state.uncovered if state.ground.hexes[index].mine is not None
    )
    return tuple((board_hexes[index], strength) for index, strength in on_board)


def ships_and_trains(state: GameState) -> Iterator[tuple[Hex, Side, int]]:
    """Yield the hex, side and remaining hits of each ship or locomotive on the board (TH-DD-01)."""
    board_hexes = state.field.grid.board.hexes
    for unit in state.field.units:
        if unit.structure and state.place[unit.number] != NOWHERE:
            yield board_hexes[state.place[unit.number]], unit.side, state.figures[unit.number]


def _hexes_with_changed_ground(state: GameState) -> list[HexNo]:
    """Return the hexes whose pieces have changed since the start."""
    grounds = zip(state.field.ground.hexes, state.ground.hexes, strict=True)
    return [
        index
        for index, (before, current) in enumerate(grounds)
        if (before.tile, before.structure, before.obstacle, before.sandbags)
        != (current.tile, current.structure, current.obstacle, current.sandbags)
    ]


def _laid_bridge(state: GameState, index: HexNo) -> Piece | None:
    """Return the bridge a unit laid on a hex; None if there is none (E-HOB-02)."""
    before, current = state.field.ground.hexes[index], state.ground.hexes[index]
    if before.structure is not None or current.structure is None:
        return None
    names = {state.field.units[unit].rules.lays_bridge for unit in bit_indexes(state.bridged)}
    return Piece(next(iter(sorted(names))))


def _is_bridge_gone(state: GameState, index: HexNo) -> bool:
    """Return whether a hex has lost its bridge (TH-BLOW-03)."""
    before, current = state.field.ground.hexes[index], state.ground.hexes[index]
    return before.structure is not None and current.structure is None


def _current_tile(state: GameState, index: HexNo, tile: Piece | None) -> Piece | None:
    """Return the current tile of a hex that had *tile*; None if there is none (TH-CAVE-05)."""
    before, current = state.field.ground.hexes[index].tile, state.ground.hexes[index].tile
    if before is current:
        return tile
    return Piece(before.rules.sealed_as) if before.rules.sealed_as else None


def _cleared_mine_tags(state: GameState) -> dict[Hex, set[int]]:
    """Return, for each hex whose minefield is gone, the indexes of its minefield tags."""
    board_hexes = state.field.grid.board.hexes
    cleared_hexes = [
        board_hexes[index]
        for index in state.field.mine_set_numbers
        if state.ground.hexes[index].mine is None
    ]
    return {
        hex_: set(_token_indexes_on(state, hex_, TokenFunction.MINEFIELD)) for hex_ in cleared_hexes
    }


def _token_indexes_on(state: GameState, hex_: Hex, function: TokenFunction) -> Iterator[int]:
    """Yield the indexes of the tags on a hex that have *function*."""
    catalogue = state.field.scenario.catalogue
    for number, tag in enumerate(state.field.scenario.at(hex_).tags):
        if has_function(tag, catalogue.get(tag.name), function):
            yield number


def _board_hexes(state: GameState, hexes: HexSet) -> Iterator[Hex]:
    return (state.field.grid.board.hexes[index] for index in bit_indexes(hexes))


def _without_decoy_medal(tag: Tag) -> Tag:
    """Return a minefield without its medal for a decoy, or any other tag unchanged (TH-MINE-07)."""
    if tag.behavior != TagRule.MINES_WITH_MEDAL:
        return tag
    return replace(tag, behavior=TagRule.MINES.value)


def _owner_changes(state: GameState) -> Iterator[tuple[Hex, _HexChange]]:
    """Yield the changes that give owners to bunkers and headquarters whose unit has left.

    Until then, they belonged to the owner of the unit that started there (B-BUN-06, TH-HQ-06).
    """
    sides = state.field.sides
    for unit in state.field.units:
        if unit.start in (NOWHERE, state.place[unit.number]):
            continue
        hex_ = state.field.grid.board.hexes[unit.start]
        content, ground = state.field.scenario.at(hex_), state.ground.hexes[unit.start]
        piece, tile, owner = content.structure, content.terrain, ground.tile.owner
        if (
            piece
            and piece.owner is None
            and ground.structure
            and ground.structure.owner is not None
        ):
            owned_piece = replace(piece, owner=sides[ground.structure.owner])
            yield hex_, partial(replace, structure=owned_piece)
        if tile and tile.owner is None and owner is not None:
            yield hex_, partial(replace, terrain=replace(tile, owner=sides[owner]))


def _current_obstacle(state: GameState, index: HexNo) -> Piece | None:
    """Return the obstacle to show on a changed hex; None if there is none."""
    current = state.ground.hexes[index]
    if current.sandbags is None:
        hex_ = state.field.grid.board.hexes[index]
        return obstacle_on(state.field.scenario, hex_) if current.obstacle else None
    faces_up = state.occupied[BOTTOM] >> index & 1
    return Piece(sandbags_element().name, _FACING_UP if faces_up else _FACING_DOWN)


def _current_unit(state: GameState, unit: Combatant) -> Unit:
    placed_unit, figures = unit.placed, state.figures[unit.number]
    has_laid_bridge = unit.rules.lays_bridge and state.bridged >> unit.number & 1
    if has_laid_bridge or (unit.rules.in_boat and state.ashore >> unit.number & 1):
        placed_unit = replace(placed_unit, equipment=None)
    return placed_unit if figures == unit.figures else replace(placed_unit, figures=figures)


def _taken_medal_tags(state: GameState) -> dict[Hex, set[int]]:
    """Return, for each hex, the indexes of the tags whose medals were gained permanently."""
    taken_tags: dict[Hex, set[int]] = {}
    for objective, holder in zip(state.field.objectives, state.holders, strict=True):
        if objective.leaves_board and holder != NOBODY:
            hex_ = state.field.grid.board.hexes[objective.hex]
            taken_tags.setdefault(hex_, set()).add(objective.tag)
    return taken_tags


T = TypeVar("T")
_DRAW_PHASES = (Phase.DRAW, Phase.KEEP)


def scenario_to_resume(state: GameState) -> Scenario:
    """Return the scenario of a position, with everything needed to resume the game from it.

    A position is the start of a turn. In the middle of a turn, the units stay where they are, the
    card in play returns to the hand, and the turn starts again. Before the first turn, and after
    the end of the game, only the board is stored.
    """
    has_begun = state.turn > 0 and state.phase is not Phase.OVER
    return replace(scenario_of_position(state), position=_position(state) if has_begun else None)


def _position(state: GameState) -> GamePosition:
    discards, in_play = _cards_in_play(state)
    token, in_play = _card_under_token(state, in_play)
    field = state.field
    sides = field.sides

    def by_side(value: Callable[[PlayerNo], T]) -> dict[Side, T]:
        """Return the value of each player, keyed by side; empty values are left out."""
        return {sides[p]: stored for p in (TOP, BOTTOM) if (stored := value(p))}

    def hand(player: PlayerNo) -> tuple[str, ...]:
        cards_to_return = in_play if player == state.active else ()
        return tuple(sorted((*state.hands[player], *cards_to_return)))

    board = state.field.grid.board
    return GamePosition(
        turn=state.turn,
        side=sides[state.active],
        medals=by_side(lambda player: _permanent_medals(state, player)),
        held=by_side(
            lambda player: tuple(board.hexes[i] for i in _held_objective_hexes(state, player))
        ),
        exited=by_side(state.exit_medals),
        hands=by_side(hand),
        discards=discards,
        played=by_side(lambda player: _played_card(state.last_commands[player])),
        generals=by_side(lambda player: _generals_cards(state.generals[player])),
        token=token,
        wrecks=by_side(lambda player: state.wrecks[player]),
        strength={board.hexes[place]: strength for place, strength in _wounded_units(state)},
        hits={board.hexes[place]: hits for place, hits in _damaged_ships_and_locomotives(state)},
        mines={board.hexes[place]: strength for place, strength in _known_mines(state)},
        hidden=tuple(_hidden_mines(state)),
        cross_hairs=_crosshair_hexes_by_gun(state),
        captured={
            board.hexes[index]: state.looted_headquarters >> index & 1
            for index in bit_indexes(state.captured)
        },
        under=dict(_obstacles_under_sandbags(state)),
        aimed=tuple(board.hexes[index] for index in bit_indexes(state.aimed)),
        rests={board.hexes[state.place[unit]]: until for unit, until in _resting_units(state)},
        smoke={board.hexes[c.hex]: c.until for c in state.smoke.clouds if not c.screen},
        screens={board.hexes[c.hex]: c.until for c in state.smoke.clouds if c.screen},
        visibility=None if field.options.night is None else min(state.visibility, DAYLIGHT),
        dropped=tuple(sides[player] for player in (TOP, BOTTOM) if _has_dropped(state, player)),
        arrived=by_side(lambda player: _arrived_count(state, player, ArrivalKind.ORDERED_DROP)),
        unloaded=by_side(lambda player: _arrived_count(state, player, ArrivalKind.UNLOADED)),
        called=_called_sides(state),
        reinforced=tuple(
            sides[player] for player in (TOP, BOTTOM) if _have_reinforcements_arrived(state, player)
        ),
        origins=dict(_unit_origins(state)),
        dams={board.hexes[index]: hits for index, hits in state.dams},
        opened=state.field.has_turn_start_rolls and not _is_turn_start_pending(state),
        through=tuple(
            sides[player] for player in (TOP, BOTTOM) if _has_broken_through(state, player)
        ),
    )


def _is_turn_start_pending(state: GameState) -> bool:
    """Return whether rolls or losses of the turn start are still due (SO-ATTRITION)."""
    is_rolling = state.special_roll is not None and state.special_roll.kind in (
        SpecialRollKind.ATTRITION,
        SpecialRollKind.SABOTAGE,
    )
    return is_rolling or bool(state.turn_start_rolls or state.attrition_due)


def _cards_in_play(state: GameState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the discards without the cards of this turn, and the cards of this turn."""
    if (
        state.phase in _DRAW_PHASES
        and not (state.ambushed or state.phase_to_resume)
        and state.discards
    ):
        return state.discards[:-1], state.discards[-1:]
    in_play = (state.card,) if state.card and state.card not in state.handed_cards else ()
    return state.discards, (*in_play, *state.handed_cards)


def _card_under_token(state: GameState, in_play: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the card under the token when the turn began, and the cards to return to hand.

    A card that can only have come from under the token returns there, and the card that replaced
    it returns to hand (TH-COM-02).
    """
    if state.active != state.field.commissar or not in_play:
        return state.token, in_play
    card = cards()[in_play[0]]
    if state.phase is Phase.COMMISSAR or not (card.used_as or is_counter_attack(in_play[0])):
        return in_play[0], (state.token,) if state.token else ()
    return state.token, in_play


def _permanent_medals(state: GameState, player: PlayerNo) -> int:
    """Return the medals of a player that cannot be derived from the board."""
    objectives_and_holders = zip(state.field.objectives, state.holders, strict=True)
    taken_medals = sum(
        each.medals
        for each, holder in objectives_and_holders
        if each.leaves_board and holder == player
    )
    gained_medals = state.eliminated[player] + state.special_medals[player]
    return gained_medals + state.exit_medals(player) + taken_medals


def _held_objective_hexes(state: GameState, player: PlayerNo) -> Iterator[int]:
    for objective, holder in zip(state.field.objectives, state.holders, strict=True):
        if holder == player and not objective.leaves_board:
            yield objective.hex


def _played_card(command: Command | None) -> tuple[str, ...]:
    """Return the card of a turn, and its section if the player chose one; () without a command."""
    if command is None:
        return ()
    if command.section is not None and cards()[command.card].names_section:
        return command.card, command.section.name.lower()
    return (command.card,)


def _generals_cards(generals: Iterable[tuple[Command, ...]]) -> tuple[str, ...]:
    """Return the cards of the generals from left to right; empty if none had any."""
    keys = tuple(" ".join(map(_card_with_subsection, commands)) for commands in generals)
    return keys if any(keys) else ()


def _card_with_subsection(command: Command) -> str:
    """Return the card of a general, with the number of its sub-section if there is only one."""
    subsections = [number for number, limit in enumerate(command.limits) if limit]
    is_single = command.in_subsections and len(subsections) == 1 and not command.either
    return f"{command.card}/{subsections[0] % 2 + 1}" if is_single else command.card


def _wounded_units(state: GameState) -> Iterator[tuple[HexNo, int]]:
    """Yield the hex and full strength of each unit with lost figures, except ships and trains."""
    for unit in state.field.units:
        place = state.place[unit.number]
        is_wounded = state.figures[unit.number] < unit.figures
        if place != NOWHERE and is_wounded and not unit.structure:
            yield place, unit.figures


def _damaged_ships_and_locomotives(state: GameState) -> Iterator[tuple[HexNo, int]]:
    """Yield the hex and the number of hits of each damaged ship or locomotive (TH-DD-01)."""
    for unit in state.field.units:
        place, hits = state.place[unit.number], unit.figures - state.figures[unit.number]
        if place != NOWHERE and hits and unit.structure:
            yield place, hits


def _resting_units(state: GameState) -> Iterator[tuple[UnitNo, int]]:
    """Yield the units on the board that cannot be ordered yet, each with its last resting turn.

    Units that wait for their reinforcements to be called are left out. See TH-DROP-04.
    """
    resting_until = (each for each in state.resting_until if each[1] != UNTIL_CALLED)
    return (each for each in resting_until if state.place[each[0]] != NOWHERE)


def _known_mines(state: GameState) -> Iterator[tuple[HexNo, int]]:
    for place, strength in state.uncovered:
        if state.ground.hexes[place].mine is not None:
            yield place, strength


def _hidden_mines(state: GameState) -> Iterator[HiddenMines]:
    """Yield, for each set of tokens, its remaining strengths and the minefields still hidden."""
    strengths_by_hex, board_hexes = dict(state.uncovered), state.field.grid.board.hexes
    for number, strengths in enumerate(state.mine_pools):
        set_hexes = (
            index for index, pool in state.field.mine_set_numbers.items() if pool == number
        )
        hidden_hexes = [
            index
            for index in set_hexes
            if index not in strengths_by_hex and state.ground.hexes[index].mine is not None
        ]
        if hidden_hexes:
            yield HiddenMines(tuple(board_hexes[index] for index in hidden_hexes), strengths)


def _crosshair_hexes_by_gun(state: GameState) -> dict[Hex, tuple[Hex, ...]]:
    """Return the hexes with crosshairs, keyed by the hexes of their guns."""
    by_gun: dict[Hex, tuple[Hex, ...]] = {}
    for hex_, gun in state.cross_hairs:
        gun_hex = state.field.grid.board.hexes[state.place[gun]]
        by_gun[gun_hex] = (*by_gun.get(gun_hex, ()), state.field.grid.board.hexes[hex_])
    return by_gun


def _obstacles_under_sandbags(state: GameState) -> Iterator[tuple[Hex, str]]:
    """Yield each hex with a second obstacle under its sandbags, and the name of that obstacle."""
    for index, ground in enumerate(state.ground.hexes):
        if ground.sandbags is not None and ground.obstacle is not None:
            hex_ = state.field.grid.board.hexes[index]
            if obstacle := obstacle_on(state.field.scenario, hex_):
                yield hex_, obstacle.name


def _has_dropped(state: GameState, player: PlayerNo) -> bool:
    """Return whether the drop of a player has landed, in this game or before it was resumed."""
    field = state.field
    stored_position = field.scenario.position
    if stored_position is not None and field.sides[player] in stored_position.dropped:
        return True
    return state.turn > 0 and any(drop.player == player for drop in field.drops)


def _arrived_count(state: GameState, player: PlayerNo, kind: ArrivalKind) -> int:
    """Return how many arrivals of *kind* a player has had, even before the game was resumed."""
    stored_position = state.field.scenario.position
    earlier_count = arrived_counts_before(state.field.options, stored_position)[
        kind, state.field.sides[player]
    ]
    return earlier_count + _arrived_count_in_game(state, player, kind)


def _arrived_count_in_game(state: GameState, player: PlayerNo, kind: ArrivalKind) -> int:
    """Return the number of arrivals of *kind* a player has had since this game began."""
    units = state.field.units
    own_units = [unit for unit in state.field.arriving_units(kind) if units[unit].player == player]
    return sum(state.arrived >> unit & 1 for unit in own_units)


def _has_broken_through(state: GameState, player: PlayerNo) -> bool:
    """Return whether armor of a player has broken through, at any time (O-ABRK)."""
    stored_position = state.field.scenario.position
    if stored_position is not None and state.field.sides[player] in stored_position.through:
        return True
    return _arrived_count_in_game(state, player, ArrivalKind.BREAKTHROUGH) > 0


def _called_sides(state: GameState) -> tuple[Side, ...]:
    """Return the sides whose reinforcements have been called (SO-REINFORCEMENTS)."""
    rule = state.field.options.further_rule(Reinforcements)
    sides = [group.side for group in rule.groups] if rule else []
    return tuple(side for side in sides if state.field.player(side) not in state.calls.awaited)


def _have_reinforcements_arrived(state: GameState, player: PlayerNo) -> bool:
    """Return whether the reinforcements of a player have arrived, at any time."""
    stored_position = state.field.scenario.position
    if stored_position is not None and state.field.sides[player] in stored_position.reinforced:
        return True
    return _arrived_count_in_game(state, player, ArrivalKind.REINFORCEMENT) > 0


def _unit_origins(state: GameState) -> Iterator[tuple[Hex, Hex]]:
    """Yield the current and the original hex of each unit to which special rules refer."""
    board_hexes = state.field.grid.board.hexes
    for unit in state.field.units:
        place = state.place[unit.number]
        if unit.origin != NOWHERE and place != NOWHERE:
            yield board_hexes[place], board_hexes[unit.origin]
