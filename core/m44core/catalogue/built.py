"""The prebuilt catalogue: pickled values that the build creates from the data files.

Reading the data files takes a twentieth of the time it takes to open a window. A prebuilt catalogue
is valid only for the exact data files and modules it was built from; after any change it is
ignored.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields
from io import BytesIO
from pathlib import Path
from typing import Any

from m44core.catalogue.catalogue import Catalogue, restore_catalogue
from m44core.catalogue.catalogue_types import Element, TerrainRules
from m44core.data_files import BUILT, PACKAGE, checksum_line

_PROTOCOL = 5  # readable by every supported Python

BUILT_CATALOGUE = BUILT / "catalogue" / "catalogue.built"

_DATA = (
    *("badges", "behaviors", "equipment", "obstacles", "palette"),
    *("shapes", "structures", "tags", "terrain", "units", "zones"),
)
_CODE = (
    *("board", "hexes", "values", "catalogue/built", "catalogue/catalogue"),
    *("catalogue/catalogue_reader", "catalogue/entries", "catalogue/piece_orientation"),
    *("catalogue/catalogue_types", "catalogue/unit_traits"),
)


def prebuilt_catalogue(folder: Path) -> Catalogue | None:
    """Return the prebuilt catalogue of a folder of data files; None if missing or outdated."""
    try:
        stamp, _, content = BUILT_CATALOGUE.read_bytes().partition(b"\n")
        if stamp != _stamp(folder, content):
            return None
    except OSError:
        return None
    catalogue: Catalogue = pickle.loads(content)  # written by the build, as trusted as the code
    return catalogue


def catalogue_bytes(catalogue: Catalogue, folder: Path) -> bytes:
    """Return the content of the prebuilt file for the catalogue of a folder of data files."""
    buffer = BytesIO()
    _Pickler(buffer, _PROTOCOL).dump(catalogue)
    content = buffer.getvalue()
    return _stamp(folder, content) + b"\n" + content


class _Pickler(pickle.Pickler):
    """Pickles elements and their rules without the fields that have their default value."""

    def reducer_override(self, value: object) -> Any:  # noqa: ANN401 -- NotImplemented or a tuple
        if isinstance(value, Catalogue):
            return restore_catalogue, (vars(value),)
        if not isinstance(value, Element | TerrainRules):
            return NotImplemented
        defaults = _field_defaults(type(value))
        non_defaults = {
            name: attribute
            for name, attribute in vars(value).items()
            if attribute != defaults[name]
        }
        return _restored_instance, (type(value), non_defaults)


def _restored_instance(cls: type, non_defaults: Mapping[str, object]) -> object:
    """Return an instance with the given fields; all others have their defaults."""
    instance: object = object.__new__(cls)
    content = vars(instance)
    content.update(_field_defaults(cls))
    content.update(non_defaults)
    return instance


def _field_defaults(cls: type) -> Mapping[str, object]:
    """Return the defaults of the fields of a class, by name."""
    if cls not in _defaults_by_class:
        _defaults_by_class[cls] = {field.name: _field_default(field) for field in fields(cls)}
    return _defaults_by_class[cls]


_defaults_by_class: dict[type, Mapping[str, object]] = {}


def _field_default(field: Field[Any]) -> object:
    """Return the default of a field, or MISSING, which equals no value, if it has none."""
    return field.default if field.default_factory is MISSING else field.default_factory()


def _stamp(folder: Path, content: bytes) -> bytes:
    return checksum_line(
        b"".join([*(path.read_bytes() for path in _source_files(folder)), content])
    )


def _source_files(folder: Path) -> Iterator[Path]:
    """Yield the data files and modules that the catalogue is built from."""
    yield from (folder / f"{name}.yaml" for name in _DATA)
    yield from (PACKAGE / f"{name}.py" for name in _CODE)
