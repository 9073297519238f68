"""The checkout that is packaged: its folders, version and date."""

from __future__ import annotations

import os
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
_EPOCH = "SOURCE_DATE_EPOCH"


def version() -> str:
    """Return the version in pyproject.toml."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def source_date() -> int:
    """Return the time, in seconds since 1970, to use in packages in place of the current time.

    It is ``SOURCE_DATE_EPOCH`` if that is set, else the time of the last commit, else 2020-02-02,
    which Hatchling also uses.
    """
    epoch = os.environ.get(_EPOCH, "")
    return int(epoch) if epoch else _commit_date() or 1580601600


def _commit_date() -> int:
    git = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        date = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(date or 0)


def reproducible_environment() -> dict[str, str]:
    """Return the environment for build tools: fixed time, hash seed, language and time zone."""
    fixed = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    return {**os.environ, **fixed, _EPOCH: str(source_date())}
