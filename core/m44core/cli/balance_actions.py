"""Actions of ``m44 balance`` on stored games: merge, export, and fit the human estimate."""

from __future__ import annotations

import argparse
import csv
import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from io import StringIO
from pathlib import Path

from m44core.arguments.parser import Parser, Render
from m44core.balance_lab.calibration import calibrate
from m44core.balance_lab.results_database import (
    ResultsDatabase,
    default_database_path,
    exported_rows,
)
from m44core.cli.balance_games import print_error
from m44core.cli.control_characters import escape_controls
from m44core.cli.exit_status import FAILED, OK
from m44core.cli.file_arguments import output_path
from m44core.cli.shared_options import add_force_option, add_language_option, renderer_of
from m44core.errors import M44Error, ReadError, WriteError
from m44core.io.files.save import write
from m44core.messages import nouns
from m44core.messages.message import Message, Renderer, enumerated, message
from m44core.messages.renderers import message_of_error
from m44core.pip_command import pip_command

_DESCRIPTIONS: Mapping[str, Message] = {
    "merge": message(
        "Add the games that others simulated to your own. Games that you already have are not "
        "added again."
    ),
    "export": message(
        "Write all games in the database as a table, one row for each game. The extension of FILE "
        "sets the format: {known}.",
        known=".csv, .jsonl, .parquet",
    ),
    "calibrate": message(
        "Fit the estimate for human players to results of games between people. Each scenario "
        "needs at least 30 simulated games in the database."
    ),
}
_FILES: Mapping[str, Message] = {
    "merge": message("databases of games"),
    "export": message("the files to write"),
    "calibrate": message(
        "tables with the columns {columns}, or files of logged games (*.games.yaml)",
        columns="scenario, allies_percent, games",
    ),
}
_EXAMPLES: Mapping[str, Mapping[str, Message | None]] = {
    "merge": {"m44 balance merge club.sqlite3": None},
    "export": {
        "m44 balance export games.csv": None,
        "m44 balance export games.jsonl --force": None,
    },
    "calibrate": {"m44 balance calibrate results.csv ardennes.games.yaml": None},
}

_Row = Mapping[str, object]


def add_action_help(parser: Parser) -> None:
    """Give each action its own help."""
    for action in ACTIONS:
        parser.add_action_help(action, partial(_add_action_options, action))


def _add_action_options(action: str, parser: Parser) -> None:
    """Describe an action and add its options; they are parsed with those of the command."""
    parser.set_description(_DESCRIPTIONS[action], _EXAMPLES[action])
    parser.add_argument("files", nargs="+", metavar="FILE", help=parser.text(_FILES[action]))
    add_database_option(parser, parser.text)
    if action == "export":
        add_force_option(parser, parser.text, "FILE")
    add_language_option(parser)


def add_database_option(parser: Parser | argparse._ArgumentGroup, render: Render) -> None:
    """Add ``--database``, the file of the games."""
    about = message("the file to keep games in (default: {path})", path="games.sqlite3")
    parser.add_argument("--database", type=Path, metavar="DATABASE", help=render(about))


def run_action(arguments: argparse.Namespace) -> int:
    """Run the action named by the first argument on the files after it; return the exit status.

    Raises:
        M44Error: no file is named, or one cannot be read or written.
    """
    action, *files = arguments.paths
    if not files:
        raise M44Error(message("name a file: {command}", command=f"m44 balance {action} FILE"))
    renderer = renderer_of(arguments)
    with ResultsDatabase(arguments.database or default_database_path()) as database:
        if database.notice:
            print_error(database.notice, renderer)
        return ACTIONS[action](arguments, files, database, renderer)


def _merge_databases(
    _arguments: argparse.Namespace, files: list[str], database: ResultsDatabase, renderer: Renderer
) -> int:
    """Add the games of other databases, print how many were new, and return the exit status.

    A file that cannot be read is reported and does not stop the others.
    """
    status = OK
    for file in files:
        try:
            with ResultsDatabase.copy_of(Path(file)) as other:
                added = database.merge(other)
        except ReadError as error:
            print_error(message_of_error(error), renderer)
            status = FAILED
        else:
            print(
                escape_controls(
                    renderer.render(
                        message("{file}: {games} added", file=file, games=nouns.games(added))
                    )
                )
            )
    return status


def _export_games(
    arguments: argparse.Namespace, files: list[str], database: ResultsDatabase, _renderer: Renderer
) -> int:
    """Export the games in the database to files, each in the format of its suffix; return 0.

    Raises:
        WriteError: a suffix is unknown, or a file cannot be written.
    """
    for file in files:
        suffix = Path(file).suffix.lower()
        if suffix not in _FORMATS:
            problem = message(
                "cannot tell the format from {name!r}; use a name ending in {known}",
                name=file,
                known=enumerated(_FORMATS),
            )
            raise WriteError(problem)
        path = output_path(file, replace=arguments.force)
        write(_FORMATS[suffix](exported_rows(database)), path)
    return OK


def _calibrate_human_share(
    _arguments: argparse.Namespace, files: list[str], database: ResultsDatabase, renderer: Renderer
) -> int:
    """Fit the estimate of human win rates to known results and print it; return the exit status.

    The known results are in tables and files of logged games.
    """
    calibration = calibrate(map(Path, files), database)
    for problem in calibration.problems:
        print_error(problem, renderer)
    for sentence in calibration.sentences:
        print(escape_controls(renderer.sentence(sentence)))
    return OK if calibration.models and not calibration.problems else FAILED


_Action = Callable[[argparse.Namespace, list[str], ResultsDatabase, Renderer], int]
ACTIONS: Mapping[str, _Action] = {
    "merge": _merge_databases,
    "export": _export_games,
    "calibrate": _calibrate_human_share,
}
"""The actions, keyed by the first argument; an existing file of that name takes precedence."""


def _as_csv(rows: Iterable[_Row]) -> bytes:
    row_list = list(rows)
    out = StringIO()
    table = csv.DictWriter(out, list(row_list[0]) if row_list else [], lineterminator="\n")
    table.writeheader()
    table.writerows(row_list)
    return out.getvalue().encode()


def _as_json_lines(rows: Iterable[_Row]) -> bytes:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode()


def _as_parquet(rows: Iterable[_Row]) -> bytes:
    """Return rows as Parquet.

    Raises:
        WriteError: pyarrow is not installed.
    """
    try:
        import pyarrow  # an extra
        from pyarrow import parquet  # an extra
    except ImportError as error:
        command = pip_command("pyarrow")
        problem = message("Parquet needs pyarrow; install it with: {command}", command=command)
        raise WriteError(problem) from error
    out = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows)), out)
    return bytes(out.getvalue())


_FORMATS: Mapping[str, Callable[[Iterable[_Row]], bytes]] = {
    ".csv": _as_csv,
    ".jsonl": _as_json_lines,
    ".parquet": _as_parquet,
}
