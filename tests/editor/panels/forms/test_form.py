"""The views that a form caches."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.core.m44_special_rules import special_rules_of

from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing
from m44editor.documents.document import Document
from m44editor.panels.briefing_panel import BriefingPanel

RULES = {"night_visibility": 3, "deck_name": "AIR", "xyzzy": True}


def widget_count(panel: BriefingPanel) -> int:
    return len(panel.findChildren(QWidget))


def scenario_with_rules(scenario: Scenario) -> Scenario:
    return replace(scenario, briefing=Briefing(special_rules=special_rules_of(RULES)))


def test_an_idle_form_keeps_no_hidden_views(qtbot: QtBot) -> None:
    document = Document(new_scenario())
    panel = BriefingPanel(document)
    qtbot.addWidget(panel)
    with qtbot.waitExposed(panel):
        panel.show()
    plain_widgets = widget_count(panel)
    document.edit("rules", scenario_with_rules(document.scenario))
    qtbot.waitUntil(lambda: widget_count(panel) > plain_widgets)
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: panel.form._idle_timer.isActive())
    assert widget_count(panel) > plain_widgets, "hidden views are cached, to be shown again"
    panel.form._idle_timer.start(0)
    qtbot.waitUntil(lambda: widget_count(panel) == plain_widgets)
    document.undo_stack.redo()
    qtbot.waitUntil(lambda: widget_count(panel) > plain_widgets)
