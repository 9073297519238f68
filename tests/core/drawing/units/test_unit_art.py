from __future__ import annotations

import pytest
from tests.core.drawing.brightness import contrast_ratio, luminance

from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.piece_colours import DARK, LIGHT, NATIONS, Livery
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape
from m44core.drawing.units.unit_art import KINDS, PAINTERS, silhouette
from m44core.drawing.units.unit_counter import draw_counter


def draw_unit(name: str, *detail: str | int) -> Drawing:
    return PAINTERS[name](Art(PaintingPlane.UNIT, name, detail=detail))


@pytest.mark.parametrize("name", sorted(PAINTERS))
def test_each_number_of_figures_looks_different(name: str) -> None:
    drawings = {draw_unit(name, figures, "") for figures in range(1, 7)}
    assert len(drawings) == 6


def test_a_badge_is_drawn_over_its_unit() -> None:
    plain, badged = draw_unit("infger", 4, ""), draw_unit("infger", 4, "badge4")
    assert badged[: len(plain)] == plain
    assert len(badged) > len(plain)


@pytest.mark.parametrize("name", ["infus", "inf2ger"])
def test_a_single_figure_is_a_single_soldier(name: str) -> None:
    assert len(shape_paths(draw_unit(name, 1, ""))) < len(shape_paths(draw_unit(name, 2, "")))


def test_an_unknown_badge_does_not_hide_the_unit() -> None:
    assert draw_unit("infger", 4, "badge99") == draw_unit("infger", 4, "")


def test_special_forces_have_a_counter_of_another_shape() -> None:
    for nation in NATIONS:
        common_counter = draw_counter(Livery(nation), elite=False)
        elite = draw_counter(Livery(nation), elite=True)
        assert shape_paths(common_counter) != shape_paths(elite)


def test_the_sides_have_counters_of_different_shapes() -> None:
    assert shape_paths(draw_counter(Livery("us"), elite=False)) != shape_paths(
        draw_counter(Livery("ger"), elite=False)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_nations_differ_in_outline_not_only_in_colour(kind: str) -> None:
    outlines = {tuple(shape_paths(silhouette(kind, Livery(nation)))) for nation in NATIONS}
    assert len(outlines) == len(NATIONS)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_silhouette_stands_out_from_its_counter(palette: dict[str, str]) -> None:
    for nation in NATIONS:
        livery = Livery(nation)
        assert contrast_ratio(palette[livery.ink], palette[livery.plate]) >= 4.5


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_the_sides_differ_in_luminance(palette: dict[str, str]) -> None:
    allies = [luminance(palette[Livery(n).plate]) for n in ("us", "brit", "ru")]
    axis = [luminance(palette[Livery(n).plate]) for n in ("ger", "jp")]
    assert min(allies) > 2 * max(axis)


def shape_paths(nodes: Drawing) -> list[str]:
    return [path for node in nodes for path in _paths_of_node(node)]


def _paths_of_node(node: Node) -> list[str]:
    if isinstance(node, Group):
        return shape_paths(node.children)
    return [node.path] if isinstance(node, Shape) else []
