"""``m44 render``."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from m44core.cli.main import main
from m44core.resources import scenarios_folder

PEGASUS = scenarios_folder() / "pegasus-bridge.m44"
SVG = "{http://www.w3.org/2000/svg}"


def test_a_scenario_becomes_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "pegasus.svg"
    assert main(["render", str(PEGASUS), str(picture)]) == 0
    root = ElementTree.parse(picture).getroot()
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "Pegasus Bridge"
    assert [p.name for p in tmp_path.iterdir()] == ["pegasus.svg"]


def test_a_picture_of_pegasus_bridge_is_small(tmp_path: Path) -> None:
    main(["render", str(PEGASUS), str(tmp_path / "p.svg")])
    assert (tmp_path / "p.svg").stat().st_size < 200_000


def test_a_dash_prints_the_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", str(PEGASUS), "-"]) == 0
    ElementTree.fromstring(capsys.readouterr().out)


def test_parts_of_the_picture_can_be_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["render", str(PEGASUS), "-", "--hide", "labels", "--hide", "sections"])
    output = capsys.readouterr().out
    main(["render", str(PEGASUS), "-", "--hex-names", "--dark"])
    full_picture = capsys.readouterr().out
    assert "Benouville" not in output
    assert "Benouville" in full_picture
    assert ">G5<" in full_picture
    assert len(output) < len(full_picture)


def test_letters_and_numbers_along_the_edges_can_be_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["render", str(PEGASUS), "-"])
    output = capsys.readouterr().out
    main(["render", str(PEGASUS), "-", "--hide", "coordinates"])
    assert ">m<" not in output  # odd rows have one hex less
    assert all(each in output for each in (">M<", ">l<", ">9<"))
    assert ">M<" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["picture.gif", "picture"])
def test_unsupported_suffixes_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["render", str(PEGASUS), str(tmp_path / name)]) == 2
    assert "is not .svg, .png, .webp or .pdf" in capsys.readouterr().err


def test_a_missing_scenario_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "nowhere.m44", "x.svg"]) == 2
    assert "nowhere.m44" in capsys.readouterr().err


def test_a_file_without_a_scenario_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken_file = tmp_path / "broken.m44"
    broken_file.write_text("not json")
    assert main(["render", str(broken_file), str(tmp_path / "x.svg")]) == 2
    assert "broken.m44: Invalid JSON" in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()


def test_an_old_picture_survives_when_the_new_one_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", str(PEGASUS), str(tmp_path / "no" / "x.svg")]) == 2
    assert "was not saved and is unchanged" in capsys.readouterr().err
    folder = tmp_path / "x.svg"
    folder.mkdir()
    assert main(["render", str(PEGASUS), str(folder)]) == 2
    assert folder.is_dir()


def test_png_without_qt_reports_the_missing_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "PySide6", None)
    assert main(["render", str(PEGASUS), "x.png"]) == 2
    message = capsys.readouterr().err
    assert "m44-workshop[editor]" in message
    assert "SVG" in message


def test_overlays_are_drawn_on_request(tmp_path: Path) -> None:
    plain, with_overlay = tmp_path / "plain.svg", tmp_path / "over.svg"
    assert main(["render", str(PEGASUS), str(plain)]) == 0
    assert (
        main(["render", str(PEGASUS), str(with_overlay), "--overlay", "sight", "--at", "E5"]) == 0
    )
    assert "#0b5fa5" in with_overlay.read_text()
    assert "#0b5fa5" not in plain.read_text()


def test_an_unknown_overlay_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", str(PEGASUS), str(tmp_path / "x.svg"), "--overlay", "sigt"]) == 2
    assert "unknown overlay sigt; choose from sight, reach" in capsys.readouterr().err


def test_a_picture_for_a_forum_has_names_and_a_legend(capsys: pytest.CaptureFixture[str]) -> None:
    main(["render", str(PEGASUS), "-", "--preset", "forum"])
    output = capsys.readouterr().out
    assert ">G5<" in output
    assert ">River<" in output


def test_mono_ink_is_grey_and_a_margin_widens_the_picture(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def drawn_picture(*options: str) -> ElementTree.Element:
        assert main(["render", str(PEGASUS), "-", *options]) == 0
        return ElementTree.fromstring(capsys.readouterr().out)

    plain, framed = drawn_picture(), drawn_picture("--margin", "50")
    assert float(framed.get("width", 0)) == float(plain.get("width", 0)) + 100
    colours = set(ElementTree.tostring(drawn_picture("--ink", "mono")).decode().split('"'))
    greys = {word for word in colours if word.startswith("#") and len(word) == 7}
    assert greys
    assert all(word[1:3] == word[3:5] == word[5:7] for word in greys)


def test_a_margin_that_is_not_a_number_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["render", str(PEGASUS), "-", "--margin", "wide"])
    assert "argument --margin: 'wide' is not a whole number" in capsys.readouterr().err
