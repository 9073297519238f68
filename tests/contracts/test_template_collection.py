"""The template of a collection: the steps of its workflow and the commands of its page work."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from m44core.cli.main import main

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

from package_formats.documents import pack_folder  # noqa: E402 - the tools are no package

TEMPLATE = REPOSITORY / "packaging" / "template_collection"
WORKFLOW = TEMPLATE / ".github" / "workflows" / "collection.yml"
JOBS = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the template."""
    return shutil.copytree(TEMPLATE, tmp_path_factory.mktemp("template") / "collection")


def workflow_commands() -> Iterator[list[str]]:
    """Yield the words of every command of the program in the workflow, in order."""
    for step in STEPS:
        arguments = shlex.split(step.get("run", ""))
        if arguments[:1] == ["m44"]:
            yield arguments[1:]


def test_every_step_of_the_workflow_succeeds(
    collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(collection)
    commands = list(workflow_commands())
    assert [words[0] for words in commands] == [
        *("check", "translate", "translate", "translate", "site", "book")
    ]
    for words in commands:
        extra_options = ["--no-pdf"] if words[0] == "site" else []
        assert main([*words, *extra_options]) == 0, words
    assert (collection / "site" / "index.html").is_file()
    assert (collection / "site" / "booklet.pdf").stat().st_size > 10_000
    assert "| fr " in (collection / "status.md").read_text("utf-8")


def test_importing_the_translations_again_changes_nothing(
    collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(collection)
    assert main(["translate", "import", "po/", "scenarios/"]) == 0
    for file in (TEMPLATE / "scenarios").glob("*.yaml"):
        assert (collection / "scenarios" / file.name).read_bytes() == file.read_bytes()


def test_an_invalid_scenario_fails_the_checks(
    collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(collection)
    wrong_file = collection / "scenarios" / "wrong.yaml"
    wrong_file.write_text("format: 1\nboard: {type: standard, face: country}\nhexes: {}\n", "utf-8")
    check_command = next(workflow_commands())
    assert main(check_command) == 1
    wrong_file.unlink()


def test_commands_on_the_template_page_have_the_options_they_show(
    capsys: pytest.CaptureFixture[str],
) -> None:
    commands = re.findall(r"`m44 ([^`]+)`", (TEMPLATE / "README.md").read_text("utf-8"))
    assert len(commands) >= 5
    for command in commands:
        arguments = shlex.split(command)
        with pytest.raises(SystemExit, match="0"):
            main([*arguments[: 2 if arguments[0] == "translate" else 1], "--help"])
        output = capsys.readouterr().out
        assert all(word in output for word in arguments if word.startswith("--")), command


def test_the_archive_of_the_template_is_the_same_each_time(tmp_path: Path) -> None:
    first, second = (pack_folder(TEMPLATE, tmp_path / n, "collection") for n in ("a.zip", "b.zip"))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as packed:
        assert "collection/.github/workflows/collection.yml" in packed.namelist()
        packed.extractall(tmp_path)
    assert (tmp_path / "collection" / "m44.toml").read_bytes() == (
        TEMPLATE / "m44.toml"
    ).read_bytes()


def test_the_scenarios_of_the_template_equal_the_shipped_ones() -> None:
    shipped_examples = REPOSITORY / "scenarios" / "examples"
    for file in (TEMPLATE / "scenarios").glob("*.yaml"):
        if file.name != "site.yaml":
            assert file.read_bytes() == (shipped_examples / file.name).read_bytes(), file.name


def test_the_workflow_matches_the_schema_of_github_and_pins_its_actions() -> None:
    schema = ["--builtin-schema", "vendor.github-workflows"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, str(WORKFLOW)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    used_actions = [step["uses"] for step in STEPS if "uses" in step]
    assert [each for each in used_actions if not re.search(r"@[0-9a-f]{40}$", each)] == []
