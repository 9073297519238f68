"""How long ``m44 check`` takes, from the outside and in one process."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.figures import BIN, REPOSITORY, Figure, Stopwatch, run
from tests.reference import LAYOUTS

from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_file
from m44core.io.files.write import to_bytes
from m44core.resources import scenarios_folder
from m44core.validation.basis.selection import select
from m44core.validation.running.runner import CheckSettings, check_file

M44 = BIN / "m44"
CLEAN_OR_NOT = (0, 1)
# Layouts that came after the first figures; without them the figures stay comparable.
LATER = {
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
BOARDS = [path for path in LAYOUTS if int(path.stem.partition("-")[0]) not in LATER]


def test_a_cold_check_of_one_native_file(stopwatch: Stopwatch, tmp_path: Path) -> None:
    told = scenarios_folder() / "pegasus-bridge.m44"
    file = tmp_path / told.name
    scenario = read_file(told).scenario
    assert scenario
    english = replace(scenario, texts={"en": scenario.texts["en"]})
    file.write_bytes(to_bytes(english, FileFormat.M44))
    schema = REPOSITORY / "schema" / "m44.schema.json"
    against = ("--schemafile", schema, "--default-filetype", "json", file)
    ours, theirs = stopwatch.alternate(
        lambda: run(M44, "check", file), lambda: run(BIN / "check-jsonschema", *against), 15
    )
    own, other = median(ours), median(theirs)
    stopwatch.take_down(Figure("m44 check, cold, one file", own * 1000, 300, "ms"))
    stopwatch.take_down(Figure("... against check-jsonschema", own / other, 1.0, "x"))


def test_a_cold_check_of_a_file_told_in_seven_languages(stopwatch: Stopwatch) -> None:
    told = scenarios_folder() / "pegasus-bridge.m44"
    taken = stopwatch.seconds(lambda: run(M44, "check", told), 7)
    name = "m44 check, cold, one file in seven languages"
    stopwatch.take_down(Figure(name, median(taken) * 1000, 900, "ms"))


def test_a_cold_check_of_all_boards_in_one_call(stopwatch: Stopwatch) -> None:
    boards = BOARDS[: stopwatch.rounds(len(BOARDS))]
    taken = stopwatch.seconds(lambda: run(M44, "check", *boards, expected=CLEAN_OR_NOT), 7)
    stopwatch.take_down(Figure("m44 check, cold, 43 boards", median(taken), 0.7, "s"))


PLAYABILITY = ["M7"]
WITHOUT = CheckSettings(select((), PLAYABILITY))


@pytest.mark.parametrize(
    ("settings", "what", "limit"),
    [
        (WITHOUT, "read and check a board without playability, median", 8),
        (CheckSettings(), "read and check a board, median", 60),
        (CheckSettings(select(profiles=["bga"])), "... and for Board Game Arena", 60),
    ],
    ids=["without playability", "usual", "bga"],
)
def test_reading_and_checking_a_board_in_one_process(
    stopwatch: Stopwatch, settings: CheckSettings, what: str, limit: float
) -> None:
    boards = BOARDS[: stopwatch.rounds(len(BOARDS))]
    taken = {board: seconds_of(board, settings) for board in boards}
    stopwatch.seconds(lambda: taken.update({b: seconds_of(b, settings) for b in boards}), 3)
    stopwatch.take_down(Figure(what, median(taken.values()) * 1000, limit, "ms"))


def seconds_of(board: Path, settings: CheckSettings) -> float:
    began = time.process_time()
    check_file(board, settings)
    return time.process_time() - began
