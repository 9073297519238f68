"""Reading untrusted files: only regular ones; errors of JSON and TOML; line numbers."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.untrusted_files import (
    LineIndex,
    NotRegularFileError,
    parse_json,
    parse_toml,
    read_bounded,
    read_truncated,
    split_lines,
)


def make_pipe(path: Path) -> None:
    os.mkfifo(path)


def make_link_to_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as unix_socket:
        unix_socket.bind(str(path))


@pytest.mark.parametrize("make", [make_pipe, make_link_to_device, make_socket])
def test_files_that_are_not_regular_are_refused_before_opening(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "x"
    make(path)
    with pytest.raises(NotRegularFileError, match="not a regular file"):
        read_truncated(path, 10)


def test_a_folder_is_reported_as_a_folder(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_truncated(tmp_path, 10)


def test_a_file_is_read_up_to_one_byte_beyond_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"0123456789")
    assert read_truncated(path, 10) == read_bounded(path, 10) == b"0123456789"
    assert read_truncated(path, 4) == b"01234"
    with pytest.raises(OSError, match="too large"):
        read_bounded(path, 9)


def test_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"here")
    (tmp_path / "y").symlink_to("x")
    assert read_truncated(tmp_path / "y", 10) == b"here"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=10,
)
BAD_JSON = {
    "deep": "[" * 3000,
    "deep and whole": "[" * 65 + "]" * 65,
    "digits": "9" * 5000,
    "nan": "NaN",
    "infinite": "-Infinity",
    "too large": "1e999",
    "cut off": '{"a": ',
}
BAD_TOML = {
    "deep": "a = " + "[" * 3000,
    "dots": "a" + ".a" * 3000 + " = 1",
    "digits": "a = " + "9" * 5000,
    "half a character": 'a = "\\ud800"',
    "no day": "a = 1944-06-31",
    "no number": "a = 0x_",
    "nul": 'a = "\x00"',
}


@given(VALUES)
def test_written_json_is_read_back(value: object) -> None:
    assert parse_json(json.dumps(value)) == value
    assert parse_json(json.dumps(value, ensure_ascii=False).encode()) == value


@pytest.mark.parametrize("name", BAD_JSON)
def test_any_bad_json_raises_the_same_error(name: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        parse_json(BAD_JSON[name])


@pytest.mark.parametrize("name", BAD_TOML)
def test_any_bad_toml_raises_the_same_error(name: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        parse_toml(BAD_TOML[name])


def test_unpaired_surrogates_are_replaced() -> None:
    parsed: Any = parse_json('{"a\\udd00": ["\\ud800", "\\ud83c\\udf96"]}')
    assert parsed == {"a\ufffd": ["\ufffd", "\U0001f396"]}


def test_file_names_in_another_encoding_are_unchanged() -> None:
    name = b"\xff.yaml".decode("utf-8", "surrogateescape")
    assert parse_json(json.dumps({"file": name})) == {"file": name}


def test_invalid_utf_8_is_an_error() -> None:
    with pytest.raises(ValueError, match="utf-8"):
        parse_json(b'"\xff"')


def test_toml_is_parsed() -> None:
    assert parse_toml("a = [1, 2]\n[b]\nc = 'x'") == {"a": [1, 2], "b": {"c": "x"}}


TEXTS = st.text(st.sampled_from("ab\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=30)


@given(TEXTS)
def test_every_character_is_found_on_its_line(text: str) -> None:
    line_index, lines = LineIndex(text), split_lines(text)
    for offset, character in enumerate(text):
        line, column = line_index.line_and_column(offset)
        if character not in "\r\n":
            assert lines[line][column] == character


@given(TEXTS)
def test_line_numbers_match_those_of_text_files(text: str) -> None:
    plain_text = text.replace("\r\n", "\n").replace("\r", "\n")
    assert split_lines(text) == (plain_text.removesuffix("\n").split("\n") if plain_text else [])


def test_only_line_endings_end_lines() -> None:
    assert split_lines("a\x0bb\x0cc\x85d\u2028e\n\nf\r") == ["a\x0bb\x0cc\x85d\u2028e", "", "f"]
