"""The paths of files that ship with the program, in a wheel or in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent


def schema_folder() -> Path:
    """Return the folder of the JSON Schemas."""
    return _folder("schema")


def scenarios_folder() -> Path:
    """Return the folder of the scenarios that ship with the program."""
    return _folder("scenarios")


def shipped_scenarios() -> list[Path]:
    """Return the paths of the shipped scenarios: those of the book, then our own."""
    folder = scenarios_folder()
    return [*sorted(folder.glob("*.yaml")), *sorted(folder.glob("examples/*.yaml"))]


def shipped_templates() -> list[Path]:
    """Return the paths of the templates for new scenarios."""
    return sorted((scenarios_folder() / "templates").glob("*.yaml"))


def _folder(name: str) -> Path:
    """Return a folder, preferring the checkout: an editable install leaves a stale copy behind."""
    checkout = _CHECKOUT / name
    return checkout if checkout.is_dir() else _PACKAGE / f"_{name}"
