"""The parts of the recipes of docs/ci.md, and of the pre-commit hooks, that can be run here."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.reference_data import load_yaml

from m44core.cli.main import main
from m44core.cli.reporting.reporter import FORMATS

REPOSITORY = Path(__file__).parent.parent.parent
PAGE = (REPOSITORY / "docs" / "ci.md").read_text("utf-8")
BLOCK = re.compile(r"^```(yaml|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SCENARIO = "format: 1\nboard: {type: standard, face: country}\nhexes: {}\n"


def code_blocks(language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(PAGE) if kind == language]


RECIPES = [yaml.load(text, yaml.SafeLoader) for text in code_blocks("yaml")]
WORKFLOWS = [recipe for recipe in RECIPES if "jobs" in recipe]
(GITLAB,) = (recipe for recipe in RECIPES if "scenarios" in recipe)
(PRE_COMMIT,) = (recipe for recipe in RECIPES if "repos" in recipe)
(HOOK, TRANSLATIONS) = load_yaml(REPOSITORY / ".pre-commit-hooks.yaml")


def commands() -> Iterator[str]:
    """Yield every m44 command of the page."""
    scripts = [*code_blocks("sh"), *GITLAB["scenarios"]["script"]]
    for workflow in WORKFLOWS:
        scripts += [step.get("run", "") for step in workflow["jobs"]["check"]["steps"]]
    for script in scripts:
        yield from (line for line in script.splitlines() if line.startswith("m44 "))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, laid out like those in the recipes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "map.yaml").write_text(SCENARIO)
    return tmp_path


@pytest.mark.parametrize("command", [c for c in commands() if "--watch" not in c])
def test_every_command_succeeds_and_writes_its_output_file(command: str, folder: Path) -> None:
    arguments = shlex.split(command)[1:]
    status = main([*arguments, "--select", "M0,M502"])
    assert status == 0
    if "--output" in arguments:
        assert (folder / arguments[arguments.index("--output") + 1]).read_text("utf-8").strip()


@pytest.mark.parametrize(
    ("schema", "recipes"),
    [("vendor.github-workflows", WORKFLOWS), ("vendor.gitlab-ci", [GITLAB])],
)
def test_the_recipes_match_the_schemas_of_their_hosts(
    schema: str, recipes: list[Any], tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema]
    for number, recipe in enumerate(recipes):
        file = tmp_path / f"{number}.yml"
        file.write_text(yaml.safe_dump(recipe).replace("true:", "on:"))  # on is a word of YAML 1.1
        result = subprocess.run([*command, file], capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout


def test_every_report_format_is_on_the_page() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)) == set(FORMATS)


def test_the_hook_checks_exactly_the_given_files(folder: Path) -> None:
    (folder / "bad.m44").write_text("{")
    command = [sys.executable, "-m", "m44core.cli.main", *shlex.split(HOOK["entry"])[1:], "bad.m44"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert shlex.split(HOOK["entry"])[0] == "m44"
    assert result.returncode == 1
    assert result.stdout.startswith("bad.m44:1:2: error M005")


def test_the_hook_installs_this_project() -> None:
    assert HOOK["language"] == "python"
    assert (REPOSITORY / "pyproject.toml").is_file()
    assert PRE_COMMIT["repos"][0]["hooks"][0]["id"] == HOOK["id"]


@pytest.mark.parametrize(
    ("name", "is_checked"), [("a.m44", True), ("deep/a b.m44", True), ("a.m44.txt", False)]
)
def test_the_hook_accepts_only_scenarios(name: str, is_checked: bool) -> None:
    assert bool(re.search(HOOK["files"], name)) is is_checked


TRANSLATING = (REPOSITORY / "docs" / "translating-scenarios.md").read_text("utf-8")
COLLECTION = [
    yaml.load(text, yaml.SafeLoader) for kind, text in BLOCK.findall(TRANSLATING) if kind == "yaml"
]


def test_the_translation_hook_reports_the_line_of_a_syntax_error(tmp_path: Path) -> None:
    (tmp_path / "fr.po").write_text('msgid "', encoding="utf-8")
    arguments = shlex.split(TRANSLATIONS["entry"])
    command = [sys.executable, "-m", "m44core.cli.main", *arguments[1:], "fr.po"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "fr.po:1:" in result.stderr
    assert re.search(TRANSLATIONS["files"], "po/fr/mill.po")


def test_the_recipes_for_collections_match_the_schemas_of_their_hosts(tmp_path: Path) -> None:
    (hooks,) = (recipe for recipe in COLLECTION if "repos" in recipe)
    assert hooks["repos"][0]["hooks"][0]["id"] == TRANSLATIONS["id"]
    (workflow,) = (recipe for recipe in COLLECTION if "jobs" in recipe)
    file = tmp_path / "translations.yml"
    file.write_text(yaml.safe_dump(workflow).replace("true:", "on:"), encoding="utf-8")
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema"]
    result = subprocess.run(
        [*command, "vendor.github-workflows", file], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout


def test_every_command_of_the_workflow_for_collections_works(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = SCENARIO.replace("hexes", "texts: {en: {name: Mill}, fr: {name: Moulin}}\nhexes")
    (folder / "scenarios" / "map.yaml").write_text(text)
    (workflow,) = (recipe for recipe in COLLECTION if "jobs" in recipe)
    steps = (step.get("run", "") for step in workflow["jobs"]["translations"]["steps"])
    lines = [line for step in steps for line in step.splitlines() if line.startswith("m44 ")]
    assert main(["translate", "export", "scenarios/", "po/"]) == 0
    for line in lines:
        assert main(shlex.split(line.partition(" >")[0])[1:]) == 0
    assert "| **all** | 100% |" in capsys.readouterr().out
