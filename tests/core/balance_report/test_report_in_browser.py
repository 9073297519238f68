"""A report in a real browser: it loads nothing, fits the screen, and is accessible."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.balance_lab.played_results import played_results
from tests.core.balance_report.further_results import further_results
from tests.core.site.test_in_browser import BROWSERS, DESKTOP, PHONE

from m44core.balance_report.report_writer import write_report

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser of the system; tests that use it are skipped if there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("there is no Chromium here")
    with playwright.sync_playwright() as driver:
        browser_ = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser_
        browser_.close()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report as an HTML page."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(replace(played_results(), further=further_results()), path)
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_report_fits_the_screen_loads_nothing_and_is_accessible(
    size: str, scheme: str, browser: Browser, report: Path
) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="there is no axe here"
    )
    screen: Any = {"viewport": PHONE if size == "phone" else DESKTOP, "color_scheme": scheme}
    context = browser.new_context(**screen)
    page, requested_urls, errors = context.new_page(), list[str](), list[str]()
    page.on("request", lambda request: requested_urls.append(request.url))
    page.on("console", lambda message: errors.append(message.text))
    page.goto(report.as_uri())
    violations = axe.Axe().run(page, options={"preload": False}).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= screen["viewport"]["width"]
    assert errors == []
    assert [url for url in requested_urls if not url.startswith("data:")] == [report.as_uri()]
    context.close()
