"""The compiled wheel: its modules exist, and their rewritten sources compute the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from m44core.balance_lab.engine_version import engine_version

REPOSITORY = Path(__file__).parent.parent.parent
PACKAGING = REPOSITORY / "packaging"
PACKAGE = REPOSITORY / "core" / "m44core"
sys.path.insert(0, str(PACKAGING))

from compile_modules import compiled_modules, store_engine_version  # noqa: E402 - the tools of the repository are no package
from native_form import native_form  # noqa: E402 - as the line above
from package_formats.compiled_wheel import pack_wheel  # noqa: E402 - as the line above

CHOICE = tomllib.loads((PACKAGING / "compiled.toml").read_text("utf-8"))

PRINT_VERSION = (
    "from m44core.balance_lab.engine_version import engine_version; print(engine_version())"
)
PLAY = """
import sys
from m44core.io.files.read_scenario import read_scenario
from m44core.playtest.games.simulation import SimulationPlan, play_games
for game in play_games(SimulationPlan(read_scenario(sys.argv[1]), range(1, 4))):
    print(*game.result.actions, sep="\\n")
"""


@pytest.mark.parametrize("glob", [*CHOICE["modules"], *CHOICE["left-out"]])
def test_every_pattern_of_compiled_modules_matches_a_module(glob: str) -> None:
    assert list(PACKAGE.glob(glob))


def test_the_modules_that_games_run_are_compiled() -> None:
    modules = {path.as_posix() for path in compiled_modules(PACKAGE)}
    assert {"rules/play/apply.py", "rules/game/state.py", "playtest/players/general.py"} <= modules


def test_rewriting_drops_slots_and_turns_cached_properties_into_attributes() -> None:
    source = """
@dataclass(frozen=True, slots=True)
class Point:
    x: int


class Shape:
    def __init__(self) -> None:
        self.points = 3

    @cached_property
    def area(self) -> int | None:
        return self.points
"""
    rewritten = native_form(source)
    assert "@dataclass(frozen=True)\n" in rewritten
    assert "cached_property" not in rewritten
    values: dict[str, object] = {"dataclass": lambda **_: lambda cls: cls}
    exec(rewritten, values)
    shape = values["Shape"]()  # type: ignore[operator]  # a class
    assert shape.area == 3
    shape.points = 4
    assert shape.area == 3


def test_rewritten_modules_play_the_same_games(tmp_path: Path) -> None:
    """Whether they compile is tested by ``packaging/try_compiled.py``, which takes minutes."""
    shutil.copytree(PACKAGE, tmp_path / "m44core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(REPOSITORY / "schema", tmp_path / "m44core" / "_schema")
    for module in compiled_modules(PACKAGE):
        path = tmp_path / "m44core" / module
        path.write_text(native_form(path.read_text("utf-8")), "utf-8")
    assert actions_played(tmp_path) == actions_played(PACKAGE.parent)


def actions_played(folder: Path) -> str:
    """Return the actions of games played by the program in a folder."""
    scenario = str(REPOSITORY / "scenarios" / "examples" / "cisterna.yaml")
    code = f"import sys; sys.path.insert(0, {str(folder)!r})\n{PLAY}"
    command = [sys.executable, "-c", code, scenario]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_the_wheel_has_the_tag_of_this_platform_and_a_complete_record(tmp_path: Path) -> None:
    folder = tmp_path / "wheel"
    info = folder / "m44_workshop-1.dist-info"
    info.mkdir(parents=True)
    pure_wheel_file = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    (info / "WHEEL").write_text(pure_wheel_file)
    (info / "RECORD").write_text("old,,\n")
    (folder / "module.so").write_bytes(b"code")
    path = pack_wheel(folder, tmp_path / "made.whl")
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        tag = archive.read(f"{info.name}/WHEEL").decode()
        record = archive.read(f"{info.name}/RECORD").decode().splitlines()
    assert "Root-Is-Purelib: false" in tag
    assert f"Tag: cp{sys.version_info.major}{sys.version_info.minor}-" in tag
    assert {line.partition(",")[0] for line in record} == {*names}


def test_the_compiled_wheel_has_the_engine_version_of_its_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    shutil.copytree(PACKAGE, tmp_path / "m44core", ignore=shutil.ignore_patterns("__pycache__"))
    store_engine_version(tmp_path)
    assert not [*tmp_path.rglob("*.pyc")]  # they would be in the wheel, of sources before rewriting
    module = tmp_path / "m44core" / "rules" / "play" / "apply.py"
    module.write_text(f"{module.read_text('utf-8')}# rewritten\n", "utf-8")
    command = [sys.executable, "-c", PRINT_VERSION]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == engine_version()
