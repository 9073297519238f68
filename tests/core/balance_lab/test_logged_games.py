"""Games that people played are kept next to the scenario, and merge without conflict."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from m44core.balance_lab.logged_games import (
    NO_GAMES,
    GamesSummary,
    LoggedGame,
    LoggedGames,
    add_games,
    games_as_yaml,
    games_label,
    games_path,
    games_sentence,
    new_game_id,
    read_games,
    read_games_file,
    summary_of_games,
    summary_of_logged_games,
    unread_entries_sentence,
)
from m44core.catalogue.catalogue_types import Side
from m44core.errors import ReadError
from m44core.io.files.folder_lock import folder_lock
from m44core.io.files.scenario_files import is_scenario
from m44core.library.renaming import rename
from m44core.resources import schema_folder

GIT = shutil.which("git") or ""
SCHEMA = json.loads((schema_folder() / "games.schema.json").read_text("utf-8"))

words = st.text(st.characters(codec="utf-8"), max_size=12)
sides = st.sampled_from(Side)
logged_games = st.builds(
    LoggedGame,
    id=st.sampled_from(["ga", "gb", "gc", "h1"]),  # few, so that versions of a game meet
    winner=st.none() | sides,
    date=st.sampled_from(["", "2026-11-29", "2026-12-01"]),
    players=st.dictionaries(sides, words.filter(bool)),
    medals=st.dictionaries(sides, st.integers(1, 9)),
    swapped=st.booleans(),
    remark=words,
    board=st.sampled_from(["", "2:00ff"]),
    edition=st.integers(1, 3),
    deleted=st.booleans(),
    more=st.dictionaries(st.sampled_from(["club", "table"]), st.integers(1, 9)),
)
damaged_entries = st.sampled_from([7, "text", {"winner": "nobody"}, ["a"], None])
contents = st.builds(
    lambda games, unread: NO_GAMES.merged(LoggedGames(tuple(games), unread=tuple(unread))),
    st.lists(logged_games, max_size=5),
    st.lists(damaged_entries, max_size=2),
)


@given(contents, contents)
def test_merging_two_files_gives_the_same_games_in_either_order(
    first_games: LoggedGames, second_games: LoggedGames
) -> None:
    assert first_games.merged(second_games) == second_games.merged(first_games)
    assert games_as_yaml(first_games.merged(second_games)) == games_as_yaml(
        second_games.merged(first_games)
    )


@given(contents, contents, contents)
def test_merging_three_files_gives_the_same_games_in_any_grouping(
    first_games: LoggedGames, second_games: LoggedGames, third_games: LoggedGames
) -> None:
    assert first_games.merged(second_games).merged(third_games) == first_games.merged(
        second_games.merged(third_games)
    )


@given(contents, contents)
def test_merging_again_changes_nothing(first_games: LoggedGames, second_games: LoggedGames) -> None:
    merged_games = first_games.merged(second_games)
    assert merged_games.merged(merged_games) == merged_games == merged_games.merged(first_games)


@given(games=contents)
def test_a_written_file_is_read_as_the_same_games(
    tmp_path_factory: pytest.TempPathFactory, games: LoggedGames
) -> None:
    path = tmp_path_factory.mktemp("games") / "a.games.yaml"
    path.write_text(games_as_yaml(games), "utf-8", newline="")
    assert read_games_file(path) == games
    valid_games = LoggedGames(games.games, games.deleted)
    Draft202012Validator(SCHEMA).validate(yaml.safe_load(games_as_yaml(valid_games)))


def test_the_schema_is_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def write_logged_games(folder: Path, text: str) -> Path:
    """Write a file of logged games and return the path of its scenario."""
    path = folder / "hill.yaml"
    games_path(path).write_text(text, "utf-8")
    return path


BAD_ENTRIES = """\
format: 1
games:
  - winner: allies
    id: g1
  - winner: nobody
    id: g2
  - date: 2026-02-30
    winner: axis
  - medals: {allies: many}
    winner: axis
  - seven
  - winner: draw
    id: g3
    remakr: close
