"""The files next to a scenario that are copied with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.errors import WriteError
from m44core.io.files.companion_files import companion_pairs, copy_companions, pairs_to_overwrite
from m44core.io.files.scenario_files import SIDE_ENDINGS


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A scenario file with all its companions."""
    for ending in (".m44", *SIDE_ENDINGS):
        (tmp_path / f"hill{ending}").write_text(f"of hill: {ending}")
    return tmp_path / "hill.m44"


def test_every_companion_is_copied(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "other" / "wood.yaml"
    target.parent.mkdir()
    copy_companions(companion_pairs(path, target))
    for ending in SIDE_ENDINGS:
        copy = target.with_name(f"wood{ending}")
        assert copy.read_text() == f"of hill: {ending}"
    assert not pairs_to_overwrite(companion_pairs(path, target))


def test_files_that_differ_in_their_suffix_share_their_companions(path: Path) -> None:
    assert not companion_pairs(path, path.with_suffix(".yaml"))


def test_only_differing_files_count_as_overwritten(path: Path) -> None:
    same, other = path.with_name("wood.rules.yaml"), path.with_name("wood.games.yaml")
    same.write_text("of hill: .rules.yaml")
    other.write_text("games: []")
    pairs = pairs_to_overwrite(companion_pairs(path, path.with_name("wood.m44")))
    assert [target for _, target in pairs] == [other]


def test_a_companion_that_cannot_be_copied_does_not_stop_the_others(path: Path) -> None:
    pairs = companion_pairs(path, path.with_name("wood.m44"))
    pairs[0][0].unlink()
    with pytest.raises(WriteError, match=r"hill\.rules\.yaml cannot be copied"):
        copy_companions(pairs)
    assert all(target.exists() for _, target in pairs[1:])


def test_a_long_name_has_no_companions(tmp_path: Path) -> None:
    path = tmp_path / f"{'a' * 250}.m44"
    assert not companion_pairs(path, tmp_path / "b.m44")
