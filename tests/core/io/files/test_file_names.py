"""File names that Windows keeps for its devices."""

from __future__ import annotations

import pytest

from m44core.io.files.file_names import is_reserved, unreserved_stem
from m44core.site.sources import _slugs


@pytest.mark.parametrize("stem", ["con", "CON", "Aux", "nul.tar", "COM1", "lpt9", "com¹", "prn "])
def test_names_of_devices_are_changed(stem: str) -> None:
    assert is_reserved(stem)
    assert not is_reserved(unreserved_stem(stem))


@pytest.mark.parametrize("stem", ["Console", "command", "com10", "Conquest-of-Crete", ""])
def test_other_file_names_are_not_changed(stem: str) -> None:
    assert unreserved_stem(stem) == stem


def test_a_scenario_named_after_a_device_gets_a_page_that_windows_can_store() -> None:
    assert list(_slugs(["normandy/arras.m44"])) == ["normandy-arras"]
    (slug,) = _slugs(["con.m44"])
    assert slug.startswith("con-")