"""


def test_an_invalid_entry_is_reported_with_its_line_and_the_others_are_read(tmp_path: Path) -> None:
    games = read_games(write_logged_games(tmp_path, BAD_ENTRIES))
    assert [game.id for game in games.games] == ["g1", "g3"]
    lines = [int(str(problem).split(".games.yaml:")[1].split(":")[0]) for problem in games.problems]
    assert lines == [5, 7, 9, 11, 14]
    assert "did you mean remark?" in str(games.problems[-1])


HAND_WRITTEN = {
    "bad entries": BAD_ENTRIES,
    "notes": "# Our club\n\ngames: # since May\n- winner: axis # Ben\n",
    "no line end": "format: 1\ngames:\n    - {winner: axis}",
    "Windows": "games:\r\n  - winner: axis\r\n",
    "a cut off entry": "games:\n  - winner: axis\n  - {winner: [\n",
    "a list alone": "- winner: axis\n",
    "another key": "club: Tübingen\ngames:\n  - winner: axis\n",
    "a key twice": "games:\n  - winner: axis\n    winner: allies\n",
}


@pytest.mark.parametrize("text", HAND_WRITTEN.values(), ids=list(HAND_WRITTEN))
def test_adding_a_game_keeps_the_existing_text_of_the_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "hill.yaml"
    games_path(path).write_bytes(text.encode())
    before = read_games(path)
    after = add_games(path, LoggedGames((LoggedGame("g9", None),)))
    assert games_path(path).read_bytes().startswith(text.encode())
    assert [game.id for game in after.games if game not in before.games] == ["g9"]
    assert read_games(path) == after


@pytest.mark.parametrize("text", ["games: []\n", "games: [{winner: axis}]\n", "Ben won.\n"])
def test_a_file_to_which_no_game_can_be_appended_is_rewritten(tmp_path: Path, text: str) -> None:
    path = write_logged_games(tmp_path, f"# Our club\n{text}")
    before = read_games(path)
    after = add_games(path, LoggedGames((LoggedGame("g9", None),)))
    assert games_path(path).read_text("utf-8").startswith("# Our club\n")
    assert len(after.games) == len(before.games) + 1
    assert after.unread == before.unread
    assert read_games(path) == after


def test_a_duplicate_key_invalidates_only_its_own_entry(tmp_path: Path) -> None:
    text = "games:\n  - winner: axis\n    winner: allies\n  - winner: draw\n"
    games = read_games(write_logged_games(tmp_path, text))
    assert [game.winner for game in games.games] == [None]
    assert games.unread == ("  - winner: axis\n    winner: allies",)
    assert "hill.games.yaml:3" in str(games.problems[0])


def test_equal_entries_in_one_file_are_different_games(tmp_path: Path) -> None:
    path = write_logged_games(tmp_path, "games:\n" + 3 * "  - winner: axis\n")
    assert len(read_games(path).games) == 3
    assert len(add_games(path, read_games(path)).games) == 3


def write_club_file(folder: Path, *ids: str) -> Path:
    """Add games that differ only in their ids to the file of a club, and return its path."""
    path = folder / "hill.yaml"
    for each in ids:
        game = LoggedGame(each, Side.AXIS, "2026-11-29", medals={Side.AXIS: 5})
        add_games(path, LoggedGames((game,)))
    return games_path(path)


def test_the_files_of_two_clubs_can_be_joined(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    one = write_club_file(tmp_path / "one", "g1", "g2").read_text("utf-8")
    second_file = write_club_file(tmp_path / "two", "g2", "g3").read_text("utf-8")
    by_hand = "games:\n- winner: draw\n"
    games = read_games(write_logged_games(tmp_path, one + second_file + by_hand + one + by_hand))
    assert [game.id for game in games.games if game.winner] == ["g1", "g2", "g3"]
    assert len(games.games) == 4
    assert games.problems == games.unread == ()


def git(folder: Path, *arguments: str) -> int:
    """Run Git in a repository; return its exit status."""
    identity = ("-c", "user.name=Ben", "-c", "user.email=ben@club.example")
    command = [GIT, "-C", str(folder), *identity, *arguments]
    return subprocess.run(command, capture_output=True, check=False).returncode


def merge_with_git(folder: Path, attributes: str) -> tuple[int, LoggedGames]:
    """Let Git merge two branches with new games; return its exit status, and the games."""
    git(folder, "init", "-b", "main")
    (folder / ".gitattributes").write_text(attributes)
    for branch, ids in (("main", "a"), ("club", "bc"), ("main", "de")):
        git(folder, "checkout", "main")
        git(folder, "checkout", *(("-b", branch) if branch != "main" else ()))
        write_club_file(folder, *(f"g{each}" for each in ids))
        git(folder, "add", ".")
        assert git(folder, "commit", "-m", branch) == 0
    git(folder, "checkout", "main")
    return git(folder, "merge", "--no-edit", "club"), read_games(folder / "hill.yaml")


@pytest.mark.skipif(not GIT, reason="Git is not installed")
@pytest.mark.parametrize(("attributes", "status"), [("*.games.yaml merge=union\n", 0), ("", 1)])
def test_git_merges_the_games_of_two_branches(tmp_path: Path, attributes: str, status: int) -> None:
    exit_status, games = merge_with_git(tmp_path, attributes)
    assert exit_status == status  # without the attribute, it leaves the marks of a conflict
    assert [game.id for game in games.games] == ["ga", "gb", "gc", "gd", "ge"]
    assert games.problems == games.unread == ()


CONFLICT = """\
format: 1
games:
  - {winner: allies, id: g1}
