"""Writes an example of an author's list of changes, with changes that fit the scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, TypeAlias

from m44core.balance_lab.change_list import FORMAT, NONE, ChangeCheck
from m44core.balance_lab.sweep_candidates import change_candidates, sweep_config
from m44core.balance_lab.sweep_changes import (
    AddUnit,
    Change,
    CombinedChange,
    MoveUnit,
    PlaceObstacle,
    RemoveObstacle,
    RemoveUnit,
    ReplaceTerrain,
    ReplaceUnit,
    SetBadge,
    SetFigures,
    SetFirstPlayer,
    SetHandSize,
    SetMedalsToWin,
)
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.io.text.yaml_text import to_flow
from m44core.io.vocabulary.codes import key_for, word_for
from m44core.io.workshop.encode import encode
from m44core.messages.renderers import in_english
from m44core.model.edits.piece_edits import paint, place_unit
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece

Entry: TypeAlias = Mapping[str, object]
"""An entry of a list of changes."""

_HEAD = """\
# Changes to try. Edit this list, then run: m44 balance {scenario} --changes {list}
# Each line is tried on its own; --aim 50 also tries pairs. To try several changes as one, write
# - together: [{{...}}, {{...}}]
# Hexes and pieces are written as in the scenario's own file. Also possible:
# - badge: {{hex: E5, badge: mortar}}    (or none)
# - terrain: {{hex: E5, terrain: none}}  (likewise obstacle)
format: {format}
changes:
"""


def example_change_list(scenario: Scenario, scenario_name: str, list_name: str) -> str:
    """Return an example of a list of changes: one of each kind that fits the scenario, as YAML.

    Args:
        scenario: The scenario.
        scenario_name: The name of its file, for the comment at the top.
        list_name: The name of the file of the list.
    """
    lines = [_HEAD.format(scenario=scenario_name, list=list_name, format=FORMAT)]
    for change in _example_changes(scenario):
        sentence = in_english(change.sentence(scenario))
        lines.append(f"- {to_flow(entry_of(change, scenario))[1:-1]}  # {sentence}\n")
    return "".join(lines)


def _example_changes(scenario: Scenario) -> Iterator[Change]:
    """Yield a change of each kind, if one fits the scenario."""
    check = ChangeCheck(scenario)
    for changes in _changes_of_each_kind(scenario):
        fitting_changes = (change for change in changes if not check.problems(change))
        yield from islice(fitting_changes, 1)


def _changes_of_each_kind(scenario: Scenario) -> Iterator[Iterator[Change]]:
    for family in sweep_config().families:
        yield (each.change for each in change_candidates(scenario, [family]))
        if family.edit == "remove-unit":
            yield _moves_to_empty_hexes(scenario)


def _moves_to_empty_hexes(scenario: Scenario) -> Iterator[Change]:
    """Yield the moves of units to adjacent empty hexes."""
    for hex_, _ in scenario.units():
        for target in scenario.board.neighbours[hex_]:
            if not scenario.at(target):
                yield MoveUnit(hex_, None, target)


def entry_of(change: Change, scenario: Scenario) -> Entry:
    """Return the entry of a list that makes a change."""
    return _ENTRIES[type(change)](change, scenario)


def _hand_size(change: SetHandSize, _: Scenario) -> Entry:
    return {"hand-size": {"side": word_for(change.side.value), "cards": change.cards}}


def _medals_to_win(change: SetMedalsToWin, _: Scenario) -> Entry:
    return {"medals-to-win": {"side": word_for(change.side.value), "medals": change.medals}}


def _moves_first(change: SetFirstPlayer, _: Scenario) -> Entry:
    return {"moves-first": word_for(change.favors.value)}


def _remove_unit(change: RemoveUnit, scenario: Scenario) -> Entry:
    return {"remove-unit": scenario.board.name(change.hex)}


def _move_unit(change: MoveUnit, scenario: Scenario) -> Entry:
    name = scenario.board.name
    return {"move-unit": {"from": name(change.hex), "to": name(change.to)}}


def _add_unit(change: AddUnit, scenario: Scenario) -> Entry:
    return {"add-unit": _unit_on_hex(change, scenario)}


def _replace_unit(change: ReplaceUnit, scenario: Scenario) -> Entry:
    return {"replace-unit": _unit_on_hex(change, scenario)}


def _figures(change: SetFigures, scenario: Scenario) -> Entry:
    return {"figures": {"hex": scenario.board.name(change.hex), "figures": change.figures}}


def _badge(change: SetBadge, scenario: Scenario) -> Entry:
    badge = NONE if change.badge is None else key_for(change.badge, Layer.BADGE)
    return {"badge": {"hex": scenario.board.name(change.hex), "badge": badge}}


def _terrain(change: ReplaceTerrain, scenario: Scenario) -> Entry:
    return {"terrain": _piece_on_hex(Layer.TERRAIN, change.piece, change.hex, scenario)}


def _obstacle(change: PlaceObstacle, scenario: Scenario) -> Entry:
    return {"obstacle": _piece_on_hex(Layer.OBSTACLE, change.piece, change.hex, scenario)}


def _no_obstacle(change: RemoveObstacle, scenario: Scenario) -> Entry:
    return {"obstacle": _piece_on_hex(Layer.OBSTACLE, None, change.hex, scenario)}


def _together(change: CombinedChange, scenario: Scenario) -> Entry:
    return {"together": [entry_of(each, scenario) for each in change.changes]}


_ENTRIES: Mapping[type, Callable[[Any, Scenario], Entry]] = {
    SetHandSize: _hand_size,
    SetMedalsToWin: _medals_to_win,
    SetFirstPlayer: _moves_first,
    RemoveUnit: _remove_unit,
    MoveUnit: _move_unit,
    AddUnit: _add_unit,
    ReplaceUnit: _replace_unit,
    SetFigures: _figures,
    SetBadge: _badge,
    ReplaceTerrain: _terrain,
    PlaceObstacle: _obstacle,
    RemoveObstacle: _no_obstacle,
    CombinedChange: _together,
}


def _unit_on_hex(change: AddUnit | ReplaceUnit, scenario: Scenario) -> Entry:
    """Return the hex and the unit of a change, as in the scenario's own file."""
    on_hex = place_unit(replace(scenario, hexes={}), change.unit, [change.hex])
    return _content_of_hex(on_hex, change.hex)


def _piece_on_hex(layer: Layer, piece: Piece | None, hex_: Hex, scenario: Scenario) -> Entry:
    """Return a hex and a piece, as in the scenario's own file; none for no piece."""
    if piece is None:
        return {"hex": scenario.board.name(hex_), layer.value: NONE}
    return _content_of_hex(paint(replace(scenario, hexes={}), layer, piece, [hex_]), hex_)


def _content_of_hex(scenario: Scenario, hex_: Hex) -> Entry:
    name = scenario.board.name(hex_)
    content: Any = encode(scenario)["hexes"]
    return {"hex": name, **content[name]}
