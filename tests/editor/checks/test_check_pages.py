"""The pages of the checks match the output of ``m44 explain``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QTextDocument

from m44core.cli.commands.explain import as_text
from m44core.findings.finding_kinds import all_kinds
from m44core.messages.languages import languages
from m44core.messages.renderers import renderer_in
from m44editor.checks.check_pages import check_page_html
from m44editor.interface_text import set_language


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("language", languages())
def test_every_page_matches_m44_explain(language: str) -> None:
    set_language(language)
    for code, kind in all_kinds().items():
        document = QTextDocument()
        document.setHtml(check_page_html(code))
        page_text = as_text(kind, renderer_in(language)).replace("``", "")
        shown, parts = document.toPlainText().split(), page_text.split()
        # Chinese can be broken into lines anywhere, not only at spaces.
        assert "".join(shown) == "".join(parts) if language.startswith("zh") else shown == parts


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    set_language("en")


def test_an_unknown_code_has_no_page() -> None:
    assert check_page_html("M000") == ""
