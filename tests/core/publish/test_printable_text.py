"""Any text can be printed; characters that nothing can print are replaced or removed."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.publish.pdf_inspection import text_of_pdf

from m44core.cli.main import main
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.io.files.save import save
from m44core.messages.renderers import renderer_in
from m44core.model.edits import set_label
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.publish.printable_text import REPLACEMENT, FontCoverage, is_unprintable
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.typesetter import Typesetter, open_typesetter
from m44core.resources import scenarios_folder

EN = renderer_in("en")
ODD_TEXTS = {
    "an emoji with its variation": "\U0001f396\ufe0f",
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a flag": "\U0001f1eb\U0001f1f7",
    "a skin": "\U0001f44d\U0001f3fd",
    "a keycap": "1\ufe0f\u20e3",
    "a tag": "\U0001f3f4\U000e0067\U000e007f",
    "a unit separator": "soft\u001fhyphen",
    "nothing": "\u0000",
    "a heading": "\u0001",
    "an escape": "\u001b[31m",
    "a delete": "\u007f",
    "a control of the second kind": "\u0085\u009b",
    "no character": "\ufffe\U0001ffff\ufdd0",
    "half a character": "\ud83c",
    "a private character": "\ue000\U00100000",
    "no letter yet": "\u0378",
    "joiners alone": "\u200d\u200c\ufe0f\u00ad\u2060\ufeff",
    "breaks": "\u2028\u2029\u000b\u000c",
    "directions": "\u202e\u2066\u200f",
    "marks": "\u0301\u0301x\u20dd",
    "scripts": "\u65e5\u672c \u0928\u094d\u0926 \u0627\u064b \U00013000 \u1780\u17d2",
    "what Typst quotes": '"\\u{1f}" `x` #let $a$',
}
ALL_ODD_TEXTS = " ".join(ODD_TEXTS.values())


def pegasus_with_text(text: str) -> Scenario:
    """Return Pegasus Bridge with *text* inserted into every text."""
    scenario_read = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario_read
    text_inside = f"A {text} B"
    texts = Texts(
        text_inside, text_inside, text_inside, text_inside, text_inside, text_inside, text_inside
    )
    named_scenario = replace(
        scenario_read, texts={"en": texts}, meta={**scenario_read.meta, "author": text}
    )
    return set_label(named_scenario, Hex(12, 4), (text[:40],))


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_a_sheet_can_be_printed_with_any_text(name: str, typesetter: Typesetter) -> None:
    document = typeset_sheet(typesetter, pegasus_with_text(ODD_TEXTS[name]), [EN])
    assert document.pages >= 1
    assert {*document.dropped} >= {sign for sign in ODD_TEXTS[name] if is_unprintable(sign)}
    assert not {*document.dropped, *document.missing} - {*ODD_TEXTS[name]}


@pytest.mark.bulk
@pytest.mark.parametrize("command", ["sheet", "poster", "pieces", "book", "site"])
def test_every_publication_can_be_printed_with_odd_text(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    text = ALL_ODD_TEXTS.replace("\ud83c", "")  # which no file can have
    save(pegasus_with_text(text), folder / "a.m44")
    (folder / "book.yaml").write_text('title: "🎖️ \\x1f"\n', "utf-8")
    shutil.copy(folder / "book.yaml", folder / "site.yaml")
    source = folder if command in ("book", "site") else folder / "a.m44"
    out = tmp_path / ("out" if command == "site" else "out.pdf")
    extra_options = {
        "pieces": ["--boxes", "terrain=1"],
        "site": ["--url", "https://example.org/"],
    }.get(command, [])
    assert main([command, str(source), str(out), *extra_options]) == 0, capsys.readouterr().err
    if command in ("sheet", "book", "poster"):
        errors = capsys.readouterr().err
        assert "were left out: U+" in errors
        assert ": no installed font has" in errors


def test_missing_characters_become_squares_and_dropped_ones_vanish(
    typesetter: Typesetter,
) -> None:
    document = typeset_sheet(
        typesetter, pegasus_with_text("a \U0001f468\u200d\U0001f469\ufe0f z\u001fy"), [EN]
    )
    assert f"a {REPLACEMENT} zy B" in text_of_pdf(document.pdf)
    assert document.missing == ("\U0001f468", "\U0001f469")
    assert document.dropped == ("\u001f",)
    assert "\u001f" not in document.first_context


def test_words_that_cannot_be_typeset_as_a_whole_are_replaced_by_squares() -> None:
    font_coverage = FontCoverage(lambda text: "\u00e4\u00f6" not in text)
    result = font_coverage.replace_unprintable_words(
        ["ab \u00e4\u00f6 \u00e4", "<b>\u00e4\u00f6</b>"]
    )
    assert result.data == [f"ab {REPLACEMENT} \u00e4", f"<b>{REPLACEMENT}</b>"]
    assert result.missing == {"\u00e4", "\u00f6"}


@given(st.sets(st.characters(), max_size=60), st.sets(st.characters(), max_size=6))
def test_every_missing_character_is_found(
    used_characters: set[str], missing_characters: set[str]
) -> None:
    missing_characters -= {"\n", *map(chr, range(32, 127))}
    letters = FontCoverage(lambda text: not set(text) & missing_characters)
    assert letters.missing_characters(used_characters | missing_characters) == missing_characters
    assert letters.missing_characters(used_characters - missing_characters) == set()


@given(st.text(st.characters(), max_size=12), st.sets(st.characters(), max_size=3))
def test_no_unprintable_character_remains(text: str, missing_characters: set[str]) -> None:
    missing_characters -= {"\n", REPLACEMENT, *map(chr, range(32, 127))}
    letters = FontCoverage(lambda text: not set(text) & missing_characters)
    (printable_text,) = letters.make_printable({"heading": [text]}).data["heading"]
    assert not [
        sign for sign in printable_text if sign in missing_characters or is_unprintable(sign)
    ]


@pytest.mark.bulk
@settings(max_examples=100, deadline=None)
@given(text=st.text(st.characters(), min_size=1, max_size=20))
def test_any_text_made_printable_can_be_typeset(text: str) -> None:
    with open_typesetter() as typesetter:
        (typesetter.folder / "text.typ").write_text(
            '#set document(title: "-")\n#json(bytes(sys.inputs.data)).text', "utf-8"
        )
        assert typesetter.typeset("text.typ", {"text": text}).pages == 1
