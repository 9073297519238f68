"""The catalogue as the build made it: its values themselves, instead of words to make them of.

Making them takes a window a twentieth of its start. What is built is good for the very files it
was made of, the code that makes them among these; where any of them is another, it is not used.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from io import BytesIO
from pathlib import Path
from typing import Any

from m44core.catalogue.catalogue import Catalogue, restore_catalogue
from m44core.catalogue.types import Element, TerrainRules
from m44core.data_files import BUILT, PACKAGE, checksum_line

_PROTOCOL = 5  # every Python we run on reads it

BUILT_CATALOGUE = BUILT / "catalogue" / "catalogue.built"

_DATA = (
    *("badges", "behaviors", "equipment", "obstacles", "palette"),
    *("shapes", "structures", "tags", "terrain", "units", "zones"),
)
_CODE = (
    *("board", "hexes", "values", "catalogue/built", "catalogue/catalogue"),
    *("catalogue/catalogue_reader", "catalogue/entries", "catalogue/piece_orientation"),
    *("catalogue/types", "catalogue/unit_traits"),
)


def built_catalogue(folder: Path) -> Catalogue | None:
    """Return the catalogue of a folder of data files; None where none was built of these files."""
    try:
        stamp, _, content = BUILT_CATALOGUE.read_bytes().partition(b"\n")
        if stamp != _stamp(folder, content):
            return None
    except OSError:
        return None
    found: Catalogue = pickle.loads(content)  # ours, as the code beside it is
    return found


def catalogue_bytes(catalogue: Catalogue, folder: Path) -> bytes:
    """Return what the build writes of the catalogue of a folder of data files."""
    written = BytesIO()
    _Pickler(written, _PROTOCOL).dump(catalogue)
    content = written.getvalue()
    return _stamp(folder, content) + b"\n" + content


class _Pickler(pickle.Pickler):
    """Writes of a piece and of its effect what is not as usual: that is little of much."""

    def reducer_override(self, value: object) -> Any:  # noqa: ANN401 -- NotImplemented or a tuple
        if isinstance(value, Catalogue):
            return restore_catalogue, (vars(value),)
        if not isinstance(value, Element | TerrainRules):
            return NotImplemented
        usual = _usual(type(value))
        said = {name: what for name, what in vars(value).items() if what != usual[name]}
        return _value, (type(value), said)


def _value(cls: type, said: Mapping[str, object]) -> object:
    """Return a value with what was written of it; the rest is as usual."""
    made: object = object.__new__(cls)
    content = vars(made)
    content.update(_usual(cls))
    content.update(said)
    return made


def _usual(cls: type) -> Mapping[str, object]:
    """Return what the fields of a class are where nothing is said of them."""
    if cls not in _found:
        _found[cls] = {field.name: _default(field) for field in fields(cls)}
    return _found[cls]


_found: dict[type, Mapping[str, object]] = {}


def _default(field: Field[Any]) -> object:
    """Return what a field is where nothing is said; it is said where there is no such thing."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def _stamp(folder: Path, content: bytes) -> bytes:
    return checksum_line(b"".join([*(path.read_bytes() for path in _sources(folder)), content]))


def _sources(folder: Path) -> Iterator[Path]:
    """Yield the files the values are made of and by."""
    yield from (folder / f"{name}.yaml" for name in _DATA)
    yield from (PACKAGE / f"{name}.py" for name in _CODE)
