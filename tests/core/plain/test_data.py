"""JSON and TOML by anybody: plain data, or one kind of error."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.plain.json_data import json_data
from m44core.plain.toml_data import toml_data

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
def test_json_that_was_written_reads_back(value: object) -> None:
    assert json_data(json.dumps(value)) == value
    assert json_data(json.dumps(value, ensure_ascii=False).encode()) == value


@pytest.mark.parametrize("name", BAD_JSON)
def test_bad_json_is_an_error_of_one_kind(name: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        json_data(BAD_JSON[name])


@pytest.mark.parametrize("name", BAD_TOML)
def test_bad_toml_is_an_error_of_one_kind(name: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        toml_data(BAD_TOML[name])


def test_halves_of_characters_are_replaced() -> None:
    said: Any = json_data('{"a\\udd00": ["\\ud800", "\\ud83c\\udf96"]}')
    assert said == {"a\ufffd": ["\ufffd", "\U0001f396"]}


def test_names_of_files_in_another_encoding_stay_as_they_are() -> None:
    name = b"\xff.yaml".decode("utf-8", "surrogateescape")
    assert json_data(json.dumps({"file": name})) == {"file": name}


def test_bytes_that_are_no_utf_8_are_an_error() -> None:
    with pytest.raises(ValueError, match="utf-8"):
        json_data(b'"\xff"')


def test_toml_says_what_it_says() -> None:
    assert toml_data("a = [1, 2]\n[b]\nc = 'x'") == {"a": [1, 2], "b": {"c": "x"}}
