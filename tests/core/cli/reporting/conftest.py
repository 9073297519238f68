"""Fixtures for the tests of reports: a scenario file with findings, and the command."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

BUNKER = """\
format: 1
board: {type: standard, face: country}
hexes:
  a6: {unit: german-infantry}
  b6: {terrain: hill, obstacle: wire, unit: german-armor}
  B5: {structure: bunker}
  C5: {terrain: forest, unit: american-infantry}
"""

M44 = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, which holds ``bunker.yaml``, a scenario with one error."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bunker.yaml").write_text(BUNKER, "utf-8")
    return tmp_path


@pytest.fixture
def m44_check(folder: Path) -> M44:
    """Return a function that runs ``m44 check`` in the folder, in a separate process.

    The function takes the arguments of the command, and environment variables as keywords.
    """

    def check(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "m44core.cli.main", "check", *arguments]
        variables = {"PYTHONIOENCODING": "utf-8", **environment}
        return subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **variables},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )

    return check
