"""Every data file of the program keeps to a schema: one of its own, or a definition of data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.reference_data import said_in

from m44core.resources import schema_folder

REPOSITORY = Path(__file__).parent.parent.parent
FOLDERS = ("core/m44core", "editor/m44editor")
SCHEMA: dict[str, Any] = json.loads((schema_folder() / "data.schema.json").read_text("utf-8"))

HERE: Mapping[str, str] = {
    "messages/languages.yaml": "languages",
    "rules/analysis/published.yaml": "published",
    "sentences/fillers.yaml": "fillers",
    "setup_list/data/words.yaml": "set_up_words",
    "translate/glossary.yaml": "glossary",
    "validation/basis/told_places.yaml": "told_places",
    "validation/checks/equipment.yaml": "equipment",
    "validation/checks/faces.yaml": "faces",
    "validation/checks/nations.yaml": "nations",
    "validation/prose/references.yaml": "references",
    "validation/special_rules/needs.yaml": "needs",
    "validation/special_rules/pairs.yaml": "pairs",
    "vassal/headings.yaml": "headings",
}
"""The definition that each file keeps to, below the folder of the core."""

ELSEWHERE: Mapping[str, str] = {
    "catalogue/data/*.yaml": "core/catalogue/test_data.py",
    "findings/data/*.yaml": "core/findings/test_data.py",
    "validation/basis/thresholds.yaml": "core/validation/basis/test_thresholds.py",
    "validation/checks/engineers.yaml": "core/validation/checks/test_insignia.py",
    "validation/prose/languages/*.yaml": "core/validation/texts/test_languages.py",
    "validation/stated_rules/held_rules.yaml": "core/validation/texts/test_held_rules.py",
    "validation/upload/table.yaml": "core/validation/upload/test_table.py",
}
"""The tests that hold other files to a schema of their own."""


def test_every_data_file_has_a_schema() -> None:
    found = [path for folder in FOLDERS for path in (REPOSITORY / folder).rglob("*.yaml")]
    core = REPOSITORY / FOLDERS[0]
    held = [core / name for name in HERE]
    held += [path for pattern in ELSEWHERE for path in core.glob(pattern)]
    assert sorted(found) == sorted(held)


@pytest.mark.parametrize("test", ELSEWHERE.values())
def test_a_schema_of_its_own_is_held_by_the_test_named_here(test: str) -> None:
    assert ".schema.json" in (REPOSITORY / "tests" / test).read_text("utf-8")


@pytest.mark.parametrize(("name", "kind"), HERE.items())
def test_a_data_file_keeps_to_its_definition(name: str, kind: str) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    content = json.loads(json.dumps(said_in(REPOSITORY / FOLDERS[0] / name)))  # keys as texts
    schema = {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}
    found = Draft202012Validator(schema).iter_errors(content)
    assert [f"{error.json_path}: {error.message}"[:300] for error in found] == []
