"""An author's own list of changes to try, in a YAML file: ``m44 balance FILE --changes LIST``.

Hexes and pieces are written as in the scenario's own file, and are read and checked by its reader.
``schema/changes.schema.json`` describes the file. Everything wrong with it is reported with its
line, before the first game is played: entries that are not valid, changes that do not fit the
scenario, and those that would make it invalid or not change how it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from m44core.balance_lab.scenario_errors import board_errors, error_messages, error_places
from m44core.balance_lab.sweep_candidates import Candidate, own_list_config
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
    player_of_side,
)
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.diagnostics import Severity
from m44core.errors import M44Error
from m44core.findings.render_findings import message_of
from m44core.hexes import Hex
from m44core.io.schema.violations import SchemaName, schema_findings
from m44core.io.text.yaml_file import YamlFile, read_yaml_file
from m44core.io.vocabulary.codes import key_for
from m44core.io.workshop.decode import FORMAT as EDITION
from m44core.io.workshop.decode import decode, parse_side
from m44core.io.workshop.encode import encode
from m44core.io.workshop.name_lookup import unknown_name_findings
from m44core.messages.message import Message, Value, enumerated, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, HexContent, Unit
from m44core.playtest.games.simulation import SimulationPlan
from m44core.rules.game.fingerprint import fingerprint_of

FORMAT = 1
NONE = "none"
"""The value that removes a piece."""

_MAX_BYTES = 200_000
_Entry: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChangeList:
    """The changes in an author's list.

    Attributes:
        candidates: The changes, in the order of the list.
        problems: Everything wrong with the list, each with its line.
    """

    candidates: tuple[Candidate, ...]
    problems: tuple[Message, ...]


def read_change_list(path: Path, scenario: Scenario, *, shows_folder: bool = True) -> ChangeList:
    """Read an author's list of changes to a scenario.

    Args:
        path: The file.
        scenario: The scenario.
        shows_folder: Whether the problems name the file with its folder.

    Raises:
        ReadError: the file cannot be read, is too large or is not YAML.
    """
    file = read_yaml_file(path, _MAX_BYTES)
    if not shows_folder:
        file = replace(file, path=Path(path.name))
    reader = _ListReader(file, scenario)
    return ChangeList(tuple(reader.read()), tuple(reader.problems))


class ChangeCheck:
    """Finds out whether changes to a scenario can be tried: as a sweep does before its race.

    Args:
        scenario: The scenario.
    """

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._errors = error_places(scenario)
        self._fingerprint: str | None = None
        with suppress(M44Error):  # the sweep reports it
            self._fingerprint = _fingerprint(scenario)

    def problems(self, change: Change) -> tuple[Value, ...]:
        """Return why a change cannot be tried: the scenario would be invalid or play the same."""
        changed = change.apply(self._scenario)
        errors = [
            error
            for error in board_errors(changed)
            if (error.code, error.pointer) not in self._errors
        ]
        if errors:
            return tuple(map(_problem_with_change, error_messages(errors, changed.board)))
        try:
            is_same = _fingerprint(changed) == self._fingerprint
        except M44Error as error:
            return (_problem_with_change(message_of_error(error)),)
        if is_same:
            return (message("this change makes no difference to play; remove it from the list"),)
        return ()


def _problem_with_change(problem: Value) -> Message:
    return message("with this change, {problem}", problem=problem)


def _fingerprint(scenario: Scenario) -> str:
    return fingerprint_of(SimulationPlan(scenario, range(0)).start().field)


class _BadEntryError(Exception):
    """An entry cannot be read."""

    def __init__(self, pointer: str, *problems: Value) -> None:
        super().__init__(pointer)
        self.pointer, self.problems = pointer, problems


class _ListReader:
    """Reads one list of changes.

    Attributes:
        problems: The problems found so far, each with its line.
    """

    def __init__(self, file: YamlFile, scenario: Scenario) -> None:
        self._file, self._scenario = file, scenario
        self.problems: list[Message] = []
        self._check = ChangeCheck(scenario)

    def read(self) -> list[Candidate]:
        """Return the changes that can be tried, and record the problems of the others."""
        entries = self._entries()
        most = own_list_config().most
        if len(entries) > most:
            self._report(
                f"/changes/{most}",
                message("too many changes; at most {number} can be tried", number=most),
            )
        candidates = []
        for number, entry in enumerate(entries[:most]):
            pointer = f"/changes/{number}"
            try:
                change = _EntryReader(self._scenario).read(entry, pointer)
                if problems := self._check.problems(change):
                    raise _BadEntryError(pointer, *problems)
                candidates.append(Candidate(change, _cost(entry)))
            except _BadEntryError as error:
                for problem in error.problems:
                    self._report(error.pointer, problem)
        return candidates

    def _entries(self) -> list[_Entry]:
        """Return the entries of the list; empty if the file does not satisfy the schema."""
        tree = self._file.tree
        if not isinstance(tree, dict):
            self._report("", message("the file must contain a list named {key}", key='"changes"'))
            return []
        edition = tree.get("format")
        if isinstance(edition, int) and edition > FORMAT:
            problem = message(
                "{file} was written by a newer version of the program", file=self._file.path.name
            )
            self._report("/format", problem)
            return []
        findings = schema_findings(tree, SchemaName.CHANGES)
        for finding in findings:
            self._report(finding.pointer, message_of(finding))
        return [] if findings else tree["changes"]

    def _report(self, pointer: str, problem: Value) -> None:
        self.problems.append(self._file.message_at(pointer, problem))


class _EntryReader:
    """Reads one entry, against the scenario with the entry's earlier changes."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._board_section = encode(scenario).get("board", {})

    def read(self, entry: _Entry, pointer: str) -> Change:
        """Return the change of an entry.

        Raises:
            _BadEntryError: it does not fit the scenario.
        """
        if len(entry) != 1:
            known = enumerated((*_READERS, _TOGETHER))
            problem = (
                message(
                    "write each change as a separate entry, or list them under {key} to try "
                    "them together",
                    key=f'"{_TOGETHER}"',
                )
                if entry
                else message("the entry is empty; known changes: {known}", known=known)
            )
            raise _BadEntryError(pointer, problem)
        ((kind, value),) = entry.items()
        if kind == _TOGETHER:
            return self._together(value, f"{pointer}/{kind}")
        return _READERS[kind](self, value, f"{pointer}/{kind}")

    def _together(self, entries: list[_Entry], pointer: str) -> Change:
        changes: list[Change] = []
        scenario = self._scenario
        for number, entry in enumerate(entries):
            changes.append(_EntryReader(scenario).read(entry, f"{pointer}/{number}"))
            scenario = changes[-1].apply(scenario)
        return changes[0] if len(changes) == 1 else CombinedChange(tuple(changes))

    # Units

    def _add_unit(self, entry: _Entry, pointer: str) -> Change:
        hex_, content = self._piece(entry, pointer, "unit")
        self._require_no_unit(hex_, f"{pointer}/hex")
        unit = content.unit
        if unit is None:
            raise _BadEntryError(f"{pointer}/unit", message("name a unit to add"))
        return AddUnit(hex_, self._side(unit), unit)

    def _remove_unit(self, name: str, pointer: str) -> Change:
        hex_ = self._hex(name, pointer)
        side = self._side(self._unit(hex_, pointer))
        return RemoveUnit(hex_, side and side.enemy)

    def _move_unit(self, entry: _Entry, pointer: str) -> Change:
        hex_ = self._hex(entry["from"], f"{pointer}/from")
        self._unit(hex_, f"{pointer}/from")
        target = self._hex(entry["to"], f"{pointer}/to")
        self._require_no_unit(target, f"{pointer}/to")
        return MoveUnit(hex_, None, target)

    def _replace_unit(self, entry: _Entry, pointer: str) -> Change:
        hex_, content = self._piece(entry, pointer, "unit")
        self._unit(hex_, f"{pointer}/hex")
        if content.unit is None:
            problem = message("name a unit; to remove one, use {key}", key='"remove-unit"')
            raise _BadEntryError(f"{pointer}/unit", problem)
        return ReplaceUnit(hex_, None, content.unit)

    def _figures(self, entry: _Entry, pointer: str) -> Change:
        hex_ = self._hex(entry["hex"], f"{pointer}/hex")
        unit = self._unit(hex_, f"{pointer}/hex")
        element = self._scenario.catalogue.get(unit.name, Layer.UNIT)
        before = unit.figures or (element and element.figures) or 0
        figures = int(entry["figures"])
        side = self._side(unit)
        favored = side if figures > before else side and side.enemy
        return SetFigures(hex_, favored, figures, before)

    def _badge(self, entry: _Entry, pointer: str) -> Change:
        hex_ = self._hex(entry["hex"], f"{pointer}/hex")
        unit = self._unit(hex_, f"{pointer}/hex")
        badge = entry["badge"]
        if badge in (None, NONE):
            return SetBadge(hex_, None, None)
        raw = {"is": key_for(unit.name, Layer.UNIT), "badge": badge}
        content = self._content(entry["hex"], {"unit": raw}, f"{pointer}/badge")
        return SetBadge(hex_, None, content.unit.badge if content.unit else None)

    # The board

    def _terrain(self, entry: _Entry, pointer: str) -> Change:
        hex_, content = self._piece(entry, pointer, "terrain")
        return ReplaceTerrain(hex_, None, content.terrain)

    def _obstacle(self, entry: _Entry, pointer: str) -> Change:
        hex_, content = self._piece(entry, pointer, "obstacle")
        if content.obstacle is None:
            return RemoveObstacle(hex_, None)
        return PlaceObstacle(hex_, None, content.obstacle)

    # The players

    def _hand_size(self, entry: _Entry, _: str) -> Change:
        side, cards = _side_of(entry["side"]), int(entry["cards"])
        before = player_of_side(self._scenario, side).cards or 0
        return SetHandSize(side, cards, side if cards > before else side.enemy)

    def _medals_to_win(self, entry: _Entry, _: str) -> Change:
        side, medals = _side_of(entry["side"]), int(entry["medals"])
        before = player_of_side(self._scenario, side).medals or 0
        return SetMedalsToWin(side, medals, side.enemy if medals > before else side)

    def _moves_first(self, name: str, _: str) -> Change:
        side = _side_of(name)
        is_top = self._scenario.side_at(top=True) is side
        return SetFirstPlayer(side, FirstPlayer.TOP if is_top else FirstPlayer.BOTTOM)

    # Values

    def _hex(self, name: str, pointer: str) -> Hex:
        self._content(name, {}, pointer)
        return self._scenario.board.hex(name)

    def _piece(self, entry: _Entry, pointer: str, layer: str) -> tuple[Hex, HexContent]:
        """Return the hex of an entry, and a hex with only its piece; empty if that is "none"."""
        hex_ = self._hex(entry["hex"], f"{pointer}/hex")
        raw = entry[layer]
        content = {} if raw in (None, NONE) else {layer: raw}
        return hex_, self._content(entry["hex"], content, f"{pointer}/{layer}")

    def _content(self, name: str, raw: _Entry, pointer: str) -> HexContent:
        """Return the content of a hex, read from data as in a scenario's own file.

        Raises:
            _BadEntryError: it has errors.
        """
        hexes = {name: dict(raw)}
        document = {"format": EDITION, "board": self._board_section, "hexes": hexes}
        catalogue = self._scenario.catalogue
        findings = [
            *schema_findings(document, SchemaName.SCENARIO),
            *unknown_name_findings(document, catalogue),
        ]
        errors = [message_of(each) for each in findings if each.severity is Severity.ERROR]
        if errors:
            raise _BadEntryError(pointer, *errors)
        contents = decode(document, catalogue).hexes
        return next(iter(contents.values()), HexContent())

    def _unit(self, hex_: Hex, pointer: str) -> Unit:
        unit = self._scenario.at(hex_).unit
        if unit is None:
            name = self._scenario.board.name(hex_)
            raise _BadEntryError(pointer, message("there is no unit on {hex}", hex=name))
        return unit

    def _require_no_unit(self, hex_: Hex, pointer: str) -> None:
        if self._scenario.at(hex_).unit is not None:
            problem = message(
                "there is already a unit on {hex}; choose another hex, or put a change that "
                "moves or removes that unit before it in the same list {key}",
                hex=self._scenario.board.name(hex_),
                key=f'"{_TOGETHER}"',
            )
            raise _BadEntryError(pointer, problem)

    def _side(self, unit: Unit) -> Side | None:
        element = self._scenario.catalogue.get(unit.name, Layer.UNIT)
        return element.nation.side if element and element.nation else None


_TOGETHER = "together"
_READERS: Mapping[str, Callable[[_EntryReader, Any, str], Change]] = {
    "add-unit": _EntryReader._add_unit,
    "remove-unit": _EntryReader._remove_unit,
    "move-unit": _EntryReader._move_unit,
    "replace-unit": _EntryReader._replace_unit,
    "figures": _EntryReader._figures,
    "badge": _EntryReader._badge,
    "terrain": _EntryReader._terrain,
    "obstacle": _EntryReader._obstacle,
    "hand-size": _EntryReader._hand_size,
    "medals-to-win": _EntryReader._medals_to_win,
    "moves-first": _EntryReader._moves_first,
}


def _side_of(name: str) -> Side:
    side = parse_side(name)
    assert side, "the schema allows only sides"
    return side


def _cost(entry: _Entry) -> float:
    """Return the size of an entry's change."""
    costs = own_list_config().costs
    return sum(
        sum(map(_cost, value)) if kind == _TOGETHER else costs[kind]
        for kind, value in entry.items()
    )
