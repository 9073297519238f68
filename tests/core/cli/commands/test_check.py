"""``m44 check``: files, exit statuses, formats, jobs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.system_requirements import open_pseudo_terminal

from m44core.cli.main import main
from m44core.resources import schema_folder

VALID_TEXT = """\
format: 1
board: {type: standard, face: country}
briefing:
  first: top
  top: {side: axis, cards: 4, medals: 4}
  bottom: {side: allies, cards: 4, medals: 4}
hexes:
  A9: {unit: german-infantry}
  C9: {unit: german-infantry}
  E9: {unit: german-infantry}
  G9: {unit: german-infantry}
  A1: {unit: american-infantry}
  C1: {unit: american-infantry}
  E1: {unit: american-infantry}
  G1: {unit: american-infantry}
"""
ONLY_THESE_CODES = ("--select", "M0,M501,M502")  # without the other findings about so few units
TEXT_WITH_WARNING = VALID_TEXT.replace("G9: {", "G9: {structure: bridge, ")
FAULTY = VALID_TEXT.replace("A1:", "B5: {structure: bunker}\n  A1:")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with some scenarios and some other files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "sound.yaml").write_text(VALID_TEXT)
    (tmp_path / "warned.yaml").write_text(TEXT_WITH_WARNING)
    (tmp_path / "deep" / "faulty.yaml").write_text(FAULTY)
    (tmp_path / "deep" / "er" / "broken.m44").write_text("{")
    (tmp_path / "deep" / "settings.yaml").write_text("colour: blue\n")
    (tmp_path / "deep" / "data.json").write_text('{"hexagonal": 1}')
    (tmp_path / ".hidden.m44").write_text("{")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["sound.yaml"], 0),
        (["warned.yaml"], 0),
        (["warned.yaml", "--fail-on", "warning"], 1),
        (["warned.yaml", "--fail-on", "info"], 1),
        (["warned.yaml", "--fail-on", "warning", *ONLY_THESE_CODES, "--ignore", "M501"], 0),
        (
            [
                "warned.yaml",
                "--fail-on",
                "warning",
                *ONLY_THESE_CODES,
                "--ignore",
                "M1,bridge-without-river",
            ],
            0,
        ),
        (["warned.yaml", "--fail-on", "warning", "--select", "M1"], 0),
        (["deep/faulty.yaml"], 1),
        (["deep/faulty.yaml", "--fail-on", "never"], 0),
        (["deep/er/broken.m44"], 1),
        (["missing.m44"], 2),
        (["missing.m44", "--fail-on", "never"], 2),
        (["sound.yaml", "missing.m44", "deep/faulty.yaml"], 2),
        (["sound.yaml", "--ignore", "nothing-like-it"], 2),
    ],
)
@pytest.mark.usefixtures("folder")
def test_the_exit_status_depends_on_the_problems(arguments: list[str], status: int) -> None:
    assert main(["check", *arguments]) == status


@pytest.mark.usefixtures("folder")
def test_a_problem_is_printed_on_one_line_with_its_location(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "deep/faulty.yaml", *ONLY_THESE_CODES])
    assert capsys.readouterr().out == (
        "deep/faulty.yaml:12:8: error M502 unclear-bunker-owner "
        "The bunker has no owner and no unit in it [B5]\n\n"
        "1 file checked: 1 error\n"
    )


@pytest.mark.usefixtures("folder")
def test_a_folder_stands_for_the_scenarios_below_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", ".", "--format", "json"])
    files = [file["path"] for file in json.loads(capsys.readouterr().out)["files"]]
    assert files == ["deep/er/broken.m44", "deep/faulty.yaml", "sound.yaml", "warned.yaml"]


@pytest.mark.usefixtures("folder")
def test_check_expands_glob_patterns_itself(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "**/*.yaml", "sound.yaml", "no*.m44", "--format", "json"])
    files = {f["path"]: f["failure"] for f in json.loads(capsys.readouterr().out)["files"]}
    assert list(files) == [
        "deep/faulty.yaml", "deep/settings.yaml", "sound.yaml", "warned.yaml", "no*.m44",
    ]  # fmt: skip
    assert [path for path, failure in files.items() if failure] == ["no*.m44"]


@pytest.mark.usefixtures("folder")
def test_files_with_the_same_scenario_id_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.yaml", "b.yaml", "c.yaml"):
        Path(name).write_text(VALID_TEXT + "meta: {scenario_id: 4185}\n")
    assert main(["check", "a.yaml", "b.yaml", "sound.yaml", "c.yaml", *ONLY_THESE_CODES]) == 0
    output = capsys.readouterr().out.splitlines()
    message = "info M055 same-id The scenario id 4185 is also used by a.yaml"
    assert output[:3] == [f"b.yaml: {message}", "", f"c.yaml: {message}"]
    assert (
        main(
            [
                "check",
                "--ignore",
                "M055",
                *ONLY_THESE_CODES,
                "a.yaml",
                "b.yaml",
                "--fail-on",
                "info",
            ]
        )
        == 0
    )


@pytest.mark.usefixtures("folder")
def test_one_bad_file_does_not_stop_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "missing.m44", "deep/er/broken.m44", "warned.yaml", *ONLY_THESE_CODES])
    output = capsys.readouterr().out
    assert "missing.m44: not checked: There is no file" in output
    assert "deep/er/broken.m44:1:2: error M005" in output
    assert "warned.yaml:11:8: warning M501" in output
    assert output.endswith("2 files checked: 1 error, 1 warning; 1 file not checked\n")


def test_an_empty_folder_is_not_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    assert main(["check", "empty"]) == 2
    assert "this folder contains no scenario" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_less_severe_problems_can_be_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "warned.yaml", "--show", "error", *ONLY_THESE_CODES])
    assert capsys.readouterr().out == "1 file checked: 1 warning\n"


@pytest.mark.usefixtures("folder")
def test_json_follows_its_schema_for_all_problems(capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads((schema_folder() / "diagnostics.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    main(["check", ".", "missing.m44", "--format", "json", "--show", "error", *ONLY_THESE_CODES])
    document = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema).validate(document)
    assert document["summary"] == {
        "files": 5, "not_checked": 1, "error": 2, "warning": 1, "info": 0,
    }  # fmt: skip
    (bunker,) = document["files"][1]["diagnostics"]
    assert bunker["hex"] == "B5"
    assert bunker["fixes"][0]["changes"] == {"/hexes/B5/structure/owner": "axis"}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("report_format", ["text", "json"])
def test_the_output_does_not_depend_on_the_number_of_jobs(
    report_format: str, capfd: pytest.CaptureFixture[str]
) -> None:
    outputs = []
    for jobs in ("1", "2", "3"):
        main(["check", ".", "missing.m44", "--jobs", jobs, "--format", report_format])
        outputs.append(capfd.readouterr())
    assert outputs[0].out
    assert outputs[0] == outputs[1] == outputs[2]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "empty"),
    [
        ([""], "PATH"),
        (["sound.yaml", ""], "PATH"),
        (["sound.yaml", "--select", ""], "--select"),
        (["sound.yaml", "--select", "M5", "--select", " , "], "--select"),
        (["sound.yaml", "--ignore", ""], "--ignore"),
        (["sound.yaml", "--boxes", ""], "--boxes"),
        (["sound.yaml", "--boxes", ","], "--boxes"),
        (["sound.yaml", "--config", ""], "--config"),
        (["sound.yaml", "--output", ""], "--output"),
    ],
)
def test_an_empty_value_is_refused(
    arguments: list[str], empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *arguments]) == 2
    output = f"m44: {empty} is empty; give it a value, or leave it out\n"
    assert capsys.readouterr() == ("", output)


def test_jobs_must_be_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", "x.m44", "--jobs", "0"])
    assert "--jobs: '0' is not a whole number from 1 to 999999999" in capsys.readouterr().err


def run_in_terminal(arguments: list[str], **environment: str) -> str:
    """Return the output of a command in a terminal."""
    parent, child = open_pseudo_terminal()
    command = [sys.executable, "-m", "m44core.cli.main", *arguments]
    env = {**os.environ, **environment}
    with subprocess.Popen(command, stdout=child, stderr=child, env=env):
        os.close(child)
        output = b"".join(_read_until_closed(parent))
    os.close(parent)
    return output.decode()


def _read_until_closed(parent: int) -> Iterator[bytes]:
    try:
        while part := os.read(parent, 4096):
            yield part
    except OSError:  # how Linux says that the other side is gone
        return


@pytest.mark.usefixtures("folder")
def test_colours_are_printed_only_on_terminals_that_allow_them() -> None:
    arguments = ["check", "deep/faulty.yaml", *ONLY_THESE_CODES]
    assert "\033[31merror\033[0m" in run_in_terminal(arguments, TERM="xterm", NO_COLOR="")
    assert "\033" not in run_in_terminal(arguments, TERM="xterm", NO_COLOR="1")
    assert "\033" not in run_in_terminal(arguments, TERM="dumb", NO_COLOR="")


@pytest.mark.usefixtures("handle_interrupts")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_the_check_without_a_traceback(folder: Path, jobs: str) -> None:
    for number in range(400):
        (folder / f"late{number}.yaml").write_text(VALID_TEXT)
    command = [sys.executable, "-m", "m44core.cli.main", "check", "--jobs", jobs, "."]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline()  # it has begun
        process.send_signal(signal.SIGINT)
        try:
            _, output = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == -signal.SIGINT
    assert output == b"\nm44: interrupted\n"
