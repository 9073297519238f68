"""The small changes to a scenario that a sweep tries, from a declared list.

The list is ``data/sweep_candidates.yaml``. Most changes help one side, whatever the scenario; a
sweep that wants to help that side tries only those, and changes that can help either. An author's
own list replaces it (:mod:`.change_list`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle
from math import ceil, sqrt
from pathlib import Path
from typing import Any

from m44core.balance_lab.sweep_changes import (
    AddUnit,
    Change,
    PlaceObstacle,
    RemoveUnit,
    ReplaceTerrain,
    ReplaceUnit,
    SetFigures,
    SetFirstPlayer,
    SetHandSize,
    SetMedalsToWin,
    player_of_side,
)
from m44core.catalogue.catalogue_types import Element, Layer, RulesSupport, Side, UnitClass
from m44core.data_files import read_yaml_mapping
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, HexContent, Piece, Unit

CANDIDATES_FILE = Path(__file__).parent / "data" / "sweep_candidates.yaml"

_BEYOND_BOARD = 99  # hexes; farther than any hex of a board
_MIN_ENEMY_DISTANCE = 3  # hexes: how far from the enemy a new unit is placed, at least
_FRONT = 3  # hexes: how far from the enemy terrain is changed, at most
_TILES = 2  # kinds of tiles to add


@dataclass(frozen=True, slots=True)
class ChangeFamily:
    """An entry of the declared list: candidates of one kind of edit.

    Attributes:
        edit: The kind of edit.
        cost: The size of such a change.
        most: The maximum number of candidates of the family in one sweep.
        by: The amounts to add, for changes of a number.
        least: The lowest number allowed.
        greatest: The highest number allowed.
        pieces: The keys of the pieces to place.
    """

    edit: str
    cost: float
    most: int
    by: tuple[int, ...] = ()
    least: int = 0
    greatest: int = 99
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceRound:
    """A round of the race.

    Attributes:
        games: The number of games each candidate has played at its end.
        keep: The number of candidates that advance to the next round.
    """

    games: int
    keep: int


@dataclass(frozen=True, slots=True)
class SweepConfig:
    """The changes that a sweep tries, and the number of games it plays.

    Attributes:
        families: The kinds of candidates, in order of preference.
        most: The maximum number of candidates in one sweep.
        base_games: The number of games of the unchanged scenario.
        rounds: The rounds of the race of single changes.
        most_pairs: The maximum number of combinations of two changes.
        pair_round: The round of these combinations.
        confirmed: The number of finalists, which play fresh games.
        fresh_games: The number of fresh games of each finalist.
        own_list: The changes of an author, which are tried in place of those of the families.
    """

    families: tuple[ChangeFamily, ...]
    most: int
    base_games: int
    rounds: tuple[RaceRound, ...]
    most_pairs: int
    pair_round: RaceRound
    confirmed: int
    fresh_games: int
    own_list: tuple[Candidate, ...] = ()

    @property
    def planned_games(self) -> int:
        """About how many games the sweep plays."""
        number, games_before, total = self.most, 0, self.base_games
        for each in self.rounds:
            total += number * (each.games - games_before)
            number, games_before = min(number, each.keep), each.games
        total += self.most_pairs * self.pair_round.games
        return total + (self.confirmed + 1) * self.fresh_games

    def of_kinds(self, kinds: Collection[str]) -> SweepConfig:
        """Return a sweep that tries only some kinds of changes (of CHANGE_KINDS), more of each."""
        families = [family for family in self.families if family.edit in kinds]
        total = sum(family.most for family in families)
        more = tuple(
            replace(family, most=max(family.most, ceil(self.most * family.most / total)))
            for family in families
        )
        return replace(self, families=more)

    def limited_to(self, games: int) -> SweepConfig:
        """Return a smaller sweep of about *games* games, or this one if it is not larger.

        It tries fewer changes, each in fewer games, so its intervals are wider.
        """
        share = games / self.planned_games
        if share >= 1:
            return self
        if self.own_list:
            return self._with_fewer_games(share)
        scale = sqrt(share)

        def scaled_round(each: RaceRound) -> RaceRound:
            return RaceRound(_scaled(each.games, scale, 4), _scaled(each.keep, scale, 1))

        return replace(
            self,
            most=_scaled(self.most, scale, 4),
            base_games=_scaled(self.base_games, share, 16),
            rounds=tuple(map(scaled_round, self.rounds)),
            most_pairs=_scaled(self.most_pairs, scale, 1),
            pair_round=scaled_round(self.pair_round),
            confirmed=_scaled(self.confirmed, scale, 1),
            fresh_games=_scaled(self.fresh_games, scale, 16),
        )

    def _with_fewer_games(self, share: float) -> SweepConfig:
        """Return a sweep of the same changes with a share of the games."""

        def scaled_round(each: RaceRound) -> RaceRound:
            return replace(each, games=_scaled(each.games, share, 4))

        return replace(
            self,
            base_games=_scaled(self.base_games, share, 16),
            rounds=tuple(map(scaled_round, self.rounds)),
            pair_round=scaled_round(self.pair_round),
            fresh_games=_scaled(self.fresh_games, share, 16),
        )


def _scaled(number: int, scale: float, least: int) -> int:
    return min(number, max(least, round(number * scale)))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A change with its cost.

    Attributes:
        change: The change.
        cost: The size of the change.
    """

    change: Change
    cost: float


