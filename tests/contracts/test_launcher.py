"""The launcher: the packages it installs, its output, and its lock files."""

from __future__ import annotations

import importlib.util
import os
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
def test_every_locked_package_has_a_version_and_hashes_but_no_url(lock: Path) -> None:
    text = lock.read_text("utf-8").replace("\\\n", " ")
    assert "://" not in text
    assert "--index" not in text
    for line in text.splitlines():
        assert re.match(r"[a-z0-9._-]+(\[[a-z]+\])?==\S+ .*--hash=sha256:[0-9a-f]{64}", line), line


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_dependency_of_the_project_is_locked(lock: Path) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    locked_names = set(re.findall(r"^([a-z0-9._-]+)==", lock.read_text("utf-8"), re.MULTILINE))
    needed_names = {re.split(r"[<>=;\[ ]", line)[0].lower() for line in project["dependencies"]}
    assert needed_names <= locked_names


WANTED_PACKAGES = {"libgl1": "libGL.so.1, which the windows load", "python3-venv": "to make .venv"}


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fake apt-get that only prints its command."""
    program = tmp_path / "bin" / "apt-get"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "apt-get $1"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    return program


@pytest.mark.usefixtures("apt")
def test_without_root_the_command_that_installs_the_packages_is_printed(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert launcher._install_system_packages(WANTED_PACKAGES) == 2
    output = capfd.readouterr()
    assert "  libgl1        libGL.so.1, which the windows load\n" in output.out
    assert "sudo apt-get update && sudo apt-get install" in output.err
    assert "libgl1 python3-venv" in output.err
    assert "--no-system" in output.err


@pytest.mark.usefixtures("apt")
def test_packages_and_reasons_are_printed_before_apt_runs(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert launcher._install_system_packages(WANTED_PACKAGES) == 0
    assert capfd.readouterr().out.splitlines() == [
        "These system packages are missing:",
        "  libgl1        libGL.so.1, which the windows load",
        "  python3-venv  to make .venv",
        "You are root: installing them now with apt-get.",
        "apt-get update",
        "apt-get install",
    ]


@pytest.mark.usefixtures("apt")
def test_an_option_leaves_the_system_packages_alone(
    launcher: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(launcher, "QT_LIBRARIES", {"libnowhere.so.9": "libnowhere9"})
    use_fake_environment(tmp_path, launcher, monkeypatch)
    assert launcher.main(["--no-system", "m44"]) == 0
    assert launcher.main(["--no-system", "m44"]) == 0
    output = capfd.readouterr()
    assert "libnowhere" not in output.out + output.err
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert launcher.main(["m44"]) == 2
    assert "libnowhere9  libnowhere.so.9" in capfd.readouterr().out


def test_a_missing_library_is_named_by_its_package(
    launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "QT_LIBRARIES", {"libnowhere.so.9": "libnowhere9"})
    missing_packages = launcher._missing_packages(for_tests=False)
    assert missing_packages["libnowhere9"] == "libnowhere.so.9, which the windows load"


def use_fake_environment(
    folder: Path, launcher: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Give the launcher an environment whose Python does nothing and succeeds."""
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    monkeypatch.setattr(launcher, "VENV", folder / ".venv")
    monkeypatch.setattr(launcher, "STAMP", folder / ".venv" / "workshop-stamp")


def test_an_unknown_command_shows_the_help() -> None:
    run = subprocess.run(
        [sys.executable, str(LAUNCHER), "frobnicate"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert "workshop.py edit" in run.stdout


def test_ci_runs_the_test_command_of_the_readme() -> None:
    command = (REPOSITORY / ".ci" / "run").read_text("utf-8").splitlines()[-1].removeprefix("exec ")
    assert command in (REPOSITORY / "README.md").read_text("utf-8").splitlines()
