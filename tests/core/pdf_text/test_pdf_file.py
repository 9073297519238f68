"""Scenarios from PDF files: our own sheets, two columns, tables, and files that have no text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfWriter

from m44core.cli.main import main
from m44core.errors import ReadError
from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.pdf_text import pdf_file
from m44core.pdf_text.pdf_file import read_pdf_text

typst = pytest.importorskip("typst", reason="the extra publish is not installed")
SCENARIOS = Path(__file__).parents[3] / "scenarios"


def typeset(source: str, path: Path) -> Path:
    """Typeset a text with Typst, without any part of this program."""
    source_file = path.with_suffix(".typ")
    source_file.write_text(source, "utf-8")
    typst.compile(str(source_file), output=str(path))
    return path


def pieces_of(scenario: Scenario | None) -> dict[object, tuple[object, ...]]:
    assert scenario
    return {
        place: tuple(
            each and each.name for each in (on.terrain, on.structure, on.obstacle, on.unit)
        )
        for place, on in scenario.hexes.items()
    }


def facts_of(scenario: Scenario | None) -> dict[str, object]:
    """Return what a sheet states about a scenario besides its pieces."""
    assert scenario
    briefing = scenario.briefing
    players = (briefing.top, briefing.bottom)
    return {
        "players": [(each.side, each.cards, each.medals) for each in players],
        "first": briefing.first,
        "front": briefing.front,
        "kind": briefing.kind,
        "days": (briefing.begins, briefing.ends or briefing.begins),
        "face": scenario.face,
    }


def words_of(texts: Texts) -> dict[str, str]:
    """Return each text without white space and hyphens, at which a printed line may end."""
    fields = ("name", "historical", "description", "victory")
    return {
        name: re.sub(r"[\s-]", "", getattr(texts, name) or "").replace("\u2019", "'")
        for name in fields
    }


@pytest.mark.bulk
@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("saint-vith", "en"),
        ("toulon", "zh-Hans"),
        ("vassieux", "fr"),
        ("examples/kotelnikovo", "ru"),
    ],
)
def test_a_printed_sheet_gives_the_same_pieces(tmp_path: Path, name: str, language: str) -> None:
    source, sheet, copy = SCENARIOS / f"{name}.yaml", tmp_path / "a.pdf", tmp_path / "a.yaml"
    assert main(["sheet", str(source), str(sheet), "--texts", language]) == 0
    assert main(["convert", str(sheet), str(copy)]) < 2
    before, after = read_file(source).scenario, read_file(copy).scenario
    assert pieces_of(after) == pieces_of(before)
    assert facts_of(after) == facts_of(before)
    assert before
    assert after
    assert words_of(after.texts[language]) == words_of(before.texts[language])


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    text = "#set page(columns: 2, width: 12cm, height: 6cm)\n"
    left = "Axis\n- Infantry: A9, B9\n- Tanks: C8\n#colbreak()\n"
    path = typeset(text + left + "Allies\n- Infantry: A1, B1\n- Tanks: C2", tmp_path / "a.pdf")
    words = read_pdf_text(path).text.split()
    assert words.index("C8") < words.index("Allies") < words.index("A1,")


def test_an_entry_in_three_rows_is_one_line(tmp_path: Path) -> None:
    rows = ("2 \u00d7 Elite armor with", "4 figures, a badge of the French", "elite: E3, f2")
    entry = "#linebreak()".join(rows)
    text = f"3 \u00d7 Infantry, as far as the right edge: A1, B1, C1\n\n{entry}\n"
    path = typeset(f"#set page(width: 9cm, height: 6cm)\n{text}", tmp_path / "a.pdf")
    lines = [line for line in read_pdf_text(path).text.splitlines() if line]
    assert lines[1] == "2 \u00d7 Elite armor with 4 figures, a badge of the French elite: E3, f2"


def test_headings_of_two_columns_belong_to_their_columns(tmp_path: Path) -> None:
    places = [("Left heading", 0, 0, 12), ("Right heading", 6, 0.2, 12)]
    places += [(f"left {row}", 0, 0.6 + 0.4 * row, 8) for row in range(6)]
    places += [(f"right {row}", 6, 0.7 + 0.4 * row, 8) for row in range(6)]
    text = "".join(
        f"#place(top + left, dx: {x}cm, dy: {y}cm, text(size: {size}pt)[{words}])\n"
        for words, x, y, size in places
    )
    path = typeset(f"#set page(width: 12cm, height: 6cm)\n{text}", tmp_path / "a.pdf")
    lines = [line for line in read_pdf_text(path).text.splitlines() if line]
    assert lines[:3] == ["Left heading", "left 0", "left 1"]
    assert lines[7:9] == ["Right heading", "right 0"]


def test_a_table_is_read_row_by_row_with_cells_of_several_lines(tmp_path: Path) -> None:
    cells = "[Unit],[Hexes],[Infantry],[A9, B9, C9, D9, E9, F9, G9],[Tanks],[C8],[Artillery],[D7]"
    table = f"#table(columns: (3cm, 2.5cm), align: horizon, {cells})"
    path = typeset(f"#set page(width: 9cm, height: 9cm)\n{table}", tmp_path / "a.pdf")
    lines = [line for line in read_pdf_text(path).text.splitlines() if line]
    infantry = "Infantry\tA9, B9, C9, D9, E9, F9, G9"
    assert lines == ["Unit\tHexes", infantry, "Tanks\tC8", "Artillery\tD7"]


def test_repeated_headers_and_page_numbers_are_left_out(tmp_path: Path) -> None:
    page = '#set page(width: 9cm, height: 9cm, header: [My booklet], numbering: "1")\n'
    path = typeset(page + "Axis\n\nForest: A9,\n#pagebreak()\nB9, C9", tmp_path / "a.pdf")
    assert read_pdf_text(path).text.split() == [
        "My",
        "booklet",
        "Axis",
        "Forest:",
        "A9,",
        "B9,",
        "C9",
    ]


def test_a_file_without_text_is_refused_with_what_to_do(tmp_path: Path) -> None:
    writer, path = PdfWriter(), tmp_path / "scan.pdf"
    writer.add_blank_page(300, 300)
    writer.write(path)
    with pytest.raises(ReadError, match="View > Underlay"):
        read_pdf_text(path)


def test_a_locked_file_asks_for_another_program(tmp_path: Path) -> None:
    writer, path = PdfWriter(), tmp_path / "locked.pdf"
    writer.add_blank_page(300, 300)
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(path)
    with pytest.raises(ReadError, match="needs a password"):
        read_pdf_text(path)


@pytest.mark.parametrize(
    ("content", "problem"), [(b"", "is empty"), (b"%PDF-1.7 A9", "is damaged")]
)
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    with pytest.raises(ReadError, match=problem):
        read_pdf_text(path)


def test_without_the_library_the_message_names_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"%PDF-1.7")
    monkeypatch.setattr(pdf_file, "find_spec", lambda _: None)
    with pytest.raises(ReadError, match=r"m44-workshop\[pdf\].*paste it"):
        read_pdf_text(path)
