"""Checking scenarios and files: stages, positions, crashes, selection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.validation.small_scenario import SMALL_SCENARIO

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.diagnostics import Diagnostic, Severity
from m44core.errors import NotationError
from m44core.findings.finding_kinds import all_kinds
from m44core.findings.render_findings import check_name_of, kind_page, kind_summary, render
from m44core.hexes import Hex
from m44core.io.workshop.decode import decode
from m44core.model.required_packs import Packs, pack_named
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, FirstPlayer, HexContent, Piece, Player, Tag, Unit
from m44core.resources import scenarios_folder
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Check, Problem, problem
from m44core.validation.check_registry import CHECKS
from m44core.validation.check_selection import CRASH, DEFAULT_SELECTION, select_checks
from m44core.validation.runner import (
    CheckSettings,
    FileReport,
    check_file,
    check_scenario,
    run_check,
)
from m44core.validation.time_budget import TimeBudget


def write_file(folder: Path, text: str = SMALL_SCENARIO, name: str = "small.yaml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def codes_of(diagnostics: tuple[Diagnostic, ...]) -> list[str]:
    return [diagnostic.code for diagnostic in diagnostics]


def settings_for(
    selected_codes: Iterable[str] = (), ignored_codes: Iterable[str] = ()
) -> CheckSettings:
    return CheckSettings(select_checks(selected_codes, ignored_codes))


def test_a_valid_file_has_no_findings() -> None:
    report = check_file(scenarios_folder() / "arracourt.yaml")
    assert (report.diagnostics, report.failure, report.worst()) == ((), None, None)


def test_a_finding_has_its_line_in_the_file(tmp_path: Path) -> None:
    (finding,) = check_file(write_file(tmp_path), settings_for(["M5"])).diagnostics
    assert (finding.code, finding.line, finding.severity) == ("M502", 12, Severity.ERROR)


def test_findings_come_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = SMALL_SCENARIO.replace("cards: 4, medals: 4}\nhexes", "cards: 9, medals: 2}\nhexes")
    report = check_file(write_file(tmp_path, text), settings_for(["M303", "M304", "M305", "M502"]))
    assert codes_of(report.diagnostics) == ["M303", "M304", "M305", "M502"]
    assert report.worst() is Severity.ERROR


def test_a_missing_file_gives_a_report_not_an_exception(tmp_path: Path) -> None:
    report = check_file(tmp_path / "missing.m44")
    assert report.failure is not None
    assert "missing.m44" in str(report.failure)
    assert not report.checked


def test_a_broken_file_has_the_findings_of_the_reader(tmp_path: Path) -> None:
    report = check_file(write_file(tmp_path, "{", "broken.m44"))
    assert codes_of(report.diagnostics) == ["M005"]
    assert report.checked


@pytest.mark.parametrize("name", ["small.yaml", "small.json"])
def test_an_unknown_name_is_reported_once(tmp_path: Path, name: str) -> None:
    scenario = decode({"format": 1, "hexes": {"G5": {"terrain": "m44:forrest"}}}, base_catalogue())
    assert "M101" in codes_of(check_scenario(scenario))
    text = '{"format": 1, "hexes": {"G5": {"terrain": "forrest"}}}'
    findings = check_file(write_file(tmp_path, text, name)).diagnostics
    assert [d.hex for d in findings if "forrest" in render(d, "en")] == [Hex(12, 4)]


@pytest.mark.parametrize(
    ("old_text", "wrong_text", "code"),
    [
        ("first: top", "first: middle", "M021"),
        ("cards: 4", "cards: five", "M020"),
        ("cards: 4", "cards: 3.5", "M020"),
        ("cards: 4", "cards: -1", "M024"),
        ("medals: 4", "medals: -1", "M024"),
        ("side: axis", "side: axe", "M021"),
        ("A9: {unit: german-infantry}", "A9: {unit: {is: german-infantry, figures: x}}", "M020"),
        ("A9: {unit: german-infantry}", "A9: {unit: {is: german-infantry, badge: x}}", "M021"),
        ("G5: {structure: bunker}", "G5: {tags: [x]}", "M021"),
        ("first: top", "begins: someday\n  first: top", "M025"),
    ],
)
def test_a_value_the_reader_reported_is_reported_once(
    old_text: str, wrong_text: str, code: str, tmp_path: Path
) -> None:
    assert old_text in SMALL_SCENARIO
    findings = check_file(
        write_file(tmp_path, SMALL_SCENARIO.replace(old_text, wrong_text, 1))
    ).diagnostics
    (first,) = (each for each in findings if each.code == code)
    assert [each.code for each in findings if each.pointer == first.pointer] == [code]


def test_a_single_selected_check_includes_findings_of_the_reader(
    tmp_path: Path,
) -> None:
    path = write_file(tmp_path, SMALL_SCENARIO.replace("first: top", "first: middle"))
    assert codes_of(check_file(path, settings_for(["M302"])).diagnostics) == ["M302"]
    assert codes_of(check_file(path, settings_for(["M302", "M021"])).diagnostics) == ["M021"]


def find_one_then_crash(_: CheckContext) -> Iterator[Problem]:
    """Yield one problem, then fail like a faulty check."""
    yield problem("none", "/hexes", side="nobody")
    raise ZeroDivisionError("a fault")


def test_a_check_that_raises_is_reported_and_the_run_continues() -> None:
    broken_check = Check("M306", find_one_then_crash)
    before, crash = run_check(broken_check, CheckContext.of(Scenario()), TimeBudget())
    assert render(before, "en") == "There are no units for nobody"
    assert (crash.code, check_name_of(crash), crash.severity) == (
        CRASH,
        "check-crashed",
        Severity.ERROR,
    )
    assert "M306 too-few-units" in render(crash, "en")
    assert "a fault" in render(crash, "en")
    assert not FileReport("x", (crash,)).checked


def test_selection_accepts_codes_prefixes_and_names(tmp_path: Path) -> None:
    path = write_file(tmp_path, SMALL_SCENARIO.replace("cards: 4", "cards: 9"))
    assert codes_of(check_file(path, settings_for(["M502"])).diagnostics) == ["M502"]
    assert codes_of(check_file(path, settings_for(["M30"], ["M306"])).diagnostics)[:2] == [
        "M303",
        "M303",
    ]
    of_setup = codes_of(check_file(path, settings_for(["m3"], ["unusual-hand"])).diagnostics)
    assert of_setup
    assert {code[:2] for code in of_setup} - {"M3"} == set() == {"M303"} & set(of_setup)
    assert "M502" in codes_of(check_file(path, settings_for((), ["M3"])).diagnostics)
    assert "M303" not in codes_of(check_file(path, settings_for((), ["M3"])).diagnostics)
    assert select_checks() is DEFAULT_SELECTION


def test_a_reading_error_is_reported_for_any_selection(tmp_path: Path) -> None:
    report = check_file(write_file(tmp_path, "{", "broken.m44"), settings_for(["M5"]))
    assert codes_of(report.diagnostics) == ["M005"]


def test_an_unknown_word_suggests_a_similar_check() -> None:
    with pytest.raises(NotationError, match="did you mean unclear-bunker-owner"):
        select_checks(["unclear-bunker-owners"])


def test_every_code_has_a_page_with_a_summary() -> None:
    for code, finding_kind in all_kinds().items():
        assert finding_kind.code == code
        assert kind_page(finding_kind, "en")
        assert kind_summary(finding_kind, "en").endswith((".", "?"))
    assert set(CHECKS) < set(all_kinds())


NAMES = sorted(base_catalogue().elements)
SIDES = st.none() | st.sampled_from(Side)
NUMBERS = st.none() | st.integers(-1, 99)
PLAYERS = st.builds(Player, side=SIDES, cards=NUMBERS, medals=NUMBERS)


@st.composite
def piece_names(draw: st.DrawFn, layer: Layer) -> str:
    """Draw a name of this layer, of any layer, or an unknown name."""
    names_on_layer = [element.name for element in base_catalogue().on_layer(layer)]
    return draw(st.sampled_from(names_on_layer) | st.sampled_from(NAMES) | st.just("xyzzy"))


def pieces(layer: Layer) -> st.SearchStrategy[Piece | None]:
    behaviors = st.sampled_from([None, "impassable-hill", "fordable-stream", "nonsense"])
    orientations = st.integers(-1, 7)
    return st.none() | st.builds(Piece, piece_names(layer), orientations, SIDES, behaviors)


UNITS = st.builds(Unit, piece_names(Layer.UNIT), NUMBERS, st.none() | piece_names(Layer.BADGE))
GROUPS = st.none() | st.tuples(st.builds(Hex, st.integers(0, 60), st.integers(0, 20)))
BEHAVIORS = st.sampled_from([None, "exit-marker", "mine-field"])
TAGS = st.builds(Tag, piece_names(Layer.TAG), BEHAVIORS, SIDES, GROUPS)
CONTENTS = st.builds(
    HexContent,
    pieces(Layer.TERRAIN),
    pieces(Layer.STRUCTURE),
    pieces(Layer.OBSTACLE),
    st.none() | UNITS,
    st.lists(TAGS, max_size=2).map(tuple),
)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    board = BOARDS[draw(st.sampled_from(BoardType))]
    hexes = draw(st.dictionaries(st.sampled_from(board.hexes), CONTENTS, max_size=12))
    first_players = st.sampled_from([None, *FirstPlayer])
    briefing = draw(st.builds(Briefing, PLAYERS, PLAYERS, first_players))
    packs = Packs({pack_named("terrain"): 1} if draw(st.booleans()) else {})
    face = draw(st.sampled_from(Face))
    return Scenario(board=board, face=face, hexes=hexes, briefing=briefing, packs=packs)


@pytest.mark.bulk
@settings(deadline=None)  # the first example loads the catalogue
@given(scenarios())
def test_no_scenario_makes_a_check_crash(scenario: Scenario) -> None:
    for finding in check_scenario(scenario):
        check = CHECKS[finding.code]  # no crash: that code is not among them
        assert finding.severity in check.kind.severities
        assert render(finding, "en")[:1].isupper() or not render(finding, "en")[:1].isalpha()
        assert not render(finding, "en").endswith(".")
        assert finding.pointer.startswith("/") or not finding.pointer
