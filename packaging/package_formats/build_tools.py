"""The environments of the build tools, installed from lock files with hashes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from package_formats.source_tree import PACKAGING, reproducible_environment

_LOCK = PACKAGING / "build.lock"


class BuildError(Exception):
    """A package cannot be built; the message says why."""


def build_python(work: Path) -> Path:
    """Return the Python of the environment of the build tools below *work*, created if needed."""
    return environment_python(work / "tools", _LOCK)


def environment_python(folder: Path, lock: Path) -> Path:
    """Return the Python of an environment with the packages in a lock file, created if needed."""
    stamp, current_stamp = folder / "stamp", _environment_stamp(lock)
    python = python_of(folder)
    if not (stamp.is_file() and stamp.read_text("utf-8") == current_stamp):
        make_environment(folder, lock)
        stamp.write_text(current_stamp, "utf-8")
    return python


def _environment_stamp(lock: Path) -> str:
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    return f"{digest} {sys.version_info[:3]}"


def make_environment(folder: Path, lock: Path) -> None:
    """Create a virtual environment with only the packages in a lock file."""
    shutil.rmtree(folder, ignore_errors=True)
    run_tool([sys.executable, "-m", "venv", str(folder)])
    pip = [str(python_of(folder)), "-m", "pip", "--disable-pip-version-check", "install"]
    run_tool([*pip, "--quiet", "--require-hashes", "--requirement", str(lock)])


def python_of(environment: Path) -> Path:
    """Return the path of the Python in a virtual environment."""
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def run_tool(command: Sequence[str], folder: Path | None = None, **variables: str) -> None:
    """Run a build tool in the reproducible environment.

    Args:
        command: The program and its arguments.
        folder: The folder to run in; the current one if None.
        variables: Further variables of its environment.

    Raises:
        BuildError: the tool fails or is not installed.
    """
    environment = {**reproducible_environment(), **variables}
    environment.pop("PYTHONPATH", None)  # tools use what is installed for them
    try:
        subprocess.run(command, env=environment, cwd=folder, check=True)
    except FileNotFoundError as error:
        raise BuildError(f"{command[0]} is not installed") from error
    except subprocess.CalledProcessError as error:
        text = " ".join(map(str, error.cmd))
        raise BuildError(f"this failed with status {error.returncode}: {text}") from error
