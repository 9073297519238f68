"""The forms in which VASSAL disguises the text of a saved game."""

from __future__ import annotations

import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.vassal.engine import hex_obfuscated, xz_obfuscated

from m44core.errors import ReadError
from m44core.vassal import disguise
from m44core.vassal.disguise import text_of

KEYS = st.integers(0, 255)


@given(st.text(), KEYS)
def test_hexadecimal_digits_are_read_with_any_key(text: str, key: int) -> None:
    assert text_of(hex_obfuscated(text.encode(), key), "a") == text
    assert text_of(hex_obfuscated(text.encode(), key).upper(), "a") == text


@given(st.text(), KEYS)
def test_what_vassal_3_8_packs_is_read_with_any_key(text: str, key: int) -> None:
    assert text_of(xz_obfuscated(text.encode(), key), "a") == text
    assert text_of(lzma.compress(text.encode()), "a") == text


def test_a_text_without_a_disguise_is_itself() -> None:
    assert text_of("begin_save\x1bé".encode(), "a") == "begin_save\x1bé"


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
def test_what_is_cut_off_or_no_digit_is_told(data: bytes) -> None:
    with pytest.raises(ReadError, match=r"a\.vsav is damaged"):
        text_of(data, "a.vsav")


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disguise, "MOST_TEXT", 1000)
    with pytest.raises(ReadError, match="too large"):
        text_of(xz_obfuscated(bytes(2_000_000), 7), "a.vsav")
