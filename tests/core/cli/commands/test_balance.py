"""``m44 balance``: verdicts in words and in a table, and games that are stored and shared."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.core.balance_lab.quick_games import quick_plan

from m44core.balance_lab.results_database import ResultsDatabase, default_database_path
from m44core.cli.main import main
from m44core.history.file_history import local_history
from m44core.history.file_versions import VersionReason
from m44core.io.files.save import save
from m44core.io.files.scenario_files import FileFormat
from m44core.resources import scenarios_folder, schema_folder

PEGASUS, SWORD = (
    str(scenarios_folder() / f"{name}.yaml") for name in ("pegasus-bridge", "sword-beach")
)
QUICK_OPTIONS = ["--precision", "20", "--jobs", "1"]
Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run_balance(*arguments: str) -> int:
    """Run the command with a fixed seed, for reproducible results; return its exit status."""
    seed = () if {"--seed", "calibrate"} & set(arguments) else ("--seed", "6")
    return main(["balance", *arguments, *seed])


@pytest.fixture(scope="module")
def games_of_pegasus(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database with the games of Pegasus Bridge that a quick verdict needs."""
    database = tmp_path_factory.mktemp("played") / "games.sqlite3"
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--database", str(database)) == 0
    return database.read_bytes()


@pytest.fixture
def stored_games_of_pegasus(games_of_pegasus: bytes) -> None:
    """Start the test with stored games of Pegasus Bridge, as in every run after the first."""
    default_database_path().parent.mkdir(parents=True, exist_ok=True)
    default_database_path().write_bytes(games_of_pegasus)


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_a_verdict_names_the_stronger_side_and_its_share(capsys: Output) -> None:
    assert run_balance(PEGASUS, *QUICK_OPTIONS) == 0
    title, headline, *rest = capsys.readouterr().out.splitlines()
    assert title == "Pegasus Bridge"
    pattern = r"(About even: t|T)he (Allies|Axis) wins? \d+% \(\d+ to \d+\)\."
    assert re.fullmatch(pattern, headline)
    assert any(
        re.match("\\d+ games between sergeant-level computer players", line) for line in rest
    )
    assert any(line.startswith("Estimate for human players: the Allies win about") for line in rest)


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_a_lopsided_verdict_names_the_command_that_finds_changes(capsys: Output) -> None:
    assert run_balance(PEGASUS, "--precision", "20") == 0
    out = capsys.readouterr().out
    assert ("About even" in out) is not (f"run: m44 balance {PEGASUS} --aim 50" in out)


def test_a_run_that_ends_before_its_first_result_counts_the_wins(capsys: Output) -> None:
    assert run_balance(PEGASUS, "--games", "3", "--jobs", "1") == 0
    out = capsys.readouterr().out
    [axis, allies] = re.findall(r"Games won so far: Axis (\d), Allies (\d)\.", out)[0]
    assert int(axis) + int(allies) == 3


@pytest.mark.bulk
def test_a_sweep_can_be_limited_to_a_kind_of_change_and_a_number_of_games(
    tmp_path: Path, capsys: Output
) -> None:
    quick = tmp_path / "quick.yaml"
    save(quick_plan(1, 1).scenario, quick, None, FileFormat.YAML)
    limits = ["--only", "figures", "--games", "100"]
    assert run_balance(str(quick), *limits, "-j", "1", "-f", "json") == 0
    document = valid_document(capsys, "sweep")
    assert document["games"] < 200
    assert document["suggestions"]
    assert all(" figure" in text for each in document["tried"] for text in each["changes"])


def test_an_author_can_try_a_list_of_changes(tmp_path: Path, capsys: Output) -> None:
    quick, changes = tmp_path / "quick.yaml", tmp_path / "my-changes.yaml"
    save(quick_plan(1, 1).scenario, quick, None, FileFormat.YAML)
    assert run_balance(str(quick), "--example-changes", str(changes)) == 0
    example = changes.read_text("utf-8")
    assert f"m44 balance {quick} --changes {changes}" in example
    changes.write_text("".join(example.splitlines(keepends=True)[:10]), "utf-8")
    assert run_balance(str(quick), "--changes", str(changes), "--games", "60", "-f", "json") == 0
    tried = valid_document(capsys, "sweep")["suggestions"]
    assert {text for each in tried for text in each["changes"]} == {
        line.partition("# ")[2] for line in changes.read_text("utf-8").splitlines()[-2:]
    }


