"""The site in a real browser, opened as files: mouse, touch, keyboard and accessibility."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.site.conftest import Build

from m44core.cli.main import main
from m44core.resources import scenarios_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1360, "height": 900}


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


class SiteVisitor:
    """A visitor who opens pages as files, and collects the errors and requests of the browser.

    Attributes:
        page: The page that is open.
        errors: The errors reported by the browser.
        requested_urls: The addresses that were requested.
    """

    def __init__(self, browser: Browser, site: Path, **context_options: Any) -> None:  # noqa: ANN401 - whatever Playwright takes
        self._context = browser.new_context(**{"viewport": DESKTOP, **context_options})
        self._site = site
        self.errors: list[str] = []
        self.requested_urls: list[str] = []
        self.page = self._context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("console", lambda message: self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requested_urls.append(request.url))

    def open(self, name: str = "index.html", after: str = "") -> Page:
        """Open a page of the site, with *after* added to its address, and return it."""
        self.page.goto(f"{(self._site / name).as_uri()}{after}")
        return self.page

    def close(self) -> None:
        """Close the pages; fail if there was an error or a request to another site."""
        self._context.close()
        assert self.errors == []
        assert not [url for url in self.requested_urls if not url.startswith(("file:", "data:"))]


@pytest.fixture
def visit(browser: Browser, built_site: Path) -> Iterator[SiteVisitor]:
    """A visitor with a desktop screen."""
    visit_ = SiteVisitor(browser, built_site)
    yield visit_
    visit_.close()


@pytest.fixture
def phone(browser: Browser, built_site: Path) -> Iterator[SiteVisitor]:
    """A visitor with a phone."""
    visit_ = SiteVisitor(browser, built_site, viewport=PHONE, has_touch=True, is_mobile=True)
    yield visit_
    visit_.close()


@pytest.fixture(scope="module")
def german_site(collection: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the collection in German."""
    out = tmp_path_factory.mktemp("german") / "out"
    arguments = ["site", str(collection), str(out), "--no-pdf", "--jobs", "1", "--texts", "de"]
    assert main(arguments) == 0
    return out


PEGASUS = "scenarios/pegasus-bridge/index.html"
ARRACOURT = "scenarios/arracourt/index.html"
OVERVIEWS = ("war-map.html", "time-line.html", "compare.html")


def visible_titles(page: Page) -> list[str]:
    """Return the titles of the visible cards, in order."""
    return page.locator(".card:not([hidden]) h2").all_text_contents()


def check_filter(page: Page, facet: str, value: str) -> None:
    """Tick a value of a filter, expanding the filter if necessary."""
    box = page.locator(f'[data-facet="{facet}"][data-value="{value}"]')
    if not box.is_visible():
        page.locator(".facet", has=box).locator("summary").click()
    box.check()


def zoom_factor(page: Page) -> float:
    """Return the zoom factor of the map."""
    return float(page.locator("#board").get_attribute("data-scale") or 0)


def test_filters_narrow_the_gallery_and_are_kept_in_the_address(visit: SiteVisitor) -> None:
    page = visit.open()
    assert len(visible_titles(page)) == 5
    check_filter(page, "front", "western")
    check_filter(page, "front", "eastern")
    western = visible_titles(page)
    assert "Kollaa" in western
    assert "Bir Hakeim" not in western
    check_filter(page, "face", "WINTER")
    assert visible_titles(page) == ["Kollaa"]
    assert "1 of 5" in page.locator("#shown").inner_text()
    assert "front=western" in page.url
    page.reload()
    assert visible_titles(page) == ["Kollaa"]
    page.locator("#clear").click()
    assert len(visible_titles(page)) == 5


def test_words_are_found_in_texts_of_any_language_without_accents(visit: SiteVisitor) -> None:
    page = visit.open()
    page.locator("#search").fill("BROUILLÀRD chars")
    page.locator(".card:not([hidden])").nth(1).wait_for(state="detached")
    assert visible_titles(page) == ["Arracourt"]
    page.locator("#search").fill('"chars brouillard"')
    assert page.locator("#nothing").is_visible()


def test_a_slash_focuses_the_search_and_pieces_are_found(visit: SiteVisitor) -> None:
    page = visit.open()
    page.keyboard.press("/")
    page.keyboard.type("bunker")
    page.locator(".card:not([hidden])").nth(4).wait_for(state="detached")
    assert "Sword Beach" in visible_titles(page)


def test_the_gallery_is_sorted(visit: SiteVisitor) -> None:
    page = visit.open()
    page.locator("#sort").select_option("title")
    assert visible_titles(page) == sorted(visible_titles(page))
    assert "sort=title" in page.url


