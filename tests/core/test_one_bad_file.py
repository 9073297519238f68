"""A program fault with one file of five, wherever it occurs, does not affect the other four.

Faults are injected into pseudo-random calls of the work on that file; see ``injecting``.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.core.fault_injection import inject_fault

from m44core.cli.main import main
from m44core.work.executors import preferred_start_method

BAD_FILE = "bad.yaml"
OTHER_FILES = ("apex.yaml", "crest.json", "dune.yaml", "elm.yaml")
FAULT = re.compile(r"[Ii]nternal error \(|failed: .*details in|with an internal error; run m44")
SCENARIO = """format: 1
board: {type: standard, face: country}
briefing:
  front: western
  begins: "1944-06-06"
  first: bottom
  top: {side: axis, nation: DE, cards: 4, medals: 4}
  bottom: {side: allies, nation: US, cards: 5, medals: 4}
texts:
  en: {name: TITLE, description: "Axis: 4 command cards. Allies: 5 command cards."}
  de: {name: TITLE, description: "Achse: 4 Kommandokarten."}
hexes:
  E5: {terrain: forest, unit: german-infantry}
  G5: {terrain: {is: river, facing: 1}, unit: american-infantry}
labels: {C5: [Mill]}
"""


def as_json(text: str) -> str:
    """Return a YAML scenario converted to our JSON format."""
    from m44core.io.files.file_reader import read_bytes
    from m44core.io.files.scenario_files import FileFormat
    from m44core.io.files.serialization import to_text

    scenario = read_bytes(text.encode(), "a.yaml").scenario
    assert scenario
    return to_text(scenario, FileFormat.JSON)


def scenario_folder(folder: Path, names: Iterable[str]) -> Path:
    """Create a folder with scenarios of the given names, and return it."""
    folder.mkdir()
    for name in names:
        text = SCENARIO.replace("TITLE", Path(name).stem.title())
        folder.joinpath(name).write_text(as_json(text) if name.endswith("json") else text)
    return folder


class CommandResult(NamedTuple):
    """The result of a command.

    Attributes:
        status: Its exit status.
        out: Its standard output.
        err: Its standard error.
        folder: The folder of the scenarios.
        output_folder: The folder of the files that the command wrote.
    """

    status: int
    out: str
    err: str
    folder: Path
    output_folder: Path

    @property
    def files(self) -> dict[str, bytes]:
        """The contents of the files that the command wrote, keyed by relative path."""
        paths = sorted(path for path in self.output_folder.rglob("*") if path.is_file())
        return {
            path.relative_to(self.output_folder).as_posix(): path.read_bytes() for path in paths
        }


def lines_of_other_files(result: CommandResult) -> object:
    """Return the lines of output that start with the name of one of the other files."""
    lines = result.out.replace(str(result.folder), "").splitlines()
    return [line for line in lines if line.startswith(tuple(f"/{name}" for name in OTHER_FILES))]


def entries_of_other_files(key: str) -> Callable[[CommandResult], object]:
    """Return a function that returns the entries of the other files under *key* of JSON output."""

    def entries(result: CommandResult) -> object:
        by_name = {Path(each["path"]).name: each for each in json.loads(result.out)[key]}
        entries_of_files = {name: by_name[name] for name in OTHER_FILES}
        return json.dumps(entries_of_files, sort_keys=True).replace(str(result.folder), "")

    return entries


def sarif_results_of_other_files(result: CommandResult) -> object:
    """Return the SARIF results about the other files."""
    sarif_results = json.loads(result.out)["runs"][0]["results"]
    results = [(each["ruleId"], json.dumps(each["locations"])) for each in sarif_results]
    return [
        (rule, place.replace(str(result.folder), ""))
        for rule, place in results
        if BAD_FILE not in place
    ]


def lines_naming_other_files(result: CommandResult) -> object:
    """Return the lines of output that contain the names of the other files."""
    lines = result.out.replace(str(result.folder), "").splitlines()
    return [line for line in lines if any(Path(name).stem in line.lower() for name in OTHER_FILES)]


def pages_of_other_files(result: CommandResult) -> object:
    """Return the pages about the other files, keyed by path."""
    return {
        name: data
        for name, data in result.files.items()
        if name.startswith("scenarios/") and "scenarios/bad/" not in name
    }


def exported_files_of_other_files(result: CommandResult) -> object:
    """Return the exported translation files of the other scenarios, keyed by path."""
    return {name: data for name, data in result.files.items() if Path(name).stem != "bad"}


def contents_of_other_files(result: CommandResult) -> object:
    """Return the contents of the other files, keyed by name."""
    return {name: result.folder.joinpath(name).read_bytes() for name in OTHER_FILES}


def written_file_names(result: CommandResult) -> object:
    """Return the names of the written files, which are only the booklet."""
    return set(result.files)


OutputOfOtherFiles = Callable[[CommandResult], object]
COMMANDS: Mapping[str, tuple[int, OutputOfOtherFiles]] = {
    "check --format text FOLDER": (5, lines_of_other_files),
    "check --format full FOLDER": (3, lines_naming_other_files),
    "check --format json FOLDER": (5, entries_of_other_files("files")),
    "check --format sarif FOLDER": (4, sarif_results_of_other_files),
    "check --format github FOLDER": (2, lines_naming_other_files),
    "check --format gitlab FOLDER": (2, lines_naming_other_files),
    "check --format junit FOLDER": (2, lines_naming_other_files),
    "check --fix FOLDER": (4, contents_of_other_files),
    "check --diff FOLDER": (2, lines_naming_other_files),
    "library FOLDER": (3, lines_naming_other_files),
    "library --format json --sort findings FOLDER": (5, entries_of_other_files("scenarios")),
    "supports FOLDER": (2, lines_naming_other_files),
    "supports --format json FOLDER": (3, entries_of_other_files("scenarios")),
    "duel recruit sergeant FOLDER --games 10": (2, lines_naming_other_files),
    "site FOLDER OUT --no-pdf --jobs 1 --title Battles": (6, pages_of_other_files),
    "book FOLDER OUT/out.pdf": (2, written_file_names),
    "site FOLDER OUT --jobs 1 --title Battles": (2, pages_of_other_files),
    "translate status FOLDER --format json": (3, lines_naming_other_files),
    "translate export FOLDER OUT --to fr": (3, exported_files_of_other_files),
    "translate check FOLDER": (3, lines_of_other_files),
}
"""Commands for folders: the number of faults to inject, and the output about the other files."""
SINGLE_FILE_COMMANDS = {
    "convert FILE OUT/out.m44": 2,
    "render FILE OUT/out.svg --legend": 3,
    "bill FILE": 2,
    "bill --format json FILE": 1,
    "facts FILE": 2,
    "diff FILE OTHER": 2,
    "play FILE --ai recruit --games 2": 2,
    "sentences FILE": 2,
    "sheet FILE OUT/out.pdf": 3,
    "poster FILE OUT/out.pdf": 2,
    "pieces FILE OUT/out.pdf --all": 2,
}
"""Commands for one file."""


def run_command(
    call: str, folder: Path, output_folder: Path, capsys: pytest.CaptureFixture[str]
) -> CommandResult:
    """Run a command on a folder or on its bad file, and return the result."""
    output_folder.mkdir(exist_ok=True)
    paths = {"FOLDER": folder, "FILE": folder / BAD_FILE, "OTHER": folder / OTHER_FILES[0]}
    arguments = [
        str(paths.get(word, word.replace("OUT", str(output_folder)))) for word in call.split()
    ]
    capsys.readouterr()
    status = main(arguments)
    return CommandResult(status, *capsys.readouterr(), folder, output_folder)


@pytest.fixture(autouse=True)
def reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where fault reports are written."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "m44-workshop" / "faults"


def is_reported_once(result: CommandResult, file_name: str = BAD_FILE) -> bool:
    """Return whether exactly one line reports a fault, without a traceback."""
    lines = [line for line in (result.out + result.err).splitlines() if FAULT.search(line)]
    return len(lines) == 1 and "Traceback" not in result.out + result.err


def count_calls_for_bad_file(call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> int:
    """Return the number of calls in the work on the bad file, once all caches are filled."""
    calls = []
    for run_name in ("cold", "warm", "warmer"):
        folder = scenario_folder(tmp_path / run_name, (*OTHER_FILES, BAD_FILE))
        with inject_fault(BAD_FILE) as counted:
            run_command(call, folder, tmp_path / f"{run_name}-made", capsys)
        calls.append(counted.calls)
    return min(calls)


def failing_call_number(call: str, number: int, calls: int) -> int:
    """Return the index of a pseudo-random call among the first nine tenths of *calls*."""
    return random.Random(f"{call} {number}").randint(1, calls * 9 // 10)


@pytest.mark.bulk
@pytest.mark.parametrize("call", COMMANDS)
def test_a_fault_with_one_file_does_not_affect_the_others(
    call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    faults, of_others = COMMANDS[call]
    result_without = run_command(
        call, scenario_folder(tmp_path / "four", OTHER_FILES), tmp_path / "made-of-four", capsys
    )
    calls = count_calls_for_bad_file(call, tmp_path, capsys)
    for number in range(faults):
        with subtests.test(number=number):
            call_number = failing_call_number(call, number, calls)
            folder = scenario_folder(tmp_path / f"five-{number}", (*OTHER_FILES, BAD_FILE))
            with inject_fault(BAD_FILE, call_number) as injection:
                result = run_command(call, folder, tmp_path / f"made-of-five-{number}", capsys)
            assert injection.where
            assert of_others(result) == of_others(result_without), injection.where
            outcome = result.status, is_reported_once(result)
            assert outcome == (2, True), (call_number, injection.calls, injection.where, result)


COMMANDS_WITH_PROCESSES: list[tuple[str, OutputOfOtherFiles]] = [
    ("check --format json FOLDER", entries_of_other_files("files")),
    ("library --format json FOLDER", entries_of_other_files("scenarios")),
    ("site FOLDER OUT --no-pdf --title Battles", pages_of_other_files),
]
TRACED = pytest.mark.skipif(
    preferred_start_method() != "fork", reason="other processes are not traced"
)


@TRACED
@pytest.mark.parametrize(
    ("call", "of_others"),
    [
        *COMMANDS_WITH_PROCESSES,
        ("check --fix --format json FOLDER", contents_of_other_files),
        ("check --diff FOLDER", lines_naming_other_files),
    ],
)
def test_a_file_that_kills_its_process_does_not_affect_the_others(
    call: str, of_others: OutputOfOtherFiles, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parallel_call = f"{call} --jobs 2"
    result_without = run_command(
        parallel_call,
        scenario_folder(tmp_path / "four", OTHER_FILES),
        tmp_path / "made-of-four",
        capsys,
    )
    folder = scenario_folder(tmp_path / "five", (*OTHER_FILES, BAD_FILE))
    with inject_fault(BAD_FILE, 3, deadly=True):
        result = run_command(parallel_call, folder, tmp_path / "made-of-five", capsys)
    assert of_others(result) == of_others(result_without)
    assert result.status == 2
    assert (result.out + result.err).count(
        "worker process ended unexpectedly twice; memory may have run out"
    ) == 1


@TRACED
@pytest.mark.parametrize(("call", "of_others"), COMMANDS_WITH_PROCESSES)
def test_a_fault_in_a_worker_process_only_affects_its_file(
    call: str,
    of_others: OutputOfOtherFiles,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    subtests: pytest.Subtests,
) -> None:
    parallel_call = f"{call} --jobs 2"
    result_without = run_command(
        parallel_call,
        scenario_folder(tmp_path / "four", OTHER_FILES),
        tmp_path / "made-of-four",
        capsys,
    )
    serial_call = f"{call} --jobs 1"
    calls = count_calls_for_bad_file(serial_call, tmp_path, capsys)
    for number in range(3):
        with subtests.test(number=number):
            call_number = failing_call_number(serial_call, number, calls) // 2
            folder = scenario_folder(tmp_path / f"five-{number}", (*OTHER_FILES, BAD_FILE))
            with inject_fault(BAD_FILE, call_number):
                result = run_command(
                    parallel_call, folder, tmp_path / f"made-of-five-{number}", capsys
                )
            assert of_others(result) == of_others(result_without)
            assert (result.status, is_reported_once(result)) == (2, True), (call_number, result)


@pytest.mark.parametrize("call", SINGLE_FILE_COMMANDS)
def test_a_fault_in_a_single_file_command_prints_one_line_and_writes_a_report(
    call: str,
    tmp_path: Path,
    reports: Path,
    capsys: pytest.CaptureFixture[str],
    subtests: pytest.Subtests,
) -> None:
    calls = count_calls_for_bad_file(call, tmp_path, capsys)
    for number in range(SINGLE_FILE_COMMANDS[call]):
        with subtests.test(number=number):
            shutil.rmtree(reports, ignore_errors=True)
            call_number = failing_call_number(call, number, calls)
            folder = scenario_folder(tmp_path / f"five-{number}", (*OTHER_FILES, BAD_FILE))
            with inject_fault(BAD_FILE, call_number) as injection:
                result = run_command(call, folder, tmp_path / f"made-{number}", capsys)
            assert (result.status, is_reported_once(result)) == (2, True), (injection.where, result)
            (report,) = reports.iterdir()
            assert str(report) in result.err
            assert f"File: '{BAD_FILE}', " in report.read_text()