def test_mistakes_in_a_list_of_changes_are_printed_and_nothing_is_played(
    tmp_path: Path, capsys: Output
) -> None:
    changes = tmp_path / "my-changes.yaml"
    changes.write_text("changes:\n- remove-unit: A1\n- moves-first: allies\n", "utf-8")
    assert run_balance(PEGASUS, "--changes", str(changes)) == 2
    printed, error = capsys.readouterr()
    assert not printed
    assert f"{changes}:2: there is no unit on A1" in error
    assert "no games were played" in error
    assert run_balance(PEGASUS, "--changes", str(changes), "--only", "figures") == 2
    assert "--only and --changes cannot be combined" in capsys.readouterr().err


def test_a_verdict_names_the_errors_that_affect_play(tmp_path: Path, capsys: Output) -> None:
    faulty, hexes = tmp_path / "faulty.yaml", "hexes:\n  C9: {obstacle: sandbag}\n  Z9: {}\n"
    faulty.write_text(Path(PEGASUS).read_text("utf-8").replace("hexes:\n", hexes), "utf-8")
    for output_format in ("text", "table"):
        run_balance(str(faulty), *QUICK_OPTIONS, "--games", "1", "--format", output_format)
        assert "The scenario has 2 errors; fix them first" in capsys.readouterr().out
    run_balance(str(faulty), *QUICK_OPTIONS, "--games", "1")
    out = capsys.readouterr().out
    assert 'C9: "sandbag" is not a known obstacle; did you mean sandbags?\n' in out
    assert '"Z9" is not a hex' in out
    run_balance(str(faulty), *QUICK_OPTIONS, "--games", "1", "--format", "json")
    assert len(json.loads(capsys.readouterr().out)["errors"]) == 2


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_the_table_shows_no_minutes_for_stored_games(capsys: Output) -> None:
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--format", "table") == 0
    assert capsys.readouterr().out.splitlines()[1].split()[-1] == "\N{EN DASH}"


@pytest.mark.bulk
def test_without_human_results_human_games_are_not_mentioned(
    capsys: Output,
) -> None:
    assert run_balance(PEGASUS, "--ai", "sergeant:recruit", *QUICK_OPTIONS) == 0
    assert "Estimate for human players: the Allies win about" not in capsys.readouterr().out


@pytest.mark.bulk
def test_slow_players_are_announced_with_the_time_they_take(capsys: Output) -> None:
    assert run_balance(PEGASUS, "--ai", "general", "--games", "1", *QUICK_OPTIONS) == 0
    note = capsys.readouterr().err
    assert re.search(r"generals are slow: expect about \d+ s on this computer", note)
    run_balance(PEGASUS, "--ai", "general", "--games", "1", *QUICK_OPTIONS)
    assert "slow" not in capsys.readouterr().err


@pytest.mark.bulk
def test_a_second_run_continues_from_the_games_of_the_first(capsys: Output) -> None:
    run_balance(PEGASUS, *QUICK_OPTIONS)
    first = capsys.readouterr().out
    run_balance(PEGASUS, *QUICK_OPTIONS)
    assert capsys.readouterr().out == first
    with ResultsDatabase(default_database_path()) as database:
        ((_, stored_count),) = database.setups()
    run_balance(PEGASUS, "--precision", "11", "--jobs", "1")
    with ResultsDatabase(default_database_path()) as database:
        ((_, final_count),) = database.setups()
    assert final_count > stored_count


@pytest.mark.bulk
def test_games_are_not_stored_on_request(capsys: Output) -> None:
    outputs = []
    for jobs in ("1", "2"):
        assert run_balance(PEGASUS, *QUICK_OPTIONS, "--no-store", "--jobs", jobs) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert not default_database_path().exists()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit to the size of files")
def test_a_disk_that_gets_full_is_reported() -> None:
    command = [sys.executable, "-m", "m44core.cli.main", "balance", PEGASUS, *QUICK_OPTIONS]
    limited = ["sh", "-c", 'ulimit -f 40; exec "$@"', "sh", *command, "--seed", "6"]
    process = subprocess.run(limited, capture_output=True, text=True, check=False)
    assert process.returncode == 0
    assert process.stderr.count("results are not stored in") == 1