def test_the_gallery_is_sorted_by_balance_and_length_with_unknown_ones_last(
    visit: SiteVisitor,
) -> None:
    page = visit.open()
    page.locator("#sort").select_option("balance")
    assert visible_titles(page)[:2] == ["Kollaa", "Pegasus Bridge"]
    page.locator("#sort").select_option("turns")
    assert visible_titles(page)[:2] == ["Pegasus Bridge", "Kollaa"]
    page.reload()
    assert visible_titles(page)[:2] == ["Pegasus Bridge", "Kollaa"]
    check_filter(page, "balance", "even")
    assert visible_titles(page) == ["Kollaa"]


def test_going_back_from_a_page_keeps_the_filters(visit: SiteVisitor) -> None:
    page = visit.open(after="#front=eastern")
    page.locator(".card:not([hidden])").first.click()
    assert page.locator("h1").inner_text() == "Kollaa"
    page.go_back()
    assert visible_titles(page) == ["Kollaa"]


def test_the_language_of_the_texts_is_switched_and_remembered(visit: SiteVisitor) -> None:
    page = visit.open(ARRACOURT)
    french, english = page.locator("article[lang=fr]"), page.locator("article[lang=en]")
    assert english.is_visible()
    assert not french.is_visible()
    page.locator("button[data-language=fr]").click()
    assert french.is_visible()
    assert not english.is_visible()
    page.reload()
    assert french.is_visible()
    assert page.locator("button[data-language=fr]").get_attribute("aria-pressed") == "true"


