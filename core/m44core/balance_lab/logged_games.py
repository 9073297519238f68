"""Games that people played, in a plain file next to the scenario: ``NAME.games.yaml``.

Players can write the file by hand and share it by any means. A game is one line with an id, so that
two files can be merged by joining their texts or by Git's ``merge=union``; every game counts once.
An edited game has a higher edition, which wins; a deleted game stays as an entry marked as deleted.
Entries that cannot be read are reported with their lines. The program only adds lines at the end of
the text, so that comments and unreadable entries are kept.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from errno import EBUSY, ENAMETOOLONG, ENOENT
from os import strerror
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from m44core.catalogue.catalogue_types import Side
from m44core.errors import ReadError, WriteError
from m44core.findings.render_findings import message_of
from m44core.io.files.file_reader import Fingerprint, fingerprint
from m44core.io.files.folder_lock import folder_lock
from m44core.io.files.save import MISSING_FILE, ChangedOnDiskError, not_saved_message, write
from m44core.io.files.scenario_files import GAMES_ENDING
from m44core.io.text.decoding import decode
from m44core.io.text.yaml_file import message_at_line
from m44core.io.text.yaml_read import YamlReader
from m44core.io.text.yaml_text import to_flow
from m44core.messages import nouns
from m44core.messages.message import Message, Value, message, several
from m44core.messages.os_errors import os_error_reason
from m44core.messages.renderers import message_of_error
from m44core.suggestions import did_you_mean
from m44core.untrusted_files import read_truncated

FORMAT = 1
MAX_MEDALS = 99
_MAX_BYTES = 4_000_000  # bytes: some 20,000 games
_ATTEMPTS = 20  # to save while others save too
_HEAD = """\
# Games that people played of the scenario next to this file. Add yours, or use M44 Workshop.
# One line is one game, for example:
#   - {date: "2026-11-29", allies: Anna, axis: Ben, winner: axis, medals: {allies: 3, axis: 5}}
# winner is allies, axis or draw; everything else can be left out, also the id.
"""
_DRAW = "draw"
_SIDES = {side.value.lower(): side for side in (Side.ALLIES, Side.AXIS)}
_KEYS = (
    "date", "allies", "axis", "winner", "medals", "swapped", "remark", "board", "id", "edition",
    "deleted",
)  # fmt: skip
_TOP_KEYS = ("format", "games")
_CONFLICT_MARK = re.compile(r"(?:<{7}|\|{7}|={7}|>{7})(?: .*)?")
_ITEM = re.compile(r"( *)- ")
_FIRST_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
_MARGIN = "  "  # before a game
_NOTE = re.compile(r"\s*#.*")
_BLANK = re.compile(r"\s*(?:#.*)?")
_HEADING = re.compile(r"(?:format|games):[^\[{]*|---|\.\.\.")


@dataclass(frozen=True, slots=True)
class LoggedGame:
    """A game that people played.

    Attributes:
        id: Its id, which is never used for another game.
        winner: The side that won; None for a draw.
        date: The day it was played, as ``2026-11-29``; "" if unknown.
        players: The name of the player of each side; unknown names are left out.
        medals: The medals of each side at the end; unknown numbers are left out.
        swapped: Whether it was the second of two games of the same players, who swapped sides.
        remark: A remark.
        board: The fingerprint of the battlefield it was played on; "" if unknown.
        edition: 1, plus one for each edit.
        deleted: Whether it was deleted. It stays in the file, so that merging with an older file
            does not bring it back.
        more: Further keys of its entry, which are kept.
    """

    id: str
    winner: Side | None
    date: str = ""
    players: Mapping[Side, str] = field(default_factory=dict)
    medals: Mapping[Side, int] = field(default_factory=dict)
    swapped: bool = False
    remark: str = ""
    board: str = ""
    edition: int = 1
    deleted: bool = False
    more: Mapping[str, object] = field(default_factory=dict)

    def edited(self, changed: LoggedGame) -> LoggedGame:
        """Return *changed* with the id of this game and its next edition."""
        return replace(changed, id=self.id, edition=self.edition + 1)


@dataclass(frozen=True, slots=True)
class LoggedGames:
    """The content of a file of logged games.

    Attributes:
        games: The games that are not deleted, ordered by date and id.
        deleted: The deleted games.
        unread: Entries that are not valid, as plain data or as text; they are kept in the file.
        problems: The problems with the file, with line numbers.
    """

    games: tuple[LoggedGame, ...] = ()
    deleted: tuple[LoggedGame, ...] = ()
    unread: tuple[object, ...] = ()
    problems: tuple[Message, ...] = field(default=(), compare=False)

    def merged(self, other: LoggedGames) -> LoggedGames:
        """Return the games of both, without duplicates; the order of merging does not matter."""
        games = (*self.games, *self.deleted, *other.games, *other.deleted)
        problems = (*self.problems, *other.problems)
        return _sorted_games(games, (*self.unread, *other.unread), problems)


NO_GAMES = LoggedGames()


def new_game_id() -> str:
    """Return a new, random id for a game."""
    return f"g{token_hex(6)}"  # a letter first, so that YAML never reads a number


def games_path(path: Path) -> Path:
    """Return the path of the logged games of a scenario file, whether or not it exists."""
    return path.with_name(path.stem + GAMES_ENDING)


def read_games(path: Path) -> LoggedGames:
    """Read the games logged next to a scenario file; :data:`NO_GAMES` if there is no such file.

    Raises:
        ReadError: the file cannot be read, is not text, or was written by a newer version of the
            program. Anything else wrong with it is reported in the games' problems.
    """
    return read_games_file(games_path(path))


def read_games_file(path: Path) -> LoggedGames:
    """Read a file of logged games; the errors are those of :func:`read_games`."""
    return _read_file(path).games


def games_as_yaml(games: LoggedGames) -> str:
    """Return games as YAML; equal games always give the same text."""
    entries = _entries_of(games)
    lines = [f"{_HEAD}format: {FORMAT}", "games:" if entries else "games: []"]
    lines += map(_entry_line, entries)
    return "\n".join(lines) + "\n"


def add_games(path: Path, added: LoggedGames) -> LoggedGames:
    """Merge games into the file next to a scenario and return all its games.

    Games that someone else has saved in the meantime are merged too. Programs on this computer
    wait for each other. The file is read again afterwards, in case a program on another computer
    replaced it at the same moment.

    Args:
        path: The scenario file.
        added: The games to add, edit or delete.

    Raises:
        ReadError: the file cannot be read; it is unchanged.
        WriteError: the file cannot be written; the previous file is unchanged.
    """
    with folder_lock(path.parent):
        return _add_games(path, added)


def _add_games(path: Path, added: LoggedGames) -> LoggedGames:
    games_file = games_path(path)
    for attempt in range(1, _ATTEMPTS + 1):
        current_file = _read_file(games_file)
        merged = current_file.games.merged(added)
        try:
            text = _text_with_games(current_file, merged, games_file)
            is_rewritten = not text.startswith(current_file.text)
            expected = current_file.fingerprint or MISSING_FILE
            write(text.encode("utf-8", "replace"), games_file, expected, backup=is_rewritten)
        except ChangedOnDiskError:
            if attempt == _ATTEMPTS:
                raise
        else:
            stored = read_games(path)
            if stored.merged(added) == stored:
                return stored
    raise WriteError(not_saved_message(games_file, OSError(EBUSY, strerror(EBUSY))))


def _text_with_games(current_file: _GamesFile, merged: LoggedGames, path: Path) -> str:
    """Return the text of a file that contains the merged games.

    New games are appended, so that notes and damaged entries stay as they are. The file is
    rewritten, below its notes, only if appended games would not be read correctly.
    """
    text = current_file.text
    if not text.strip():
        return games_as_yaml(merged)
    known_entries = {_canonical_text(entry) for entry in _entries_of(current_file.games)}
    new_entries = [
        entry for entry in _entries_of(merged) if _canonical_text(entry) not in known_entries
    ]
    first_item = _FIRST_ITEM.search(text)
    margin = first_item[1] if first_item else _MARGIN
    added = [margin + _entry_line(entry).removeprefix(_MARGIN) for entry in new_entries]
    line_end = "\r\n" if "\r\n" in text else "\n"
    complete_lines = text if text.endswith("\n") else text + line_end
    extended_text = complete_lines + "".join(f"{line}{line_end}" for line in added)
    if _GamesFileReader(path, extended_text).read() == merged:
        return extended_text
    notes = [line for line in text.splitlines() if _NOTE.fullmatch(line) and line not in _HEAD]
    return "".join(f"{line}\n" for line in notes) + games_as_yaml(merged)


class GamesSummary(NamedTuple):
    """The results of some logged games.

    Attributes:
        allies: The number of games won by the Allies.
        axis: The number of games won by the Axis.
        draws: The number of games without a winner.
        earlier: The number of these games played on another version of the board.
        problems: The problems in the file of games, with line numbers; its valid entries still
            count.
        earlier_wins: The number of the earlier games that the Allies won, a draw counting half.
    """

    allies: int
    axis: int
    draws: int
    earlier: int = 0
    problems: tuple[Value, ...] = ()
    earlier_wins: float = 0.0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.allies + self.axis + self.draws

    @property
    def share(self) -> float:
        """The Allied win rate, a draw counting half; 0.5 without games."""
        return (self.allies + self.draws / 2) / self.games if self.games else 0.5

    @property
    def current_games(self) -> int:
        """The number of games on the current board."""
        return self.games - self.earlier

    @property
    def current_wins(self) -> float:
        """The number of games on the current board that the Allies won, a draw counting half."""
        return self.allies + self.draws / 2 - self.earlier_wins


def summary_of_games(games: Iterable[LoggedGame], board: str = "") -> GamesSummary:
    """Return a summary of some games.

    Args:
        games: The games.
        board: The fingerprint of the current battlefield; "" if unknown.
    """
    game_list = list(games)
    winners = [game.winner for game in game_list]
    earlier = [game.winner for game in game_list if board and game.board not in ("", board)]
    return GamesSummary(
        winners.count(Side.ALLIES),
        winners.count(Side.AXIS),
        winners.count(None),
        len(earlier),
        earlier_wins=earlier.count(Side.ALLIES) + earlier.count(None) / 2,
    )


def summary_of_logged_games(path: Path, board: str = "") -> GamesSummary:
    """Return a summary of the games logged next to a scenario file, and the problems in their file.

    Args:
        path: The scenario file.
        board: The fingerprint of the current battlefield, as in a simulated game's setup; "" if
            unknown.
    """
    try:
        games = read_games(path)
    except ReadError as error:
        return GamesSummary(0, 0, 0, problems=(message_of_error(error),))
    return summary_of_games(games.games, board)._replace(problems=games.problems)


def games_label(summary: GamesSummary) -> Message:
    """Return the result of logged games in short: *9 human games: Allies 6, Axis 3*."""
    if not summary.draws:
        return several(
            "{number} human game: Allies {allies}, Axis {axis}",
            "{number} human games: Allies {allies}, Axis {axis}",
            summary.games,
            allies=summary.allies,
            axis=summary.axis,
        )
    return several(
        "{number} human game: Allies {allies}, Axis {axis}, draws {draws}",
        "{number} human games: Allies {allies}, Axis {axis}, draws {draws}",
        summary.games,
        allies=summary.allies,
        axis=summary.axis,
        draws=summary.draws,
    )


def games_sentence(summary: GamesSummary) -> Message:
    """Return the result of logged games, and how many used an earlier board, as a sentence."""
    if not summary.earlier:
        return message("{results}.", results=games_label(summary))
    return message(
        "{results}. Of these, {games} used an earlier version of the board.",
        results=games_label(summary),
        games=nouns.games(summary.earlier),
    )


def unread_entries_sentence(problems: Sequence[Value]) -> Message:
    """Return a sentence about the problems (at least one) of a file of logged games."""
    if len(problems) == 1:
        return message("Not everything could be read: {problem}.", problem=problems[0])
    return message(
        "Not everything could be read: {problem}; and {number} more.",
        problem=problems[0],
        number=len(problems) - 1,
    )


def _sort_key(game: LoggedGame) -> tuple[str, str]:
    return game.date, game.id


def _sorted_games(
    games: Iterable[LoggedGame], unread: Iterable[object], problems: Sequence[Message]
) -> LoggedGames:
    """Return the latest edition of each game, sorted by date, and the distinct unread entries."""
    best: dict[str, LoggedGame] = {}
    for game in games:
        other_edition = best.get(game.id)
        if other_edition is None or _edition_precedence(game) > _edition_precedence(other_edition):
            best[game.id] = game
    ordered = sorted(best.values(), key=_sort_key)
    unread_by_text = {_canonical_text(entry): entry for entry in unread}
    return LoggedGames(
        games=tuple(game for game in ordered if not game.deleted),
        deleted=tuple(game for game in ordered if game.deleted),
        unread=tuple(unread_by_text[text] for text in sorted(unread_by_text)),
        problems=tuple(dict.fromkeys(problems)),
    )


def _edition_precedence(game: LoggedGame) -> tuple[int, bool, str]:
    """Return the key that decides which edition of a game is kept, the same on every machine."""
    return game.edition, game.deleted, _canonical_text(_entry_of(game))


def _canonical_text(entry: object) -> str:
    return json.dumps(entry, sort_keys=True, ensure_ascii=False)


def _entry_of(game: LoggedGame) -> dict[str, object]:
    """Return a game as an entry of the file."""
    players = {name: game.players[side] for name, side in _SIDES.items() if side in game.players}
    medals = {name: game.medals[side] for name, side in _SIDES.items() if side in game.medals}
    winner = game.winner.value.lower() if game.winner else _DRAW
    entry: dict[str, object] = {
        "date": game.date,
        **players,
        "winner": winner,
        "medals": medals,
        "swapped": game.swapped,
        "remark": game.remark,
        "board": game.board,
        **game.more,
        "id": game.id,
        "edition": game.edition if game.edition > 1 else 0,
        "deleted": game.deleted,
    }
    return {key: value for key, value in entry.items() if value or key not in _KEYS}


def _entry_line(entry: object) -> str:
    return f"{_MARGIN}- {to_flow(entry)}"


def _entries_of(games: LoggedGames) -> list[object]:
    """Return all entries of a file, in order."""
    ordered = sorted((*games.games, *games.deleted), key=_sort_key)
    return [*map(_entry_of, ordered), *games.unread]


class _GamesFile(NamedTuple):
    """A file of logged games as it was read.

    Attributes:
        games: Its games.
        text: Its text; "" if there is no file.
        fingerprint: Its fingerprint before it was read; None if there is no file.
    """

    games: LoggedGames = NO_GAMES
    text: str = ""
    fingerprint: Fingerprint | None = None


def _read_file(path: Path) -> _GamesFile:
    """Read a file; the errors are those of :func:`read_games`."""
    try:
        data = read_truncated(path, _MAX_BYTES)
        expected = fingerprint(data, path.stat())
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in (ENOENT, ENAMETOOLONG):
            return _GamesFile()  # there is no such file
        problem = message(
            "{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error)
        )
        raise ReadError(problem) from error
    if not data.strip():
        return _GamesFile(fingerprint=expected)
    decoded = decode(data, _MAX_BYTES)
    if decoded.text is None:
        raise ReadError(message_at_line(path, 0, message_of(decoded.findings[-1])))
    return _GamesFile(_GamesFileReader(path, decoded.text).read(), decoded.text, expected)


class _InvalidValueError(Exception):
    """An entry has an invalid value."""

    def __init__(self, key: str, problem: Message) -> None:
        super().__init__(problem)
        self.key, self.problem = key, problem


class _GamesFileReader:
    """Reads the text of one file."""

    def __init__(self, path: Path, text: str) -> None:
        self._path, self._text = path, text
        self._games: list[LoggedGame] = []
        self._unread: list[object] = []
        self._problems: list[Message] = []
        self._without_id = Counter[str]()  # games without an id, by their content

    def read(self) -> LoggedGames:
        """Return the games of the file.

        Raises:
            ReadError: a newer version of the program wrote it.
        """
        reader = YamlReader(self._text)
        tree = reader.read()
        if reader.failed or reader.findings:  # a key that appears twice hides a value
            self._read_items_separately()
        else:
            self._read_tree(tree, reader)
        return _sorted_games(self._games, self._unread, self._problems)

    def _read_tree(self, tree: object, reader: YamlReader) -> None:
        if isinstance(tree, list):  # a list by hand without a heading
            self._read_entries(tree, "", reader)
        elif isinstance(tree, dict) and isinstance(tree.get("games") or [], list):
            self._read_top_level(tree, reader)
        elif tree is not None:
            self._report_problem(
                0, message('there is no "games" list; the content is left unchanged')
            )
            self._unread.append(tree)

    def _read_top_level(self, top: dict[str, object], reader: YamlReader) -> None:
        if isinstance(number := top.get("format"), int):
            self._check_format(number)
        for key in top:
            if key not in _TOP_KEYS:
                line = reader.places.get(f"/{key}", (0, 0))[0] + 1
                self._report_unknown_key(line, key, _TOP_KEYS)
                self._unread.append({key: top[key]})
        games = top.get("games")
        self._read_entries(games if isinstance(games, list) else [], "/games", reader)

    def _read_entries(self, entries: list[object], parent: str, reader: YamlReader) -> None:
        for number, entry in enumerate(entries):
            pointer, places = f"{parent}/{number}", reader.places
            lines = {key: places.get(f"{pointer}/{key}", (0, 0))[0] + 1 for key in _keys_of(entry)}
            self._read_entry(entry, places.get(pointer, (0, 0))[0] + 1, lines)

    def _check_format(self, number: int) -> None:
        if number > FORMAT:
            problem = message(
                "it was written by a newer version of the program; update M44 Workshop to read it"
            )
            raise ReadError(message_at_line(self._path, 0, problem))

    def _read_items_separately(self) -> None:
        """Read each entry separately, for a text that is not valid as a whole.

        Examples are two files joined together, or a file with Git's conflict markers.
        """
        if match := re.search(r"^format: *(\d{1,6}) *$", self._text, re.MULTILINE):
            self._check_format(int(match[1]))
        for first_line, piece in _list_items(self._text):
            if not piece:
                self._without_id.clear()
                continue
            reader = YamlReader(piece)
            tree = reader.read()
            if reader.failed or reader.findings or not isinstance(tree, list) or len(tree) != 1:
                line = reader.findings[-1].line if reader.findings else 0
                reason = message_of(reader.findings[-1]) if reader.findings else _NOT_A_GAME
                self._report_problem(first_line + max(0, (line or 1) - 1), reason)
                self._unread.append(piece.rstrip("\n"))
                continue
            lines = {
                key: first_line + reader.places.get(f"/0/{key}", (0, 0))[0]
                for key in _keys_of(tree[0])
            }
            self._read_entry(tree[0], first_line, lines)

    def _read_entry(self, entry: object, line: int, lines: Mapping[str, int]) -> None:
        try:
            self._games.append(self._game_with_id(_parse_game(entry)))
        except _InvalidValueError as error:
            self._report_problem(lines.get(error.key, line), error.problem)
            self._unread.append(entry)
            return
        for key in _keys_of(entry):
            if key not in _KEYS:
                self._report_unknown_key(lines[key], key, _KEYS)

    def _game_with_id(self, game: LoggedGame) -> LoggedGame:
        """Return a game with an id; a game written without one gets one from its content.

        So the same entry in two files counts as one game, but two equal entries in one file count
        as two games.
        """
        if game.id:
            return game
        from hashlib import sha256  # it loads OpenSSL

        id_ = f"h{sha256(_canonical_text(_entry_of(game)).encode()).hexdigest()[:12]}"
        self._without_id[id_] += 1
        number = self._without_id[id_]
        return replace(game, id=id_ if number == 1 else f"{id_}-{number}")

    def _report_unknown_key(self, line: int, key: str, known_keys: Sequence[str]) -> None:
        hint = did_you_mean(key, known_keys)
        self._report_problem(line, message("unknown key {key!r}; {hint}", key=key, hint=hint))

    def _report_problem(self, line: int, problem: Message) -> None:
        self._problems.append(message_at_line(self._path, line, problem))


_NOT_A_GAME = message("a game is a list of keys and values, such as winner: allies")


def _keys_of(entry: object) -> Sequence[str]:
    return list(entry) if isinstance(entry, dict) else ()


def _list_items(text: str) -> Iterator[tuple[int, str]]:
    """Yield the first line number and the text of each item of the lists of games in a text.

    The text of a heading is yielded as "".
    """
    first_line, margin, piece = 0, -1, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        stripped_line = line.rstrip("\r ")
        item = _ITEM.match(line)
        starts_item = item is not None and (margin < 0 or len(item[1]) <= margin)
        heading, conflict_mark = (
            _HEADING.fullmatch(stripped_line),
            _CONFLICT_MARK.fullmatch(stripped_line),
        )
        ends_item = (
            starts_item
            or heading
            or conflict_mark
            or bool(stripped_line and stripped_line[0] not in " #")
        )
        if ends_item and piece:
            yield first_line, "\n".join(piece) + "\n"
            piece = []
        if heading:
            margin = -1
            yield number, ""
        elif starts_item and item:
            first_line, margin, piece = number, len(item[1]), [line]
        elif piece:
            piece.append(line)
        elif not conflict_mark and not _BLANK.fullmatch(stripped_line):
            first_line, piece = number, [line]
    if piece:
        yield first_line, "\n".join(piece) + "\n"


def _parse_game(entry: object) -> LoggedGame:
    """Return the game of an entry.

    Raises:
        _InvalidValueError: a value is invalid.
    """
    if not isinstance(entry, dict):
        raise _InvalidValueError("", _NOT_A_GAME)
    return LoggedGame(
        id=_parse_text(entry, "id"),
        winner=_parse_winner(entry),
        date=_parse_date(entry),
        players={side: name for key, side in _SIDES.items() if (name := _parse_text(entry, key))},
        medals=_parse_medals(entry),
        swapped=_parse_flag(entry, "swapped"),
        remark=_parse_text(entry, "remark"),
        board=_parse_text(entry, "board"),
        edition=_parse_edition(entry),
        deleted=_parse_flag(entry, "deleted"),
        more={key: value for key, value in entry.items() if key not in _KEYS},
    )


def _parse_winner(entry: Mapping[str, object]) -> Side | None:
    value = entry.get("winner")
    if value == _DRAW:
        return None
    if not isinstance(value, str) or value.lower() not in _SIDES:
        raise _InvalidValueError("winner", message("winner must be allies, axis or draw"))
    return _SIDES[value.lower()]


def _parse_date(entry: Mapping[str, object]) -> str:
    text = _parse_text(entry, "date")
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        problem = message("{date!r} is not a valid date; use the form 2026-11-29", date=text)
        raise _InvalidValueError("date", problem) from None


def _parse_medals(entry: Mapping[str, object]) -> dict[Side, int]:
    value = entry.get("medals")
    if value is None:
        return {}
    numbers = value if isinstance(value, dict) else {"": value}
    valid_medals = {
        _SIDES[key]: number
        for key, number in numbers.items()
        if key in _SIDES and isinstance(number, int) and not isinstance(number, bool)
    }
    if len(valid_medals) < len(numbers) or not all(
        0 <= each <= MAX_MEDALS for each in valid_medals.values()
    ):
        problem = message("medals must be numbers, such as {example}", example=_MEDALS)
        raise _InvalidValueError("medals", problem)
    return valid_medals


_MEDALS = "{allies: 5, axis: 3}"


def _parse_text(entry: Mapping[str, object], key: str) -> str:
    value = entry.get(key)
    if value is None:
        return ""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise _InvalidValueError(key, message("{key} must be text", key=key))
    return str(value)


def _parse_flag(entry: Mapping[str, object], key: str) -> bool:
    value = entry.get(key) or False
    if not isinstance(value, bool):
        raise _InvalidValueError(key, message("{key} must be true or false", key=key))
    return value


def _parse_edition(entry: Mapping[str, object]) -> int:
    value = entry.get("edition") or 1
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise _InvalidValueError("edition", message("edition must be a whole number, 1 or higher"))
    return value
