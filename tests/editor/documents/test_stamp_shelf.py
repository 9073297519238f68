"""The shelf of stamps: saving, sharing, and damaged files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from m44core.model.edits import copy_hexes
from m44core.model.scenario import Scenario
from m44editor.documents.clip_text import clip_to_text
from m44editor.documents.stamp_shelf import MAX_STAMPS, StampError, StampShelf, _safe_name
from m44editor.windows.file_dialogs import file_name_from_title


def shelf_with_stamps(pegasus: Scenario, folder: Path, number: int = 1) -> StampShelf:
    shelf = StampShelf(folder)
    for hex_ in list(pegasus.hexes)[:number]:
        shelf.add_clip(copy_hexes(pegasus, [hex_]), pegasus)
    return shelf


def test_saved_stamps_are_listed_in_the_next_session(pegasus: Scenario, tmp_path: Path) -> None:
    stored_shelf = shelf_with_stamps(pegasus, tmp_path / "stamps", 2)
    shelf = StampShelf(tmp_path / "stamps")
    assert [stamp.name for stamp in shelf.stamps] == ["Stamp", "Stamp 2"]
    assert shelf.stamps == stored_shelf.stamps


def test_renaming_a_stamp_to_a_taken_name_adds_a_number(pegasus: Scenario, tmp_path: Path) -> None:
    shelf = shelf_with_stamps(pegasus, tmp_path, 2)
    shelf.rename(shelf.stamps[0], "Bridge/head: Caen")
    shelf.rename(shelf.stamps[1], "Bridge head Caen")
    assert [stamp.name for stamp in shelf.stamps] == ["Bridge head Caen", "Bridge head Caen 2"]


def test_a_stamp_is_shared_as_a_file(pegasus: Scenario, tmp_path: Path) -> None:
    mine = shelf_with_stamps(pegasus, tmp_path / "mine")
    mine.export(mine.stamps[0], tmp_path / "Orne.stamp")
    other = StampShelf(tmp_path / "other")
    other.add(tmp_path / "Orne.stamp")
    assert [(stamp.name, stamp.part) for stamp in other.stamps] == [("Orne", mine.stamps[0].part)]


def test_the_file_of_a_removed_stamp_is_kept_as_a_backup(pegasus: Scenario, tmp_path: Path) -> None:
    shelf = shelf_with_stamps(pegasus, tmp_path)
    shelf.remove(shelf.stamps[0])
    assert shelf.stamps == ()
    assert [path.name for path in tmp_path.iterdir()] == ["Stamp.stamp~"]


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b'{"anchor"', b"[" * 100_000, b"x" * 300_000])
def test_damaged_stamps_are_reported_and_the_others_listed(
    pegasus: Scenario, tmp_path: Path, data: bytes
) -> None:
    shelf_with_stamps(pegasus, tmp_path)
    (tmp_path / "Broken.stamp").write_bytes(data)
    shelf = StampShelf(tmp_path)
    assert [stamp.name for stamp in shelf.stamps] == ["Stamp"]
    assert shelf.errors == ("Broken.stamp is not a stamp",)


def test_a_file_without_a_stamp_is_not_added(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir")
    with pytest.raises(StampError):
        StampShelf(tmp_path / "stamps").add(tmp_path / "letter.txt")


def test_a_missing_folder_or_a_file_in_its_place_does_no_harm(
    pegasus: Scenario, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    assert StampShelf(tmp_path / "file").stamps == ()
    assert StampShelf(tmp_path / "gone" / "far").stamps == ()
    with pytest.raises(StampError):
        StampShelf(tmp_path / "file" / "stamps").add_clip(
            copy_hexes(pegasus, pegasus.hexes), pegasus
        )


def test_the_number_of_listed_stamps_is_limited(pegasus: Scenario, tmp_path: Path) -> None:
    text = clip_to_text(copy_hexes(pegasus, list(pegasus.hexes)[:1]), pegasus)
    for number in range(MAX_STAMPS + 2):
        (tmp_path / f"{number:03}.stamp").write_text(text)
    shelf = StampShelf(tmp_path)
    assert len(shelf.stamps) == MAX_STAMPS
    assert shelf.errors == (f"Only {MAX_STAMPS} of {MAX_STAMPS + 2} stamps are shown",)
    with pytest.raises(StampError):
        shelf.add_clip(copy_hexes(pegasus, list(pegasus.hexes)[:1]), pegasus)


def test_unusual_file_names_do_no_harm(pegasus: Scenario, tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"odd\xff.stamp")).write_text("{")
    (tmp_path / "folder.stamp").mkdir()
    assert [stamp.name for stamp in shelf_with_stamps(pegasus, tmp_path).stamps] == ["Stamp"]


def test_a_stamp_named_like_a_windows_device_gets_another_file_name() -> None:
    assert file_name_from_title("Con") == "Con_"
    assert file_name_from_title("Conquest of Crete") == "Conquest-of-Crete"
    assert _safe_name("NUL") == "NUL_"
