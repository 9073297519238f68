"""Facts a public implementation computed for start positions, where the reference material is.

Compared exactly, but for the pairs and units the facts themselves mark as depending on a
reading of the rules: ``los_sensitive`` and ``after_sensitive`` (R-05, R-06, R-08) and
``deviations``. Elsewhere ours is the same on every hex; boards with rules we do not play yet
are compared in what those rules do not touch, see ``UNTOUCHED``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.io.open import read_file
from m44core.model.scenario import Scenario
from m44core.rules.battle import may_battle, sees, targets
from m44core.rules.changes import advance
from m44core.rules.grid import BOTTOM, indexes
from m44core.rules.movement import reach
from m44core.rules.retreat import forced_ways, may_ignore
from m44core.rules.setup import new_game
from m44core.rules.state import NOBODY, GameState

OPEN = [f"open{number:03}" for number in range(0, 200, 10)]

# Base scenarios in which everything agrees ...
WHOLE = (
    *("2-PegasusBridge", "15-OperationCobra", "22-LiberationOfParis", "23-Toulon"),
    *("24-Arracourt", "19-Vassieux", "5-MontMouchet", "4-SwordBeach"),
)
# ... and those in which special rules or a church change some of it: what agrees all the same.
UNTOUCHED = {
    "3-SainteMereEglise": ("sight", "moves"),  # a church
    "7-PointeduHoc": ("sight", "battles", "retreats"),  # cliffs
    "11-FirstAssaultWave": ("sight", "battles", "retreats"),  # bluffs, sea walls
    "16-CounterattackOnMortain": ("sight", "battles", "retreats"),  # steep hills
    "18-Montelimar": ("sight", "battles"),  # impassable hills
    "25-ArnhemBridge": ("battles", "retreats"),  # wide river, bridge sections
}
COMPARED = ("sections", "sight", "moves", "after", "battles", "retreats")


class Facts:
    """What the implementation found, and our game of the same board."""

    def __init__(self, facts: Path, board: Path) -> None:
        self.said: dict[str, Any] = json.loads(facts.read_text(encoding="utf-8"))
        scenario = read_file(board).scenario
        assert scenario is not None
        self.state = new_game(with_obstacles_on_their_layer(scenario))

    @cached_property
    def index(self) -> list[int]:
        """Our index of each of their hexes."""
        board = self.state.field.grid.board
        return [board.index[Hex(col, row)] for row, col in self.said["hexes"]]

    @cached_property
    def theirs(self) -> dict[int, int]:
        """Their index of each of our hexes."""
        return {index: number for number, index in enumerate(self.index)}

    @cached_property
    def sensitive(self) -> set[tuple[int, int]]:
        return {(a, b) for pairs in self.said["los_sensitive"].values() for a, b in pairs}

    def units(self, what: str) -> Iterator[tuple[int, int, Any]]:
        """Yield their hex, our unit and what is said of it; not the units they get wrong."""
        marked = {hex_ for hexes in self.said.get("deviations", {}).values() for hex_ in hexes}
        for name, said in self.said[what].items():
            if int(name) not in marked:
                unit = self.state.unit_at[self.index[int(name)]]
                assert unit != NOBODY
                yield int(name), unit, said

    def targets_of(self, state: GameState, unit: int) -> dict[int, int]:
        """Return their hexes a unit can battle, with its dice."""
        if state.ground.no_battle >> state.place[unit] & 1:
            return {}
        return {self.theirs[hex_]: dice for hex_, dice in targets(state, unit)}


def with_obstacles_on_their_layer(scenario: Scenario) -> Scenario:
    """Return the scenario with sandbags as obstacles: the random boards list them as structures."""
    catalogue = load_catalogue()
    return scenario.with_hexes(
        {
            hex_: replace(content, structure=None, obstacle=content.structure)
            for hex_, content in scenario.hexes.items()
            if content.structure and catalogue.get(content.structure.name, Layer.OBSTACLE)
        }
    )


def compare(facts: Facts, what: str) -> list[object]:
    """Return where we differ."""
    return list(_COMPARISONS[what](facts))


def _sections(facts: Facts) -> Iterator[object]:
    sections = facts.state.field.grid.sections[BOTTOM]
    for number, said in enumerate(facts.said["sections"]):
        if sections[facts.index[number]] != sum(1 << section for section in said):
            yield number


def _sight(facts: Facts) -> Iterator[object]:
    for a, clear, blocked in facts.said["los"]:
        for expected, ends in ((True, clear), (False, blocked)):
            for b in ends:
                seen = sees(facts.state, facts.index[a], facts.index[b])
                if seen != expected and (a, b) not in facts.sensitive:
                    yield a, b


def _moves(facts: Facts) -> Iterator[object]:
    for hex_, unit, said in facts.units("moves"):
        ours = {
            facts.theirs[end]: steps
            for steps, ends in enumerate(reach(facts.state, unit), start=1)
            for end in indexes(ends)
        }
        if ours != {end: steps for end, steps, *_ in said}:
            yield hex_


def _after(facts: Facts) -> Iterator[object]:
    """Compare what each unit can battle, with how many dice, after each of its moves."""
    sensitive = {tuple(entry) for entry in facts.said.get("after_sensitive", ())}
    for hex_, unit, said in facts.units("moves"):
        for end, steps, _flags, *after in said:
            ours = _battles_after(facts, unit, end, steps)
            theirs = {target: dice for target, _, dice in (after[0] if after else ())}
            differing = dict(ours.items() ^ theirs.items())
            if any((hex_, end, target) not in sensitive for target in differing):
                yield hex_, end


def _battles_after(facts: Facts, unit: int, end: int, steps: int) -> dict[int, int]:
    state = facts.state.clone()
    combatant = state.field.units[unit]
    state.ordered, state.active = 1 << unit, combatant.player
    advance(state, unit, facts.index[end], [])
    too_far = steps > combatant.rules.move_and_battle
    return {} if too_far or not may_battle(state, unit) else facts.targets_of(state, unit)


def _battles(facts: Facts) -> Iterator[object]:
    for hex_, unit, said in facts.units("attacks"):
        ours = facts.targets_of(facts.state, unit)
        theirs = {target: dice for target, _, _, dice in said["targets"] if dice}
        if any((hex_, b) not in facts.sensitive for b in dict(ours.items() ^ theirs.items())):
            yield hex_


def _retreats(facts: Facts) -> Iterator[object]:
    """Compare who may ignore a flag, and where one to three flags drive a unit if it does not."""
    for hex_, unit, said in facts.units("retreats"):
        if may_ignore(facts.state, unit) != ("can_ignore_1" in said.get("flags", ())):
            yield hex_, "ignored flags"
        if "hexes_per_flag" in said:
            continue  # they list what the least retreat costs only for units of one hex a flag
        for flags in (1, 2, 3):
            forced = said[str(flags)]
            deepest = flags - forced["hits"]
            cells = {cell for cell, depth in forced["cells"] if depth == deepest} or {hex_}
            ends, losses = forced_ways(facts.state, unit, flags)
            if (losses, {facts.theirs[end] for end in indexes(ends)}) != (forced["hits"], cells):
                yield hex_, flags


_COMPARISONS = {
    "sections": _sections,
    "sight": _sight,
    "moves": _moves,
    "after": _after,
    "battles": _battles,
    "retreats": _retreats,
}


@pytest.mark.parametrize("name", OPEN)
def test_random_boards_agree_in_everything(name: str, shared: Path) -> None:
    folder = shared / "oracle" / "random"
    facts = Facts(folder / f"{name}.json", folder / f"{name}.m44")
    assert {what: compare(facts, what) for what in COMPARED} == {what: [] for what in COMPARED}


@pytest.mark.parametrize("name", WHOLE)
def test_base_scenarios_agree_in_everything(name: str, shared: Path) -> None:
    facts = published(shared, name)
    assert {what: compare(facts, what) for what in COMPARED} == {what: [] for what in COMPARED}


@pytest.mark.parametrize(
    ("name", "what"), [(name, what) for name, whats in UNTOUCHED.items() for what in whats]
)
def test_base_scenarios_agree_where_no_special_rule_interferes(
    name: str, what: str, shared: Path
) -> None:
    assert compare(published(shared, name), what) == []


def published(shared: Path, name: str) -> Facts:
    return Facts(
        shared / "oracle" / "boards" / f"{name}.json", shared / "corpus" / "boards" / f"{name}.m44"
    )
