"""A board that is shown again looks the same, whatever was shown and edited in between."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_types import Layer
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, VisibleLayers
from m44core.drawing.board.screen_labels import draw_screen_label
from m44core.drawing.shapes.palettes import LIGHT
from m44core.drawing.shapes.shapes import Text
from m44core.hexes import Hex
from m44core.model.edits import new_scenario, paint, place_unit
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Texts, Unit
from m44editor.board.canvas import LABEL_SIZE, Canvas, RenderStatus
from m44editor.board.geometry import Zoom, board_area, centre
from m44editor.board.pixmaps import arts_of_board

G5 = Hex(12, 4)


def covered_board(tile: str) -> Scenario:
    """Return a board with a tile on every hex."""
    scenario = new_scenario(BoardType.STANDARD, Face.COUNTRY)
    return paint(scenario, Layer.TERRAIN, Piece(tile), scenario.board.hexes)


def render_to_image(canvas: Canvas) -> QImage:
    """Return an image of a canvas once all pictures are rendered."""
    area = board_area(canvas.scenario.board)
    image, zoom = QImage(area.size().toSize(), QImage.Format.Format_RGB32), Zoom.nearest(0.4, 1.0)
    status = RenderStatus.SOME_MISSING
    while status is not RenderStatus.ALL:
        image.fill(0)
        painter = QPainter(image)
        status = canvas.paint(painter, QRectF(area), zoom, QPoint(0, 0))
        painter.end()
    return image


@pytest.mark.usefixtures("qapp")
def test_switching_back_and_forth_shows_each_scenario_correctly() -> None:
    woods, hills = covered_board("woods"), covered_board("hills")
    canvas = Canvas(woods, ALL_LAYERS, LIGHT)
    first = render_to_image(canvas)
    for _ in range(2):
        canvas.set_scenario(hills)
        assert render_to_image(canvas) == render_to_image(Canvas(hills, ALL_LAYERS, LIGHT))
        canvas.set_scenario(woods)
        assert render_to_image(canvas) == first


@pytest.mark.usefixtures("qapp")
def test_edits_made_while_another_scenario_was_shown_are_visible() -> None:
    woods, hills = covered_board("woods"), covered_board("hills")
    canvas = Canvas(woods, ALL_LAYERS, LIGHT)
    render_to_image(canvas)
    edited_scenario = paint(woods, Layer.TERRAIN, Piece("town"), [G5])
    for scenario in (edited_scenario, hills, edited_scenario):
        canvas.set_scenario(scenario)
    assert render_to_image(canvas) == render_to_image(Canvas(edited_scenario, ALL_LAYERS, LIGHT))


def test_arts_are_cached_for_each_board_and_its_shown_layers() -> None:
    woods = covered_board("woods")
    assert arts_of_board(woods, ALL_LAYERS) is arts_of_board(woods, ALL_LAYERS)
    arts_without_terrain = arts_of_board(woods, VisibleLayers(terrain=False))
    assert arts_without_terrain[G5] != arts_of_board(woods, ALL_LAYERS)[G5]


def test_other_colours_or_layers_clear_the_cached_arts(qapp: QApplication) -> None:
    woods = covered_board("woods")
    before = arts_of_board(woods, ALL_LAYERS)
    Canvas(woods, ALL_LAYERS, LIGHT).restyle(ALL_LAYERS, LIGHT)
    assert arts_of_board(woods, ALL_LAYERS) is not before


LABELLED = Scenario(BOARDS[BoardType.STANDARD], labels={G5: ("Sainte-Mère-Église",)})


def label_types(canvas: Canvas, scale: float) -> list[float]:
    """Return the type size of the labels that are painted at a zoom, in logical pixels."""
    zoom = Zoom.nearest(scale, 1.0)
    return [
        node.size * zoom.scale
        for label in canvas._place_small_labels(zoom).placed.values()
        for node in draw_screen_label(label.lines, LABEL_SIZE / zoom.scale)
        if isinstance(node, Text)
    ]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("scale", [0.15, 0.3, 0.5])
def test_labels_stay_readable_at_a_low_zoom(scale: float) -> None:
    canvas = Canvas(LABELLED, ALL_LAYERS, LIGHT)
    render_to_image(canvas)
    assert label_types(canvas, scale) == pytest.approx([LABEL_SIZE])
    assert not label_types(canvas, 1.5)


@pytest.mark.usefixtures("qapp")
def test_a_label_moves_out_of_the_way_of_a_new_unit() -> None:
    canvas = Canvas(LABELLED, ALL_LAYERS, LIGHT)
    before = render_to_image(canvas)
    after = place_unit(LABELLED, Unit("infger"), [G5])
    areas = canvas.set_scenario(after)
    assert areas
    assert any(area.height() < 60 and not area.contains(centre(G5)) for area in areas)
    image = render_to_image(canvas)
    assert image == render_to_image(Canvas(after, ALL_LAYERS, LIGHT))
    canvas.set_scenario(LABELLED)
    assert render_to_image(canvas) == before


@pytest.mark.usefixtures("qapp")
def test_labels_can_be_hidden_at_a_low_zoom() -> None:
    canvas = Canvas(LABELLED, VisibleLayers(labels=False), LIGHT)
    empty = Canvas(replace(LABELLED, labels={}), ALL_LAYERS, LIGHT)
    assert render_to_image(canvas) == render_to_image(empty)


@pytest.mark.usefixtures("qapp")
def test_labels_are_shown_in_a_language_that_has_them() -> None:
    texts = {
        "en": Texts("The Bridge"),
        "de": Texts("Die Brücke", labels={"Sainte-Mère-Église": "Sankt Marien"}),
    }
    german_texts = {"en": texts["de"]}
    german = replace(LABELLED, labels={G5: ("Sankt Marien",)}, texts=german_texts)
    canvas = Canvas(replace(LABELLED, texts=texts), ALL_LAYERS, LIGHT)
    before = render_to_image(canvas)
    assert canvas.set_label_language("de")
    assert render_to_image(canvas) == render_to_image(Canvas(german, ALL_LAYERS, LIGHT))
    assert canvas._title_of(canvas.scenario) == "Die Brücke"
    assert canvas.set_label_language("fr")
    assert render_to_image(canvas) == before
