"""Pictures with a legend and a margin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.drawing.board.board_picture import BOARD_ONLY, Framing, draw_legend, picture_of
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers, board_size
from m44core.drawing.shapes.shapes import Drawing, Group, Text
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder, shipped_scenarios

EN, ZH = renderer_in("en"), renderer_in("zh-Hans")


def scenario(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


def text_nodes(drawing: Drawing) -> Iterator[Text]:
    for node in drawing:
        if isinstance(node, Group):
            yield from text_nodes(node.children)
        elif isinstance(node, Text):
            yield node


def legend_text(drawing: Drawing) -> str:
    """Return the text of a legend as one line."""
    return " ".join(node.text for node in drawing if isinstance(node, Text))


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_each_kind_of_terrain_is_named_once_inside_the_legend(path: Path) -> None:
    shipped_scenario = scenario(path)
    width = board_size(shipped_scenario.board)[0]
    drawing, height = draw_legend(shipped_scenario, ALL_LAYERS, width, EN)
    text = legend_text(drawing)
    for name in {
        content.terrain.name for content in shipped_scenario.hexes.values() if content.terrain
    }:
        element = base_catalogue().get(name, Layer.TERRAIN)
        assert element
        title = EN.sentence(element.title)
        assert title.split()[0] in text, title
    words_at = [node for node in drawing if isinstance(node, Text)]
    assert all(0 < node.x < width and 0 < node.y < height for node in words_at)
    groups = [node for node in drawing if isinstance(node, Group)]
    assert len({(node.dx, node.dy) for node in groups}) == len(groups)


def test_the_legend_leaves_out_hidden_layers() -> None:
    sword_beach = scenario(scenarios_folder() / "sword-beach.yaml")
    width = board_size(sword_beach.board)[0]
    text_without_units = legend_text(
        draw_legend(sword_beach, VisibleLayers(units=False, tags=False), width, EN)[0]
    )
    assert "nfantry" not in text_without_units
    assert "Hedgehog" in text_without_units


def test_an_empty_board_has_no_legend() -> None:
    assert draw_legend(Scenario(), ALL_LAYERS, 1000, EN) == ((), 0.0)
    plain, framed = picture_of(Scenario()), picture_of(Scenario(), Framing(legend=True))
    assert (plain.width, plain.height) == (framed.width, framed.height)


def test_a_margin_is_empty_on_all_sides() -> None:
    sword_beach = scenario(scenarios_folder() / "sword-beach.yaml")
    plain, framed = picture_of(sword_beach, BOARD_ONLY), picture_of(sword_beach, Framing(margin=30))
    assert (framed.width, framed.height) == (plain.width + 60, plain.height + 60)
    (moved,) = framed.drawing
    assert isinstance(moved, Group)
    assert (moved.dx, moved.dy, moved.children) == (30, 30, plain.drawing)


def test_a_legend_is_in_the_requested_language() -> None:
    sword_beach = scenario(scenarios_folder() / "sword-beach.yaml")
    drawing = picture_of(sword_beach, Framing(legend=True), ZH).drawing
    last_node = drawing[-1]
    assert isinstance(last_node, Group)
    assert any(
        "\u4e00" <= letter <= "\u9fff" for node in text_nodes((last_node,)) for letter in node.text
    )
