"""Bytes that are not UTF-8 are read as Windows-1252, and all others as what they are."""

from __future__ import annotations

import pytest

from m44core.io.text.decoding import decode


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"Pel\xe9e", "Pelée"),
        ("Höhe: Кан, 剑滩, 🎖 ".encode() + b"Pel\xe9e", "Höhe: Кан, 剑滩, 🎖 Pelée"),
        (b"Pel\xe9e " + "Höhe".encode(), "Pelée Höhe"),
        (b"caf\xe9", "café"),
        (b"\xe2\x80", "â€"),
        (b"\x81", "\ufffd"),
    ],
)
def test_only_bytes_that_are_not_utf_8_are_read_as_windows_1252(data: bytes, text: str) -> None:
    file_text = decode(data)
    assert file_text.text == text
    assert [finding.code for finding in file_text.findings] == ["M003"]


def test_the_first_wrong_byte_is_located_by_characters() -> None:
    (finding,) = decode("Höhe 剑滩 ".encode() + b"\xe9").findings
    assert (finding.line, finding.column) == (1, 9)
