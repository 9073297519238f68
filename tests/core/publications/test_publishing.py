"""Publishing with the functions that the command line also uses."""

from __future__ import annotations

import shutil
from concurrent.futures import CancelledError
from dataclasses import replace
from pathlib import Path

import pytest
from tests.core.publish.pdf_inspection import pdf_reader, text_of_pdf

from m44core.diagnostics import Severity
from m44core.errors import M44Error
from m44core.io.files.file_reader import read_file
from m44core.io.files.save import save
from m44core.messages.renderers import renderer_in
from m44core.publications.publication import Publication, PublicationKind, PublicationOptions
from m44core.publications.publishing import preview_pages, publish
from m44core.publications.readiness import readiness
from m44core.resources import scenarios_folder
from m44core.translate.exchange.exchange_formats import ExchangeFormat
from m44core.validation.runner import DEFAULT_SETTINGS
from m44core.work.job_progress import set_progress_listener

NAME = "pegasus-bridge.m44"
DEFAULT_OPTIONS = PublicationOptions()


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Store games in a temporary data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a scenario, and a file that is not a scenario."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    shutil.copy(scenarios_folder() / NAME, folder)
    (folder / "broken.m44").write_text("{")
    return folder


def publication(
    kind: PublicationKind, folder: Path, out: str, options: PublicationOptions = DEFAULT_OPTIONS
) -> Publication:
    scenario = read_file(folder / NAME).scenario
    assert scenario is not None
    return Publication(kind, scenario, folder, folder.parent / out, options, folder / NAME)


def test_a_sheet_is_written_as_it_is_previewed(folder: Path) -> None:
    sheet = publication(
        PublicationKind.SHEET, folder, "sheet.pdf", PublicationOptions(languages=("fr",))
    )
    result = publish(sheet)
    pdf = result.path.read_bytes()
    assert renderer_in("en").render(result.summary) == "Saved sheet.pdf (1 page)"
    assert len(preview_pages(sheet)) == len(pdf_reader(pdf).pages) == 1
    assert "Mise en place" in text_of_pdf(pdf)


def test_a_poster_without_units_and_paper_pieces_are_written(folder: Path) -> None:
    one = PublicationOptions(one_page=True, units=False)
    poster = publish(publication(PublicationKind.POSTER, folder, "poster.pdf", one)).path
    pieces = publish(
        publication(
            PublicationKind.PIECES, folder, "pieces.pdf", PublicationOptions(all_pieces=True)
        )
    ).path
    assert len(pdf_reader(poster.read_bytes()).pages) == 1
    assert len(pdf_reader(pieces.read_bytes()).pages) > 1


def test_a_file_that_cannot_be_read_is_left_out_of_a_booklet(folder: Path) -> None:
    result = publish(publication(PublicationKind.BOOKLET, folder, "book.pdf"))
    assert result.path.is_file()
    assert len(result.notes) == 1
    assert "broken.m44" in renderer_in("en").render(result.notes[0])


def test_a_site_has_a_page_for_each_scenario(folder: Path) -> None:
    result = publish(
        publication(PublicationKind.SITE, folder, "site", PublicationOptions(pdf=False))
    )
    assert result.path == folder.parent / "site" / "index.html"
    assert result.path.is_file()
    assert "broken" in renderer_in("en").render(result.notes[0])


@pytest.mark.parametrize("exchange_format", ExchangeFormat)
def test_texts_are_exported_for_translators(folder: Path, exchange_format: ExchangeFormat) -> None:
    options = PublicationOptions(exchange=exchange_format, targets=("ru",))
    result = publish(publication(PublicationKind.TRANSLATIONS, folder, "texts", options))
    assert (result.path / "ru" / f"pegasus-bridge{exchange_format.suffix}").is_file()


def test_exporting_texts_in_one_language_asks_for_a_target_language(folder: Path) -> None:
    (folder / "broken.m44").unlink()
    scenario = publication(PublicationKind.TRANSLATIONS, folder, "texts").scenario
    save(replace(scenario, texts={"en": scenario.texts["en"]}), folder / NAME)
    with pytest.raises(M44Error, match="choose one under Translate into"):
        publish(publication(PublicationKind.TRANSLATIONS, folder, "texts"))


def test_a_wrong_suffix_is_refused(folder: Path) -> None:
    with pytest.raises(M44Error, match=r"sheet\.txt must end in \.pdf"):
        publish(publication(PublicationKind.SHEET, folder, "sheet.txt"))


def test_nothing_is_written_if_a_file_is_in_the_way(folder: Path) -> None:
    (folder.parent / "texts").write_text("mine")
    with pytest.raises(M44Error, match="choose a folder"):
        publish(publication(PublicationKind.TRANSLATIONS, folder, "texts"))


def test_shortcomings_are_listed_from_the_most_severe(folder: Path) -> None:
    sheet = publication(
        PublicationKind.SHEET, folder, "sheet.pdf", PublicationOptions(languages=("ru",))
    )
    changed_sheet = replace(
        sheet, scenario=replace(sheet.scenario, texts={"en": sheet.scenario.texts["en"]})
    )
    shortcomings = readiness(changed_sheet, DEFAULT_SETTINGS).shortcomings
    texts = [renderer_in("en").render(each.text) for each in shortcomings]
    assert any("not translated into" in text for text in texts)
    assert any(each.finding and each.finding.code == "P102" for each in shortcomings)
    assert [each.severity for each in shortcomings] == sorted(
        (each.severity for each in shortcomings), key=list(Severity).index
    )


def test_the_files_of_a_folder_that_cannot_be_read_are_listed(folder: Path) -> None:
    shortcomings = readiness(
        publication(PublicationKind.BOOKLET, folder, "book.pdf"), DEFAULT_SETTINGS
    )
    assert shortcomings.titles == ("Pegasus Bridge",)
    assert "broken.m44" in renderer_in("en").render(shortcomings.shortcomings[0].text)


@pytest.mark.bulk
def test_a_balance_report_is_written_from_games(folder: Path) -> None:
    options = PublicationOptions(level="recruit", precision=0.2)
    balance = publication(PublicationKind.BALANCE, folder, "balance.html", options)
    players = (
        replace(each, medals=2)
        for each in (balance.scenario.briefing.top, balance.scenario.briefing.bottom)
    )
    top, bottom = players
    briefing = replace(balance.scenario.briefing, top=top, bottom=bottom)
    quick_publication = replace(balance, scenario=replace(balance.scenario, briefing=briefing))
    result = publish(quick_publication)
    assert "Pegasus Bridge" in result.path.read_text("utf-8")
    assert renderer_in("en").render(result.summary).startswith("Saved balance.html, based on ")


def test_nothing_is_written_when_a_job_is_canceled(folder: Path) -> None:
    def stop(_: float) -> None:
        raise CancelledError

    set_progress_listener(stop)
    try:
        with pytest.raises(CancelledError):
            publish(publication(PublicationKind.BOOKLET, folder, "book.pdf"))
    finally:
        set_progress_listener(None)
    assert not (folder.parent / "book.pdf").exists()
