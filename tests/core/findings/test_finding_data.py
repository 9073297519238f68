"""The data files of the findings agree with their schema, and with each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from tests.reference_data import load_yaml

from m44core.findings.finding_kinds import DATA, FAMILIES, all_kinds
from m44core.resources import schema_folder

SCHEMA: dict[str, Any] = json.loads((schema_folder() / "findings.schema.json").read_text("utf-8"))
FILES = {path.stem: load_yaml(path) for path in sorted(DATA.glob("*.yaml"))}
KINDS = all_kinds().values()


@pytest.mark.parametrize("name", FILES)
def test_a_data_file_agrees_with_the_schema(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    errors = Draft202012Validator(SCHEMA).iter_errors(FILES[name])
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_every_property_of_the_schema_is_described() -> None:
    assert [name for name, part in _properties(SCHEMA) if "description" not in part] == []


def _properties(schema: object) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the schema of every property that a schema describes."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {}).items()
        for part in schema.values():
            yield from _properties(part)


def test_each_family_has_exactly_one_file() -> None:
    assert sorted(FAMILIES.values()) == sorted(FILES)


@pytest.mark.parametrize(("code_prefix", "name"), FAMILIES.items())
def test_a_file_has_the_codes_of_its_family_in_order(code_prefix: str, name: str) -> None:
    codes = list(FILES[name]["kinds"])
    assert codes == sorted(codes)
    assert {code[:2] for code in codes} <= {code_prefix}


@pytest.mark.parametrize("name", FILES)
def test_no_key_occurs_twice(name: str) -> None:
    """YAML readers drop all but the last of several equal keys."""
    tree = yaml.compose((DATA / f"{name}.yaml").read_text("utf-8"), yaml.SafeLoader)
    assert tree is not None
    for keys in _key_lists(tree):
        assert len(set(keys)) == len(keys), keys


def _key_lists(node: yaml.Node) -> Iterator[list[str]]:
    if isinstance(node, yaml.MappingNode):
        yield [key.value for key, _ in node.value]
        for _, value in node.value:
            yield from _key_lists(value)


def test_no_two_kinds_share_a_name() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_every_error_says_what_to_do_instead() -> None:
    errors = [kind for kind in KINDS if kind.severities[0] == "error"]
    assert [kind.code for kind in errors if not kind.instead] == []
