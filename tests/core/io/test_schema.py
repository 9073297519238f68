"""The schemas are fully described, match the catalogue, and give the same results as jsonschema."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from m44core.findings.render_findings import render
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.io.schema.quick_check import QuickCheck
from m44core.io.schema.schemas import read_schema
from m44core.io.schema.violations import SchemaChecker
from m44core.io.schema_generation.generate import generated_schemas, schema_text
from m44core.io.workshop.encode import encode
from m44core.resources import schema_folder

FILES = Path(__file__).parent / "files"
NAMES = ("m44", "scenario")
VALID_TREES = {
    "m44": [json.loads(path.read_text(encoding="utf-8")) for path in FILES.glob("*.m44")],
    "scenario": [
        encode(scenario) for path in FILES.glob("*.m44") if (scenario := read_file(path).scenario)
    ],
}
ODD_VALUES = [
    None,
    True,
    0,
    1,
    -1,
    7.5,
    4.0,
    300,
    "",
    "5",
    "x",
    "AXIS",
    "axis",
    "2024-01-01",
    [],
    {},
    [1],
    {"a": 1},
]


def property_schemas(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:  # noqa: ANN401 - JSON of any shape
    """Yield the path and the schema of every property that a schema describes."""
    if isinstance(schema, dict):
        for name, inner in schema.get("properties", {}).items():
            yield f"{path}/{name}", inner
        for key, inner in schema.items():
            if key not in ("examples", "default"):
                yield from property_schemas(inner, f"{path}/{key}")
    elif isinstance(schema, list):
        for index, inner in enumerate(schema):
            yield from property_schemas(inner, f"{path}/{index}")


@pytest.mark.parametrize("name", NAMES)
def test_every_property_is_described(name: str) -> None:
    schema = read_schema(name)
    for path, prop in property_schemas(schema):
        target = schema["$defs"][prop["$ref"].split("/")[-1]] if "$ref" in prop else prop
        assert target["description"].endswith("."), path


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_valid_and_allows_its_own_examples(name: str) -> None:
    schema = read_schema(name)
    Draft202012Validator.check_schema(schema)
    definitions = [schema, *schema["$defs"].values()]
    for definition in definitions:
        for example in definition["examples"]:
            single_schema = {**definition, "$defs": schema["$defs"]}
            Draft202012Validator(single_schema).validate(example)


def test_the_committed_schemas_are_up_to_date() -> None:
    for name, schema in generated_schemas().items():
        committed_text = (schema_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
        assert schema_text(schema) == committed_text, (
            "run python -m m44core.io.schema_generation.generate"
        )


@pytest.mark.parametrize("name", NAMES)
def test_native_files_satisfy_the_schema(name: str) -> None:
    validator = Draft202012Validator(read_schema(name))
    assert not [error for tree in VALID_TREES[name] for error in validator.iter_errors(tree)]


def value_paths(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - JSON of any shape
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in inner:
        yield (*path, key)
        if isinstance(value, (dict, list)):
            yield from value_paths(value, (*path, key))


@st.composite
def damaged_tree(draw: st.DrawFn, name: str) -> Any:  # noqa: ANN401 - JSON of any shape
    """Return a valid tree with up to three values replaced, removed or added."""
    tree = copy.deepcopy(draw(st.sampled_from(VALID_TREES[name])))
    for _ in range(draw(st.integers(0, 3))):
        *parent_path, key = draw(st.sampled_from(list(value_paths(tree))))
        target = tree
        for step in parent_path:
            target = target[step]
        match draw(st.sampled_from(["put", "remove", "add"])):
            case "put":
                target[key] = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))
            case "remove":
                del target[key]
            case "add" if isinstance(target, dict):
                target[draw(st.sampled_from(["x", "name", "row", "is", "m44", "side"]))] = (
                    copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))
                )
    return tree


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_the_quick_check_agrees_with_jsonschema(name: str, data: st.DataObject) -> None:
    schema = read_schema(name)
    tree = data.draw(damaged_tree(name))
    assert QuickCheck(schema).accepts(tree) == Draft202012Validator(schema).is_valid(tree)


@given(tree=damaged_tree("m44"))
@settings(max_examples=50, deadline=None)
def test_no_value_of_a_damaged_file_is_lost_silently(tree: dict[str, Any]) -> None:
    """Values that the decoder cannot use are reported or still present after saving."""
    from m44core.io.files.scenario_files import FileFormat
    from m44core.io.files.serialization import to_bytes

    result = read_bytes(json.dumps(tree).encode(), "spoilt.m44")
    if result.scenario is None:
        assert result.diagnostics
        return
    saved_document = json.loads(to_bytes(result.scenario, FileFormat.M44, result.origin))
    assert result.diagnostics or saved_document == tree
    reread = read_bytes(json.dumps(saved_document).encode(), "again.m44")
    assert reread.scenario == result.scenario


@given(tree=damaged_tree("m44"))
@settings(max_examples=40, deadline=None)
def test_a_damaged_file_is_the_same_after_a_round_trip_through_yaml(tree: dict[str, Any]) -> None:
    from m44core.io.files.scenario_files import FileFormat
    from m44core.io.files.serialization import to_bytes

    result = read_bytes(json.dumps(tree).encode(), "spoilt.m44")
    if result.scenario is None:
        return
    data = to_bytes(result.scenario, FileFormat.YAML, result.origin)
    assert read_bytes(data, "through.yaml").scenario == result.scenario


def test_messages_use_plain_words_instead_of_schema_terms() -> None:
    text = '{"board":{"type":"STANDARD","face":"MOON","hexagons":[{"row":0,"col":0,"terrain":[]}]}}'
    messages = [render(d, "en") for d in read_bytes(text.encode(), "some.m44").diagnostics]
    assert '"face" is "MOON"; it must be one of COUNTRY, BEACH, WINTER, DESERT' in messages
    assert '"terrain" is a list of length 0; it must be an object' in messages
    assert not any("is not of type" in message or "schema" in message for message in messages)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("1", "1 (a number)"),
        ("0", "0 (a number)"),
        ("true", "true"),
        ("{}", "{}"),
        (json.dumps({"k" * 5000: 1}), f"{{{'k' * 40}... ...}}"),
    ],
)
def test_a_wrong_value_is_shown_as_written_and_shortened(value: str, sentence: str) -> None:
    text = f'{{"board": {{"hexagons": []}}, "text": {{"en": {{"name": {value}}}}}}}'
    messages = [render(d, "en") for d in read_bytes(text.encode(), "some.m44").diagnostics]
    assert f'"name" is {sentence}; it must be text' in messages


def test_at_most_100_errors_of_a_kind_are_listed() -> None:
    hexagons = [{"row": 0, "col": 0, "terrain": 5, "unit": 6}] * 300
    text = json.dumps({"board": {"type": "STANDARD", "hexagons": hexagons}})
    result = read_bytes(text.encode(), "some.m44")
    assert sum(d.code == "M020" for d in result.diagnostics) == 100
    messages = [render(d, "en") for d in result.diagnostics if d.code == "M032"]
    assert "Not shown: 500 problems of type M020 (wrong-type)" in messages


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=50, deadline=None)
def test_the_errors_match_those_of_jsonschema(name: str, data: st.DataObject) -> None:
    schema = read_schema(name)
    tree = data.draw(damaged_tree(name))
    faults = [repr((f.keyword, f.path, f.value)) for f in SchemaChecker(schema).faults(tree)]
    errors = Draft202012Validator(schema).iter_errors(tree)
    theirs = [repr((e.validator, tuple(e.absolute_path), e.instance)) for e in errors]
    assert sorted(faults) == sorted(theirs)
