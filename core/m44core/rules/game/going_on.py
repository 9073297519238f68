"""A game as a scenario from which it can go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.model.position import HiddenMines, Position
from m44core.model.scenario import Scenario
from m44core.model.unit_rules import Reinforcements
from m44core.rules.board.grid import BOTTOM, TOP, indexes
from m44core.rules.board.laying import laid_out
from m44core.rules.cards.command import Command
from m44core.rules.cards.deck import cards, is_counter_attack
from m44core.rules.game.arrivals import ArrivalKind, come_before
from m44core.rules.game.march import DeedKind
from m44core.rules.game.phases import Phase
from m44core.rules.game.position import scenario_of
from m44core.rules.game.state import DAYLIGHT, NOWHERE, UNTIL_CALLED, GameState
from m44core.rules.numbers import HexNo, PlayerNo, UnitNo

T = TypeVar("T")
_DRAWING = (Phase.DRAW, Phase.KEEP)


def resumable(state: GameState) -> Scenario:
    """Return the scenario of a position, with all that it takes to play on from it.

    A position is the beginning of a turn. In the middle of one the units stay where they
    are, the card in play goes back to hand, and the turn begins anew. Before the first
    turn, and once the game is over, there is nothing but the board.
    """
    begun = state.turn > 0 and state.phase is not Phase.OVER
    return replace(scenario_of(state), position=_position(state) if begun else None)


def _position(state: GameState) -> Position:
    discards, in_play = _cards_in_play(state)
    token, in_play = _under_token(state, in_play)
    field = state.field
    sides = field.sides

    def by_side(value: Callable[[PlayerNo], T]) -> dict[Side, T]:
        """Return what is so of the players, by their sides; nothing of nothing."""
        return {sides[p]: said for p in (TOP, BOTTOM) if (said := value(p))}

    def hand(player: PlayerNo) -> tuple[str, ...]:
        back = in_play if player == state.active else ()
        return tuple(sorted((*state.hands[player], *back)))

    board = state.field.grid.board
    return Position(
        turn=state.turn,
        side=sides[state.active],
        medals=by_side(lambda player: _medals_for_good(state, player)),
        held=by_side(lambda player: tuple(board.hexes[i] for i in _held(state, player))),
        exited=by_side(state.exit_medals),
        hands=by_side(hand),
        discards=discards,
        played=by_side(lambda player: _played(state.represented[player])),
        generals=by_side(lambda player: _last_of_generals(state.generals[player])),
        token=token,
        wrecks=by_side(lambda player: state.wrecks[player]),
        strength={board.hexes[place]: full for place, full in _wounded(state)},
        hits={board.hexes[place]: hits for place, hits in _damaged_ships(state)},
        mines={board.hexes[place]: strength for place, strength in _known_mines(state)},
        hidden=tuple(_hidden_mines(state)),
        cross_hairs=_cross_hairs(state),
        captured={board.hexes[at]: state.looted >> at & 1 for at in indexes(state.captured)},
        under=dict(_under_sandbags(state)),
        aimed=tuple(board.hexes[index] for index in indexes(state.aimed)),
        rests={board.hexes[state.place[unit]]: until for unit, until in _resting(state)},
        smoke={board.hexes[c.hex]: c.until for c in state.smoke.clouds if not c.screen},
        screens={board.hexes[c.hex]: c.until for c in state.smoke.clouds if c.screen},
        visibility=None if field.options.night is None else min(state.visibility, DAYLIGHT),
        dropped=tuple(sides[player] for player in (TOP, BOTTOM) if _has_dropped(state, player)),
        arrived=by_side(lambda player: _came(state, player, ArrivalKind.ORDERED_DROP)),
        unloaded=by_side(lambda player: _came(state, player, ArrivalKind.UNLOADED)),
        called=_called(state),
        reinforced=tuple(
            sides[player] for player in (TOP, BOTTOM) if _has_reinforced(state, player)
        ),
        origins=dict(_origins(state)),
        dams={board.hexes[index]: hits for index, hits in state.dams},
        opened=state.field.tolls and not _is_opening(state),
        through=tuple(sides[player] for player in (TOP, BOTTOM) if _is_through(state, player)),
    )


def _is_opening(state: GameState) -> bool:
    """Tell whether dice still decide what the turn begins with (SO-ATTRITION)."""
    rolling = state.deed is not None and state.deed.kind in (DeedKind.TOLL, DeedKind.SABOTAGE)
    return rolling or bool(state.dues or state.toll)


def _cards_in_play(state: GameState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the discards without the cards of this turn, and those."""
    if state.phase in _DRAWING and not (state.ambushed or state.resume) and state.discards:
        return state.discards[:-1], state.discards[-1:]
    in_play = (state.card,) if state.card and state.card not in state.laid else ()
    return state.discards, (*in_play, *state.laid)


