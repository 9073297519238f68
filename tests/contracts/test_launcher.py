"""The launcher that the README names: what it installs, what it says, and its lock files."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
LAUNCHER = REPOSITORY / "workshop.py"
LOCKS = sorted((REPOSITORY / "packaging").glob("*.lock"))


@pytest.fixture
def launcher() -> ModuleType:
    spec = importlib.util.spec_from_file_location("workshop", LAUNCHER)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_locked_package_has_a_version_and_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8").replace("\\\n", " ")
    assert "://" not in text
    assert "--index" not in text
    for line in text.splitlines():
        assert re.match(r"[a-z0-9._-]+(\[[a-z]+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_dependency_of_the_project_is_locked(lock: Path) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    locked = set(re.findall(r"^([a-z0-9._-]+)==", lock.read_text("utf-8"), re.MULTILINE))
    needed = {re.split(r"[<>=;\[ ]", line)[0].lower() for line in project["dependencies"]}
    assert needed <= locked


def test_without_root_the_one_command_to_type_is_printed(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    assert launcher._install_system_packages(["libgl1", "python3-venv"]) == 2
    said = capsys.readouterr().err
    assert "sudo apt-get update && sudo apt-get install" in said
    assert "libgl1 python3-venv" in said


def test_a_missing_library_is_named_by_its_package(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "QT_LIBRARIES", {"libnowhere.so.9": "libnowhere9"})
    assert "libnowhere9" in launcher._missing_packages(for_tests=False)


def test_an_unknown_command_shows_the_help() -> None:
    run = subprocess.run(
        [sys.executable, str(LAUNCHER), "frobnicate"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "workshop.py edit" in run.stdout


def test_ci_runs_the_test_command_of_the_readme() -> None:
    command = (REPOSITORY / ".ci" / "run").read_text("utf-8").splitlines()[-1].removeprefix("exec ")
    assert command in (REPOSITORY / "README.md").read_text("utf-8").splitlines()