@cache
def sweep_config() -> SweepConfig:
    """Return the declared list of changes; cached.

    Raises:
        CatalogueError: the file cannot be read.
    """
    data = read_yaml_mapping(CANDIDATES_FILE)
    race = data["race"]
    pairs, confirm = race["pairs"], race["confirm"]
    return SweepConfig(
        families=tuple(_parse_family(entry) for entry in data["families"]),
        most=data["most"],
        base_games=race["base"],
        rounds=tuple(RaceRound(**entry) for entry in race["rounds"]),
        most_pairs=pairs["most"],
        pair_round=RaceRound(pairs["games"], pairs["keep"]),
        confirmed=confirm["most"],
        fresh_games=confirm["games"],
    )


@dataclass(frozen=True, slots=True)
class OwnListConfig:
    """How an author's own list of changes is tried.

    Attributes:
        costs: The size of each kind of change, by its key in the list.
        most: The maximum number of changes in a list.
        race: The round in which single changes race.
        most_pairs: The maximum number of combinations of two changes.
        pair_round: The round of these combinations.
    """

    costs: Mapping[str, float]
    most: int
    race: RaceRound
    most_pairs: int
    pair_round: RaceRound


@cache
def own_list_config() -> OwnListConfig:
    """Return how an author's own list of changes is tried; cached.

    Raises:
        CatalogueError: the file cannot be read.
    """
    data = read_yaml_mapping(CANDIDATES_FILE)["own-list"]
    pairs = data["pairs"]
    return OwnListConfig(
        costs=data["costs"],
        most=data["most"],
        race=RaceRound(**data["round"]),
        most_pairs=pairs["most"],
        pair_round=RaceRound(pairs["games"], pairs["keep"]),
    )