def _under_token(state: GameState, in_play: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the card under the token when the turn began, and what goes back to hand (TH-COM-02).

    A card that can only have come from there goes back; the one laid down instead goes to hand.
    """
    if state.active != state.field.commissar or not in_play:
        return state.token, in_play
    card = cards()[in_play[0]]
    if state.phase is Phase.COMMISSAR or not (card.used_as or is_counter_attack(in_play[0])):
        return in_play[0], (state.token,) if state.token else ()
    return state.token, in_play


def _medals_for_good(state: GameState, player: PlayerNo) -> int:
    """Return the medals that nothing on the board tells."""
    held = zip(state.field.objectives, state.holders, strict=True)
    taken = sum(each.medals for each, holder in held if each.leaves_board and holder == player)
    gained = state.eliminated[player] + state.deeds[player]
    return gained + state.exit_medals(player) + taken


def _held(state: GameState, player: PlayerNo) -> Iterator[int]:
    for objective, holder in zip(state.field.objectives, state.holders, strict=True):
        if holder == player and not objective.leaves_board:
            yield objective.hex


def _played(command: Command | None) -> tuple[str, ...]:
    """Return the card of a turn, and its section where the card leaves it open."""
    if command is None:
        return ()
    if command.section is not None and cards()[command.card].names_section:
        return command.card, command.section.name.lower()
    return (command.card,)


def _last_of_generals(generals: Iterable[tuple[Command, ...]]) -> tuple[str, ...]:
    """Return the cards of the generals from the left; nothing if none did anything."""
    keys = tuple(" ".join(map(_with_half, commands)) for commands in generals)
    return keys if any(keys) else ()


def _with_half(command: Command) -> str:
    """Return the card of a general, with the number of the sub-section it was for if it tells."""
    told = [number for number, limit in enumerate(command.limits) if limit]
    one = command.in_subsections and len(told) == 1 and not command.either
    return f"{command.card}/{told[0] % 2 + 1}" if one else command.card


def _wounded(state: GameState) -> Iterator[tuple[HexNo, int]]:
    """Yield where a unit stands that has lost figures, and its full strength."""
    for unit in state.field.units:
        place = state.place[unit.number]
        wounded = state.figures[unit.number] < unit.figures
        if place != NOWHERE and wounded and not unit.structure:
            yield place, unit.figures


def _damaged_ships(state: GameState) -> Iterator[tuple[HexNo, int]]:
    """Yield where a ship lies that was hit, and how often it was (TH-DD-01)."""
    for unit in state.field.units:
        place, hits = state.place[unit.number], unit.figures - state.figures[unit.number]
        if place != NOWHERE and hits and unit.structure:
            yield place, hits


def _resting(state: GameState) -> Iterator[tuple[UnitNo, int]]:
    """Yield the units nobody can order yet, with the last turn that is so (TH-DROP-04)."""
    landed = (each for each in state.rests if each[1] != UNTIL_CALLED)
    return (each for each in landed if state.place[each[0]] != NOWHERE)


def _known_mines(state: GameState) -> Iterator[tuple[HexNo, int]]:
    for place, strength in state.uncovered:
        if state.ground.hexes[place].mine is not None:
            yield place, strength


def _hidden_mines(state: GameState) -> Iterator[HiddenMines]:
    """Yield the sets of strengths that have been told of, with the minefields still hidden."""
    known, places = dict(state.uncovered), state.field.grid.board.hexes
    for number, strengths in enumerate(state.mine_pools):
        lie = (at for at, pool in state.field.mine_pool.items() if pool == number)
        left = [at for at in lie if at not in known and state.ground.hexes[at].mine is not None]
        if left:
            yield HiddenMines(tuple(places[at] for at in left), strengths)


def _cross_hairs(state: GameState) -> dict[Hex, tuple[Hex, ...]]:
    """Return the cross-hairs by the hexes of the guns they belong to."""
    found: dict[Hex, tuple[Hex, ...]] = {}
    for hex_, gun in state.cross_hairs:
        at = state.field.grid.board.hexes[state.place[gun]]
        found[at] = (*found.get(at, ()), state.field.grid.board.hexes[hex_])
    return found


def _under_sandbags(state: GameState) -> Iterator[tuple[Hex, str]]:
    """Yield the hexes on which sandbags lie beside another obstacle, and its name."""
    for index, ground in enumerate(state.ground.hexes):
        if ground.sandbags is not None and ground.obstacle is not None:
            hex_ = state.field.grid.board.hexes[index]
            if obstacle := laid_out(state.field.scenario, hex_):
                yield hex_, obstacle.name


def _has_dropped(state: GameState, player: PlayerNo) -> bool:
    """Tell whether the drop of a player has come down, or had before this game began."""
    field = state.field
    before = field.scenario.position
    if before is not None and field.sides[player] in before.dropped:
        return True
    return state.turn > 0 and any(drop.player == player for drop in field.drops)


def _came(state: GameState, player: PlayerNo, kind: ArrivalKind) -> int:
    """Return how many units of a player have come in one way, before this game began too."""
    before = state.field.scenario.position
    earlier = come_before(state.field.options, before)[kind, state.field.sides[player]]
    return earlier + _come_now(state, player, kind)


def _come_now(state: GameState, player: PlayerNo, kind: ArrivalKind) -> int:
    """Return how many units of a player have come in one way since this game began."""
    units = state.field.units
    own = [unit for unit in state.field.arriving(kind) if units[unit].player == player]
    return sum(state.came >> unit & 1 for unit in own)


def _is_through(state: GameState, player: PlayerNo) -> bool:
    """Tell whether armor of a player has broken through, before this game began too (O-ABRK)."""
    before = state.field.scenario.position
    if before is not None and state.field.sides[player] in before.through:
        return True
    return _come_now(state, player, ArrivalKind.BREAKTHROUGH) > 0


def _called(state: GameState) -> tuple[Side, ...]:
    """Return the sides whose reinforcements are called (SO-REINFORCEMENTS)."""
    rule = state.field.options.further_rule(Reinforcements)
    sides = [group.side for group in rule.groups] if rule else []
    return tuple(side for side in sides if state.field.player(side) not in state.calls.awaited)


def _has_reinforced(state: GameState, player: PlayerNo) -> bool:
    """Tell whether the reinforcements of a player have come, before this game began too."""
    before = state.field.scenario.position
    if before is not None and state.field.sides[player] in before.reinforced:
        return True
    return _come_now(state, player, ArrivalKind.REINFORCEMENT) > 0


def _origins(state: GameState) -> Iterator[tuple[Hex, Hex]]:
    """Yield where a unit stands that a rule names by its first hex, with that."""
    board = state.field.grid.board.hexes
    for unit in state.field.units:
        place = state.place[unit.number]
        if unit.origin != NOWHERE and place != NOWHERE:
            yield board[place], board[unit.origin]
