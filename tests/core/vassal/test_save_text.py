"""Decoding the text of saved games in all forms that VASSAL has used."""

from __future__ import annotations

import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.vassal.vassal_writer import (
    encode_command,
    encode_sequence,
    hex_obfuscated,
    nest_traits,
    xz_obfuscated,
)

from m44core.errors import ReadError
from m44core.vassal import save_text
from m44core.vassal.save_text import decode_save, nested_fields, split_commands, split_fields

KEYS = st.integers(0, 255)


@given(st.text(), KEYS)
def test_hexadecimal_saves_are_decoded_with_any_key(text: str, key: int) -> None:
    assert decode_save(hex_obfuscated(text.encode(), key), "a") == text
    assert decode_save(hex_obfuscated(text.encode(), key).upper(), "a") == text


@given(st.text(), KEYS)
def test_saves_of_vassal_3_8_are_read_with_any_key(text: str, key: int) -> None:
    assert decode_save(xz_obfuscated(text.encode(), key), "a") == text
    assert decode_save(lzma.compress(text.encode()), "a") == text


def test_text_without_obfuscation_is_unchanged() -> None:
    assert decode_save("begin_save\x1bé".encode(), "a") == "begin_save\x1bé"


@pytest.mark.parametrize(
    "data",
    [
        b"!VCSK5",
        b"!VCSK5a0",
        b"!VCSK5azz",
        b"!VOXZ",
        b"!VOXZ\x01abc",
        lzma.compress(b"x" * 99)[:-9],
    ],
)
def test_truncated_and_non_hexadecimal_data_is_reported(data: bytes) -> None:
    with pytest.raises(ReadError, match=r"a\.vsav is damaged"):
        decode_save(data, "a.vsav")


def test_a_decompression_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save_text, "MAX_TEXT_BYTES", 1000)
    with pytest.raises(ReadError, match="too large"):
        decode_save(xz_obfuscated(bytes(2_000_000), 7), "a.vsav")


TEXTS = st.text(st.sampled_from("ab;/,\t\\'é "), max_size=8)
INNERMOST_TEXTS = TEXTS.filter(
    lambda text: "\t" not in text and not (len(text) > 1 and text[0] == "'")
)
"""Texts of counters, which never start with a quote, since VASSAL would remove it."""


@given(st.lists(TEXTS, min_size=1, max_size=6), st.sampled_from(";/,\t"))
def test_joined_fields_are_split_again(texts: list[str], delimiter: str) -> None:
    assert list(split_fields(encode_sequence(texts, delimiter), delimiter)) == texts


@given(st.lists(TEXTS, min_size=1, max_size=6), INNERMOST_TEXTS)
def test_nested_traits_are_unnested(outer: list[str], innermost_trait: str) -> None:
    assert nested_fields(nest_traits([*outer, innermost_trait]), "\t", 60) == [
        *outer,
        innermost_trait,
    ]


def test_nested_commands_are_split_in_order() -> None:
    nested_command = encode_command(
        "", ["one", encode_command("two", ["three", encode_command("", ["four"])])]
    )
    text = encode_command("begin_save", [nested_command, "five"])
    assert [*split_commands(text, "a")] == ["begin_save", "one", "two", "three", "four", "five"]


def test_recorded_moves_are_left_out() -> None:
    later_command = "LOG\t" + encode_command(
        "+/9/piece;;;;Tank/Map;1;1", ["+/10/piece;;;;Tank/Map;2;2"]
    )
    assert [
        *split_commands(encode_command("begin_save", ["first", later_command, "end_save"]), "a")
    ] == [
        "begin_save",
        "first",
        "end_save",
    ]
