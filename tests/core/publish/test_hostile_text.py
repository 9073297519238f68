"""Hostile texts are printed literally on posters, paper pieces and booklets."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from tests.core.publish.pdf_inspection import (
    MILLIMETRES_PER_POINT,
    PlacedText,
    pdf_reader,
    text_of_pdf,
)
from tests.core.publish.test_scenario_sheet import HOSTILE

from m44core.cli.main import main
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.io.files.save import save
from m44core.messages.renderers import renderer_in
from m44core.model.edits import set_label
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.publish.content.missing_pieces import missing_pieces
from m44core.publish.paper_pieces import typeset_pieces
from m44core.publish.poster import typeset_poster
from m44core.publish.scenario_sheet import typeset_sheet
from m44core.publish.typesetter import Typesetter
from m44core.resources import scenarios_folder
from m44core.validation.components.owned_boxes import OwnedBoxes

EN = renderer_in("en")
G5 = Hex(12, 4)
HOSTILE_TEXTS = Texts(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE)
HOSTILE_LETTERS = "".join(HOSTILE.split())
"""``HOSTILE`` without blanks, because a page can break lines at any of them."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def hostile_scenario() -> Scenario:
    """Pegasus Bridge with hostile texts, labels and author."""
    scenario_read = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario_read
    hostile_scenario_ = replace(
        scenario_read,
        texts={"en": HOSTILE_TEXTS},
        meta={**scenario_read.meta, "author": HOSTILE},
    )
    return set_label(hostile_scenario_, G5, (HOSTILE[:60],))


def text_without_spaces(pdf: bytes) -> str:
    return "".join(text_of_pdf(pdf).split())


def test_a_poster_prints_hostile_text(hostile_scenario: Scenario, typesetter: Typesetter) -> None:
    assert HOSTILE_LETTERS[:30] in text_without_spaces(
        typeset_poster(typesetter, hostile_scenario, EN, paper=None).pdf
    )


def test_paper_pieces_print_a_hostile_title(
    hostile_scenario: Scenario, typesetter: Typesetter
) -> None:
    pieces = missing_pieces(hostile_scenario, OwnedBoxes({}))
    assert HOSTILE_LETTERS in text_without_spaces(
        typeset_pieces(typesetter, HOSTILE, pieces, EN).pdf
    )


@pytest.mark.bulk
def test_a_booklet_prints_every_hostile_text(hostile_scenario: Scenario, tmp_path: Path) -> None:
    folder = tmp_path / "book"
    folder.mkdir()
    save(hostile_scenario, folder / "hostile.yaml")
    shutil.copy(scenarios_folder() / "arracourt.yaml", folder)
    (folder / "book.yaml").write_text(f"title: {HOSTILE!r}\nforeword: {HOSTILE!r}\n", "utf-8")
    assert main(["book", str(folder), str(tmp_path / "book.pdf")]) == 0
    text = text_without_spaces((tmp_path / "book.pdf").read_bytes())
    assert (
        text.count(HOSTILE_LETTERS) >= 8
    )  # title, foreword, contents, and the texts of the scenario
    assert "Arracourt" in text


@pytest.mark.parametrize("command", ["sheet", "poster", "pieces", "book"])
def test_a_full_disk_leaves_the_old_file_unchanged(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder, out = tmp_path / "one", tmp_path / "out.pdf"
    folder.mkdir()
    file = Path(shutil.copy(scenarios_folder() / "pegasus-bridge.yaml", folder))
    out.write_bytes(b"before")

    def fill_disk(*_: object, **__: object) -> tuple[int, str]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "mkstemp", fill_disk)
    source = folder if command == "book" else file
    boxes = ["--boxes", "terrain=1"] if command == "pieces" else []
    assert main([command, str(source), str(out), "--force", *boxes]) == 2
    errors = capsys.readouterr().err
    assert "out.pdf" in errors
    assert "the disk is full" in errors
    assert out.read_bytes() == b"before"
    assert sorted(path.name for path in tmp_path.glob("out*")) == ["out.pdf"]


@pytest.mark.bulk
def test_a_very_long_word_stays_in_its_column(
    hostile_scenario: Scenario, typesetter: Typesetter
) -> None:
    wide = replace(hostile_scenario, labels={G5: ("W" * 200,)}, texts={"en": Texts(name="Wide")})
    pdf = typeset_sheet(typesetter, wide, [EN]).pdf
    edge = float(pdf_reader(pdf).pages[0].mediabox.width) * MILLIMETRES_PER_POINT - 12
    places = PlacedText(pdf).places("W")
    assert len(places) > 200
    assert max(x for _, x, _ in places) < edge