def test_hovering_over_a_hex_shows_its_content(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    hex_position = page.evaluate(
        """() => {
        const { board } = JSON.parse(document.getElementById("data").textContent);
        const [, , , x, y] = board.hexes.find(([name]) => name === "D7");
        const frame = document.getElementById("board").getBoundingClientRect();
        const unit = frame.width / board.width;
        return [frame.left + x * unit, frame.top + y * unit];
        }"""
    )
    page.mouse.move(*hex_position)
    assert page.locator("#hex-name").inner_text() == "D7"
    assert "Bridge" in page.locator("#hex-lines").inner_text()
    page.mouse.move(5, 5)
    assert page.locator("#hex-name").inner_text() == "No hex selected"


def test_the_map_is_zoomed_and_dragged(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    board = page.locator("#board")
    for _ in range(3):
        page.locator("[data-zoom=in]").click()
    assert zoom_factor(page) > 3
    before = page.locator("#stage").get_attribute("style")
    board.hover()
    page.mouse.down()
    page.mouse.move(300, 300, steps=4)
    page.mouse.up()
    assert page.locator("#stage").get_attribute("style") != before
    page.locator("[data-zoom=fit]").click()
    assert zoom_factor(page) == 1


def test_the_wheel_zooms_with_ctrl_and_scrolls_without_it(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    page.locator("#board").hover()
    page.mouse.wheel(0, 200)
    while page.evaluate("scrollY") == 0:
        page.wait_for_timeout(20)
    assert zoom_factor(page) == 1
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.locator("#board.near").wait_for()


def test_keys_select_neighboring_hexes_and_zoom(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    first = page.locator("#hex-name").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.locator("#hex-name").inner_text() != first
    page.keyboard.press("ArrowLeft")
    assert page.locator("#hex-name").inner_text() == first
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    assert page.locator("#hex-name").inner_text() == first
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert zoom_factor(page) == pytest.approx(2.25)
    page.keyboard.press("0")
    assert zoom_factor(page) == 1
    page.keyboard.press("Escape")
    assert page.locator("#hex-name").inner_text() == "No hex selected"


def test_arrows_reach_every_row_of_the_map(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    page.locator("#board").focus()
    for _ in range(12):
        page.keyboard.press("ArrowUp")
    rows = set()
    for _ in range(12):
        rows.add(page.locator("#hex-name").inner_text()[1:])
        page.keyboard.press("ArrowDown")
    assert rows == {str(row) for row in range(1, 10)}


def test_clicking_a_hex_in_a_text_selects_it_on_the_map(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    page.locator(".goals [data-hex]").first.click()
    assert page.locator("#hex-name").inner_text() == page.locator(".goals a").first.inner_text()
    assert page.evaluate("document.activeElement.id") == "board"


def test_components_are_compared_with_the_owned_boxes(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    element = page.locator("#bill-said")
    assert element.inner_text() == "Your boxes contain everything needed."
    page.locator("#base-boxes").fill("0")
    assert element.inner_text() == "Your boxes do not contain enough of the marked components."
    assert page.locator("tr.lacks").count() > 3
    page.reload()
    assert page.locator("#base-boxes").input_value() == "0"


def test_a_recorded_game_is_replayed_on_the_map(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    page.locator(".replay .load").click()
    page.locator(".player").wait_for()
    piece_count = page.locator("#pieces use").count()
    assert piece_count > 20
    page.locator("[data-do=turn]").click()
    page.locator("[data-do=next]").click()
    assert page.locator(".log li").count() > 1
    slider = page.locator(".player input[type=range]")
    slider.focus()
    page.keyboard.press("End")
    assert "wins" in page.locator(".log li").last.inner_text()
    assert page.locator("#pieces use").count() < piece_count
    page.keyboard.press("Home")
    page.locator("[data-do=play]").click()
    while int(page.locator(".player input[type=range]").input_value()) < 2:
        page.wait_for_timeout(100)
    page.locator("[data-do=play]").click()


def test_a_replay_shows_the_reasons_of_computer_players(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    page.locator(".replay .load").click()
    page.locator(".player").wait_for()
    page.locator(".player input[type=range]").focus()
    page.keyboard.press("End")
    reasons = page.locator(".log .reason")
    assert reasons.count() > 2
    page.get_by_label("Show the computer's reasons").uncheck()
    assert reasons.count() == 0


def test_two_scenarios_are_chosen_on_their_cards_and_compared(visit: SiteVisitor) -> None:
    page = visit.open()
    page.locator(".card", has_text="Kollaa").hover()
    page.locator(".card", has_text="Kollaa").locator(".pick").click()
    assert "choose a second scenario" in page.locator("#picked").inner_text()
    page.locator(".card", has_text="Arracourt").locator(".pick").focus()
    page.keyboard.press("Enter")
    page.locator("#pairs").wait_for()
    heads = page.locator("#pairs thead th a")
    assert heads.all_text_contents() == ["Kollaa", "Arracourt"]
    assert page.locator("#first-board img").get_attribute("src") == "scenarios/kollaa/map.svg"
    assert page.locator("#pairs tr.differs th", has_text="Front").count() == 1
    page.locator("#swap").click()
    assert heads.all_text_contents() == ["Arracourt", "Kollaa"]
    page.locator("#second").select_option("bir-hakeim")
    page.reload()
    assert heads.all_text_contents() == ["Arracourt", "Bir Hakeim"]


def test_scenarios_with_the_same_title_can_be_told_apart_when_compared(
    browser: Browser, copied_collection: Path, build: Build, tmp_path: Path
) -> None:
    for name in ("arracourt", "old-arracourt"):
        shutil.copy(scenarios_folder() / "arracourt.yaml", copied_collection / f"{name}.yaml")
    assert build(copied_collection) == 0
    visit_ = SiteVisitor(browser, tmp_path / "out")
    options = visit_.open("compare.html").locator("#first option").all_text_contents()
    assert options[:2] == ["Arracourt (arracourt)", "Arracourt (old-arracourt)"]
    assert "Pegasus Bridge" in options
    visit_.close()


def test_choosing_a_card_to_compare_can_be_canceled(visit: SiteVisitor) -> None:
    page = visit.open()
    page.locator(".card .pick").first.focus()
    page.keyboard.press("Enter")
    page.locator("#picked button").click()
    assert not page.locator("#picked").is_visible()
    assert page.locator('.pick[aria-pressed="true"]').count() == 0


def test_a_comparison_of_unknown_scenarios_shows_the_first_two(visit: SiteVisitor) -> None:
    page = visit.open("compare.html", after="#a=<b>&b=nothing")
    assert page.locator("#pairs thead th a").count() == 2


def test_the_gallery_is_sorted_by_rating_time_and_difficulty(visit: SiteVisitor) -> None:
    page = visit.open()
    page.locator("#sort").select_option("rating")
    assert visible_titles(page)[:2] == ["Pegasus Bridge", "Kollaa"]
    page.locator("#sort").select_option("time")
    assert visible_titles(page)[-1] == "Sword Beach"
    check_filter(page, "rating", "8")
    assert visible_titles(page) == ["Pegasus Bridge"]


def test_a_marker_on_the_map_leads_to_its_scenario(visit: SiteVisitor) -> None:
    page = visit.open("war-map.html")
    page.locator(".marker", has_text="Kollaa").click()
    assert page.locator("h1").inner_text() == "Kollaa"


def test_a_bar_of_the_timeline_leads_to_its_month(visit: SiteVisitor) -> None:
    page = visit.open("time-line.html")
    page.locator('.chart a[href="#m1944-09"]').focus()
    page.keyboard.press("Enter")
    assert page.locator("#m1944-09").inner_text().startswith("19 September 1944")
    assert page.url.endswith("#m1944-09")


def test_a_printed_page_shows_only_parts_useful_on_paper(visit: SiteVisitor) -> None:
    page = visit.open(PEGASUS)
    page.emulate_media(media="print")
    for hidden_selector in (".hex-info", ".pages", ".replay", ".map-tools", ".files", ".checks"):
        assert not page.locator(hidden_selector).first.is_visible(), hidden_selector
    for shown_selector in ("#picture", "h1", ".sides", ".setup", ".goals"):
        assert page.locator(shown_selector).first.is_visible(), shown_selector


def test_a_printed_page_is_dark_on_white_even_in_the_dark_theme(
    browser: Browser, built_site: Path
) -> None:
    night = SiteVisitor(browser, built_site, color_scheme="dark")
    page = night.open(PEGASUS)
    page.emulate_media(media="print", color_scheme="dark")
    style = "getComputedStyle(document.body)"
    assert page.evaluate(f"[{style}.color, {style}.backgroundColor]") == [
        *("rgb(0, 0, 0)", "rgb(255, 255, 255)")
    ]
    night.close()


def test_words_are_not_broken_in_narrow_columns(browser: Browser, german_site: Path) -> None:
    reader = SiteVisitor(browser, german_site, viewport=PHONE)
    page = reader.open(PEGASUS)
    for word in page.locator("#bill thead th").all():
        lines = "each => new Set([...(() => { const r = document.createRange();"
        lines += (
            " r.selectNodeContents(each); return r.getClientRects(); })()].map(b => b.top)).size"
        )
        assert word.evaluate(lines) <= len(word.inner_text().split()), word.inner_text()
    reader.close()


def test_a_tap_selects_a_hex_and_a_pinch_zooms(phone: SiteVisitor) -> None:
    page = phone.open(PEGASUS)
    board = page.locator("#board").bounding_box()
    assert board
    x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] / 2
    page.touchscreen.tap(x, y)
    assert page.locator("#hex-name").inner_text() != "No hex selected"
    fingers = page.context.new_cdp_session(page)
    for kind, half_distance in (("Start", 20), ("Move", 40), ("Move", 90), ("End", 0)):
        points = [
            {"x": x - half_distance, "y": y, "id": 1},
            {"x": x + half_distance, "y": y, "id": 2},
        ]
        touches = {"type": f"touch{kind}", "touchPoints": points if half_distance else []}
        fingers.send("Input.dispatchTouchEvent", touches)
    assert zoom_factor(page) > 2


def test_no_page_is_wider_than_a_phone(phone: SiteVisitor) -> None:
    for name in ("index.html", PEGASUS, ARRACOURT, *OVERVIEWS):
        page = phone.open(name)
        overflow_script = (
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert page.evaluate(overflow_script) == 0, name


def test_filters_are_collapsed_on_a_phone_and_expand_on_a_tap(phone: SiteVisitor) -> None:
    page = phone.open()
    assert not page.locator(".facets").is_visible()
    page.locator("#filters > summary").tap()
    check_filter(page, "front", "eastern")
    assert visible_titles(page) == ["Kollaa"]


def test_without_scripts_everything_can_be_read(browser: Browser, built_site: Path) -> None:
    visit_without_scripts = SiteVisitor(browser, built_site, java_script_enabled=False)
    page = visit_without_scripts.open()
    assert len(visible_titles(page)) == 5
    page = visit_without_scripts.open(ARRACOURT)
    assert page.locator("article[lang=fr]").is_visible()
    assert page.locator("#picture").is_visible()
    page = visit_without_scripts.open("compare.html")
    assert page.locator("#all tbody tr").count() == 5
    assert page.locator("#all").is_visible()
    assert visit_without_scripts.open("war-map.html").locator(".marker").count() == 5
    assert visit_without_scripts.open("time-line.html").locator(".rows li").count() == 5
    visit_without_scripts.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("name", ["index.html", PEGASUS, ARRACOURT, *OVERVIEWS])
def test_pages_pass_the_accessibility_audit(
    name: str, size: str, scheme: str, browser: Browser, built_site: Path
) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="there is no axe here"
    )
    viewport = PHONE if size == "phone" else DESKTOP
    visitor = SiteVisitor(browser, built_site, viewport=viewport, color_scheme=scheme)
    page = visitor.open(name)
    if name == PEGASUS:
        page.locator(".replay .load").click()
        page.locator(".player").wait_for()
    violations = axe.Axe().run(page, options={"preload": False}).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []
    visitor.close()
