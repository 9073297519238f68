"""The history of a file is exact, bounded, and robust against faults."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.io.files.faults import Faults, raise_disk_full

from m44core.history.file_history import (
    LOCAL_FOLDER,
    History,
    histories_in,
    history_of,
    local_history,
    tidy,
    total_size_of,
)
from m44core.history.file_versions import HistoryError, HistoryLimits, Version, VersionReason

NOW = datetime(2024, 6, 6, 12, 30, tzinfo=UTC)


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "history")


def store_version(history: History, data: bytes, minutes: int = 0) -> Version:
    version = history.add(data, VersionReason.SAVED, NOW - timedelta(minutes=minutes))
    assert version is not None
    return version


def content_files(history: History) -> list[Path]:
    return sorted((history.folder / "contents").iterdir())


@given(st.lists(st.binary(), max_size=6))
def test_every_version_is_read_back_byte_for_byte(
    tmp_path_factory: pytest.TempPathFactory, saved_contents: list[bytes]
) -> None:
    history = History(tmp_path_factory.mktemp("history"))
    stored_contents = [data for data in saved_contents if history.add(data, VersionReason.SAVED)]
    assert [history.read(each) for each in reversed(history.versions())] == stored_contents
    assert stored_contents == [
        x for i, x in enumerate(saved_contents) if i == 0 or x != saved_contents[i - 1]
    ]


def test_the_latest_version_comes_first_with_its_time_and_reason(history: History) -> None:
    store_version(history, b"one", 5)
    history.add(b"two", VersionReason.OPENED, NOW)
    entries = [(each.taken_at, each.why) for each in history.versions()]
    assert entries == [
        (NOW, VersionReason.OPENED),
        (NOW - timedelta(minutes=5), VersionReason.SAVED),
    ]


def test_content_equal_to_the_latest_version_is_not_stored_again(history: History) -> None:
    store_version(history, b"one")
    assert history.add(b"one", VersionReason.OPENED) is None


def test_content_that_recurs_is_stored_once(history: History) -> None:
    for minutes, data in [(3, b"one"), (2, b"two"), (1, b"one")]:
        store_version(history, data, minutes)
    assert len(history.versions()) == 3
    assert len(content_files(history)) == 2


def test_a_pin_and_a_note_are_stored(history: History) -> None:
    marked_version = history.mark(
        store_version(history, b"one"), pinned=True, note=" To the testers "
    )
    assert history.versions() == (marked_version,)
    assert (marked_version.pinned, marked_version.note) == (True, "To the testers")
    assert history.mark(marked_version, pinned=False).note == "To the testers"


def test_a_deleted_version_is_removed_with_its_content(history: History) -> None:
    first, second = store_version(history, b"one", 1), store_version(history, b"two")
    history.delete(history.mark(first, pinned=True))
    assert history.versions() == (second,)
    assert len(content_files(history)) == 1
    with pytest.raises(HistoryError, match="no longer exists"):
        history.mark(first, pinned=True)


def test_old_versions_are_deleted_but_not_pinned_ones(history: History) -> None:
    old, pinned = store_version(history, b"one", 9000), store_version(history, b"two", 9001)
    pinned = history.mark(pinned, pinned=True)
    latest_version = store_version(history, b"three")
    history.tidy(1, NOW)
    assert history.versions() == (latest_version, pinned)
    with pytest.raises(HistoryError, match="missing"):
        history.read(old)


def test_a_version_pinned_while_it_is_deleted_is_kept(history: History) -> None:
    version = store_version(history, b"one")
    history.mark(version, pinned=True)
    history.drop([version])
    assert history.read(*history.versions()) == b"one"


def damage_end_of_file(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3] + b"???")


def halve_file(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def fill_with_zip_bomb(path: Path) -> None:
    path.write_bytes(zlib.compress(bytes(64 * 1024 * 1024)))


@pytest.mark.parametrize(
    "damage_content", [damage_end_of_file, halve_file, fill_with_zip_bomb, Path.unlink]
)
def test_damaged_content_raises_an_error_until_it_is_stored_again(
    damage_content: Callable[[Path], object], history: History
) -> None:
    version, other = store_version(history, b"one" * 99, 1), store_version(history, b"two")
    damage_content(history.folder / "contents" / f"{version.digest}.z")
    with pytest.raises(HistoryError, match="damaged or missing"):
        history.read(version)
    assert history.read(other) == b"two"
    store_version(history, b"one" * 99, -1)
    assert history.read(version) == b"one" * 99


@pytest.mark.parametrize("value", [b"", b"{", b"[1]", b"\xff", b'{"pinned": 1}', b"[" * 60_000])
def test_a_damaged_entry_counts_as_pinned(value: bytes, history: History) -> None:
    version = store_version(history, b"one", 9000)
    store_version(history, b"two")
    (history.folder / "versions" / version.name).write_bytes(value)
    history.tidy(1, NOW)
    assert history.read(history.versions()[1]) == b"one"


def test_foreign_files_in_a_history_are_ignored_and_kept(history: History) -> None:
    version = store_version(history, b"one")
    (history.folder / "versions" / "notes.txt").write_text("mine")
    (history.folder / "versions" / "folder.gone").mkdir()
    history.tidy(1, NOW)
    assert history.versions() == (version,)
    assert (history.folder / "versions" / "notes.txt").exists()


def test_a_file_in_place_of_the_history_folder_raises_an_error(tmp_path: Path) -> None:
    (tmp_path / "history").write_text("mine")
    history = History(tmp_path / "history")
    assert history.versions() == ()
    with pytest.raises(HistoryError):
        history.add(b"one", VersionReason.SAVED)


def test_stored_versions_survive_any_failing_system_call(history: History) -> None:
    first = store_version(history, b"one", 1)
    for call in range(200):
        faults = Faults(call, raise_disk_full)
        with pytest.MonkeyPatch.context() as patch:
            faults.install(patch)
            with suppress(HistoryError):
                history.add(b"two", VersionReason.SAVED, NOW)
        assert history.read(first) == b"one"
        assert {history.read(each) for each in history.versions()} <= {b"one", b"two"}
        if faults.calls <= call:
            return
    pytest.fail("it never came to its end")


def test_a_file_has_the_same_history_through_any_link(tmp_path: Path) -> None:
    file, link = tmp_path / "a.m44", tmp_path / "link.m44"
    link.symlink_to(file)
    root = tmp_path / "root"
    assert history_of(link, root).folder == history_of(file, root).folder
    assert history_of(file, root).folder != history_of(tmp_path / "b.m44", root).folder


def test_a_history_next_to_a_file_moves_with_it(tmp_path: Path) -> None:
    store_version(local_history(tmp_path / "one" / "a.m44"), b"one")
    (tmp_path / "one").rename(tmp_path / "two")
    moved_history = local_history(tmp_path / "two" / "a.m44")
    assert moved_history.read(*moved_history.versions()) == b"one"
    assert moved_history.folder.parent.name == LOCAL_FOLDER


def test_a_history_stores_the_path_of_its_file(tmp_path: Path) -> None:
    history = history_of(tmp_path / "a.m44", tmp_path / "root")
    assert history.file is None
    history.set_file(tmp_path / "a.m44")
    store_version(history, b"one")
    assert [each.file for each in histories_in(tmp_path / "root")] == [tmp_path / "a.m44"]


def test_all_histories_together_have_a_size_limit(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for name in "abc":
        history = history_of(tmp_path / name, root)
        for minutes in range(5):
            store_version(
                history, name.encode() * 9 + bytes(range(200)) + bytes([minutes]), minutes
            )
    tidy(root, HistoryLimits(max_bytes=800), NOW)
    assert 0 < total_size_of(histories_in(root)) <= 800
    ages_in_minutes = {
        (NOW - v.taken_at).seconds // 60 for h in histories_in(root) for v in h.versions()
    }
    assert ages_in_minutes == {0}


def test_a_pin_outweighs_the_size_limit(tmp_path: Path) -> None:
    history = history_of(tmp_path / "a", tmp_path / "root")
    pinned_version = history.mark(store_version(history, b"one", 60), pinned=True)
    store_version(history, b"two")
    tidy(tmp_path / "root", HistoryLimits(max_bytes=0), NOW)
    assert history.versions() == (pinned_version,)
