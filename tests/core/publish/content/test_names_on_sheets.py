"""The names of pieces on a sheet: one name each, in the reference as in the setup."""

from __future__ import annotations

import pytest

from m44core.catalogue.catalogue_types import Behavior, Layer
from m44core.hexes import Hex
from m44core.messages.languages import languages
from m44core.messages.message import Message, Renderer, message
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.publish.content.reference import piece_lines
from m44core.publish.content.sheet_content import setup_steps
from m44core.publish.piece_pictures import sheet_piece_pictures

CATALOGUE = Scenario().catalogue
BADGED = [(special, badge) for special in CATALOGUE.specials for badge in sorted(special.badges)]
BEHAVIORS = [
    each
    for each in CATALOGUE.behaviors.values()
    if not each.is_usual and each.layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
]


def setup_texts(scenario: Scenario, renderer: Renderer) -> str:
    steps = setup_steps(scenario, renderer)
    return "\n".join(item["what"] for step in steps for item in step["items"])  # type: ignore[attr-defined]  # plain data


def scenario_with(behavior: Behavior) -> Scenario:
    piece = Piece(min(behavior.pieces, default="pheadquarter"), behavior=behavior.name)
    content = {
        Layer.TERRAIN: HexContent(terrain=piece),
        Layer.STRUCTURE: HexContent(structure=piece),
        Layer.OBSTACLE: HexContent(obstacle=piece),
    }
    return Scenario(hexes={Hex(4, 4): content[behavior.layer]})


@pytest.mark.parametrize("code", languages())
def test_the_own_rule_of_a_piece_is_explained_under_its_name_in_the_setup(
    code: str, subtests: pytest.Subtests
) -> None:
    renderer = renderer_in(code)
    closed = renderer.render(message("No unit can enter."))
    for behavior in BEHAVIORS:
        with subtests.test(behavior.name):
            scenario, rule = (
                scenario_with(behavior),
                renderer.sentence(Message(behavior.summary)),
            )
            lines = piece_lines(scenario, renderer)
            (name,) = (line["name"] for line in lines if line["does"].startswith((rule, closed)))
            assert name in setup_texts(scenario, renderer)


@pytest.mark.parametrize("code", languages())
def test_a_unit_with_a_badge_has_one_name(code: str, subtests: pytest.Subtests) -> None:
    renderer = renderer_in(code)
    for special, badge in BADGED:
        if special.renames and not special.when:
            with subtests.test(badge):
                unit = Unit(min(special.of), badge=badge)
                scenario = Scenario(hexes={Hex(4, 4): HexContent(unit=unit)})
                names = [line["name"] for line in piece_lines(scenario, renderer)]
                noun = renderer.render(special.noun).casefold()
                assert renderer.sentence(special.title) in names
                texts = setup_texts(scenario, renderer).casefold().splitlines()
                placed = [text for text in texts if noun in text]
                element = CATALOGUE.get(badge)
                assert element
                assert len(placed) == (1 if element.component else 2), "on the board, in its box"


@pytest.mark.rule("S-BLUFF", "S-CLIFF")
@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("behavior", ["bluff", "cliff"])
def test_a_steep_shore_has_a_picture_of_its_own_and_its_line_is_explained(
    code: str, behavior: str
) -> None:
    hexes = {
        Hex(0, 0): HexContent(terrain=Piece("hills")),
        Hex(4, 4): HexContent(terrain=Piece("hills", behavior=behavior)),
    }
    scenario, renderer = Scenario(hexes=hexes), renderer_in(code)
    hill, steep_hill = sheet_piece_pictures(scenario).values()
    assert steep_hill.count("<path") > hill.count("<path")
    lines = piece_lines(scenario, renderer)
    explanation = renderer.sentence(Message("A toothed line on the map marks these edges."))
    assert [explanation in line["does"] for line in lines] == [False, True]
