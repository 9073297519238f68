"""The database of simulated games: it combines results of the same scenario and version.

One SQLite file holds one row per game. Several processes can use it. Each group of games is written
as one transaction, so that a power cut or ``kill -9`` loses only the games being played.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from m44core.balance_lab.engine_version import engine_version
from m44core.balance_lab.game_record import GameRecord
from m44core.catalogue.catalogue_types import Side
from m44core.errors import M44Error, ReadError
from m44core.io.files.folder_lock import folder_lock
from m44core.log import Log
from m44core.messages import nouns
from m44core.messages.message import Message, Value, label_with_text, message
from m44core.messages.os_errors import os_error_reason
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import Levels
from m44core.resources import user_data_folder
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game_settings import format_settings
from m44core.untrusted_files import parse_json

_log = Log(__name__)

EDITION = 1  # of the tables
_MAX_FACTS_BYTES = 1_000_000  # bytes of the facts of a game, which has about 4,000
_LOCK_TIMEOUT = 30.0  # seconds to wait for another process that writes
_MAX_CHECKED_BYTES = 20_000_000  # a larger file takes too long to check when it is opened
_PAUSE = 0.02  # seconds between two tries
_TABLES = """
CREATE TABLE IF NOT EXISTS setups (
  id INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL, settings TEXT NOT NULL, axis TEXT NOT NULL, allies TEXT NOT NULL,
  engine TEXT NOT NULL, title TEXT NOT NULL,
  UNIQUE (fingerprint, settings, axis, allies, engine)
);
CREATE TABLE IF NOT EXISTS games (
  setup INTEGER NOT NULL REFERENCES setups (id),
  seed INTEGER NOT NULL, number INTEGER NOT NULL,
  winner TEXT, unfinished INTEGER NOT NULL, turns INTEGER NOT NULL, first TEXT NOT NULL,
  axis_medals INTEGER NOT NULL, allied_medals INTEGER NOT NULL,
  luck TEXT NOT NULL, facts BLOB NOT NULL,
  PRIMARY KEY (setup, seed, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS verdicts (
  setup INTEGER NOT NULL REFERENCES setups (id), precision REAL NOT NULL,
  PRIMARY KEY (setup, precision)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS installation (seed INTEGER NOT NULL);
"""
_FURTHER_FILES = ("-wal", "-shm")  # of SQLite, next to a database in use
_COLUMNS = "seed, number, winner, unfinished, turns, first, axis_medals, allied_medals, luck, facts"


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The properties that games must share to be combined.

    Attributes:
        fingerprint: The fingerprint of the battlefield; texts and labels do not change it.
        settings: The variants and rulings, as text.
        levels: The level that plays each side.
        engine: The version of rules and players.
        title: The title of the scenario, for display; games with other titles can be combined.
    """

    fingerprint: str
    settings: str
    levels: Levels
    engine: str
    title: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """Everything but the title."""
        return self.fingerprint, self.settings, *self.levels, self.engine


def setup_of(plan: SimulationPlan) -> GameSetup:
    """Return the setup of a plan's games with this version of the program."""
    return GameSetup(
        fingerprint=fingerprint_of(plan.start().field),
        settings=" ".join(f"{name}={value}" for name, value in _sorted_settings(plan)),
        levels=plan.levels,
        engine=engine_version(),
        title=plan.scenario.title,
    )


def _sorted_settings(plan: SimulationPlan) -> list[tuple[str, object]]:
    return sorted(format_settings(plan.settings).items())


def default_database_path() -> Path:
    """Return the path of the user's database."""
    return user_data_folder() / "games.sqlite3"


class ResultsDatabase:
    """The results of simulated games in a file.

    Use it in a ``with`` block. If the file cannot be used, games are kept in memory, and
    :attr:`notice` says why.

    Args:
        path: The file, which is created if needed; None keeps the games in memory.
        seed: The seed for new games; None for the file's own seed.

    Attributes:
        notice: The reason why games are not stored in the file; None if they are.
        seed: The seed for new games; each installation has its own, so that games from several
            can be combined.
    """

    def __init__(self, path: Path | None = None, seed: int | None = None) -> None:
        self.notice: Message | None = None
        self._path = path
        self._damaged_file: Path | None = None
        self._connection = self._open()
        self._rescue_games()
        self.seed = self._installation_seed() if seed is None else seed

    @classmethod
    def copy_of(cls, path: Path) -> ResultsDatabase:
        """Return an in-memory copy of a file, which is not changed.

        Raises:
            ReadError: the file cannot be read, or is not a database of games of this or an earlier
                version.
        """
        database = cls(seed=0)
        try:
            with path.open("rb"):
                pass
            with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
                file.backup(database._connection)
            (edition,) = database._connection.execute("PRAGMA user_version").fetchone()
            _check_integrity(database._connection)
            database._count()
        except OSError as error:
            database.close()
            raise ReadError(label_with_text(str(path), os_error_reason(error))) from error
        except sqlite3.Error as error:
            database.close()
            raise ReadError(message("{file} is not a database of games", file=str(path))) from error
        if edition > EDITION:
            database.close()
            problem = message(
                "{file} was written by a newer version of the program", file=str(path)
            )
            raise ReadError(problem)
        return database

    def __enter__(self) -> ResultsDatabase:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def games(self, setup: GameSetup) -> list[GameRecord]:
        """Return the games of a setup, ordered by seed and number; damaged rows are left out."""
        query = f"""SELECT {_COLUMNS} FROM games WHERE setup =
            (SELECT id FROM setups WHERE fingerprint = ? AND settings = ? AND axis = ?
             AND allies = ? AND engine = ?) ORDER BY seed, number"""
        rows = self._rows(query, setup.key)
        return [game for row in rows if (game := _parse_record(row, setup.levels)) is not None]

    def add(self, setup: GameSetup, records: Iterable[GameRecord]) -> None:
        """Add games of a setup; games that are already stored are left as they are.

        If the file cannot be written, games are kept in memory from then on; see :attr:`notice`.
        """
        records = list(records)
        rows = [_database_row(record) for record in records]
        try:
            self._write(setup, rows)
        except sqlite3.Error as error:
            _log.info("%s: %s", self._path, error)
            if _is_damaged_file_error(error) and self._replace_damaged_file():
                self.add(setup, records)
                return
            self._keep_in_memory(_storing_failed_message(self._path, str(error)))
            self._write(setup, rows)

    def shown_precisions(self, setup: GameSetup) -> list[float]:
        """Return the precisions of the verdicts shown for a setup, the coarsest first."""
        query = """SELECT precision FROM verdicts JOIN setups ON id = setup WHERE fingerprint = ?
            AND settings = ? AND axis = ? AND allies = ? AND engine = ? ORDER BY precision DESC"""
        return [precision for (precision,) in self._rows(query, setup.key)]

    def record_shown_verdict(self, setup: GameSetup, precision: float) -> None:
        """Record that a verdict of a precision was shown; errors of the database are ignored."""
        with suppress(sqlite3.Error), self._connection as connection:
            connection.execute(
                "INSERT OR IGNORE INTO verdicts VALUES (?, ?)",
                (_find_or_add_setup(connection, setup), precision),
            )

    def setups(self) -> list[tuple[GameSetup, int]]:
        """Return all setups with games, each with the number of its games, ordered by title."""
        query = """SELECT fingerprint, settings, axis, allies, engine, title, COUNT(*)
            FROM setups JOIN games ON setup = id GROUP BY id ORDER BY title, id"""
        return [
            (GameSetup(print_, settings, Levels(axis, allies), engine, title), games)
            for print_, settings, axis, allies, engine, title, games in self._rows(query)
        ]

    def merge(self, other: ResultsDatabase) -> int:
        """Add the games of another database; return how many were new."""
        before = self._count()
        for setup, _ in other.setups():
            self.add(setup, other.games(setup))
        return self._count() - before

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query; a damaged file is replaced by what can be read of it."""
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            if not _is_damaged_file_error(error) or not self._replace_damaged_file():
                raise
        return self._connection.execute(query, values).fetchall()

    def _replace_damaged_file(self) -> bool:
        """Set the damaged file aside and start a new one with the games that can still be read.

        Return False, and change nothing, if games are in memory or a file was replaced before.
        """
        if self._path is None or self._damaged_file is not None:
            return False
        self._connection.close()
        self._connection = self._set_aside(self._path)
        self._rescue_games()
        return True

    def _rescue_games(self) -> None:
        """Add the games that can be read in the damaged file, if there is one."""
        if self._damaged_file is None:
            return
        aside, query = self._damaged_file, "SELECT * FROM setups"
        has_log = Path(f"{aside}{_FURTHER_FILES[0]}").exists()
        uri = f"{aside.absolute().as_uri()}?{'mode=ro' if has_log else 'immutable=1'}"
        with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True)) as file:
            for number, print_, settings, axis, allies, engine, title in file.execute(query):
                setup = GameSetup(print_, settings, Levels(axis, allies), engine, title)
                self.add(setup, _readable_records(file, number, setup.levels))
        if rescued_games := self._count():
            self.notice = message(
                "{file} was damaged and is now named {aside}; a new one was started, with {games} "
                "that could still be read",
                file=str(self._path),
                aside=aside.name,
                games=nouns.games(rescued_games),
            )

    def _count(self) -> int:
        (number,) = self._connection.execute("SELECT COUNT(*) FROM games").fetchone()
        return int(number)

    def _write(self, setup: GameSetup, rows: Sequence[tuple[object, ...]]) -> None:
        with self._connection as connection:
            number = _find_or_add_setup(connection, setup)
            connection.executemany(
                f"INSERT OR IGNORE INTO games (setup, {_COLUMNS}) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                ((number, *row) for row in rows),
            )

    def _installation_seed(self) -> int:
        try:
            with self._connection as connection:
                connection.execute(
                    "INSERT INTO installation SELECT ? WHERE NOT EXISTS "
                    "(SELECT * FROM installation)",
                    (secrets.randbelow(2**31),),
                )
                (seed,) = connection.execute("SELECT seed FROM installation").fetchone()
        except sqlite3.Error:  # it can only be read
            return secrets.randbelow(2**31)
        return int(seed)

    def _open(self) -> sqlite3.Connection:
        """Open the file; set a damaged one aside, and use memory if no file can be opened."""
        if self._path is None:
            return _connect(None)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            return _connect(self._path)
        except OSError as error:
            self.notice = _storing_failed_message(self._path, os_error_reason(error))
        except _NewerEditionError:
            self.notice = message(
                "{file} was written by a newer version of the program; new results are not stored",
                file=str(self._path),
            )
        except sqlite3.OperationalError as error:  # no permission, a full disk, another process
            self.notice = _storing_failed_message(self._path, str(error))
        except sqlite3.DatabaseError:
            return self._set_aside(self._path)
        return _connect(None)

    def _set_aside(self, path: Path) -> sqlite3.Connection:
        """Set a damaged file aside, set a notice, and return a connection to an empty database.

        If that fails, the new database is in memory.
        """
        aside = path.with_name(f"{path.name}.damaged")
        try:
            with folder_lock(path.parent):
                try:
                    _copy_and_empty(path, aside)
                except sqlite3.DatabaseError as error:
                    if not _is_damaged_file_error(error):
                        raise
                    _rename_database(path, aside)
            self._damaged_file = aside
            connection = _connect(path)
        except (OSError, sqlite3.Error) as error:
            self.notice = _storing_failed_message(path, str(error))
            return _connect(None)
        self.notice = message(
            "{file} was damaged and is now named {aside}; a new one was started",
            file=str(path),
            aside=aside.name,
        )
        return connection

    def _keep_in_memory(self, notice: Message) -> None:
        """Continue in memory with the games that can still be read."""
        memory = _connect(None)
        with suppress(sqlite3.Error), closing(self._connection) as old:
            old.backup(memory)
        self._connection, self.notice = memory, notice


def _copy_and_empty(path: Path, aside: Path) -> None:
    """Copy a damaged file, then replace its content with empty tables.

    Other programs may have the file open. If it was renamed, they would store their games in the
    renamed file, and delete the log of the new one when they close it.

    Raises:
        sqlite3.Error: the file is not a database, or cannot be copied or written.
    """
    with closing(sqlite3.connect(path, timeout=_LOCK_TIMEOUT)) as file:
        for ending in ("", *_FURTHER_FILES):
            Path(f"{aside}{ending}").unlink(missing_ok=True)
        with closing(sqlite3.connect(aside)) as copy:
            file.backup(copy)
        with closing(_connect(None)) as empty:
            empty.backup(file)


def _rename_database(path: Path, aside: Path) -> None:
    """Rename a database, with the further files of SQLite."""
    path.replace(aside)
    for ending in _FURTHER_FILES:
        with suppress(FileNotFoundError):
            Path(f"{path}{ending}").replace(f"{aside}{ending}")


def _is_damaged_file_error(error: sqlite3.Error) -> bool:
    """Return whether an error means a damaged file, not one that is locked or cannot be written."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the bits of the extended code
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _readable_records(
    file: sqlite3.Connection, setup_number: int, levels: Levels
) -> Iterator[GameRecord]:
    """Yield the games of a setup in a damaged file, up to the first that cannot be read."""
    query = f"SELECT {_COLUMNS} FROM games WHERE setup = ?"
    with suppress(sqlite3.Error):
        for row in file.execute(query, (setup_number,)):
            if (record := _parse_record(row, levels)) is not None:
                yield record


class _NewerEditionError(M44Error):
    """The file has tables of a newer edition."""


def _storing_failed_message(path: Path | None, reason: Value) -> Message:
    return message("results are not stored in {file}: {why}", file=str(path), why=reason)


def _connect(path: Path | None) -> sqlite3.Connection:
    """Open a database and create its tables.

    While another process creates the file, SQLite immediately reports that it is locked, without
    waiting, so the connection is retried.

    Raises:
        _NewerEditionError: the file has tables of a newer edition.
        sqlite3.Error: the database cannot be used.
    """
    deadline = time.monotonic() + _LOCK_TIMEOUT
    while True:
        try:
            return _connect_once(path)
        except sqlite3.OperationalError as error:
            primary = error.sqlite_errorcode & 0xFF  # without the bits of the extended code
            if primary != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)


def _connect_once(path: Path | None) -> sqlite3.Connection:
    connection = sqlite3.connect(path or ":memory:", timeout=_LOCK_TIMEOUT)
    try:
        (edition,) = connection.execute("PRAGMA user_version").fetchone()
        if edition > EDITION:
            raise _NewerEditionError("")
        if edition < EDITION:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT")
            connection.execute(f"PRAGMA user_version = {EDITION}")
        connection.execute("PRAGMA synchronous = NORMAL")
        if path is not None and path.stat().st_size <= _MAX_CHECKED_BYTES:
            _check_integrity(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_integrity(connection: sqlite3.Connection) -> None:
    """Read all pages of a database.

    Raises:
        sqlite3.DatabaseError: one is damaged.
    """
    (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if state != "ok":
        raise sqlite3.DatabaseError(state)


def _find_or_add_setup(connection: sqlite3.Connection, setup: GameSetup) -> int:
    """Return the id of a setup, adding it if it is new."""
    connection.execute(
        "INSERT OR IGNORE INTO setups (fingerprint, settings, axis, allies, engine, title) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (*setup.key, setup.title),
    )
    query = """SELECT id FROM setups WHERE fingerprint = ? AND settings = ? AND axis = ?
        AND allies = ? AND engine = ?"""
    (number,) = connection.execute(query, setup.key).fetchone()
    return int(number)


def _database_row(record: GameRecord) -> tuple[object, ...]:
    return (
        record.seed,
        record.number,
        record.winner.value if record.winner else None,
        record.unfinished,
        record.turns,
        record.first.value,
        record.medals[Side.AXIS],
        record.medals[Side.ALLIES],
        json.dumps(record.luck),
        zlib.compress(json.dumps(record.facts, separators=(",", ":")).encode()),
    )


def _parse_record(row: Sequence[Any], levels: Levels) -> GameRecord | None:
    """Return the game of a row; None if its values make no sense, as in a foreign file."""
    seed, number, winner, unfinished, turns, first, axis, allies, luck, facts = row
    try:
        luck_data, facts_data = parse_json(luck), parse_json(_decompress(facts))
        return GameRecord(
            number=int(number),
            seed=int(seed),
            levels=levels,
            winner=Side(winner) if winner else None,
            unfinished=bool(unfinished),
            turns=int(turns),
            first=Side(first),
            medals={Side.AXIS: int(axis), Side.ALLIES: int(allies)},
            luck=tuple(map(float, _require_list(luck_data))),
            facts=_require_mapping(facts_data),
        )
    except (TypeError, ValueError, zlib.error):
        return None


def _decompress(data: bytes) -> str:
    """Decompress a text, which must not exceed the maximum size of a game's facts.

    Raises:
        ValueError: the text is too large, or is not valid UTF-8.
        zlib.error: the data are damaged.
    """
    unpacker = zlib.decompressobj()
    text = unpacker.decompress(data, _MAX_FACTS_BYTES)
    if unpacker.unconsumed_tail:
        raise ValueError("the facts of a game are too large")
    return text.decode()


def _require_list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _require_mapping(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def exported_rows(database: ResultsDatabase) -> Iterator[dict[str, object]]:
    """Yield the games of a database as flat rows, for CSV, JSON lines or Parquet.

    Each has the scenario's title and fingerprint, settings, players, version, and the game's seed,
    number, winner, turns, first side and medals, and whether it is unfinished.
    """
    for setup, _ in database.setups():
        for record in database.games(setup):
            yield {
                "title": setup.title,
                "fingerprint": setup.fingerprint,
                "settings": setup.settings,
                "axis_player": setup.levels.axis,
                "allied_player": setup.levels.allies,
                "engine": setup.engine,
                "seed": record.seed,
                "number": record.number,
                "winner": record.winner.value.lower() if record.winner else "",
                "unfinished": record.unfinished,
                "turns": record.turns,
                "moves_first": record.first.value.lower(),
                "axis_medals": record.medals[Side.AXIS],
                "allied_medals": record.medals[Side.ALLIES],
            }
