"""``m44 facts``, and the schema of its output."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from m44core.cli.main import main
from m44core.resources import scenarios_folder, schema_folder
from m44core.version import __version__

SCENARIOS = sorted(scenarios_folder().glob("*.yaml"))
PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")
OVERLORD = (
    "format: 1\nboard: {type: overlord, face: beach}\nhexes:\n  A9: {unit: german-infantry}\n"
)
BOTH_SIDES = OVERLORD + "  A1: {unit: american-infantry, structure: bunker}\n"


def facts_schema() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((schema_folder() / "facts.schema.json").read_text("utf-8"))
    return data


def printed_facts(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["facts", *arguments]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
@pytest.mark.bulk
def test_the_printed_facts_follow_the_schema(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(printed_facts(capsys, str(path)))
    Draft202012Validator(facts_schema()).validate(document)
    assert document["program"] == f"m44 {__version__}"


def test_the_facts_of_an_overlord_board_match_the_schema(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "overlord.yaml"
    path.write_text(BOTH_SIDES)
    document = json.loads(printed_facts(capsys, str(path)))
    Draft202012Validator(facts_schema()).validate(document)
    assert (len(document["hexes"]), document["scenario"]) == (230, "")


def test_each_line_has_one_property(capsys: pytest.CaptureFixture[str]) -> None:
    lines_of_output = printed_facts(capsys, PEGASUS)
    assert lines_of_output.count("\n") == len(json.loads(lines_of_output)) + 2


def test_pretty_output_has_one_entry_per_line(capsys: pytest.CaptureFixture[str]) -> None:
    plain, pretty = printed_facts(capsys, PEGASUS), printed_facts(capsys, PEGASUS, "--pretty")
    assert json.loads(pretty) == json.loads(plain)
    assert [*json.loads(pretty)] == [*json.loads(plain)]
    assert "\n  [0,0],\n  [0,2],\n" in pretty
    assert max(map(len, pretty.splitlines())) < 1000


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "map.yaml: Invalid YAML"),
        (OVERLORD, "there are no playable units for the Allied side"),
    ],
)
def test_an_unplayable_scenario_has_no_facts(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(text)
    assert main(["facts", str(path)]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err


def described_properties(part: Any) -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: ANN401 - JSON of any shape
    """Yield the name and the schema of every property that a schema describes."""
    if isinstance(part, dict):
        yield from part.get("properties", {}).items()
        for key, inner in part.items():
            if key not in ("examples", "if", "then", "else"):
                yield from described_properties(inner)


def test_the_schema_is_valid_and_describes_every_property() -> None:
    Draft202012Validator.check_schema(facts_schema())
    for name, part in described_properties(facts_schema()):
        assert part["description"].endswith("."), name


def test_the_examples_of_the_schema_are_valid() -> None:
    whole_schema = facts_schema()
    for name, part in [*described_properties(whole_schema), *whole_schema["$defs"].items()]:
        for example in part.get("examples", ()):
            validator = Draft202012Validator({**part, "$defs": whole_schema["$defs"]})
            assert validator.is_valid(example), name
