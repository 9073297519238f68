"""The options of the checks: boxes, Board Game Arena, the language."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from tests.editor.checks.conftest import ProblemsPanelDriver, write_lower_case_file
from tests.editor.conftest import DialogAnswerer

from m44core.catalogue.box_kinds import load_boxes
from m44core.findings.render_findings import render
from m44core.validation.bga.verdict import Verdict
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.runner import check_scenario
from m44editor.checks.boxes_dialog import BoxesDialog
from m44editor.checks.check_options import CheckOptions

OTHER_BOX = "M112"


def enter_owned_terrain_packs(dialog: QDialog) -> None:
    assert isinstance(dialog, BoxesDialog)
    assert not dialog.list_group.isChecked()
    QTest.keyClick(dialog.list_group, Qt.Key.Key_Space)
    field = dialog.counts["terrain"]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "2")
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_every_box_has_a_number_and_the_list_is_off_by_default(qtbot: QtBot) -> None:
    dialog = BoxesDialog(None)
    qtbot.addWidget(dialog)
    assert dialog.counts.keys() == load_boxes().keys()
    assert dialog.owned_boxes() is None
    dialog.list_group.setChecked(True)
    assert dialog.owned_boxes() == OwnedBoxes({"base": 1})


def test_changing_the_owned_boxes_checks_the_scenario_immediately(
    problems: ProblemsPanelDriver, answers: DialogAnswerer
) -> None:
    problems.choose(OTHER_BOX)
    answers.do(enter_owned_terrain_packs)
    QTest.mouseClick(problems.panel.detail.boxes_button, Qt.MouseButton.LeftButton)
    problems.settle()
    options = problems.window.inspection.options
    assert options.settings.owned == OwnedBoxes({"base": 1, "terrain": 2})
    findings = check_scenario(problems.window.document.scenario, options.settings)
    assert problems.panel.results.findings == findings


def test_canceling_the_boxes_dialog_stores_nothing(
    problems: ProblemsPanelDriver, answers: DialogAnswerer
) -> None:
    def cancel(dialog: QDialog) -> None:
        assert isinstance(dialog, BoxesDialog)
        QTest.keyClick(dialog.list_group, Qt.Key.Key_Space)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    answers.do(cancel)
    problems.window.commands["boxes"].trigger()
    assert problems.window.inspection.options.user_boxes is None


def test_the_boxes_dialog_explains_that_the_boxes_in_m44_toml_apply(
    problems: ProblemsPanelDriver, answers: DialogAnswerer, path: Path, qtbot: QtBot
) -> None:
    config = path.parent / "m44.toml"
    with qtbot.waitSignal(problems.window.inspection.options.changed):
        config.write_text("[check]\nboxes = {base = 1}\n")
    answers.do(QDialog.reject)
    problems.window.commands["boxes"].trigger()
    assert f"the boxes listed in {config} apply." in answers.asked[0].replace("\u200b", "")


def test_the_arena_verdict_is_shown_on_request(
    problems: ProblemsPanelDriver, editor_settings: QSettings
) -> None:
    line, window = problems.panel.verdict, problems.window
    assert not line.isVisible()
    window.commands["arena"].trigger()
    problems.settle()
    assert line.isVisible()
    assert problems.panel.results.verdict in set(Verdict)
    assert f"Board Game Arena: {problems.panel.results.verdict}" in line.words.text()
    assert "not tried on the live site" in line.words.text()
    assert any(code.startswith("M9") for code in problems.codes())
    assert problems.panel.bar.profiles["bga"].isChecked()
    assert CheckOptions(window.document, editor_settings).is_profile_on("bga")
    problems.panel.bar.profiles["bga"].trigger()
    problems.settle()
    assert not line.isVisible()
    assert not window.commands["arena"].isChecked()


def test_suppressed_findings_still_count_for_the_verdict(
    problems: ProblemsPanelDriver, qtbot: QtBot, path: Path
) -> None:
    problems.window.commands["arena"].trigger()
    problems.settle()
    verdict = problems.panel.results.verdict
    with qtbot.waitSignal(problems.window.inspection.options.changed):
        configuration = '[[check.allow]]\ncheck = "M9"\nreason = "Never mind."\n'
        (path.parent / "m44.toml").write_text(configuration)
    problems.settle()
    assert not any(code.startswith("M9") for code in problems.codes())
    assert problems.panel.results.verdict is verdict


def test_a_profile_required_by_m44_toml_cannot_be_turned_off(
    problems: ProblemsPanelDriver, qtbot: QtBot, path: Path
) -> None:
    with qtbot.waitSignal(problems.window.inspection.options.changed):
        (path.parent / "m44.toml").write_text('[check]\nprofiles = ["bga"]\n')
    problems.settle()
    assert problems.panel.verdict.isVisible()
    for action in (problems.window.commands["arena"], problems.panel.bar.profiles["bga"]):
        assert (action.isChecked(), action.isEnabled()) == (True, False)


def test_the_publish_profile_is_turned_on_and_off_by_its_command(
    problems: ProblemsPanelDriver, editor_settings: QSettings
) -> None:
    assert not any(code.startswith("P") for code in problems.codes())
    problems.window.commands["publication"].trigger()
    problems.settle()
    assert "P102" in problems.codes()
    assert CheckOptions(problems.window.document, editor_settings).is_profile_on("publish")
    assert not problems.panel.verdict.isVisible(), "that is about Board Game Arena"
    problems.panel.bar.profiles["publish"].trigger()
    problems.settle()
    assert not any(code.startswith("P") for code in problems.codes())


def test_findings_and_check_pages_follow_the_interface_language(
    problems: ProblemsPanelDriver, editor_settings: QSettings
) -> None:
    problems.choose("M502")
    QTest.mouseClick(problems.panel.detail.explain_button, Qt.MouseButton.LeftButton)
    assert "Why it matters:" in problems.panel.detail.page.text()
    problems.switch_language("fr")
    assert problems.panel.detail.page.isVisible()
    assert "Why it matters:" not in problems.panel.detail.page.text()
    assert any("bunker" in words and "propriétaire" in words for words in problems.texts())
    assert editor_settings.value("language") == "fr"
    assert problems.window.commands["language-fr"].isChecked()


def test_an_invalid_m44_toml_is_reported_above_the_problems(
    problems: ProblemsPanelDriver, qtbot: QtBot, path: Path
) -> None:
    notices = problems.panel.notices
    with qtbot.waitSignal(problems.window.inspection.options.changed):
        (path.parent / "m44.toml").write_text("[check\n")
    assert notices.isVisible()
    assert "m44.toml is not valid TOML" in notices.label.text()
    with qtbot.waitSignal(problems.window.inspection.options.changed):
        (path.parent / "m44.toml").write_text("")
    assert not notices.isVisible()


def test_findings_from_reading_follow_the_interface_language(
    problems: ProblemsPanelDriver, path: Path
) -> None:
    problems.window.open_path(write_lower_case_file(path.with_name("old.m44")))
    problems.settle()
    findings_before = [
        finding for finding in problems.panel.results.findings if finding.line is not None
    ]
    problems.switch_language("fr")
    findings_after = [
        finding for finding in problems.panel.results.findings if finding.line is not None
    ]
    assert findings_before
    assert [(f.code, f.line) for f in findings_after] == [(f.code, f.line) for f in findings_before]
    assert findings_after == findings_before
    problems.show_quiet()
    model = problems.panel.list.model()
    listed_texts = {model.index(row, 0).data() for row in range(model.rowCount())}
    assert {render(found, "fr") for found in findings_before} <= listed_texts


def test_the_selected_problem_stays_selected_in_another_language(
    problems: ProblemsPanelDriver,
) -> None:
    problems.choose("M502")
    problems.switch_language("fr")
    finding = problems.panel.list.current_finding()
    assert finding
    assert finding.code == "M502"
    assert "propriétaire" in problems.panel.detail.text_label.text()
    assert problems.panel.detail.isVisible()


def test_no_verdict_is_shown_before_the_checks_have_finished(
    problems: ProblemsPanelDriver, path: Path
) -> None:
    problems.window.commands["arena"].trigger()
    problems.settle()
    assert problems.panel.results.verdict
    received: list[tuple[bool, bool]] = []
    results, live = problems.panel.results, problems.panel._live
    results.published.connect(lambda: received.append((live.is_current, bool(results.verdict))))
    problems.window.open_path(write_lower_case_file(path.with_name("old.m44")))
    problems.settle()
    assert (False, False) in received
    assert all(current is verdict for current, verdict in received)


def test_enter_on_the_problem_of_a_missing_author_focuses_the_author_field(
    problems: ProblemsPanelDriver,
) -> None:
    problems.window.commands["publication"].trigger()
    problems.settle()
    problems.choose("P102")
    QTest.keyClick(problems.panel.list, Qt.Key.Key_Return)
    field = QApplication.focusWidget()
    assert field is not None
    assert field.accessibleName() == "Author"
    QTest.keyClicks(field, "Ann")
    problems.settle()
    assert "P102" not in problems.codes()