@pytest.mark.bulk
def test_several_scenarios_make_a_table_despite_a_bad_file(tmp_path: Path, capsys: Output) -> None:
    bad_file, empty_file = tmp_path / "bad.m44", tmp_path / "empty.yaml"
    bad_file.write_text("nonsense")
    main(["new", str(empty_file)])
    capsys.readouterr()
    assert run_balance(PEGASUS, str(bad_file), str(empty_file), SWORD, *QUICK_OPTIONS) == 2
    out, err = capsys.readouterr()
    header, *rows = out.splitlines()
    assert [row.split("  ")[0] for row in rows] == ["Pegasus Bridge", "Sword Beach"]
    assert header.split()[:2] == ["scenario", "Allies"]
    assert str(bad_file) in err
    assert str(empty_file) in err


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_a_damaged_companion_file_does_not_stop_the_command(tmp_path: Path, capsys: Output) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_bytes(Path(PEGASUS).read_bytes())
    (tmp_path / "one.games.yaml").write_bytes(b"\xff\xfe\x00 games: [")
    assert run_balance(str(tmp_path), *QUICK_OPTIONS, "--details", "--results") == 0
    first, second = capsys.readouterr().out.splitlines()[1:]
    assert f"({tmp_path / 'one.yaml'})" in first
    assert f"({tmp_path / 'two.yaml'})" in second
    assert run_balance(str(tmp_path / "one.yaml"), *QUICK_OPTIONS, "--details") == 0
    assert "Not everything could be read:" in capsys.readouterr().out


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_details_name_decisive_events_and_gameplay(capsys: Output) -> None:
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--details") == 0
    lines = capsys.readouterr().out.splitlines()
    for heading in ("Medals per game", "How it plays", "What decides the game"):
        assert lines[lines.index(heading) + 1].startswith("  ")


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_a_table_has_gameplay_measures_on_request(capsys: Output) -> None:
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--format", "table", "--details") == 0
    header, row = capsys.readouterr().out.splitlines()
    assert "lead changes" in header
    assert len(row) == len(header)


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_export_writes_one_row_per_game(tmp_path: Path, capsys: Output) -> None:
    run_balance(PEGASUS, *QUICK_OPTIONS)
    table, lines = tmp_path / "games.csv", tmp_path / "games.jsonl"
    assert run_balance("export", str(table), str(lines)) == 0
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    games = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert [str(game["number"]) for game in games] == [row["number"] for row in rows]
    assert {row["title"] for row in rows} == {"Pegasus Bridge"}
    capsys.readouterr()
    assert run_balance("export", str(table)) == 2
    assert "already exists" in capsys.readouterr().err
    assert run_balance("export", str(table), "--force") == 0
    assert run_balance("export", str(tmp_path / "games.doc")) == 2


@pytest.mark.parametrize("action", ["merge", "export", "calibrate"])
def test_each_action_has_its_own_help(action: str, capsys: Output) -> None:
    for words in (["balance", action, "--help"], ["help", "balance", action]):
        with pytest.raises(SystemExit) as exit_info:
            main(words)
        assert exit_info.value.code == 0
        help_text = capsys.readouterr().out
        assert help_text.startswith(f"usage: m44 balance {action}")
        assert "--database" in help_text
        assert "--sweep" not in help_text


def test_merge_adds_the_games_of_others_once(
    games_of_pegasus: bytes, tmp_path: Path, capsys: Output
) -> None:
    other_file = tmp_path / "club.sqlite3"
    other_file.write_bytes(games_of_pegasus)
    capsys.readouterr()
    damaged_file = tmp_path / "damaged.sqlite3"
    damaged_file.write_bytes(b"not a database" * 100)
    assert run_balance("merge", str(damaged_file), str(other_file), str(tmp_path / "missing")) == 2
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"{re.escape(str(other_file))}: \d\d+ games added\n", out)
    assert "damaged.sqlite3 is not a database of games" in err
    assert "missing" in err
    assert other_file.read_bytes() == games_of_pegasus
    assert damaged_file.exists()
    assert run_balance("merge", str(other_file)) == 0
    assert ": 0 games added" in capsys.readouterr().out


def test_an_action_needs_a_file_and_an_existing_file_takes_precedence(
    tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_balance("merge") == 2
    assert "m44 balance merge FILE" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)
    Path("merge").write_text("nonsense")
    assert run_balance("merge") == 2
    assert "merge" in capsys.readouterr().err


@pytest.mark.parametrize("precision", ["0", "x", "50", "nan"])
def test_a_precision_out_of_range_is_refused(precision: str, capsys: Output) -> None:
    with pytest.raises(SystemExit):
        run_balance(PEGASUS, "--precision", precision)
    assert "--precision" in capsys.readouterr().err


