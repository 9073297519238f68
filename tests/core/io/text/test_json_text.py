"""JSON texts are read strictly, with the positions of problems."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from m44core.io.text.json_pointers import escaped_step, line_and_column, scan_positions, steps
from m44core.io.text.json_text import JsonReader, dump_json, style_of
from m44core.io.text.text_style import TextStyle


def located_codes(text: str) -> list[tuple[str, int | None, int | None]]:
    reader = JsonReader(text)
    reader.read()
    return [(d.code, d.line, d.column) for d in reader.findings]


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ('{\n "a": 1,\n "a": 2}', "M008", 3, 2),
        ('{"a": [1,\n  NaN]}', "M006", 2, 3),
        ('{"a":\n 1e999}', "M006", 2, 2),
        ('{"a":\n 9007199254740993}', "M007", 2, 2),
        ('{"a":\n "\\ud83d"}', "M010", 2, 3),
        ('{"a":\n ' + "[" * 80 + "]" * 80 + "}", "M009", 2, 65),
        ('{"a":\n 1', "M005", 2, 3),
        ('{"a" 1}', "M005", 1, 6),
        ('{"a": 1} x', "M005", 1, 10),
        ('{"a": "x\ny"}', "M005", 1, 9),
    ],
)
def test_a_syntax_error_is_reported_with_its_position(
    text: str, code: str, line: int, column: int
) -> None:
    assert located_codes(text) == [(code, line, column)]


def test_the_rest_of_a_text_is_read_despite_an_error() -> None:
    reader = JsonReader('{"a": NaN, "b": [1, Infinity, 2], "c": "\\udc00x", "d": 1, "d": 2}')
    assert reader.read() == {"b": [1, 2], "c": "\ufffdx", "d": 2}


def test_a_surrogate_pair_of_escapes_is_one_character() -> None:
    reader = JsonReader('["\\ud83d\\ude00", "\\\\ud83d"]')
    assert reader.read() == ["\U0001f600", "\\ud83d"]
    assert reader.findings == []


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(value=values, indent=st.sampled_from([None, 1, "\t"]))
@settings(max_examples=80, deadline=None)
def test_the_position_of_every_value_is_found(value: object, indent: int | str | None) -> None:
    text = json.dumps(value, indent=indent)
    places = scan_positions(text).values
    decoder = json.JSONDecoder()
    for pointer, offset in places.items():
        expected = value
        for step in steps(pointer):
            expected = expected[int(step)] if isinstance(expected, list) else expected[step]  # type: ignore[index] # a pointer of this value
        assert decoder.raw_decode(text, offset)[0] == expected


@given(value=values, indent=st.sampled_from(["\t", "  ", "    "]), ascii_=st.booleans())
@example(value={"\\/": None}, indent="\t", ascii_=False)
@example(value={"\\u": "C:\\users"}, indent="\t", ascii_=False)
@settings(max_examples=80, deadline=None)
def test_the_style_of_a_written_text_is_recognized(
    value: object, indent: str, ascii_: bool
) -> None:
    text = dump_json(
        {"key": ["é", value]}, TextStyle(indent=indent, ascii=ascii_, final_newline=True)
    )
    assert dump_json(json.loads(text), style_of(text)) == text


@given(st.text(), st.text())
def test_any_key_can_be_escaped_in_a_pointer(first: str, second: str) -> None:
    assert steps(f"/{escaped_step(first)}/{escaped_step(second)}") == [first, second]


def test_lines_and_columns_count_from_one() -> None:
    assert line_and_column("ab\ncd", 0) == (1, 1)
    assert line_and_column("ab\ncd", 4) == (2, 2)
