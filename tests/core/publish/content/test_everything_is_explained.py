"""A sheet explains every piece that can be set up, and lists the markers that units place."""

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_types import Element, Layer, Side, UnitClass
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.messages.languages import languages
from m44core.messages.message import Message, Renderer
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, Piece, Tag, Unit
from m44core.model.special_rules import SmokeScreen, SpecialRules
from m44core.publish.content.placed_markers import CROSS_HAIR, SMOKE
from m44core.publish.content.reference import piece_lines
from m44core.publish.content.setup_table import setup_groups
from m44core.publish.content.unit_titles import kind_title
from m44core.resources import scenarios_folder

CATALOGUE = Scenario().catalogue
EN = renderer_in("en")
MINE = "tag3"
RULEBOOK_UNITS = (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY)


def content_with(element: Element) -> HexContent:
    name = element.name
    match element.layer:
        case Layer.TERRAIN:
            return HexContent(terrain=Piece(name))
        case Layer.STRUCTURE:
            return HexContent(structure=Piece(name))
        case Layer.OBSTACLE:
            return HexContent(obstacle=Piece(name))
        case Layer.TAG:
            return HexContent(tags=(Tag(name),))
        case Layer.UNIT:
            return HexContent(unit=Unit(name))
        case _:
            classes = dict(zip(RULEBOOK_UNITS, ("infru", "tankru", "gunru"), strict=True))
            bearer = next(classes[each] for each in RULEBOOK_UNITS if each in element.badge_for)
            return HexContent(unit=Unit(bearer, badge=name))


def is_in_the_rulebook_or_in_the_goals(element: Element) -> bool:
    return element.medal or (element.unit_class in RULEBOOK_UNITS and not element.elite)


def scenario_with(content: HexContent) -> Scenario:
    return Scenario(hexes={Hex(4, 4): content})


@pytest.mark.parametrize("code", languages())
def test_every_piece_that_can_be_set_up_is_explained(code: str, subtests: pytest.Subtests) -> None:
    renderer = renderer_in(code)
    for element in CATALOGUE.elements.values():
        if not is_in_the_rulebook_or_in_the_goals(element):
            with subtests.test(element.name):
                lines = piece_lines(scenario_with(content_with(element)), renderer)
                assert lines
                assert all(line["does"] for line in lines)


def test_a_vehicle_is_explained_under_its_name_in_the_setup() -> None:
    (line,) = piece_lines(scenario_with(HexContent(unit=Unit("vehger"))), EN)
    element = CATALOGUE.get("vehger", Layer.UNIT)
    assert element
    assert kind_title(element) is not None
    assert line["name"] == "Vehicle"
    assert "never battles" in line["does"]


@pytest.mark.rule("TH-MINE-02", "TH-MINE-03")
def test_the_reference_says_how_minefields_work() -> None:
    mine = HexContent(tags=(Tag(MINE, side=Side.AXIS),))
    (line,) = piece_lines(scenario_with(mine), EN)
    for words in ("face down", "enemy unit enters", "as many dice", "strength 0 is removed"):
        assert words in line["does"]


@pytest.mark.rule("TH-MINE-06")
def test_the_reference_says_what_differs_for_some_minefields() -> None:
    mines = (Tag(MINE), Tag(MINE, "decoy-medal-mine-field", Side.AXIS))
    lines = piece_lines(scenario_with(HexContent(tags=mines)), EN)
    assert [line["name"] for line in lines] == ["Minefield", "Minefield of neither side"]


def markers_in_the_lists(
    scenario: Scenario, marker: Message, renderer: Renderer
) -> tuple[list[str], list[str]]:
    """Return the lines about a marker in the first and the last list of the setup."""
    groups, name = setup_groups(scenario), renderer.render(marker).casefold()
    first, last = (
        [text for item in group.items if name in (text := renderer.render(item.what)).casefold()]
        for group in (groups[0], groups[-1])
    )
    return first, last


@pytest.mark.parametrize("code", languages())
def test_markers_that_units_place_are_listed_and_in_the_box_of_the_unit(code: str) -> None:
    """Rules: E-SMOKE-01, E-BIGGUN-01, TH-DD-05."""
    renderer = renderer_in(code)
    nebelwerfer = HexContent(unit=Unit("gunger", equipment="nebelwerfer"))
    big_gun = HexContent(unit=Unit("gunus", badge="badge5"))
    destroyer = HexContent(structure=Piece("pdestroyer"))
    pairs = ((nebelwerfer, SMOKE), (big_gun, CROSS_HAIR), (destroyer, CROSS_HAIR))
    for content, marker in pairs:
        boxes, markers = markers_in_the_lists(scenario_with(content), marker, renderer)
        assert (len(boxes), [text[:1] for text in markers]) == (1, ["3"])


@pytest.mark.parametrize("code", languages())
def test_a_smoke_screen_needs_markers_that_no_unit_brings(code: str) -> None:
    briefing = Briefing(special_rules=SpecialRules({"smoke-screen": SmokeScreen(Side.ALLIES)}))
    scenario = Scenario(briefing=briefing)
    (group, markers) = setup_groups(scenario)
    renderer = renderer_in(code)
    text = Message("Any small counters can serve as smoke markers")
    assert renderer.render(text) in [renderer.render(item.what) for item in group.items]
    assert [renderer.render(item.what)[:1] for item in markers.items] == ["3"]


def test_cisterna_lists_the_smoke_of_its_screen_and_of_its_nebelwerfer() -> None:
    scenario = read_file(scenarios_folder() / "examples/cisterna.yaml").scenario
    assert scenario
    boxes, markers = markers_in_the_lists(scenario, SMOKE, EN)
    assert boxes[0].startswith("Equipment Pack: ")
    assert markers == ["6 × Smoke marker, next to the board"]
    assert "Smoke" in [line["name"] for line in piece_lines(scenario, EN)]
