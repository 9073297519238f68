"""The setup of a scenario as a page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTextTable

from m44core.model.scenario import Scenario
from m44core.validation.supply.checklist import checklist
from m44editor.checks.setup_text import setup_page

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_columns_of_all_steps_are_in_line(pegasus: Scenario) -> None:
    page = setup_page("Pegasus Bridge", tuple(checklist(pegasus)), ())
    page.setPageSize(QSizeF(720, 1000))
    tables = [frame for frame in page.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    starts = set()
    for table in tables:
        block = table.cellAt(0, 2).firstCursorPosition().block()
        starts.add(round(page.documentLayout().blockBoundingRect(block).left()))
    assert len(tables) > 3
    assert len(starts) == 1
