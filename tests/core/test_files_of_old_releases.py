"""Files written by releases before 1.0 can still be read.

``tests/data/editions`` has a folder for each of these releases whose files differ, written by that
release.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.diagnostics import Severity
from m44core.history.file_history import History
from m44core.io.files.file_reader import read_file
from m44core.translate.text_record_file import read_record

EDITIONS = Path(__file__).parents[1] / "data" / "editions"
TITLE = "Pegasus Bridge"
UNITS = 15


def release_files(pattern: str) -> list[Path]:
    matching_files = sorted(EDITIONS.glob(f"*/{pattern}"))
    assert len(matching_files) > 1
    return matching_files


def relative_name(path: Path) -> str:
    return path.relative_to(EDITIONS).as_posix()


every_scenario = pytest.mark.parametrize(
    "path",
    [*release_files("bridge.yaml"), *release_files("bridge.json"), *release_files("bridge.m44")],
    ids=relative_name,
)


@every_scenario
def test_a_scenario_is_read_without_an_error(path: Path) -> None:
    result = read_file(path)
    assert [
        diagnostic for diagnostic in result.diagnostics if diagnostic.severity is Severity.ERROR
    ] == []
    assert result.file is not None
    assert result.file.scenario.title_in("en") == TITLE
    assert len(list(result.file.scenario.units())) == UNITS


@every_scenario
def test_a_scenario_keeps_its_meaning_when_it_is_converted(path: Path, tmp_path: Path) -> None:
    for name in ("now.yaml", "now.json", "now.m44"):
        assert main(["convert", str(path), str(tmp_path / name)]) == 0
        assert main(["diff", str(path), str(tmp_path / name)]) == 0


@pytest.mark.parametrize("path", release_files("bridge.game"), ids=relative_name)
def test_a_recorded_game_ends_as_it_did(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(path, tmp_path)
    shutil.copy(EDITIONS / "0.8.0" / "bridge.m44", tmp_path)
    assert main(["replay", str(tmp_path / "bridge.game")]) == 0
    assert capsys.readouterr().out.endswith("The Allies win with 4 medals.\n")


@pytest.mark.parametrize("folder", release_files("history"), ids=relative_name)
def test_every_version_in_a_history_can_be_restored(folder: Path, tmp_path: Path) -> None:
    history = History(shutil.copytree(folder, tmp_path / "history"))
    contents = [history.read(version) for version in history.versions()]
    assert len(contents) == 2
    for content in contents:
        (tmp_path / "old.yaml").write_bytes(content)
        result = read_file(tmp_path / "old.yaml")
        assert result.file is not None
        assert (result.file.scenario.title_in("en") or "").startswith(TITLE)


@pytest.mark.parametrize("path", release_files("translated.yaml"), ids=relative_name)
def test_the_status_of_translations_is_kept(path: Path) -> None:
    record = read_record(path)
    assert record.marks_of("de", "name")
    result = read_file(path)
    assert result.file is not None
    assert result.file.scenario.title_in("de") == "Neu: Pegasus-Brücke"
