"""PySide6 6.12.0 on Python before 3.12 is excluded: it loses a reference to None at every call."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
CALLS = 200


@pytest.mark.gui
def test_a_call_that_returns_nothing_keeps_the_reference_count_of_none() -> None:
    from PySide6.QtCore import QObject

    qt_object = QObject()
    before = sys.getrefcount(None)
    for _ in range(CALLS):
        qt_object.setObjectName("name")
    assert abs(before - sys.getrefcount(None)) < CALLS / 2


def test_pyside_6_12_is_excluded_before_python_3_12() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    pins = project["optional-dependencies"]["editor"]
    assert any("<6.12" in pin and "python_version < '3.12'" in pin for pin in pins)
    for lock in ("editor.lock", "tests.lock"):
        lines = (REPOSITORY / "packaging" / lock).read_text("utf-8").splitlines()
        lines_for_old_python = [
            line for line in lines if line.startswith("pyside6") and "< '3.12'" in line
        ]
        assert lines_for_old_python, f"{lock} has no PySide6 for Python before 3.12"
        assert all("==6.12" not in line for line in lines_for_old_python)
