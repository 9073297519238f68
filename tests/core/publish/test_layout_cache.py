"""The layout cache: type sizes are reused between runs until anything they depend on changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m44core.publish.layout_cache import LayoutCache


@pytest.fixture
def templates(tmp_path: Path) -> Path:
    folder = tmp_path / "templates"
    (folder / "parts").mkdir(parents=True)
    (folder / "sheet.typ").write_text("one")
    (folder / "parts" / "head.typ").write_text("two")
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "sheets.json"


def test_a_stored_layout_is_found_again(templates: Path, path: Path) -> None:
    cache = LayoutCache(templates, path)
    cache.put("a", (9.5, 2))
    assert cache.get("a") == (9.5, 2)
    cache.store()
    second_cache = LayoutCache(templates, path)
    assert (second_cache.get("a"), second_cache.get("b")) == ((9.5, 2), None)


def test_an_unchanged_cache_is_not_written(templates: Path, path: Path) -> None:
    LayoutCache(templates, path).store()
    assert not path.exists()
    path.parent.mkdir()
    path.write_text('{"a": [9, 1]}')
    cache = LayoutCache(templates, path)
    path.unlink()
    cache.store()
    assert not path.exists()


def test_the_default_file_is_in_the_cache_folder(
    templates: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "mine"))
    cache = LayoutCache(templates)
    cache.put("a", (8, 1))
    cache.store()
    (path,) = (tmp_path / "mine").rglob("sheets.json")
    assert json.loads(path.read_text()) == {"a": [8, 1]}
    assert LayoutCache(templates).get("a") == (8, 1)


def test_the_latest_5000_layouts_are_kept(templates: Path, path: Path) -> None:
    cache = LayoutCache(templates, path)
    for number in range(5_001):
        cache.put(str(number), (9, 1))
    cache.store()
    stored_layouts = json.loads(path.read_text())
    assert (
        len(stored_layouts),
        "0" in stored_layouts,
        "1" in stored_layouts,
        "5000" in stored_layouts,
    ) == (5_000, False, True, True)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "7", '{"a": 7}', '{"a": [9]}', '{"a": ["x", 1]}', '{"a": [9, null]}', "\ud800"],
)
def test_a_damaged_cache_file_is_ignored(text: str, templates: Path, path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    cache = LayoutCache(templates, path)
    assert cache.get("a") is None
    cache.put("b", (9, 1))
    cache.store()
    assert LayoutCache(templates, path).get("b") == (9, 1)


@pytest.mark.parametrize(("size", "is_read"), [(2_000_000, True), (2_000_001, False)])
def test_a_file_above_the_size_limit_is_not_read(
    size: int, is_read: bool, templates: Path, path: Path
) -> None:
    path.parent.mkdir()
    path.write_text('{"a": [9, 1]}'.ljust(size))
    assert (LayoutCache(templates, path).get("a") is not None) == is_read


def test_an_unwritable_cache_folder_is_ignored(templates: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = LayoutCache(templates, tmp_path / "file" / "sheets.json")
    cache.put("a", (9, 1))
    cache.store()
    assert cache.get("a") == (9, 1)


def test_the_key_depends_on_content_pictures_and_templates(templates: Path, path: Path) -> None:
    cache = LayoutCache(templates, path)
    key = cache.key({"name": "Ä", "number": 1}, {"map": "<svg>"})
    assert key == cache.key({"number": 1, "name": "Ä"}, {"map": "<svg>"})
    assert key == LayoutCache(templates, path).key({"name": "Ä", "number": 1}, {"map": "<svg>"})
    other_keys = [
        cache.key({"name": "Ä", "number": 2}, {"map": "<svg>"}),
        cache.key({"name": "Ä", "number": 1}, {"map": ""}),
        cache.key({"name": "Ä", "number": 1}, {"map-right": "<svg>"}),
    ]
    (templates / "read me.txt").write_text("no template")
    (templates / "folder.typ").mkdir()
    assert LayoutCache(templates, path).key({"name": "Ä", "number": 1}, {"map": "<svg>"}) == key
    (templates / "parts" / "head.typ").write_text("three")
    other_keys.append(
        LayoutCache(templates, path).key({"name": "Ä", "number": 1}, {"map": "<svg>"})
    )
    assert len({key, *other_keys}) == 5
