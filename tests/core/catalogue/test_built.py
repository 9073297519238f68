"""The prebuilt catalogue equals the data, and is not used when outdated or damaged."""

from __future__ import annotations

import shutil
from dataclasses import fields
from pathlib import Path

import pytest

from m44core.catalogue import built
from m44core.catalogue.built import catalogue_bytes, prebuilt_catalogue
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_reader import read_catalogue
from m44core.catalogue.entries import DATA

_COMPARED = [
    f.name for f in fields(Catalogue) if "special" not in f.name
]  # those cannot be compared


@pytest.fixture(scope="module")
def source_catalogue() -> Catalogue:
    return read_catalogue(DATA)


@pytest.fixture
def file(source_catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A prebuilt catalogue made from the current data files."""
    path = tmp_path / "catalogue.built"
    path.write_bytes(catalogue_bytes(source_catalogue, DATA))
    monkeypatch.setattr(built, "BUILT_CATALOGUE", path)
    return path


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("part", _COMPARED)
def test_the_built_catalogue_equals_the_data(source_catalogue: Catalogue, part: str) -> None:
    catalogue = prebuilt_catalogue(DATA)
    assert getattr(source_catalogue, part) == getattr(catalogue, part)


@pytest.mark.usefixtures("file")
def test_the_built_catalogue_makes_the_same_units(source_catalogue: Catalogue) -> None:
    catalogue = prebuilt_catalogue(DATA)
    assert catalogue is not None
    for one, other in zip(source_catalogue.specials, catalogue.specials, strict=True):
        assert [getattr(one, f.name) for f in fields(one)] == [
            getattr(other, f.name) for f in fields(other)
        ]


@pytest.mark.usefixtures("file")
def test_a_built_catalogue_is_not_used_for_edited_data(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA, tmp_path / "data")
    assert prebuilt_catalogue(folder) is not None
    with (folder / "tags.yaml").open("a") as tags:
        tags.write("# edited\n")
    assert prebuilt_catalogue(folder) is None


@pytest.mark.parametrize("kept_bytes", [0, 20, -1])
def test_a_damaged_built_catalogue_is_not_used(file: Path, kept_bytes: int) -> None:
    file.write_bytes(file.read_bytes()[:kept_bytes])
    assert prebuilt_catalogue(DATA) is None


def test_a_missing_built_catalogue_gives_none(file: Path) -> None:
    file.unlink()
    assert prebuilt_catalogue(DATA) is None
