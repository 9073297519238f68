"""XLIFF 2 files: segments, inline codes, charsets, and damage reported with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m44core.errors import ReadError
from m44core.translate.exchange.catalogue_checks import DroppedCodes, catalogue_problems
from m44core.translate.exchange.xliff import read_xliff_file
from m44core.translate.text_record import TranslationState

HEAD = (
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">'
)
VALID_XLIFF = f"""{HEAD}
<file id="f"><unit id="rules.1" name="rules">
<segment state="final"><source>One. </source><target>Un. </target></segment>
<segment state="translated"><source>Two <pc id="1">or</pc> more.</source>
<target>Deux <mrk id="m">ou</mrk> plus.</target></segment>
</unit></file></xliff>
"""


def test_segments_of_a_unit_are_joined_and_markup_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "fr.xlf"
    path.write_text(VALID_XLIFF, encoding="utf-8")
    (entry,) = read_xliff_file(path).entries
    assert (entry.source, entry.target) == ("One. Two or more.", "Un. Deux ou plus.")
    assert (entry.state, entry.line) == (TranslationState.DONE, 2)


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (("</source>", "</sauce>"), 3),
        (("trgLang", "<"), 1),
        (('id="m">', 'id="m"'), 5),
        (("</unit>", ""), 6),
        (("One. ", "&none;"), 3),
        (("document:2.0", "document:1.2"), 1),
        (("<xliff", '<!DOCTYPE x [<!ENTITY a "b">]><xliff'), 1),
        (("more", '<cp hex="zz"/>'), 4),
        (("more", '<cp hex="FFFFFF"/>'), 4),
        (("more", f'<cp hex="{"F" * 30}"/>'), 4),
    ],
)
def test_a_damaged_file_is_reported_with_its_line(
    damage: tuple[str, str], line: int, tmp_path: Path
) -> None:
    path = tmp_path / "fr.xlf"
    path.write_text(VALID_XLIFF.replace(*damage, 1), encoding="utf-8")
    with pytest.raises(ReadError, match=rf"fr\.xlf:{line}: the file is damaged"):
        read_xliff_file(path)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty; export it again"),
        ("\ufeff\n", "it is empty; export it again"),
        ("hello", "it is not an XLIFF file"),
        ('{"a": "<"}', "it is not an XLIFF file"),
        (VALID_XLIFF[: VALID_XLIFF.index("more")], "it ends in the middle; export it again"),
        (VALID_XLIFF.replace("</source>", "</sauce>", 1), "a tag is not closed before this line"),
        (VALID_XLIFF.replace("more", "a & b", 1), "must be written &amp; and &lt;"),
        (VALID_XLIFF.replace("document:2.0", "document:1.2", 1), "export it as XLIFF 2, or as PO"),
    ],
)
def test_the_message_about_a_damaged_file_says_what_to_do(
    text: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "fr.xlf"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=re.escape(reason)):
        read_xliff_file(path)


CODES = f"""{HEAD}
<file id="f"><unit id="rules.1" name="rules">
<originalData><data id="d1">&lt;br&gt;</data><data id="d2">{{name}}</data></originalData>
<segment state="final"><source>S</source><target>TARGET</target></segment>
</unit></file></xliff>
"""


@pytest.mark.parametrize(
    ("inline", "text", "left_out"),
    [
        ('Un <ph id="1" dataRef="d1"/> deux', "Un <br> deux", ()),
        ('Un <ph id="1" equiv="{n}" disp="?"/> deux', "Un {n} deux", ()),
        ('Un <ph id="1" disp="%s"/> deux', "Un %s deux", ()),
        ('Un <ph id="1"/> deux', "Un  deux", ("ph 1",)),
        ('Un <pc id="1" dataRefStart="d1" dataRefEnd="d2">x</pc>', "Un <br>x{name}", ()),
        ('Un <pc id="1"><pc id="2">x</pc></pc>.', "Un x.", ("pc 1", "pc 2")),
        ('<sc id="1" dataRef="d2"/>x<ec startRef="1"/>', "{name}x", ("ec 1",)),
        ('Un <mrk id="1" type="term">pont</mrk><sm id="2"/>x<em startRef="2"/>', "Un pontx", ()),
        ('Un<cp hex="0007"/>', "Un\x07", ()),
        ('Un <x:y xmlns:x="urn:x">deux</x:y>', "Un deux", ()),
    ],
)
def test_inline_codes_are_kept_as_their_text_or_reported(
    inline: str, text: str, left_out: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "fr.xlf"
    path.write_text(CODES.replace("TARGET", inline), encoding="utf-8")
    (entry,) = read_xliff_file(path).entries
    assert (entry.target, entry.left_out) == (text, left_out)
    faults = [
        fault
        for fault in catalogue_problems(read_xliff_file(path), path)
        if isinstance(fault, DroppedCodes)
    ]
    assert bool(faults) == bool(left_out)


def test_text_between_segments_is_kept_in_the_translation(tmp_path: Path) -> None:
    path = tmp_path / "fr.xlf"
    text_between = "</target></segment>\n<ignorable><source> - </source></ignorable>"
    path.write_text(VALID_XLIFF.replace(" </target></segment>", text_between, 1), encoding="utf-8")
    (entry,) = read_xliff_file(path).entries
    assert entry.target == "Un. - Deux ou plus."


@pytest.mark.parametrize("charset", ["latin-1", "GB18030", "KOI8-R", "UTF-16"])
def test_a_file_is_read_in_its_declared_charset(charset: str, tmp_path: Path) -> None:
    values = {"latin-1": "caf\u00e9", "KOI8-R": "\u043c\u043e\u0441\u0442"}
    text = values.get(charset, "\u547d\u4ee4")
    document = f'<?xml version="1.0" encoding="{charset}"?>{CODES.replace("TARGET", text)}'
    path = tmp_path / "fr.xlf"
    path.write_bytes(document.encode(charset))
    assert [each.target for each in read_xliff_file(path).entries] == [text]
