"""The paths of files that ship with the program, in a wheel or in a checkout."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent


def schema_folder() -> Path:
    """Return the folder of the JSON Schemas."""
    return _resource_folder("schema")


def scenarios_folder() -> Path:
    """Return the folder of the scenarios that ship with the program."""
    return _resource_folder("scenarios")


def shipped_scenarios() -> list[Path]:
    """Return the paths of the shipped scenarios: those of the rulebook, then the examples."""
    folder = scenarios_folder()
    return [*sorted(folder.glob("*.yaml")), *sorted(folder.glob("examples/*.yaml"))]


def shipped_templates() -> list[Path]:
    """Return the paths of the templates for new scenarios."""
    return sorted((scenarios_folder() / "templates").glob("*.yaml"))


def manual_folder() -> Path:
    """Return the folder of the manual, with a folder for each of its languages."""
    return _resource_folder("docs/manual")


def _resource_folder(name: str) -> Path:
    """Return a folder, in the checkout if there is one: an installed copy can be outdated."""
    checkout = _CHECKOUT / name
    return checkout if checkout.is_dir() else _PACKAGE / f"_{checkout.name}"


def user_data_folder() -> Path:
    """Return the folder of the user's data, where the editor also keeps stamps and histories.

    It is below ``$XDG_DATA_HOME`` on Linux, ``%LOCALAPPDATA%`` on Windows, ``~/Library/Application
    Support`` on macOS. It need not exist.
    """
    if sys.platform == "win32":
        parent = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        parent = "~/Library/Application Support"
    else:
        parent = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(parent).expanduser() / "m44-workshop"
