"""The time of ``m44 check``, as a command and in one process."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.measuring import BIN, REPOSITORY, Figure, Stopwatch, run_command
from tests.reference_data import DATA, LAYOUTS

from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.resources import scenarios_folder
from m44core.validation.check_selection import select_checks
from m44core.validation.runner import CheckSettings, check_file

M44 = BIN / "m44"
CHECK_STATUSES = (0, 1)
# Layouts that came after the first figures; without them the figures stay comparable.
LATER_LAYOUTS = {
    17,
    42,
    1302,
    1324,
    1407,
    1413,
    1433,
    1488,
    3496,
    4089,
    4152,
    4241,
    4245,
    4717,
    5913,
    6369,
    6380,
    18261,
}
BOARDS = [path for path in LAYOUTS if int(path.stem.partition("-")[0]) not in LATER_LAYOUTS]


PEGASUS = scenarios_folder() / "pegasus-bridge.m44"
SCHEMA = ("--schemafile", REPOSITORY / "schema" / "m44.schema.json", "--default-filetype", "json")


def test_a_cold_check_of_a_file_as_it_ships(stopwatch: Stopwatch) -> None:
    """The file ships with texts in seven languages."""
    own, other = median_check_seconds(stopwatch, PEGASUS)
    stopwatch.record(Figure("m44 check, cold, one file in 7 languages", own * 1000, 300, "ms"))
    stopwatch.record(Figure("... against check-jsonschema", own / other, 1.0, "x"))


def test_a_cold_check_of_a_file_in_one_language(stopwatch: Stopwatch, tmp_path: Path) -> None:
    file = tmp_path / PEGASUS.name
    scenario = read_file(PEGASUS).scenario
    assert scenario
    english = replace(scenario, texts={"en": scenario.texts["en"]})
    file.write_bytes(to_bytes(english, FileFormat.M44))
    own, other = median_check_seconds(stopwatch, file)
    stopwatch.record(Figure("m44 check, cold, one file in one language", own * 1000, 210, "ms"))
    stopwatch.record(Figure("... against check-jsonschema, too", own / other, 0.7, "x"))


def median_check_seconds(stopwatch: Stopwatch, file: Path) -> tuple[float, float]:
    """Return the median seconds of our check and of check-jsonschema, run in turn."""
    ours, theirs = stopwatch.alternate(
        lambda: run_command(M44, "check", file),
        lambda: run_command(BIN / "check-jsonschema", *SCHEMA, file),
        15,
    )
    return median(ours), median(theirs)


def test_the_help_compared_with_a_bare_python_start(stopwatch: Stopwatch) -> None:
    ours, bare = stopwatch.alternate(
        lambda: run_command(M44, "--help"), lambda: run_command(sys.executable, "-c", "pass"), 15
    )
    ratio = median(ours) / median(bare)
    stopwatch.record(Figure("m44 --help against python3 -c pass", ratio, 2.0, "x"))


def test_a_cold_check_of_all_boards_in_one_call(stopwatch: Stopwatch) -> None:
    boards = BOARDS[: stopwatch.rounds(len(BOARDS))]
    durations = stopwatch.seconds(
        lambda: run_command(M44, "check", *boards, expected=CHECK_STATUSES), 7
    )
    stopwatch.record(Figure("m44 check, cold, 43 boards", median(durations), 0.7, "s"))


def test_a_cold_check_of_layouts_and_scenarios_in_one_call(stopwatch: Stopwatch) -> None:
    """The call checks all published layouts and the shipped scenarios, with all their texts."""
    folders = (scenarios_folder(), DATA / "boards")
    durations = stopwatch.seconds(
        lambda: run_command(M44, "check", *folders, expected=CHECK_STATUSES), 3
    )
    stopwatch.record(Figure("m44 check, cold, layouts and scenarios", median(durations), 1, "s"))


PLAYABILITY = ["M7"]
WITHOUT_PLAYABILITY = CheckSettings(select_checks((), PLAYABILITY))


@pytest.mark.parametrize(
    ("settings", "name", "limit"),
    [
        (WITHOUT_PLAYABILITY, "read and check a board without playability, median", 8),
        (CheckSettings(), "read and check a board, median", 60),
        (CheckSettings(select_checks(profiles=["bga"])), "... and for Board Game Arena", 60),
    ],
    ids=["without playability", "usual", "bga"],
)
def test_reading_and_checking_a_board_in_one_process(
    stopwatch: Stopwatch, settings: CheckSettings, name: str, limit: float
) -> None:
    boards = BOARDS[: stopwatch.rounds(len(BOARDS))]
    durations = {board: check_seconds(board, settings) for board in boards}
    stopwatch.seconds(lambda: durations.update({b: check_seconds(b, settings) for b in boards}), 3)
    stopwatch.record(Figure(name, median(durations.values()) * 1000, limit, "ms"))


def check_seconds(board: Path, settings: CheckSettings) -> float:
    start_time = time.process_time()
    check_file(board, settings)
    return time.process_time() - start_time
