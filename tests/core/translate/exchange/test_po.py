"""PO files: comments, charsets, and damage reported with its line."""

from __future__ import annotations

import codecs
from dataclasses import replace
from pathlib import Path

import polib
import pytest
from tests.core.translate.conftest import make_scenario

from m44core.errors import ReadError
from m44core.translate.exchange.po import read_po_file, to_po
from m44core.translate.exchange.translation_catalogue import catalogue_of
from m44core.translate.text_record import (
    CONFLICT,
    EMPTY_RECORD,
    KeptTranslation,
    TextRecord,
)


def test_comments_give_the_field_the_length_and_the_hexes_mentioned() -> None:
    text = to_po(catalogue_of(make_scenario(), EMPTY_RECORD, "mill.yaml", "en", "fr"))
    assert "#. rules, paragraph 2 of 3; 26 characters\n#. hexes: E5\n" in text


def test_no_context_and_source_occur_twice(tmp_path: Path) -> None:
    """gettext's tools reject a file in which they do, even if an entry is obsolete."""
    lost = KeptTranslation("fr", "rules", "Night has fallen.", "Il fait noir.", CONFLICT)
    record = TextRecord(kept=(lost, replace(lost, target="Nuit.")))
    path = tmp_path / "fr.po"
    path.write_text(to_po(catalogue_of(make_scenario(), record, "mill.yaml", "en", "fr")), "utf-8")
    texts = [(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(path))]
    assert len(texts) == len({*texts})
    kept = [(entry.field, entry.target) for entry in read_po_file(path).kept]
    assert kept == [("rules", "Il fait noir."), ("rules", "Nuit.")]


VALID_PO = 'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgctxt "rules"\nmsgid "A"\nmsgstr "a"\n'


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (('msgstr "a"', 'msgstr "a'), 6),
        (('msgstr "a"', ""), 5),
        (('msgstr "a"', 'msgstr "a" b'), 6),
        (('msgid "A"', 'msgid "A" "B"'), 5),
        (('msgctxt "rules"', "what is this"), 4),
        (('msgid "A"', 'msgid "A\\"'), 5),
    ],
)
def test_a_damaged_file_is_reported_with_its_line(
    damage: tuple[str, str], line: int, tmp_path: Path
) -> None:
    path = tmp_path / "fr.po"
    path.write_text(VALID_PO.replace(*damage), encoding="utf-8")
    with pytest.raises(ReadError, match=rf"fr\.po:{line}: the file is damaged"):
        read_po_file(path)


def test_invalid_utf_8_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    path.write_bytes(VALID_PO.replace('"a"', '"\u00e9"').encode("latin-1"))
    with pytest.raises(ReadError, match=r"fr\.po:6: .*save it as UTF-8"):
        read_po_file(path)


@pytest.mark.parametrize(
    ("charset", "content"),
    [
        ("latin-1", "caf\u00e9"),
        ("GB18030", "\u547d\u4ee4\u5361"),
        ("KOI8-R", "\u043c\u043e\u0441\u0442"),
        ("windows-1251", "\u043c\u043e\u0441\u0442"),
        ("UTF-16", "\u547d\u4ee4\u5361"),
        ("UTF-8", "a\u2028b\x0bc\x85d"),
        ("CHARSET", "caf\u00e9"),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_file_is_read_in_the_charset_of_its_header(
    charset: str, content: str, line_end: str, tmp_path: Path
) -> None:
    path = tmp_path / "fr.po"
    header = f'"Language: fr\\n"\n"Content-Type: text/plain; charset={charset}\\n"\n'
    text = VALID_PO.replace('msgstr "Language: fr\\n"\n', f'msgstr ""\n{header}')
    text = text.replace('"a"', f'"{content}"').replace("\n", line_end)
    path.write_bytes(text.encode("utf-8" if charset == "CHARSET" else charset))
    catalogue = read_po_file(path)
    assert [each.target for each in catalogue.entries] == [content]
    assert (catalogue.target, catalogue.language_line) == ("fr", 3)


@pytest.mark.parametrize("bom", [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE])
def test_a_byte_order_mark_overrides_the_charset_of_the_header(bom: bytes, tmp_path: Path) -> None:
    path = tmp_path / "fr.po"
    encoding = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le"}.get(bom, "utf-16-be")
    path.write_bytes(bom + VALID_PO.replace('"a"', '"\u00e9"').encode(encoding))
    assert [each.target for each in read_po_file(path).entries] == ["\u00e9"]


@pytest.mark.parametrize(
    ("charset", "reason"), [("x-none", "unknown encoding 'x-none'"), ("ascii", "it is not in")]
)
def test_an_unknown_or_wrong_charset_is_reported_with_its_line(
    charset: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "fr.po"
    header = f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset={charset}\\n"\n\n'
    path.write_bytes(f'{header}msgctxt "rules"\nmsgid "A"\nmsgstr "\u00e9"\n'.encode())
    with pytest.raises(ReadError, match=rf"fr\.po:[37]: .*{reason}"):
        read_po_file(path)