<<<<<<< HEAD
  - winner: axis
    id: g2
=======
  - winner: draw
    id: g3
>>>>>>> theirs
  - winner: [
  - {winner: axis, id: g4}
"""


def test_both_sides_of_a_git_conflict_are_read(tmp_path: Path) -> None:
    games = read_games(write_logged_games(tmp_path, CONFLICT))
    assert [game.id for game in games.games] == ["g1", "g2", "g3", "g4"]
    assert len(games.problems) == 1
    assert ".games.yaml:11" in str(games.problems[0]) or ".games.yaml:12" in str(games.problems[0])
    assert games.unread == ("  - winner: [",)


def test_damage_at_any_position_loses_no_other_games(
    tmp_path: Path, subtests: pytest.Subtests
) -> None:
    whole_text = games_as_yaml(LoggedGames(tuple(LoggedGame(f"g{n}", None) for n in range(4))))
    for place in range(whole_text.index("games:") + 8, len(whole_text)):
        with subtests.test(str(place)):
            damaged_games = read_games(
                write_logged_games(tmp_path, f"{whole_text[:place]}\t}}{whole_text[place + 1 :]}")
            )
            assert len(damaged_games.games) >= 2
            assert damaged_games.problems or len(damaged_games.games) == 4


def test_a_binary_or_newer_file_is_not_changed(tmp_path: Path) -> None:
    path = write_logged_games(tmp_path, "format: 2\ngames: []\n")
    with pytest.raises(ReadError, match="newer"):
        add_games(path, NO_GAMES)
    games_path(path).write_bytes(b"\0\1\2")
    with pytest.raises(ReadError, match="hill"):
        add_games(path, NO_GAMES)
    assert games_path(path).read_bytes() == b"\0\1\2"


def test_a_missing_or_blank_file_has_no_games(tmp_path: Path) -> None:
    assert read_games(tmp_path / "none.m44") == NO_GAMES
    for text in (" \n", "# nothing yet\n", "games:\n", "format: 1\ngames: []\n"):
        games = read_games(write_logged_games(tmp_path, text))
        assert games == NO_GAMES
        assert games.problems == ()


def test_an_entry_written_by_hand_gets_the_same_id_in_every_copy(tmp_path: Path) -> None:
    text = "games:\n  - winner: Allies\n    date: 2026-11-29\n"
    one = read_games(write_logged_games(tmp_path, text))
    assert one.merged(read_games(write_logged_games(tmp_path, text))) == one
    assert len(one.games) == 1


def test_adding_games_keeps_those_already_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "hill.yaml"
    ids = [new_game_id(), new_game_id(), new_game_id()]
    for each in ids:
        add_games(path, LoggedGames((LoggedGame(each, None),)))
    assert {game.id for game in read_games(path).games} == set(ids)


ADDING_PROGRAM = """\
import sys
from pathlib import Path
from m44core.balance_lab.logged_games import LoggedGame, LoggedGames, add_games, new_game_id
for _ in range(5):
    add_games(Path(sys.argv[1]), LoggedGames((LoggedGame(new_game_id(), None),)))
"""


def test_two_programs_can_add_games_at_the_same_time(tmp_path: Path) -> None:
    path = tmp_path / "hill.yaml"
    command = [sys.executable, "-c", ADDING_PROGRAM, str(path)]
    programs = [subprocess.Popen(command) for _ in range(2)]
    assert [program.wait() for program in programs] == [0, 0]
    assert len(read_games(path).games) == 10


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot lock a folder")
def test_a_program_waits_until_another_one_has_saved(tmp_path: Path) -> None:
    path = tmp_path / "hill.yaml"
    with folder_lock(tmp_path):
        program = subprocess.Popen([sys.executable, "-c", f"{ADDING_PROGRAM}print('done')", path])
        with pytest.raises(subprocess.TimeoutExpired):
            program.wait(2)
        assert not [*tmp_path.iterdir()]
    assert program.wait() == 0
    assert len(read_games(path).games) == 5


def test_games_are_added_in_a_folder_that_cannot_be_locked(tmp_path: Path) -> None:
    with folder_lock(tmp_path / "missing"):
        added = add_games(tmp_path / "hill.yaml", LoggedGames((LoggedGame("g1", None),)))
    assert [game.id for game in added.games] == ["g1"]


def test_a_deleted_game_does_not_come_back_from_an_older_file() -> None:
    old = LoggedGames((LoggedGame("g1", None), LoggedGame("g2", Side.AXIS)))
    deleted_games = LoggedGames((LoggedGame("g1", None, edition=2, deleted=True),))
    assert [game.id for game in deleted_games.merged(old).games] == ["g2"]


def test_an_edited_game_replaces_the_older_one() -> None:
    game = LoggedGame("g1", Side.AXIS)
    edited_game = game.edited(LoggedGame("", Side.ALLIES, remark="counted again"))
    assert LoggedGames((edited_game,)).merged(LoggedGames((game,))).games == (edited_game,)


def test_the_summary_counts_wins_draws_and_games_of_an_earlier_board() -> None:
    games = [
        LoggedGame("g1", Side.ALLIES, board="2:a"),
        LoggedGame("g2", Side.ALLIES),
        LoggedGame("g3", Side.AXIS, board="2:b"),
        LoggedGame("g4", None),
    ]
    assert summary_of_games(games, "2:a") == GamesSummary(2, 1, 1, earlier=1)
    assert summary_of_games(games).share == 0.625


def test_the_summary_has_a_short_form_and_a_sentence() -> None:
    assert str(games_label(GamesSummary(6, 3, 0))) == "9 human games: Allies 6, Axis 3"
    assert str(games_label(GamesSummary(0, 0, 1))) == ("1 human game: Allies 0, Axis 0, draws 1")
    summary_text = "9 human games: Allies 6, Axis 3. Of these, 1 game used an earlier version"
    assert str(games_sentence(GamesSummary(6, 3, 0, 1))).startswith(summary_text)


def test_the_summary_of_a_scenario_names_unreadable_entries(tmp_path: Path) -> None:
    summary = summary_of_logged_games(write_logged_games(tmp_path, BAD_ENTRIES))
    assert (summary.allies, summary.axis, summary.draws) == (1, 0, 1)
    assert "hill.games.yaml:5: winner must be" in str(unread_entries_sentence(summary.problems))
    assert "and 4 more" in str(unread_entries_sentence(summary.problems))
    games_path(tmp_path / "hill.yaml").write_bytes(b"\0")
    assert summary_of_logged_games(tmp_path / "hill.yaml").games == 0
    assert "hill.games.yaml" in str(summary_of_logged_games(tmp_path / "hill.yaml").problems[0])


def test_the_file_of_games_is_not_a_scenario_and_is_renamed_with_its_scenario(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hill.m44"
    path.write_text("{}")
    add_games(path, LoggedGames((LoggedGame("g1", None),)))
    assert not is_scenario(games_path(path))
    assert len(read_games(rename(path, "ridge")).games) == 1
