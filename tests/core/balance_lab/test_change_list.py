"""An author's own list of changes: it is read as scenarios are, and every mistake has its line."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator
from tests.core.balance_lab.gathered_games import scenario_named
from tests.core.balance_lab.quick_games import quick_plan

from m44core.balance_lab.change_list import ChangeCheck, ChangeList, read_change_list
from m44core.balance_lab.change_list_example import entry_of, example_change_list
from m44core.balance_lab.results_database import ResultsDatabase
from m44core.balance_lab.sweep import SweepResult, SweepRun
from m44core.balance_lab.sweep_candidates import (
    RaceRound,
    change_candidates,
    own_list_config,
    sweep_config,
    sweep_of_own_list,
)
from m44core.balance_lab.sweep_changes import changed_parts
from m44core.errors import ReadError
from m44core.hexes import Hex
from m44core.io.schema.schemas import read_schema
from m44core.resources import shipped_scenarios

COBRA = "operation-cobra"
DOCS = Path(__file__).parents[3] / "docs"
EVERY_CHANGE = """\
changes:
- add-unit: {hex: B9, unit: {is: german-infantry, badge: mortar}}
- remove-unit: A5
- move-unit: {from: A5, to: A9}
- replace-unit: {hex: A5, unit: german-infantry}
- figures: {hex: A5, figures: 2}
- badge: {hex: A5, badge: german-elite}
- terrain: {hex: B9, terrain: forest}
- obstacle: {hex: B9, obstacle: {is: wire, facing: faces-top}}
- hand-size: {side: axis, cards: 6}
- medals-to-win: {side: allies, medals: 4}
- moves-first: axis
- together: [{remove-unit: A5}, {add-unit: {hex: A5, unit: german-artillery}}]
"""
MISTAKES = {
    "remove-unit: B9": "there is no unit on B9",
    "remove-unit: b9": '"b9" is not a hex on the standard board, whose hexes range from A9 to M1; '
    "did you mean B9? Alternate rows use lower-case letters",
    "add-unit: {hex: B9, unit: german-armour}": '"german-armour" is not a known unit; did you mean '
    "german-armor",
    "add-unit: {hex: B9, unit: none}": "name a unit to add",
    "add-unit: {hex: A5, unit: german-armor}": (
        "there is already a unit on A5; choose another "
        "hex, or put a change that moves or removes "
        "that unit before it in the same list "
        '"together"'
    ),
    "replace-unit: {hex: A5, unit: none}": 'name a unit; to remove one, use "remove-unit"',
    "badge: {hex: A5, badge: elit}": '"elit" is not a known badge',
    "hand-size: {side: axis, cards: 4}": (
        "this change makes no difference to play; remove it from the list"
    ),
    "terrain: {hex: B9, terrain: none}": (
        "this change makes no difference to play; remove it from the list"
    ),
    "together: [{remove-unit: A5}, {remove-unit: A5}]": "there is no unit on A5",
    "{remove-unit: A5, moves-first: axis}": (
        'write each change as a separate entry, or list them under "together" to try them together'
    ),
    "{}": "the entry is empty; known changes: add-unit, remove-unit, move-unit, replace-unit, "
    "figures, badge, terrain, obstacle, hand-size, medals-to-win, moves-first, together",
}
WRONG_FORM = {
    "figures: {hex: A5, figures: 9}": '"figures" is 9; it must be between 1 and 4',
    "figures: {hex: A5}": '"figures" has no "figures"',
    "moves-first: german": '"moves-first" is "german"; it must be one of axis, allies',
    "remove-units: A5": 'Entry 1 of "changes" has unknown keys: "remove-units" (did you mean '
    "remove-unit?)",
}
NO_LISTS = {
    "- remove-unit: A5": "the file must contain a list",
    "format: 2\nchanges: []": "my-changes.yaml was written by a newer version",
    "changes: []": '"changes" is an empty list',
    "change: []": 'The file has no "changes"',
}


def read_list(text: str, folder: Path, name: str = COBRA) -> ChangeList:
    """Write a list to a file, and read it for a scenario."""
    path = folder / "my-changes.yaml"
    path.write_text(text, "utf-8")
    return read_change_list(path, scenario_named(name))


def problems_of_entry(entry: str, folder: Path) -> list[str]:
    """Return the problems of a list with one entry, in line 2, without the path."""
    change_list = read_list(f"changes:\n- {entry}\n", folder)
    assert not change_list.candidates
    return [str(each).partition("my-changes.yaml")[2] for each in change_list.problems]


def test_every_kind_of_change_can_be_listed(tmp_path: Path) -> None:
    scenario = scenario_named(COBRA)
    change_list = read_list(EVERY_CHANGE, tmp_path)
    assert not change_list.problems
    sentences = [str(each.change.sentence(scenario)) for each in change_list.candidates]
    assert sentences[2] == "Move the unit on A5 (German armor) to A9."
    assert sentences[5].startswith("Give the unit on A5 (German armor) a badge: ")
    assert sentences[-1] == (
        "Remove the unit on A5 (German armor). Add a unit on A5: German artillery."
    )
    assert all(each.change.apply(scenario) != scenario for each in change_list.candidates)
    kinds = {key for entry in yaml.safe_load(EVERY_CHANGE)["changes"] for key in entry}
    assert kinds == {*own_list_config().costs, "together"}


def test_a_moved_unit_keeps_its_badge_and_the_ground_stays(tmp_path: Path) -> None:
    scenario = scenario_named(COBRA)
    board = scenario.board
    [candidate] = read_list("changes: [{move-unit: {from: A5, to: A9}}]", tmp_path).candidates
    changed = candidate.change.apply(scenario)
    assert changed.at(board.hex("A9")).unit == scenario.at(board.hex("A5")).unit
    assert changed.at(board.hex("A5")).terrain == scenario.at(board.hex("A5")).terrain
    assert changed_parts(candidate.change) == {
        ("hex", board.hex("A5")),
        ("hex", Hex(0, 0)),
    }


def test_a_mistake_is_reported_with_its_line(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for entry, problem in (MISTAKES | WRONG_FORM).items():
        with subtests.test(entry):
            [found] = problems_of_entry(entry, tmp_path)
            assert found.startswith(f":2: {problem}")


def test_all_mistakes_are_reported_at_once(tmp_path: Path) -> None:
    entries = "".join(f"- {entry}\n" for entry in MISTAKES)
    change_list = read_list(f"changes:\n{entries}- remove-unit: A5\n", tmp_path)
    lines = [str(each).split(":")[1] for each in change_list.problems]
    assert lines == [str(number + 2) for number in range(len(MISTAKES))]
    assert len(change_list.candidates) == 1


def test_a_file_without_changes_is_refused(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for text, problem in NO_LISTS.items():
        with subtests.test(text):
            change_list = read_list(text, tmp_path)
            assert problem in str(change_list.problems[0])
            assert not change_list.candidates
    with pytest.raises(ReadError, match=r"my-changes\.yaml"):
        read_list("", tmp_path)


def test_a_change_that_makes_the_scenario_invalid_names_the_error(tmp_path: Path) -> None:
    [found] = problems_of_entry("medals-to-win: {side: allies, medals: 20}", tmp_path) or [""]
    assert found.startswith(":2: with this change, ")


def test_a_list_that_is_too_long_is_refused(tmp_path: Path) -> None:
    entries = "- moves-first: axis\n" * (own_list_config().most + 1)
    change_list = read_list(f"changes:\n{entries}", tmp_path)
    assert "at most 40 can be tried" in str(change_list.problems[0])


def test_the_built_in_changes_can_be_listed(tmp_path: Path) -> None:
    scenario = scenario_named(COBRA)
    check = ChangeCheck(scenario)
    candidates = list(islice(change_candidates(scenario, sweep_config().families), 40))
    changes = [each.change for each in candidates if not check.problems(each.change)]
    entries = [entry_of(change, scenario) for change in changes]
    change_list = read_list(yaml.safe_dump({"changes": entries}), tmp_path)
    assert not change_list.problems
    read_changes = [each.change.apply(scenario) for each in change_list.candidates]
    assert read_changes == [change.apply(scenario) for change in changes]


@pytest.mark.bulk
def test_the_example_for_a_scenario_has_no_mistakes(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    validator = Draft202012Validator(read_schema("changes"))
    for path in shipped_scenarios():
        with subtests.test(path.stem):
            text = example_change_list(scenario_named(path.stem), path.name, "my-changes.yaml")
            validator.validate(yaml.safe_load(text))
            change_list = read_list(text, tmp_path, path.stem)
            assert not change_list.problems
            assert len(change_list.candidates) >= 8


def test_the_lists_in_the_documents_have_no_mistakes(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    for document in (DOCS / "balance.md", *DOCS.glob("manual/*/balance.md")):
        [text] = re.findall(r"```yaml\n(changes:\n.*?)```", document.read_text("utf-8"), re.DOTALL)
        with subtests.test(str(document)):
            change_list = read_list(text, tmp_path, "stonne")
            assert [str(each) for each in change_list.problems] == []
            assert len(change_list.candidates) == 5


def test_the_schema_describes_every_property_and_allows_its_examples() -> None:
    schema = read_schema("changes")
    Draft202012Validator.check_schema(schema)
    for definition in (schema, *schema["$defs"].values()):
        assert definition["description"].endswith(".")
        for example in definition["examples"]:
            Draft202012Validator({**definition, "$defs": schema["$defs"]}).validate(example)
        for prop in definition.get("properties", {}).values():
            assert prop["description"].endswith(".")


LIST = """\
changes:
- medals-to-win: {side: axis, medals: 3}
- hand-size: {side: allies, cards: 6}
- hand-size: {side: axis, cards: 1}
"""


def sweep_own_list(tmp_path: Path, *, combines: bool, games: int = 150) -> SweepResult:
    """Try a list of three changes to a lopsided scenario of quick games."""
    plan = quick_plan(axis=2, allies=3)
    path = tmp_path / "list.yaml"
    path.write_text(LIST, "utf-8")
    change_list = read_change_list(path, plan.scenario)
    assert not change_list.problems
    config = sweep_of_own_list(change_list.candidates, combines=combines).limited_to(games)
    with ResultsDatabase() as database:
        run = SweepRun(plan, database, 0.5 if combines else None, config)
        for _ in run.play():
            pass
    return run.result


def test_every_listed_change_is_tested_in_fresh_games(tmp_path: Path) -> None:
    result = sweep_own_list(tmp_path, combines=False)
    assert result.is_over
    assert len(result.suggestions) == 3
    assert all(each.is_fresh and len(each.changes) == 1 for each in result.suggestions)


def test_with_an_aim_pairs_of_the_listed_changes_are_tested_too(tmp_path: Path) -> None:
    result = sweep_own_list(tmp_path, combines=True)
    numbers = sorted(len(each.changes) for each in result.suggestions)
    assert numbers == [1, 1, 1, 2, 2]


def test_fewer_games_try_the_same_changes(tmp_path: Path) -> None:
    candidates = read_list(EVERY_CHANGE, tmp_path).candidates
    config = sweep_of_own_list(candidates)
    limited = config.limited_to(500)
    assert limited.own_list == config.own_list
    assert limited.most == config.most == len(candidates)
    assert limited.confirmed == config.confirmed == 8 + 2
    assert limited.rounds == (RaceRound(limited.rounds[0].games, 8),)
    assert limited.planned_games < config.planned_games / 3
