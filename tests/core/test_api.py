"""The public API for other programs: ``import m44core``."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import m44core
from m44core.errors import M44Error, ReadError
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder

PEGASUS = scenarios_folder() / "pegasus-bridge.m44"
README = Path(__file__).parents[2] / "README.md"


def pegasus_scenario() -> Scenario:
    scenario = m44core.read(PEGASUS).scenario
    assert scenario
    return scenario


def test_an_unchanged_file_is_written_back_byte_for_byte(tmp_path: Path) -> None:
    copy = tmp_path / "copy.m44"
    m44core.write(m44core.read(PEGASUS), copy)
    assert copy.read_bytes() == PEGASUS.read_bytes()


def test_the_suffix_decides_the_written_format(tmp_path: Path) -> None:
    m44core.write(pegasus_scenario(), tmp_path / "pegasus.yaml")
    assert m44core.read(tmp_path / "pegasus.yaml").scenario == pegasus_scenario()


def test_a_result_without_a_scenario_is_not_written(tmp_path: Path) -> None:
    broken_file = tmp_path / "broken.m44"
    broken_file.write_text("{", "utf-8")
    with pytest.raises(ReadError, match="broken\\.m44 contains no scenario"):
        m44core.write(m44core.read(broken_file), tmp_path / "other.m44")
    assert not (tmp_path / "other.m44").exists()


def test_findings_have_positions_and_texts_in_any_language(tmp_path: Path) -> None:
    text = PEGASUS.read_text("utf-8").replace('"AXIS"', '"Axs"', 1)
    file = tmp_path / "pegasus.m44"
    file.write_text(text, "utf-8")
    diagnostic = next(each for each in m44core.check(m44core.read(file)) if each.code == "M021")
    assert diagnostic.line == 1 + text[: text.index('"Axs"')].count("\n")
    assert m44core.finding_text(diagnostic, "fr") != m44core.finding_text(diagnostic)


def test_the_old_name_of_a_function_is_accepted_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match=r"m44core\.said is now m44core\.finding_text"):
        assert m44core.said is m44core.finding_text


def test_the_findings_of_a_scenario_are_among_those_of_its_file() -> None:
    of_file = {(each.code, each.pointer) for each in m44core.check(m44core.read(PEGASUS))}
    of_scenario = {(each.code, each.pointer) for each in m44core.check(pegasus_scenario())}
    assert of_scenario <= of_file


def test_a_map_is_an_svg_document() -> None:
    assert m44core.render(pegasus_scenario()).startswith("<svg")
    assert m44core.render(pegasus_scenario()) != m44core.render(pegasus_scenario(), dark=True)
    assert "Alliés" in m44core.render(pegasus_scenario(), language="fr")


def test_a_seed_always_gives_the_same_game() -> None:
    game = m44core.play(pegasus_scenario(), "recruit", seed=3)
    assert game.winner or game.unfinished or game.reason
    assert m44core.play(pegasus_scenario(), "recruit", seed=3).actions == game.actions


def test_many_games_are_summarized() -> None:
    summary = m44core.simulate(pegasus_scenario(), 4, "recruit")
    assert summary.games == 4
    assert sum(share.count for share in summary.won.values()) <= 4


@pytest.mark.bulk
def test_games_are_played_until_the_balance_is_known() -> None:
    verdict = m44core.balance(pegasus_scenario(), 0.2, "recruit")
    assert verdict.is_precise
    assert 0 <= verdict.allies.low < verdict.allies.mean < verdict.allies.high <= 1


def test_a_database_stores_the_games_of_a_balance(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    first = m44core.balance(PEGASUS, 0.01, "recruit", most_games=10, database=database)
    assert len(first.records) == 10
    second_balance = m44core.balance(
        m44core.read(PEGASUS), 0.01, "recruit", most_games=9, database=database
    )
    assert len(second_balance.records) == 10


def test_a_file_without_a_scenario_has_no_balance(tmp_path: Path) -> None:
    broken_file = tmp_path / "broken.m44"
    broken_file.write_text("{", "utf-8")
    with pytest.raises(ReadError, match="broken\\.m44 contains no scenario"):
        m44core.balance(broken_file)


def test_unknown_players_are_refused() -> None:
    with pytest.raises(M44Error, match="unknown player 'majr'"):
        m44core.play(pegasus_scenario(), "majr")


def test_importing_the_package_imports_almost_nothing() -> None:
    count = "import sys, m44core; print(sum(name.startswith('m44core') for name in sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", count], capture_output=True, text=True, check=True
    )
    assert int(result.stdout) <= 3


def test_an_unknown_name_in_the_package_raises_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        m44core.reed  # noqa: B018 - asking for it is the test


@pytest.mark.skipif(
    not README.exists(), reason="needs the checkout: the README is not in the wheel"
)
def test_the_example_of_the_readme_runs(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    (example,) = [block for block in blocks if "import m44core" in block]
    (tmp_path / "scenarios").symlink_to(scenarios_folder())
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "M" in result.stdout
    assert (tmp_path / "map.svg").exists()
