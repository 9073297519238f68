"""Control characters of a file on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.arguments.line_wrapping import cell_width
from m44core.cli.control_characters import control_picture, escape_controls
from m44core.cli.main import main

CONTROL_CHARACTERS = {
    *range(0x20),
    *range(0x7F, 0xA0),
    *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
}


@given(st.text())
def test_no_control_character_is_left(text: str) -> None:
    assert not CONTROL_CHARACTERS & set(map(ord, escape_controls(text)))
    assert not CONTROL_CHARACTERS & set(map(ord, "".join(map(control_picture, text))))


@given(st.text(st.characters(categories=["L", "N", "P", "S"])))
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert escape_controls(text) == text
    assert "".join(map(control_picture, text)) == text


@pytest.mark.parametrize(
    ("text", "shown_code"),
    [
        ("a\x1b[31mred", r"a\x1b[31mred"),
        ("two\nlines", r"two\nlines"),
        ("\u202etxt", r"\u202etxt"),
        ("\x9b31m", r"\u009b31m"),
    ],
)
def test_a_control_character_is_shown_as_its_code(text: str, shown_code: str) -> None:
    assert escape_controls(text) == shown_code


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("", 0), ("\uff21", 2)]
)
def test_wide_characters_fill_two_cells_and_accents_none(text: str, width: int) -> None:
    assert cell_width(text) == width


CONTROL_SEQUENCES = r"\e[31mred\a\u202e"
HOSTILE = f"""\
format: 1
texts:
  en: {{name: "{CONTROL_SEQUENCES}", rules: "one two {CONTROL_SEQUENCES} three"}}
  "{CONTROL_SEQUENCES}": {{rules: x}}
hexes:
  A9: {{terrain: {{is: "m44:{CONTROL_SEQUENCES}"}}}}
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["bill"],
        ["bill", "--format", "checklist"],
        ["bill", "--format", "html"],
        ["supports"],
        ["check"],
        ["check", "--format", "full"],
        ["diff", "empty.yaml"],
        ["diff", "other.yaml"],
    ],
)
def test_nothing_in_a_scenario_controls_the_terminal(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hostile.yaml").write_text(HOSTILE, "utf-8")
    Path("empty.yaml").write_text("format: 1\nhexes: {}\n", "utf-8")
    Path("other.yaml").write_text(HOSTILE.replace("one", "four").replace("red", "blue"), "utf-8")
    main([*arguments, "hostile.yaml"])
    out = capsys.readouterr().out
    assert out
    assert not (CONTROL_CHARACTERS - {ord("\n")}) & set(map(ord, out))
