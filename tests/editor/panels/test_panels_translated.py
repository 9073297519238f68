"""The panels in the pseudo-language: every text is translatable and fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.interface_texts import run_at_twice_the_size, texts_cut_off, untranslated_texts

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Side
from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import check_name_of, message_of, title_of_fix
from m44core.hexes import Hex
from m44core.model.edits import new_scenario
from m44core.model.required_packs import Packs, pack_named
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Piece, Tag, Texts, Unit
from m44core.validation.suppressions import SuppressedFinding
from m44editor.checks.check_options import CheckOptions
from m44editor.checks.check_results import CheckResults
from m44editor.checks.live_validation import LiveValidation
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.interface_text import sentence, tr, translated
from m44editor.panels.briefing_panel import BriefingPanel
from m44editor.panels.display_names import LANGUAGES, RULE_NAMES
from m44editor.panels.notice_bar import NoticeBar
from m44editor.panels.palette_panel import PalettePanel
from m44editor.panels.problem_details import SuppressForm
from m44editor.panels.problems_panel import ProblemsPanel
from m44editor.panels.properties.properties_panel import PropertiesPanel
from m44editor.panels.special_rule_fields import with_new_rule
from m44editor.panels.texts_panel import TextsPanel, language_name
from m44editor.tools.brush import Brush

pytestmark = pytest.mark.usefixtures("pseudo_language")

CATALOGUE = base_catalogue()
G5, H5, J5 = Hex(12, 4), Hex(14, 4), Hex(18, 4)
CONTENTS = {
    G5: HexContent(
        terrain=Piece("river", 2, behavior="wide-river", extra={"odd": 1}),
        structure=Piece("bunker", owner=Side.AXIS),
        obstacle=Piece("wire"),
        unit=Unit("infger", 3, badge="badge4", behavior="unheard", equipment="boat"),
        tags=(
            Tag("medal1", medal=MedalTerms(permanent=True, majority=True, side=Side.AXIS)),
            Tag("medal2"),
            Tag("tag4", "EXIT_MARKER", side=Side.ALLIES),
            Tag("nobody"),
        ),
        extra={"odd": True},
    ),
    H5: HexContent(terrain=Piece("dhill"), structure=Piece("bunker"), unit=Unit("tankus")),
}
OWN_WORDS = ("odd", "unheard", "nobody", "true")

Show = Callable[[QWidget, int, int], None]


@pytest.fixture
def show(qtbot: QtBot) -> Show:
    """Return a function that shows a widget with a given width and height."""

    def show_in_size(widget: QWidget, width: int, height: int) -> None:
        qtbot.addWidget(widget)
        widget.resize(width, height)
        with qtbot.waitExposed(widget):
            widget.show()
        QApplication.processEvents()

    return show_in_size


def text_problems(widget: QWidget, *allowed_words: str) -> list[object]:
    """Return the texts that are not translated or do not fit."""
    return [*untranslated_texts(widget, *allowed_words), *texts_cut_off(widget)]


# The forms


def properties_panel_of(*hexes: Hex) -> PropertiesPanel:
    scenario = Scenario(hexes=CONTENTS).with_labels({G5: ("Place",)})
    selection = Selection()
    panel = PropertiesPanel(Document(scenario), selection)
    selection.select(hexes)
    return panel


@pytest.mark.parametrize("hexes", [(), (G5,), (H5,), (G5, H5), (G5, H5, J5)], ids=len)
def test_the_properties_of_hexes_are_translated(show: Show, hexes: tuple[Hex, ...]) -> None:
    panel = properties_panel_of(*hexes)
    show(panel, 340, 700)
    assert not text_problems(panel, *OWN_WORDS)


@pytest.mark.parametrize(
    ("label", "entry"),
    [("Figures", "many"), ("Group", "Z5"), ("Group", "5 6"), ("Worth", "0")],
)
def test_the_error_messages_of_the_forms_are_translated(show: Show, label: str, entry: str) -> None:
    panel = properties_panel_of(G5)
    show(panel, 340, 700)
    row = next(row for row in panel.form.rows() if row.label.text() == tr(label))
    line = row.box if isinstance(row.box, QLineEdit) else row.box.findChild(QLineEdit)
    assert line
    line.selectAll()
    QTest.keyClicks(line, entry)
    row.box.finished.emit()
    assert row.error_label.isVisible()
    assert not text_problems(panel, *OWN_WORDS, repr(entry))


def scenario_with_every_rule() -> Scenario:
    """Return a scenario with every special rule, and an unknown one."""
    scenario = new_scenario()
    for key in (*(rule.key for rule in declarations()), *RULE_NAMES, "unheard"):
        scenario, _ = with_new_rule(scenario, key, (G5, H5))
    briefing = replace(scenario.briefing, begins=date(1944, 6, 6), extra={"odd": 1})
    return replace(
        scenario, briefing=briefing, packs=Packs({pack_named("base"): 1, pack_named("odd"): 1})
    )


def briefing_panel_of(scenario: Scenario) -> BriefingPanel:
    return BriefingPanel(Document(scenario), Selection())


@pytest.mark.parametrize(
    "scenario", [new_scenario(), scenario_with_every_rule()], ids=["plain", "full"]
)
def test_the_briefing_is_translated(show: Show, scenario: Scenario) -> None:
    panel = briefing_panel_of(scenario)
    show(panel, 340, 700)
    assert not text_problems(panel, *OWN_WORDS, *scenario.briefing.special_rules.stated)


def test_the_dialog_for_another_rule_is_translated(qtbot: QtBot, show: Show) -> None:
    panel = briefing_panel_of(new_scenario())
    show(panel, 340, 700)
    panel._ask_for_rule()
    dialog = panel.findChild(QInputDialog)
    assert dialog
    assert not text_problems(dialog, "must_have_unit_exit")
    dialog.reject()


# Pieces and texts


@pytest.mark.parametrize("element", ["woods", "hedgerow", "bunker", "badge3"])
def test_the_palette_is_translated(show: Show, element: str) -> None:
    brush = Brush(CATALOGUE.elements[element])
    panel = PalettePanel(CATALOGUE, brush)
    show(panel, 300, 700)
    brush.recent_changed.emit()
    assert not text_problems(panel, *CATALOGUE.elements)


def test_the_message_of_an_empty_search_is_translated(show: Show) -> None:
    panel = PalettePanel(CATALOGUE, Brush(CATALOGUE.elements["woods"]))
    show(panel, 300, 700)
    panel.search.setText("no such piece")
    assert panel.no_match.isVisible()
    assert not text_problems(panel)


def test_a_piece_is_found_by_its_translated_and_its_english_name(
    show: Show,
) -> None:
    panel = PalettePanel(CATALOGUE, Brush(CATALOGUE.elements["woods"]))
    show(panel, 300, 700)
    found_keys = []
    for search in ("hedgehog", "ĥéðĝéĥöĝ"):
        panel.search.setText(search)
        found_keys.append(panel.list.model().rowCount())
    assert found_keys == [2, 2]


@pytest.mark.parametrize("is_narrow", [True, False])
def test_the_texts_panel_is_translated(show: Show, pegasus: Scenario, is_narrow: bool) -> None:
    texts = {**pegasus.texts, "fr": Texts(name="Le pont"), "c": Texts()}
    panel = TextsPanel(Document(replace(pegasus, texts=texts)))
    show(panel, 340 if is_narrow else 800, 600)
    panel.tabs.setCurrentIndex(1)
    allowed_words = (language_name(code) for code in (*LANGUAGES, "cs"))
    source_texts = (getattr(texts["en"], name) or "" for name in Texts.__slots__)
    assert not text_problems(
        panel, *allowed_words, *(text for text in source_texts if isinstance(text, str))
    )


def test_the_dialog_for_another_language_is_translated(show: Show, pegasus: Scenario) -> None:
    panel = TextsPanel(Document(pegasus))
    show(panel, 340, 600)
    panel._ask_for_language()
    dialog = panel.findChild(QInputDialog)
    assert dialog
    assert not text_problems(dialog, "cs, pt-BR")
    dialog.reject()


# The problems


def flawed_scenario() -> Scenario:
    """Return a scenario with an unowned bunker and a unit in the river."""
    contents = {
        G5: HexContent(structure=Piece("bunker"), unit=Unit("infger")),
        Hex(4, 4): HexContent(terrain=Piece("river"), unit=Unit("tankus")),
    }
    return new_scenario().with_hexes(contents)


def core_texts(findings: Iterable[Diagnostic]) -> list[str]:
    """Return the texts and check names of findings, which the panel itself does not translate."""
    texts = ["en"]
    for finding in findings:
        texts += [
            sentence(message_of(finding)),
            translated(message_of(finding)),
            check_name_of(finding),
        ]
        texts += [sentence(title_of_fix(fix)) for fix in finding.fixes]
    return texts


@pytest.fixture
def problems(qtbot: QtBot, show: Show) -> ProblemsPanel:
    document = Document(flawed_scenario())
    check_options = CheckOptions(document, QSettings())
    validation = LiveValidation(document, settings=check_options.settings)
    panel = ProblemsPanel(document, validation, check_options, CheckResults(document, validation))
    show(panel, 1000, 300)
    qtbot.waitUntil(lambda: validation.is_current)
    qtbot.addWidget(panel, before_close_func=lambda _: validation.close())
    return panel


@pytest.mark.parametrize("width", [560, 1000])
def test_the_problems_panel_is_translated(problems: ProblemsPanel, width: int) -> None:
    problems.resize(width, 300)
    findings = problems.results.findings
    assert {finding.severity for finding in findings} > {Severity.ERROR}
    allowed_words = core_texts(findings)
    for _ in findings:
        problems.next_problem()
        QApplication.processEvents()
        assert not text_problems(problems, *allowed_words)


def test_a_suppressed_problem_is_translated(problems: ProblemsPanel) -> None:
    finding = problems.results.findings[0]
    for source in ("", "m44.toml"):
        allowed = SuppressedFinding(finding, "the map is so", source)
        problems.detail.show_finding(finding, allowed)
        problems._model.show_results((), (allowed,), problems._document.scenario.board)
        allowed_words = (*core_texts([finding]), "the map is so", "m44.toml")
        assert not text_problems(problems, *allowed_words)


def test_the_menu_of_a_problem_is_translated(problems: ProblemsPanel) -> None:
    problems.next_problem()
    problems.open_fixes()
    menu = QApplication.activePopupWidget()
    assert menu
    assert not text_problems(menu, *core_texts(problems.results.findings))
    menu.close()


def test_the_form_that_suppresses_a_problem_is_translated(
    show: Show, problems: ProblemsPanel
) -> None:
    for finding in problems.results.findings:
        form = SuppressForm(finding, problems._document.scenario.board)
        show(form, form.sizeHint().width(), form.sizeHint().height())
        assert not text_problems(form, *core_texts([finding]))
        form.close()


def test_a_notice_is_translated(show: Show) -> None:
    bar = NoticeBar()
    bar.show_notice(Severity.ERROR, tr("Checking…"), (tr("Show"), bar.hide))
    show(bar, 500, 60)
    assert not text_problems(bar)


def test_everything_fits_at_twice_the_resolution_in_panels() -> None:
    assert not run_at_twice_the_size(str(Path(__file__)), "-k", "not twice")
