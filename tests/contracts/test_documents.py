"""Documents that the program writes are as the program would write them now."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.cli.main import main

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_every_check_is_in_the_documents(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--format", "markdown"]) == 0
    written = (DOCS / "checks.md").read_text("utf-8")
    assert written == capsys.readouterr().out, "run: m44 explain --format markdown >docs/checks.md"
