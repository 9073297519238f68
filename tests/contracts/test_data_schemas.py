"""Every data file of the program has a schema."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.reference_data import load_yaml

from m44core.resources import schema_folder

REPOSITORY = Path(__file__).parent.parent.parent
FOLDERS = ("core/m44core", "editor/m44editor")
SCHEMA: dict[str, Any] = json.loads((schema_folder() / "data.schema.json").read_text("utf-8"))

DEFINITION_NAMES: Mapping[str, str] = {
    "balance_lab/data/fun_reference.yaml": "fun_reference",
    "balance_lab/data/human_map.yaml": "human_map",
    "balance_lab/data/human_results.yaml": "human_results",
    "balance_lab/data/sweep_candidates.yaml": "sweep_candidates",
    "balance_lab/data/win_weights.yaml": "win_weights",
    "messages/languages.yaml": "languages",
    "pasted/data/headings.yaml": "pasted_headings",
    "rules/analysis/published.yaml": "published",
    "site/data/battle_places.yaml": "battle_places",
    "site/data/coastlines.yaml": "coastlines",
    "standard_sentences/fillers.yaml": "fillers",
    "setup_list/data/words.yaml": "set_up_words",
    "translate/glossary.yaml": "glossary",
    "validation/text_analysis/starts_and_exits.yaml": "starts_and_exits",
    "validation/checks/equipment.yaml": "equipment",
    "validation/checks/faces.yaml": "faces",
    "validation/checks/nations.yaml": "nations",
    "validation/text_analysis/function_words.yaml": "function_words",
    "validation/text_analysis/references.yaml": "references",
    "validation/text_checks/doubled_letters.yaml": "doubled_letters",
    "validation/text_checks/objective_words.yaml": "objective_words",
    "validation/checks/special_rule_needs.yaml": "special_rule_needs",
    "validation/checks/special_rule_pairs.yaml": "special_rule_pairs",
    "vassal/headings.yaml": "headings",
}
"""The schema definition of each file, keyed by its path below the core package."""

TESTS_OF_OTHER_FILES: Mapping[str, str] = {
    "catalogue/data/*.yaml": "core/catalogue/test_data.py",
    "findings/data/*.yaml": "core/findings/test_finding_data.py",
    "validation/thresholds.yaml": "core/validation/test_thresholds.py",
    "validation/checks/engineers.yaml": "core/validation/checks/test_engineers.py",
    "validation/text_analysis/languages/*.yaml": "core/validation/text_analysis/test_languages.py",
    "validation/text_checks/rules_in_data.yaml": (
        "core/validation/text_checks/test_rules_in_data.py"
    ),
    "validation/bga_upload.yaml": "core/validation/test_bga_upload.py",
}
"""The tests that check other files against their own schemas."""


def test_every_data_file_has_a_schema() -> None:
    paths = [path for folder in FOLDERS for path in (REPOSITORY / folder).rglob("*.yaml")]
    core = REPOSITORY / FOLDERS[0]
    data_files = [core / name for name in DEFINITION_NAMES]
    data_files += [path for pattern in TESTS_OF_OTHER_FILES for path in core.glob(pattern)]
    assert sorted(paths) == sorted(data_files)


@pytest.mark.parametrize("test", TESTS_OF_OTHER_FILES.values())
def test_the_test_named_for_a_data_file_uses_a_schema(test: str) -> None:
    assert ".schema.json" in (REPOSITORY / "tests" / test).read_text("utf-8")


@pytest.mark.parametrize(("name", "kind"), DEFINITION_NAMES.items())
def test_a_data_file_matches_its_schema(name: str, kind: str) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    content = json.loads(json.dumps(load_yaml(REPOSITORY / FOLDERS[0] / name)))  # keys as texts
    schema = {"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]}
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    errors = validator.iter_errors(content)
    assert [f"{error.json_path}: {error.message}"[:300] for error in errors] == []
