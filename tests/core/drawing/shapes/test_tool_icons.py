from __future__ import annotations

import pytest

from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.paths import rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape
from m44core.drawing.shapes.tool_icons import ICONS


def shapes(nodes: Drawing) -> list[Shape]:
    return [shape for node in nodes for shape in _shapes_of_node(node)]


def _shapes_of_node(node: Node) -> list[Shape]:
    if isinstance(node, Group):
        return shapes(node.children)
    return [node] if isinstance(node, Shape) else []


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_uses_only_the_text_color(name: str) -> None:
    assert {shape.fill or shape.stroke for shape in shapes(ICONS[name])} == {"ink"}


def test_the_text_colour_is_in_both_palettes() -> None:
    assert LIGHT["ink"] != DARK["ink"]


@pytest.mark.parametrize("name", ICONS)
def test_all_icons_have_the_same_box(name: str) -> None:
    box = shapes(ICONS[name])[0]
    assert box.path == rectangle(0, 0, 24, 24)
    assert box.opacity == 0


def test_every_tool_of_the_tool_bar_has_an_icon() -> None:
    tools = {"new", "open", "save", "undo", "redo", "brush", "rectangle", "fill", "eraser"}
    tools |= {"eyedropper", "select", "hand", "rotate", "rotate-back", "zoom-in", "zoom-out"}
    assert tools | {"fit", "playtest", "line", "mirror", "check"} <= set(ICONS)