def sweep_of_own_list(own_list: Sequence[Candidate], *, combines: bool = True) -> SweepConfig:
    """Return a sweep of an author's changes. All play fresh games, unless there are many.

    Args:
        own_list: The changes; at least one.
        combines: Whether to also try pairs of them.
    """
    config, number = own_list_config(), len(own_list)
    most_pairs = min(config.most_pairs, number * (number - 1) // 2) if combines else 0
    pairs_to_confirm = min(config.pair_round.keep, most_pairs)
    return replace(
        sweep_config(),
        families=(),
        most=number,
        rounds=(config.race,),
        most_pairs=most_pairs,
        pair_round=config.pair_round,
        confirmed=min(config.race.keep, number) + pairs_to_confirm,
        own_list=tuple(own_list),
    )


def _parse_family(entry: Mapping[str, Any]) -> ChangeFamily:
    return ChangeFamily(
        edit=entry["edit"],
        cost=entry["cost"],
        most=entry["most"],
        by=tuple(entry.get("by", ())),
        least=entry.get("from", 0),
        greatest=entry.get("to", 99),
        pieces=tuple(entry.get("pieces", ())),
    )


def change_candidates(
    scenario: Scenario, families: Sequence[ChangeFamily], favored: Side | None = None
) -> Iterator[Candidate]:
    """Yield the candidates for a scenario, taking turns among the families.

    Some may make the scenario invalid.

    Args:
        scenario: The scenario.
        families: The kinds of candidates, in order of preference.
        favored: The side to help; None for either.
    """
    board = _BoardView(scenario)
    family_changes = []
    for family in families:
        changes = (
            change
            for change in _FAMILIES[family.edit](board, family)
            if favored is None or change.favors in (favored, None)
        )
        family_changes.append(zip(changes, range(family.most), strict=False))
    costs = [family.cost for family in families]
    waiting = list(zip(family_changes, costs, strict=True))
    while waiting:
        for each in tuple(waiting):
            changes_left, cost = each
            next_change = next(changes_left, None)
            if next_change is None:
                waiting.remove(each)
            else:
                yield Candidate(next_change[0], cost)


class _BoardView:
    """A scenario with cached lookups for candidates: unit owners and distances to the enemy."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.catalogue = scenario, scenario.catalogue
        self.units: dict[Hex, tuple[Unit, Element, Side]] = {}
        for hex_, unit in scenario.units():
            element = self.catalogue.get(unit.name, Layer.UNIT)
            if element is not None and element.nation is not None:
                self.units[hex_] = unit, element, element.nation.side

    def distance(self, hex_: Hex, side: Side) -> int:
        """Return the distance in hexes to the nearest unit of a side; 99 if it has none."""
        distances = (
            hex_.distance(unit_hex)
            for unit_hex, (_, _, owner) in self.units.items()
            if owner is side
        )
        return min(distances, default=_BEYOND_BOARD)

    def units_by_front(self) -> list[tuple[Hex, Unit, Element, Side]]:
        """Return the units, the nearest to the enemy first, alternating between the sides."""
        ranked = sorted(
            self.units, key=lambda hex_: (self._distance_to_enemy(hex_), hex_.row, hex_.col)
        )
        by_side = [[h for h in ranked if self.units[h][2] is side] for side in Side]
        alternating = sorted(ranked, key=lambda hex_: _alternating_rank(by_side, hex_))
        return [(hex_, *self.units[hex_]) for hex_ in alternating]

    def _distance_to_enemy(self, hex_: Hex) -> int:
        return self.distance(hex_, self.units[hex_][2].enemy)

    def is_free(self, hex_: Hex) -> bool:
        """Return whether nothing at all is on a hex of the board."""
        return hex_ in self.scenario.board and not self.scenario.at(hex_)

    def hexes_toward_enemy(self, hex_: Hex, side: Side) -> list[Hex]:
        """Return the adjacent hexes of the board that are nearer to the side's enemy."""
        own_distance = self.distance(hex_, side.enemy)
        neighbours = self.scenario.board.neighbours[hex_]
        return [h for h in neighbours if self.distance(h, side.enemy) < own_distance]

    def facing(self, element: Element, side: Side) -> int:
        """Return the orientation in which a piece faces the side's enemy; 1 if it has no front."""
        if not element.has_front:
            return 1
        is_top = self.scenario.side_at(top=True) is side
        bearing = 180 if is_top else 0
        return element.bearings.index(bearing) + 1 if bearing in element.bearings else 1


def _alternating_rank(by_side: Sequence[Sequence[Hex]], hex_: Hex) -> tuple[int, int]:
    number = next(n for n, hexes in enumerate(by_side) if hex_ in hexes)
    return by_side[number].index(hex_), number


def _hand_size_changes(board: _BoardView, family: ChangeFamily) -> Iterator[Change]:
    for amount in family.by:
        for side in Side:
            before = player_of_side(board.scenario, side).cards
            if before is not None and family.least <= before + amount <= family.greatest:
                yield SetHandSize(side, before + amount, side if amount > 0 else side.enemy)


def _medal_changes(board: _BoardView, family: ChangeFamily) -> Iterator[Change]:
    for amount in family.by:
        for side in Side:
            before = player_of_side(board.scenario, side).medals
            if before is not None and family.least <= before + amount <= family.greatest:
                yield SetMedalsToWin(side, before + amount, side.enemy if amount > 0 else side)


_OTHER_FIRST_PLAYER = {FirstPlayer.TOP: FirstPlayer.BOTTOM, FirstPlayer.BOTTOM: FirstPlayer.TOP}


def _first_player_changes(board: _BoardView, _: ChangeFamily) -> Iterator[Change]:
    first = board.scenario.briefing.first
    if first in _OTHER_FIRST_PLAYER:
        other = _OTHER_FIRST_PLAYER[first]
        side = board.scenario.side_at(top=other is FirstPlayer.TOP)
        if side is not None:
            yield SetFirstPlayer(side, other)


def _unit_removals(board: _BoardView, _: ChangeFamily) -> Iterator[Change]:
    for hex_, _unit, _element, side in board.units_by_front():
        yield RemoveUnit(hex_, side.enemy)


def _figure_changes(board: _BoardView, family: ChangeFamily) -> Iterator[Change]:
    for hex_, unit, element, side in board.units_by_front():
        if element.figures is None or element.terrain is not None:
            continue
        before = unit.figures or element.figures
        for amount in family.by:
            if 1 <= before + amount <= element.figures:
                yield SetFigures(hex_, side if amount > 0 else side.enemy, before + amount, before)


def _elite_swaps(board: _BoardView, _: ChangeFamily) -> Iterator[Change]:
    for hex_, unit, element, side in board.units_by_front():
        if unit.behavior or unit.equipment or unit.extra or unit.figures is not None:
            continue
        other = _counterpart_unit(board, element)
        badge = board.catalogue.get(unit.badge, Layer.BADGE) if unit.badge else None
        if other is None or (badge is not None and badge.rules is not RulesSupport.INERT):
            continue
        name = _elite_badge(board, other) if other.elite else None
        changed = replace(unit, name=other.name, badge=name)
        yield ReplaceUnit(hex_, side if other.elite else side.enemy, changed)


def _counterpart_unit(board: _BoardView, element: Element) -> Element | None:
    """Return the elite unit for a regular one of the same class and nation, or the reverse.

    None for artillery, or if there is no such unit.
    """
    others = board.catalogue.on_layer(Layer.UNIT)
    return next(
        (
            each
            for each in others
            if each.elite is not element.elite
            and each.unit_class is element.unit_class
            and each.nation is element.nation
            and UnitClass.ARTILLERY is not each.unit_class
        ),
        None,
    )


def _elite_badge(board: _BoardView, element: Element) -> str | None:
    """Return the most common fitting badge for an elite unit; None if no badge fits."""
    badge_counts = Counter(unit.badge for unit, _, _ in board.units.values() if unit.badge)
    fitting_badges = [
        badge.name
        for badge in board.catalogue.on_layer(Layer.BADGE)
        if badge.rules is RulesSupport.INERT
        and badge.nation is element.nation
        and element.unit_class in badge.badge_for
    ]
    return max(fitting_badges, key=lambda name: badge_counts[name], default=None)


def _unit_additions(board: _BoardView, _: ChangeFamily) -> Iterator[Change]:
    """Yield additions of a unit, one per class, section and side, next to units of its side.

    The unit is the side's most common one of its class, and is placed away from the enemy.
    """
    taken_hexes: set[Hex] = set()
    for unit_class in (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY):
        for section in range(3):
            for side in Side:
                name = _most_common_unit(board, side, unit_class)
                hexes = [h for h in _rear_hexes(board, side, section) if h not in taken_hexes]
                if name and hexes:
                    taken_hexes.add(hexes[0])
                    yield AddUnit(hexes[0], side, Unit(name))


def _most_common_unit(board: _BoardView, side: Side, unit_class: UnitClass) -> str | None:
    names = Counter(
        unit.name
        for unit, element, owner in board.units.values()
        if owner is side
        and element.unit_class is unit_class
        and not (unit.badge or unit.behavior or unit.equipment or unit.extra)
    )
    return max(names, key=lambda name: names[name], default=None)


def _rear_hexes(board: _BoardView, side: Side, section: int) -> list[Hex]:
    """Return free hexes of a section next to units of a side and away from the enemy, best first.

    Only hexes without any piece count, since any unit can stand there.
    """
    scenario = board.scenario
    neighbours = scenario.board.neighbours

    def count_friends(hex_: Hex) -> int:
        return sum(h in board.units and board.units[h][2] is side for h in neighbours[hex_])

    hexes = [
        hex_
        for hex_ in scenario.board.hexes
        if section in scenario.board.sections(hex_)
        and board.is_free(hex_)
        and count_friends(hex_)
        and board.distance(hex_, side.enemy) >= _MIN_ENEMY_DISTANCE
    ]
    return sorted(hexes, key=lambda hex_: (-count_friends(hex_), board.distance(hex_, side.enemy)))


def _obstacles_on_units(board: _BoardView, family: ChangeFamily) -> Iterator[Change]:
    for hex_, _unit, element, side in board.units_by_front():
        content = board.scenario.at(hex_)
        if element.unit_class is not UnitClass.INFANTRY or content.obstacle or content.structure:
            continue
        for piece in _oriented_obstacles(board, family, side):
            yield PlaceObstacle(hex_, side, piece)


def _obstacles_in_front(board: _BoardView, family: ChangeFamily) -> Iterator[Change]:
    taken_hexes: set[Hex] = set()
    for hex_, _unit, _element, side in board.units_by_front():
        front_hex = next(
            (
                h
                for h in board.hexes_toward_enemy(hex_, side)
                if board.is_free(h) and h not in taken_hexes
            ),
            None,
        )
        if front_hex is not None:
            taken_hexes.add(front_hex)
            for piece in _oriented_obstacles(board, family, side):
                yield PlaceObstacle(front_hex, side, piece)


def _oriented_obstacles(board: _BoardView, family: ChangeFamily, side: Side) -> Iterator[Piece]:
    for key in family.pieces:
        element = board.catalogue.by_key(Layer.OBSTACLE, key)
        if element is not None:
            yield Piece(element.name, board.facing(element, side))


def _terrain_changes(board: _BoardView, family: ChangeFamily) -> Iterator[Change]:
    """Yield tiles to add and to remove, alternately, on hexes near both sides.

    Only listed tiles are used; added tiles are of the most common kinds on the board.
    """
    listed_names = {
        element.name
        for key in family.pieces
        if (element := board.catalogue.by_key(Layer.TERRAIN, key)) is not None
    }
    tile_counts = Counter(
        content.terrain.name
        for content in board.scenario.hexes.values()
        if content.terrain and content.terrain.name in listed_names
    )
    tiles = cycle([name for name, _ in tile_counts.most_common(_TILES)] or [None])
    front = [
        hex_
        for hex_ in board.scenario.board.hexes
        if max(board.distance(hex_, side) for side in Side) <= _FRONT
    ]
    nearest = sorted(front, key=lambda h: sum(board.distance(h, side) for side in Side))
    removals = [
        _tile_removal(board, h)
        for h in nearest
        if _is_bare_tile(board.scenario.at(h), listed_names)
    ]
    free_hexes = zip((h for h in nearest if board.is_free(h)), tiles, strict=False)
    additions = [ReplaceTerrain(hex_, None, Piece(tile)) for hex_, tile in free_hexes if tile]
    while removals or additions:
        yield from (changes.pop(0) for changes in (additions, removals) if changes)


def _tile_removal(board: _BoardView, hex_: Hex) -> ReplaceTerrain:
    """Return the removal of a tile, which hurts the side of the unit on it."""
    owner = board.units.get(hex_)
    return ReplaceTerrain(hex_, owner[2].enemy if owner else None, None)


def _is_bare_tile(content: HexContent, listed_names: set[str]) -> bool:
    """Return whether a hex has a listed tile without a special rule, and at most a unit on it."""
    return (
        content.terrain is not None
        and content.terrain.name in listed_names
        and not (content.structure or content.obstacle or content.tags or content.extra)
        and content.terrain.behavior is None
    )


_FAMILIES: Mapping[str, Callable[[_BoardView, ChangeFamily], Iterator[Change]]] = {
    "hand-size": _hand_size_changes,
    "medals-to-win": _medal_changes,
    "moves-first": _first_player_changes,
    "obstacle-on-unit": _obstacles_on_units,
    "obstacle-in-front": _obstacles_in_front,
    "figures": _figure_changes,
    "elite": _elite_swaps,
    "terrain": _terrain_changes,
    "remove-unit": _unit_removals,
    "add-unit": _unit_additions,
}


CHANGE_KINDS = tuple(_FAMILIES)
"""The kinds of changes that a sweep can try."""
