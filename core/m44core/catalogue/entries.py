"""Reading the entries of the catalogue's data files, with errors that name the invalid entry."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from m44core.data_files import Entry, yaml_file
from m44core.errors import CatalogueError

DATA = Path(__file__).parent / "data"


def read_entries(folder: Path, name: str) -> Entry:
    """Return the entries of a data file that is a mapping.

    Raises:
        CatalogueError: the file is missing, not YAML or not a mapping.
    """
    data = _read_data_file(folder, name)
    if not isinstance(data, dict):
        raise CatalogueError(f"{name}.yaml is not a mapping")
    return data


def read_families(folder: Path, name: str) -> list[Entry]:
    """Return the families of pieces in a data file that is a list of families.

    Raises:
        CatalogueError: the file is missing, not YAML or not a list of mappings.
    """
    data = _read_data_file(folder, name)
    if not isinstance(data, list) or not all(isinstance(family, dict) for family in data):
        raise CatalogueError(f"{name}.yaml is not a list of families")
    return data


def _read_data_file(folder: Path, name: str) -> object:
    try:
        return yaml_file(folder / f"{name}.yaml")
    except (OSError, ValueError) as error:
        raise CatalogueError(f"{name}.yaml cannot be read: {error}") from error


@contextmanager
def entry_error_context(name: str) -> Iterator[None]:
    """Convert errors caused by an invalid value into a CatalogueError that names the entry."""
    try:
        yield
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise CatalogueError(f"entry {name!r} is wrong: {error!r}") from error