@pytest.mark.bulk
def test_a_database_that_cannot_be_written_is_named_and_the_verdict_is_given(
    tmp_path: Path, capsys: Output
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--database", str(folder)) == 0
    out, err = capsys.readouterr()
    assert "results are not stored in" in err
    assert out.startswith("Pegasus Bridge\n")


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_a_report_is_written_once_and_only_as_html_or_pdf(tmp_path: Path, capsys: Output) -> None:
    page = tmp_path / "report.html"
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--report", str(page)) == 0
    assert "Pegasus Bridge" in page.read_text("utf-8")
    capsys.readouterr()
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--report", str(page)) == 2
    assert "already exists" in capsys.readouterr().err
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--report", str(tmp_path / "report.doc")) == 2
    assert "must end in .html or .pdf" in capsys.readouterr().err


@pytest.mark.bulk
@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_json_follows_its_schema_and_several_scenarios_make_an_array(capsys: Output) -> None:
    schema = json.loads((schema_folder() / "balance.schema.json").read_text("utf-8"))
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--format", "json") == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, schema)
    assert run_balance(PEGASUS, SWORD, *QUICK_OPTIONS, "--format", "json") == 0
    documents = json.loads(capsys.readouterr().out)
    assert documents[0] == document
    assert [each["scenario"]["title"] for each in documents] == ["Pegasus Bridge", "Sword Beach"]


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_results_are_written_next_to_the_scenario(tmp_path: Path) -> None:
    copy = tmp_path / "pegasus.yaml"
    copy.write_bytes(Path(PEGASUS).read_bytes())
    assert run_balance(str(copy), *QUICK_OPTIONS, "--results") == 0
    assert json.loads((tmp_path / "pegasus.balance.json").read_text())["version"] == 1


@pytest.mark.bulk
def test_a_comparison_names_the_scenario_that_the_allies_win_more_often(
    tmp_path: Path, capsys: Output
) -> None:
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--against", SWORD, "--precision", "15") == 0
    assert capsys.readouterr().out.count("the Allies win") >= 2
    copy = tmp_path / "copy.yaml"
    copy.write_bytes(Path(PEGASUS).read_bytes())
    assert run_balance(PEGASUS, "--against", str(copy)) == 0
    assert "play identically" in capsys.readouterr().out
    assert run_balance(PEGASUS, SWORD, "--against", SWORD) == 2
    assert "--against needs a single scenario" in capsys.readouterr().err


def test_a_file_is_compared_with_an_earlier_version(tmp_path: Path, capsys: Output) -> None:
    quick_file = tmp_path / "quick.yaml"
    save(quick_plan(1, 1).scenario, quick_file, None, FileFormat.YAML)
    local_history(quick_file).add(quick_file.read_bytes(), VersionReason.SAVED)
    assert run_balance(str(quick_file), "--against", f"{quick_file}@1") == 0
    assert "play identically" in capsys.readouterr().out
    assert run_balance(str(quick_file), "--against", f"{quick_file}@2") == 2
    assert "no version 2; use a number from 1 to 1" in capsys.readouterr().err


def valid_document(capsys: Output, name: str) -> dict[str, Any]:
    """Return the printed JSON document, checked against one of the schemas."""
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    schema = json.loads((schema_folder() / f"{name}.schema.json").read_text("utf-8"))
    jsonschema.validate(document, schema)
    return document


def test_a_comparison_can_be_printed_as_json_and_as_a_table(tmp_path: Path, capsys: Output) -> None:
    first_file, second_file = tmp_path / "one.yaml", tmp_path / "two.yaml"
    save(quick_plan(1, 1).scenario, first_file, None, FileFormat.YAML)
    save(quick_plan(1, 2).scenario, second_file, None, FileFormat.YAML)
    arguments = [str(first_file), "--against", str(second_file), *QUICK_OPTIONS]
    assert run_balance(*arguments, "--format", "json") == 0
    document = valid_document(capsys, "comparison")
    names, shares = zip(
        *((each["name"], each["allied_wins"]["mean"]) for each in document["scenarios"]),
        strict=True,
    )
    assert names == (str(first_file), str(second_file))
    assert shares[1] - shares[0] == pytest.approx(document["difference"]["mean"], abs=0.1)
    assert run_balance(*arguments, "--format", "table") == 0
    header, first_row, second_row, summary = capsys.readouterr().out.splitlines()
    assert header.split() == ["Scenario", "Allies", "win", "95%", "interval"]
    assert (first_row.split()[0], second_row.split()[0]) == names
    assert summary == document["summary"]


def test_identical_scenarios_as_json_have_no_figures(capsys: Output) -> None:
    assert run_balance(PEGASUS, "--against", PEGASUS, "--format", "json") == 0
    document = valid_document(capsys, "comparison")
    assert (document["outcome"], document["difference"]) == ("identical", None)


@pytest.mark.bulk
def test_restricted_play_reports_the_value_of_a_card(capsys: Output) -> None:
    card = ["--without-card", "Air Power", "--side", "allies", *QUICK_OPTIONS, "--games", "32"]
    assert run_balance(PEGASUS, *card) == 0
    title, value_line, *other_lines = capsys.readouterr().out.splitlines()
    assert title == "Pegasus Bridge"
    pattern = (
        r"Air Power: worth (\S+) points to the Allies \(\S+ to \S+\).* "
        r"Without it, the Allies win \d+% instead of \d+%\."
    )
    assert re.fullmatch(pattern, value_line)
    assert "plays the card anyway" in " ".join(other_lines)
    assert run_balance(PEGASUS, *card, "--format", "json") == 0
    document = valid_document(capsys, "restrictions")
    assert document["restrictions"][0]["cards"] == ["air-power"]
    assert document["restrictions"][0]["summary"] == value_line


@pytest.mark.bulk
def test_several_restrictions_make_a_table(tmp_path: Path, capsys: Output) -> None:
    quick_file = tmp_path / "quick.yaml"
    save(quick_plan(1, 1).scenario, quick_file, None, FileFormat.YAML)
    assert run_balance(str(quick_file), "--without-section", "all", *QUICK_OPTIONS) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert header.split()[:3] == ["Without", "Side", "Worth"]
    assert sum("flank" in row for row in rows) == 4
    assert run_balance(PEGASUS, "--without-card", "Air Powder") == 2
    assert "did you mean Air Power?" in capsys.readouterr().err
    assert run_balance(PEGASUS, SWORD, "--without-card", "all") == 2
    assert "--without-card needs a single scenario" in capsys.readouterr().err


@pytest.mark.bulk
def test_a_scenario_with_the_target_balance_needs_no_change(tmp_path: Path, capsys: Output) -> None:
    out, short = tmp_path / "even.yaml", tmp_path / "short.yaml"  # of one medal: many quick games
    short.write_text(Path(PEGASUS).read_text("utf-8").replace("medals: 4", "medals: 1"), "utf-8")
    assert run_balance(str(short), "--aim", "80", "--jobs", "2", "--write", str(out)) == 2
    printed, error = capsys.readouterr()
    assert "so no changes were tried" in printed
    assert "nothing was written" in error
    assert not out.exists()
    assert run_balance(str(short), "--aim", "80", "--jobs", "2", "--format", "json") == 0
    document = valid_document(capsys, "sweep")
    assert (document["stage"], document["suggestions"]) == ("done", [])
    assert abs(document["base"]["mean"] - document["aim"]) < 0.05


@pytest.mark.bulk
def test_a_report_of_a_comparison_and_of_restricted_play_has_its_section(
    tmp_path: Path, capsys: Output
) -> None:
    quick, other = tmp_path / "quick.yaml", tmp_path / "other.yaml"
    save(quick_plan(1, 1).scenario, quick, None, FileFormat.YAML)
    save(quick_plan(1, 2).scenario, other, None, FileFormat.YAML)
    page, second = tmp_path / "report.html", tmp_path / "second.html"
    assert (
        run_balance(str(quick), *QUICK_OPTIONS, "--against", str(other), "--report", str(page)) == 0
    )
    assert "other.yaml" in page.read_text("utf-8")
    card = ["--without-card", "Probe", "--side", "axis", "--report", str(second)]
    assert run_balance(str(quick), *QUICK_OPTIONS, *card) == 0
    assert "What cards and sections are worth" in second.read_text("utf-8")
    assert "M44 Workshop" not in capsys.readouterr().out


@pytest.mark.usefixtures("stored_games_of_pegasus")
def test_calibrating_fits_the_human_estimate(tmp_path: Path, capsys: Output) -> None:
    table = tmp_path / "results.csv"
    table.write_text("scenario,allies_percent,games\nPegasus Bridge,20,500\nNowhere,50,\n")
    run_balance(PEGASUS, "--precision", "18", "--jobs", "1")
    before = capsys.readouterr().out
    assert run_balance("calibrate", str(table)) == 2
    assert "Nowhere" in capsys.readouterr().err
    run_balance(PEGASUS, "--precision", "18", "--jobs", "1")
    assert capsys.readouterr().out != before


def test_a_missing_scheduler_is_named(capsys: Output) -> None:
    assert run_balance(PEGASUS, *QUICK_OPTIONS, "--scheduler", "nowhere://127.0.0.1:1") == 2
    error = capsys.readouterr().err
    assert "127.0.0.1:1" in error or "[cluster]" in error
