"""The pages of the checks."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument

from m44core.cli.checking.explain import as_text
from m44core.findings.load import all_kinds
from m44core.language import LANGUAGES, speaking
from m44editor.checks.pages import page_of


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_says_what_m44_explain_says(language: str) -> None:
    with speaking(language):
        for code, kind in all_kinds().items():
            document = QTextDocument()
            document.setHtml(page_of(code))
            assert document.toPlainText().split() == as_text(kind).replace("``", "").split()


def test_a_code_there_is_none_of_has_no_page() -> None:
    assert page_of("M000") == ""
