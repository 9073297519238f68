"""The library cache stores facts between sessions and survives damage to its file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from m44core.library.file_facts import FileFacts
from m44core.library.library_cache import CachedFile, LibraryCache, cache_folder

CACHED_FILE = CachedFile(
    "digest", FileFacts(titles={"en": "Bridge"}, sides=(("AXIS", "DE"), ("ALLIES", "")))
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the cache file."""
    return tmp_path / "cache" / "library.sqlite"


def filled_cache(path: Path) -> LibraryCache:
    cache = LibraryCache(path)
    cache.store([("a.m44", "1", CACHED_FILE)])
    cache.store_pictures({"digest": b"picture"}, "light")
    return cache


def test_stored_facts_are_found_in_the_next_session(path: Path) -> None:
    filled_cache(path).close()
    second_cache = LibraryCache(path)
    assert second_cache.lookup({"a.m44": "1", "b.m44": "1"}) == {"a.m44": CACHED_FILE}
    assert second_cache.lookup_pictures(["digest", "other"], "light") == {"digest": b"picture"}
    second_cache.close()


def test_the_facts_of_a_changed_file_are_not_found(path: Path) -> None:
    cache = filled_cache(path)
    assert cache.lookup({"a.m44": "2"}) == {}
    assert cache.lookup_pictures(["digest"], "dark") == {}
    cache.close()


def test_facts_with_a_failure_are_not_stored(path: Path) -> None:
    cache = LibraryCache(path)
    cache.store([("a.m44", "1", CachedFile("d", FileFacts(failure="it is gone")))])
    assert cache.lookup({"a.m44": "1"}) == {}
    cache.close()


def test_the_facts_of_a_renamed_file_are_kept(path: Path) -> None:
    cache = filled_cache(path)
    cache.rename("a.m44", "b.m44")
    assert cache.lookup({"b.m44": "1"}) == {"b.m44": CACHED_FILE}
    cache.close()


def test_a_file_whose_name_is_not_utf_8_can_be_cached(path: Path) -> None:
    name = "bad\udcff.m44"
    cache = filled_cache(path)
    cache.store([(name, "1", CACHED_FILE)])
    assert cache.lookup({name: "1", "a.m44": "1"}) == {name: CACHED_FILE, "a.m44": CACHED_FILE}
    cache.rename(name, "good.m44")
    assert cache.lookup({"good.m44": "1"}) == {"good.m44": CACHED_FILE}
    cache.close()


@pytest.mark.parametrize("damage", [b"", b"no base", b"SQLite format 3\0" + bytes(4000)])
def test_a_damaged_cache_is_recreated(path: Path, damage: bytes) -> None:
    filled_cache(path).close()
    path.write_bytes(damage)
    cache = filled_cache(path)
    assert cache.lookup({"a.m44": "1"}) == {"a.m44": CACHED_FILE}
    cache.close()


def test_a_cache_damaged_while_it_is_open_is_recreated(path: Path) -> None:
    cache = filled_cache(path)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    cache.lookup({"a.m44": "1"})
    cache.store([("a.m44", "1", CACHED_FILE)])
    cache.close()
    second_cache = LibraryCache(path)
    assert second_cache.lookup({"a.m44": "1"}) in ({}, {"a.m44": CACHED_FILE})
    second_cache.close()


def test_a_cache_of_another_version_is_recreated(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE known (path TEXT)")
    connection.close()
    cache = filled_cache(path)
    assert cache.lookup({"a.m44": "1"}) == {"a.m44": CACHED_FILE}
    cache.close()


@pytest.mark.parametrize("facts", ["", "[]", "{", '{"titles": 1}', '{"unknown": 1}', "null"])
def test_damaged_facts_are_ignored(path: Path, facts: str) -> None:
    filled_cache(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE known SET facts = ?", (facts,))
    connection.close()
    cache = LibraryCache(path)
    assert cache.lookup({"a.m44": "1"}) == {}
    cache.close()


def test_the_cache_is_in_memory_if_its_folder_is_not_writable(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = filled_cache(tmp_path / "file" / "library.sqlite")
    assert cache.lookup({"a.m44": "1"}) == {"a.m44": CACHED_FILE}
    cache.close()


def test_a_locked_cache_is_not_used(path: Path) -> None:
    cache = filled_cache(path)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert cache.lookup({"a.m44": "1"}) == {}
        other.execute("ROLLBACK")
    other.close()
    assert cache.lookup({"a.m44": "1"}) == {"a.m44": CACHED_FILE}
    cache.close()


def test_the_size_of_the_cache_is_limited(path: Path) -> None:
    cache = LibraryCache(path, most_files=10, most_bytes=100)
    cache.store((f"{number}.m44", "1", CACHED_FILE) for number in range(20))
    for number in range(20):
        cache.store_pictures({str(number): bytes(30)}, "light")
    cache.trim()
    assert len(cache.lookup({f"{number}.m44": "1" for number in range(20)})) == 10
    assert len(cache.lookup_pictures(map(str, range(20)), "light")) == 3
    cache.close()


def test_the_cache_folder_follows_system_conventions(tmp_path: Path) -> None:
    assert cache_folder({"XDG_CACHE_HOME": str(tmp_path)}) == tmp_path / "m44-workshop"
    assert cache_folder({}).name == "m44-workshop"
