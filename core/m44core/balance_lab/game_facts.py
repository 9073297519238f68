"""The statistics kept for each game, collected while it is played, as plain JSON data.

The keys of :attr:`FactsGatherer.facts` follow. *By side* means a mapping from ``AXIS`` and
``ALLIES``; a hex is given by its name, and a unit by the name of the hex it starts on (``+7`` if
it arrives later).

===========  =====================================================================================
begins       the side that has the first turn
chance       for each turn, the chance of the Allies as it begins, in percent, from 0 to 99
luck         for each turn, the luck of the Allies until it begins, in thousandths of a win; missing
             without a meter
choices      for each turn, how often its player could choose between several actions
cards        for each turn, the cards played; in Overlord there can be several
ordered      for each turn, the number of units ordered
answers      the cards played in the enemy's turn, such as an Ambush: the turn and the card of each
hands        by side, the cards of the opening hand
held         by side, how many section cards it held, counted at the start of each of its turns
dead         by side, how often each section card was held with none of its units in the section
medals       by side, then by source as in
             :func:`m44core.rules.victory.game_end.medals_by_source`, the medals by hex; "" is
             unknown
losses       by side, each loss of its units: turn, unit, hex, figures lost, figures left
objectives   by hex, each turn in which the holder changed, with the new holder; "" is nobody
traffic      by side and third of the game, the hexes its units entered, separated by blanks
fights       by side and third of the game, the hexes it attacked, separated by blanks
unmoved      by side, the units that were there from the start and never moved
unordered    by side, the units that were there from the start and never ordered
===========  =====================================================================================

A third of a game is a third of its turns. A unit that passes through a hex does not enter it, since
the path of a move is not part of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from m44core.balance_lab.luck_meter import LUCK_LEVELS
from m44core.balance_lab.win_estimate import chance_of_allies, win_estimate
from m44core.balance_lab.win_weights import win_weights
from m44core.board import BoardType
from m44core.rules.board.hex_grid import Grid
from m44core.rules.cards.card_command import command_of_card
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.actions import (
    Action,
    BattleBack,
    BlowUpBridge,
    DeclineAmbush,
    Exit,
    IgnoreFlag,
    Play,
    Retreat,
    Roll,
)
from m44core.rules.game.battlefield import Battlefield
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.index_types import HexNo, HexSet, PlayerNo
from m44core.rules.victory.game_end import medals_by_source

THIRDS = 3
"""The number of phases of a game in which traffic and fights are counted separately."""

_CENTRE = LUCK_LEVELS.index(0.0)
_ANSWERS = frozenset(
    {Retreat, IgnoreFlag, BattleBack, DeclineAmbush}
)  # choices that do not plan a turn


class _LuckSource(Protocol):
    """The part of a :class:`~m44core.balance_lab.luck_meter.LuckMeter` that is used here."""

    @property
    def luck(self) -> tuple[float, ...]:
        """The luck of the Allies so far, for each of LUCK_LEVELS."""


class FactsGatherer:
    """Collects the facts of a game as a watcher of :func:`m44core.playtest.games.match.play_match`.

    Args:
        start: The state before the game.
        luck: The meter of the same game, which must watch each action first.

    Attributes:
        facts: The facts listed in the module docstring, complete once the game is over.
    """

    def __init__(self, start: GameState, luck: _LuckSource | None = None) -> None:
        self.facts: dict[str, object] = {}
        self._luck, self._field = luck, start.field
        self._keys = unit_keys(start.field)
        self._estimate = win_estimate(start.field, win_weights())
        self._turn = start.turn
        self._figures, self._place = start.figures.copy(), start.place.copy()
        self._occupied, self._holders = start.occupied.copy(), start.holders.copy()
        self._eliminated = start.eliminated.copy()
        self._at_start = [unit for unit, hex_ in enumerate(start.place) if hex_ != NOWHERE]
        self._ordered = self._moved = self._ordered_now = 0
        self._exit_hex = ""
        self._begins = ""
        self._hands: dict[str, object] = {}
        self._chance: list[int] = []
        self._luck_of_turns: list[int] = []
        self._choices: list[int] = []
        self._cards: list[list[str]] = []
        self._orders: list[int] = []
        self._answers: list[tuple[int, str]] = []
        self._held = [0, 0]
        self._dead: tuple[Counter[str], Counter[str]] = Counter(), Counter()
        self._medals: tuple[_MedalsByHex, _MedalsByHex] = _MedalsByHex(), _MedalsByHex()
        self._losses: tuple[list[list[object]], list[list[object]]] = [], []
        self._captures: dict[str, list[list[object]]] = {}
        self._entered: tuple[list[tuple[int, HexNo]], ...] = [], []
        self._fought: tuple[list[tuple[int, HexNo]], ...] = [], []
        self._record_holders(start.holders, [NOBODY] * len(start.holders))

    def before(self, state: GameState, action: Action | None) -> None:
        """Record an action about to be applied; None means that the game is over."""
        if state.occupied != self._occupied or state.figures != self._figures:
            self._record_changes(state)
        if state.holders != self._holders:
            self._record_holders(state.holders, self._holders)
            self._holders = state.holders.copy()
        if state.turn != self._turn:
            self._begin_turn(state)
        self._moved |= state.moved
        self._ordered_now |= state.ordered
        if action is None:
            self._finish(state)
            return
        kind = type(action)
        if kind is Roll:
            if state.phase is Phase.ROLL and state.fight is not None:
                attacker = 1 - self._field.units[state.fight.target].player
                self._fought[attacker].append((self._turn, state.fight.hex))
            return
        if state.legal is not None and self._turn and kind not in _ANSWERS:
            self._choices[-1] += len(state.legal) > 1
        if isinstance(action, Play | BlowUpBridge):
            self._record_card(state, action.card)
        elif isinstance(action, Exit):
            self._exit_hex = action.end

    def _record_card(self, state: GameState, card: str) -> None:
        if state.phase is Phase.AMBUSH:
            self._answers.append((self._turn, card))
        else:
            self._cards[-1].append(card)

    def _begin_turn(self, state: GameState) -> None:
        """Finish the previous turn, and record the start of the new one."""
        player, field = state.active, self._field
        if not self._cards:
            self._begins = field.sides[player].value
            self._hands = {
                side.value: sorted(state.hands[each]) for each, side in enumerate(field.sides)
            }
        else:
            self._end_turn()
        while len(self._cards) < state.turn:  # more than one if a turn had no decision
            self._chance.append(self._allied_chance(state))
            self._choices.append(0)
            self._cards.append([])
            if self._luck is not None:
                self._luck_of_turns.append(round(1000 * self._luck.luck[_CENTRE]))
        self._turn = state.turn
        occupied = state.occupied[player]
        for card in state.hands[player]:
            if hexes := section_hexes(field, player, card):
                self._held[player] += 1
                if not hexes & occupied:
                    self._dead[player][card] += 1

    def _end_turn(self) -> None:
        self._orders.append(self._ordered_now.bit_count())
        self._orders += [0] * (len(self._cards) - len(self._orders))
        self._ordered |= self._ordered_now
        self._ordered_now = 0

    def _allied_chance(self, state: GameState) -> int:
        """Return the estimated Allied chance of winning as a turn begins, in percent."""
        return min(
            99, int(100 * chance_of_allies(state, self._estimate, player_to_move=state.active))
        )

    def _record_changes(self, state: GameState) -> None:
        """Record units that lost figures, moved or left the board, and medals for eliminations."""
        units, names, place = self._field.units, self._field.grid.names, self._place
        hex_ = ""
        for unit, before in enumerate(self._figures):
            figures_left = state.figures[unit]
            if figures_left < before:
                hex_ = names[place[unit]] if place[unit] != NOWHERE else ""
                loss = [self._turn, self._keys[unit], hex_, before - figures_left, figures_left]
                self._losses[units[unit].player].append(loss)
        for unit, new_hex in enumerate(state.place):
            if new_hex != place[unit]:
                player = units[unit].player
                if new_hex != NOWHERE:
                    self._entered[player].append((self._turn, new_hex))
                elif state.exited[player] >> unit & 1:
                    hex_name = self._exit_hex or names[place[unit]]
                    self._record_exit(state, player, hex_name)
        for player, medals in enumerate(state.eliminated):
            self._medals[player].units[hex_] += medals - self._eliminated[player]
        self._eliminated = state.eliminated.copy()
        self._figures, self._place = state.figures.copy(), state.place.copy()
        self._occupied = state.occupied.copy()

    def _record_exit(self, state: GameState, player: PlayerNo, hex_: str) -> None:
        exits = self._medals[player].exits
        exits[hex_] += state.exit_medals(player) - exits.total()
        self._exit_hex = ""

    def _record_holders(self, holders: Sequence[PlayerNo], before: Sequence[PlayerNo]) -> None:
        for number, holder in enumerate(holders):
            if holder != before[number]:
                name = objective_key(self._field, number)
                held_by = "" if holder == NOBODY else self._field.sides[holder].value
                self._captures.setdefault(name, []).append([self._turn, held_by])

    def _finish(self, state: GameState) -> None:
        """Store the facts of a finished game in :attr:`facts`."""
        if self._cards:
            self._end_turn()
        field, turns = self._field, max(1, state.turn)
        names = field.grid.names
        sides = [side.value for side in field.sides]
        facts: dict[str, object] = {"begins": self._begins, "chance": self._chance}
        if self._luck is not None:
            facts["luck"] = self._luck_of_turns
        facts |= {
            "choices": self._choices,
            "cards": self._cards,
            "ordered": self._orders,
            "answers": [list(answer) for answer in self._answers],
            "hands": self._hands,
            "held": dict(zip(sides, self._held, strict=True)),
            "dead": {side: dict(dead) for side, dead in zip(sides, self._dead, strict=True)},
            "medals": {side: self._medals_of(state, p) for p, side in enumerate(sides)},
            "losses": dict(zip(sides, self._losses, strict=True)),
            "objectives": self._captures,
            "traffic": {
                s: _hexes_by_third(self._entered[p], turns, names) for p, s in enumerate(sides)
            },
            "fights": {
                s: _hexes_by_third(self._fought[p], turns, names) for p, s in enumerate(sides)
            },
            "unmoved": {
                s: self._starting_units_except(p, self._moved) for p, s in enumerate(sides)
            },
            "unordered": {
                s: self._starting_units_except(p, self._ordered) for p, s in enumerate(sides)
            },
        }
        self.facts.update(facts)

    def _medals_of(self, state: GameState, player: PlayerNo) -> dict[str, dict[str, int]]:
        """Return the medals of a player by source and hex; they add up to the player's total."""
        sources, medals_by_hex = medals_by_source(state, player), self._medals[player]
        medals_by_hex.units[""] += sources.units - medals_by_hex.units.total()
        medals_by_hex.exits[""] += sources.exits - medals_by_hex.exits.total()
        objectives = Counter[str]()
        for number, objective in enumerate(self._field.objectives):
            if state.holders[number] == player:
                objectives[objective_key(self._field, number)] += objective.medals
        by_source: Mapping[str, Mapping[str, int]] = {
            "units": medals_by_hex.units,
            "objectives": objectives,
            "exits": medals_by_hex.exits,
            "deeds": {"": sources.deeds},
        }
        medals_by_source_and_hex = {
            source: _nonzero_counts(medals) for source, medals in by_source.items()
        }
        return {source: medals for source, medals in medals_by_source_and_hex.items() if medals}

    def _starting_units_except(self, player: PlayerNo, excluded_units: int) -> list[str]:
        """Return the keys of a player's starting units that are not in the set *excluded_units*."""
        units = self._field.units
        return [
            self._keys[unit]
            for unit in self._at_start
            if units[unit].player == player and not excluded_units >> unit & 1
        ]


