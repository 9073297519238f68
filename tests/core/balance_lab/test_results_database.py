"""Results add up, are never mixed, and survive damage to their files."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from m44core.balance_lab import results_database
from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import record_games
from m44core.balance_lab.results_database import (
    EDITION,
    GameSetup,
    ResultsDatabase,
    exported_rows,
    setup_of,
)
from m44core.errors import ReadError
from m44core.messages.languages import ENGLISH
from m44core.messages.renderers import renderer_in
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels

_PAGE = 4096  # bytes


@pytest.fixture(scope="module")
def setup(sergeant_plan: SimulationPlan) -> GameSetup:
    return setup_of(sergeant_plan)


@pytest.fixture(scope="module")
def games(sergeant_plan: SimulationPlan) -> list[GameRecord]:
    return [game for game in record_games(sergeant_plan) if isinstance(game, GameRecord)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results" / "games.sqlite3"


def stored_games(path: Path, setup: GameSetup) -> list[GameRecord]:
    with ResultsDatabase(path) as database:
        assert database.notice is None
        return database.games(setup)


def games_with_rounded_luck(games: list[GameRecord]) -> list[GameRecord]:
    return [replace(game, luck=tuple(round(luck, 5) for luck in game.luck)) for game in games]


def test_games_are_read_as_they_were_stored(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    with ResultsDatabase(path) as database:
        database.add(setup, games[4:])
        database.add(setup, games[:6])  # two of them again
        assert database.games(setup) == games_with_rounded_luck(games)
    assert stored_games(path, setup) == games_with_rounded_luck(games)


def test_games_of_other_players_settings_versions_and_scenarios_are_never_mixed_in(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    other_setups = [
        replace(setup, levels=Levels("sergeant", "recruit")),
        replace(setup, settings="turn-limit=9"),
        replace(setup, engine="0.0.1-12345678"),
        replace(setup, fingerprint="2:0000000000000000"),
    ]
    with ResultsDatabase(path) as database:
        database.add(setup, games)
        assert [database.games(other) for other in other_setups] == [[]] * 4


def test_games_of_a_retitled_scenario_are_found(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    with ResultsDatabase(path) as database:
        database.add(setup, games)
        assert database.games(replace(setup, title="Le pont")) == games_with_rounded_luck(games)


def test_each_database_keeps_its_own_seed(tmp_path: Path) -> None:
    seeds = []
    for name in ("one", "one", "two"):
        with ResultsDatabase(tmp_path / name) as database:
            seeds.append(database.seed)
    assert seeds[0] == seeds[1] != seeds[2]


def test_merging_adds_new_games(tmp_path: Path, setup: GameSetup, games: list[GameRecord]) -> None:
    with (
        ResultsDatabase(tmp_path / "ours") as own_database,
        ResultsDatabase(tmp_path / "theirs") as foreign_database,
    ):
        own_database.add(setup, games[:5])
        foreign_database.add(setup, games[3:])
        foreign_database.add(setup, [replace(games[0], seed=99)])
        assert own_database.merge(foreign_database) == len(games) - 5 + 1
        assert own_database.merge(foreign_database) == 0
        assert len(own_database.games(setup)) == len(games) + 1


def test_every_game_is_exported_with_its_settings(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    with ResultsDatabase(path) as database:
        database.add(setup, games)
        rows = list(exported_rows(database))
    assert [row["number"] for row in rows] == [game.number for game in games]
    assert {row["fingerprint"] for row in rows} == {setup.fingerprint}
    assert {row["axis_player"] for row in rows} == {"sergeant"}


def test_a_damaged_file_is_set_aside_and_named(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    path.parent.mkdir()
    path.write_bytes(b"not a database " * 400)
    with ResultsDatabase(path) as database:
        assert database.notice
        assert "games.sqlite3.damaged" in renderer_in(ENGLISH).render(database.notice)
        database.add(setup, games)
    assert path.with_name("games.sqlite3.damaged").read_bytes().startswith(b"not a database")
    assert stored_games(path, setup) == games_with_rounded_luck(games)


def test_games_that_can_be_read_in_a_damaged_file_are_kept(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    many_games = [replace(games[0], number=number) for number in range(300)]
    with ResultsDatabase(path) as database:
        database.add(setup, many_games)
    data = bytearray(path.read_bytes())
    middle = len(data) // 2 // _PAGE * _PAGE
    data[middle : middle + _PAGE] = bytes(_PAGE)
    path.write_bytes(data)
    with ResultsDatabase(path) as database:
        kept = len(database.games(setup))
        assert 20 < kept < 300
        assert f"with {kept} games that could still be read" in str(database.notice)
    assert len(stored_games(path, setup)) == kept


def test_damage_that_is_found_later_is_reported_too(
    path: Path, setup: GameSetup, games: list[GameRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results_database, "_MAX_CHECKED_BYTES", 0)  # too large for a check
    with ResultsDatabase(path) as database:
        database.add(setup, games)
    path.write_bytes(path.read_bytes()[:_PAGE] + bytes(20 * _PAGE))
    with ResultsDatabase(path) as database:
        assert database.games(setup) == []
        database.add(setup, games)
        assert "was damaged" in str(database.notice)
    assert stored_games(path, setup) == games_with_rounded_luck(games)


def test_another_program_that_has_a_damaged_file_open_stores_its_games_in_the_new_one(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    many_games = [replace(games[0], number=number) for number in range(300)]
    with ResultsDatabase(path) as database:
        database.add(setup, many_games)
    with ResultsDatabase(path) as other:
        other.add(setup, [replace(games[0], number=998)])
        damaged_data = bytearray(path.read_bytes())
        middle = len(damaged_data) // 2 // _PAGE * _PAGE
        damaged_data[middle : middle + _PAGE] = bytes(_PAGE)
        path.write_bytes(damaged_data)
        with ResultsDatabase(path) as database:
            kept = len(database.games(setup))
            assert "was damaged" in str(database.notice)
            other.add(setup, [replace(games[0], number=999)])
            assert len(database.games(setup)) == kept + 1
    stored_numbers = {game.number for game in stored_games(path, setup)}
    assert 999 in stored_numbers
    assert len(stored_numbers) == kept + 1
    assert path.with_name("games.sqlite3.damaged").stat().st_size >= len(damaged_data)


def test_a_damaged_database_of_others_is_not_merged(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    with ResultsDatabase(path) as database:
        database.add(setup, games)
        setups_page = _root_page_index(path, "setups")
    data = bytearray(path.read_bytes())
    data[setups_page * _PAGE : (setups_page + 1) * _PAGE] = b"\xff" * _PAGE
    path.write_bytes(data)
    with pytest.raises(ReadError), ResultsDatabase.copy_of(path) as other:
        other.setups()


def _root_page_index(path: Path, table: str) -> int:
    """Return the index of the first page of a table in a file."""
    query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
    with closing(sqlite3.connect(path)) as connection:
        (page,) = connection.execute(query, (table,)).fetchone()
        return int(page) - 1


def test_a_file_of_a_newer_program_is_not_changed(
    path: Path, setup: GameSetup, games: list[GameRecord]
) -> None:
    with ResultsDatabase(path) as database:
        database.add(setup, games)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {EDITION + 1}")
    connection.close()
    before = path.read_bytes()
    with ResultsDatabase(path) as database:
        assert database.notice
        database.add(setup, games)
        assert database.games(setup) == games_with_rounded_luck(games)  # in memory
    assert path.read_bytes() == before


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="the system has no full disk to try")  # noqa: PTH110 - a Path may raise instead
def test_an_unwritable_database_is_reported_and_games_continue(
    setup: GameSetup, games: list[GameRecord]
) -> None:
    with ResultsDatabase(Path("/dev/full/games.sqlite3")) as database:
        assert database.notice
        assert "/dev/full" in renderer_in(ENGLISH).render(database.notice)
        database.add(setup, games)
        assert database.games(setup) == games_with_rounded_luck(games)


FILLS_THE_DISK = """
import resource, signal, sys
from pathlib import Path
from m44core.balance_lab.results_database import ResultsDatabase
from tests.core.balance_lab.invented_games import SETUP, invented_games

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with ResultsDatabase(Path(sys.argv[1])) as database:
    database.add(SETUP, invented_games(1, 200))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, 1 << 17))
    for first in range(201, 40_201, 200):
        database.add(SETUP, invented_games(first, 200))
    assert database.notice is not None
    print(len(database.games(SETUP)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of a file's size")
def test_a_disk_that_fills_up_loses_no_game_of_the_run(path: Path) -> None:
    command = [sys.executable, "-c", FILLS_THE_DISK, str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["40200"]
    with ResultsDatabase(path) as database:
        assert database.notice is None
        assert database.setups()[0][1] >= 200


OPENS_EACH = """
import sys
from pathlib import Path
from m44core.balance_lab.results_database import ResultsDatabase

print("ready", flush=True)
for line in sys.stdin:
    with ResultsDatabase(Path(line.strip())) as database:
        print(database.notice, flush=True)
"""


def test_processes_that_create_the_file_at_the_same_time_all_store_their_games(
    tmp_path: Path,
) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPENS_EACH],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    lines = [(process.stdin, process.stdout) for process in processes]
    assert {out.readline() for _, out in lines if out} == {"ready\n"}
    for number in range(50):
        for process_input, _ in lines:
            assert process_input
            process_input.write(f"{tmp_path / f'{number}.sqlite3'}\n")
            process_input.flush()
        assert [out.readline() for _, out in lines if out] == ["None\n"] * 3
    for process in processes:
        process.communicate()


WRITES_FOR_EVER = """
import sys
from itertools import count
from pathlib import Path
from m44core.balance_lab.results_database import ResultsDatabase
from tests.core.balance_lab.invented_games import SETUP, invented_games

first = int(sys.argv[2])
with ResultsDatabase(Path(sys.argv[1])) as database:
    for number in count(first, 10):
        database.add(SETUP, invented_games(number, 10))
        print(number + 9, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no kill -9")
def test_two_processes_write_and_a_killed_one_loses_nothing_it_had_stored(path: Path) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITES_FOR_EVER, str(path), first],
            stdout=subprocess.PIPE,
            text=True,
        )
        for first in ("1", "1000001")
    ]
    last_numbers = []
    for writer in writers:
        assert writer.stdout
        assert writer.stdout.readline()  # it has stored games
    time.sleep(0.5)
    for writer in writers:
        writer.send_signal(signal.SIGKILL)
        out, _ = writer.communicate()
        last_numbers.append(int(out.split()[-1]) if out.split() else 1)
    with ResultsDatabase(path) as database:
        assert database.notice is None
        ((setup, _),) = database.setups()
        numbers = {game.number for game in database.games(setup)}
    assert numbers >= {*range(1, last_numbers[0] + 1), *range(1_000_001, last_numbers[1] + 1)}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("winner", "NOBODY"),
        ("turns", "many"),
        ("luck", "{}"),
        ("luck", "[[[["),
        ("facts", b"not compressed"),
        ("facts", zlib.compress(b"[]")),
        ("facts", zlib.compress(b" " * 10_000_000 + b"{}")),
    ],
)
def test_an_invalid_row_of_a_foreign_file_is_skipped(
    column: str, value: object, setup: GameSetup, games: list[GameRecord], tmp_path: Path
) -> None:
    path = tmp_path / "club.sqlite3"
    with ResultsDatabase(path) as database:
        database.add(setup, games)
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(f"UPDATE games SET {column} = ? WHERE number = 2", (value,))
    with ResultsDatabase() as own_database, ResultsDatabase.copy_of(path) as foreign_database:
        assert own_database.merge(foreign_database) == len(games) - 1
        assert [game.number for game in own_database.games(setup)] == [1, *range(3, len(games) + 1)]