class _MedalsByHex:
    """The medals of a player for eliminated enemy units and for exits, by hex."""

    __slots__ = ("exits", "units")

    def __init__(self) -> None:
        self.units, self.exits = Counter[str](), Counter[str]()


def unit_keys(field: Battlefield) -> tuple[str, ...]:
    """Return the name of each unit in the facts of a game: its first hex, or ``+`` and a number."""
    names = field.grid.names
    return tuple(
        f"+{unit.number}" if unit.start == NOWHERE else names[unit.start] for unit in field.units
    )


def objective_key(field: Battlefield, number: int) -> str:
    """Return the name of an objective in the facts of a game: its hex.

    If it has no hex, or the same hex as an earlier objective, ``#`` and its number follow.
    """
    name = field.objective_name(field.objectives[number])
    others = field.objectives[:number]
    if name and all(field.objective_name(each) != name for each in others):
        return name
    return f"{name}#{number}"


def section_hexes(field: Battlefield, player: PlayerNo, card: str) -> HexSet:
    """Return the hexes in which a section card orders units.

    The set is empty for other cards, cards that also order units elsewhere, and in Overlord, where
    the field generals share the sections.
    """
    if field.scenario.board.type is BoardType.OVERLORD:
        return 0
    return _section_hexes(field.grid, player, card)


@lru_cache(maxsize=512)  # the cards of a few boards
def _section_hexes(grid: Grid, player: PlayerNo, card: str) -> HexSet:
    command = command_of_card(card)
    if cards()[card].tactic or command.on_the_move:
        return 0
    combinations = enumerate(grid.hexes_by_sections[player])
    return sum(hexes for sections, hexes in combinations if sections & command.sections)


def _hexes_by_third(
    events: Iterable[tuple[int, HexNo]], turns: int, names: Sequence[str]
) -> list[str]:
    """Return the hexes of events in each third of a game, separated by spaces."""
    thirds: list[list[str]] = [[] for _ in range(THIRDS)]
    for turn, hex_ in events:
        thirds[third_of_game(turn, turns)].append(names[hex_])
    return [" ".join(hexes) for hexes in thirds]


def third_of_game(turn: int, turns: int) -> int:
    """Return the third of a game that a turn is in: 0, 1 or 2."""
    return min(THIRDS - 1, THIRDS * max(0, turn - 1) // max(1, turns))


def _nonzero_counts(counts: Mapping[str, int]) -> dict[str, int]:
    return {key: count for key, count in counts.items() if count}
