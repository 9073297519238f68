from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m44core.board import BOARDS, Board, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.board_layout import MARGIN, board_size, hex_centre
from m44core.drawing.board.frame import draw_frame
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.extents import drawing_extent
from m44core.drawing.shapes.shapes import Drawing, Group, Shape, Text
from m44core.messages.renderers import renderer_in
from m44core.model.scenario_parts import Briefing, Player

STANDARD = BOARDS[BoardType.STANDARD]
PEGASUS = Briefing(
    top=Player(Side.AXIS, "DE", medals=4), bottom=Player(Side.ALLIES, "GB", medals=6)
)


def text_nodes(drawing: Drawing) -> list[Text]:
    return [node for node in drawing if isinstance(node, Text)]


def medals(drawing: Drawing, name: str) -> list[Group]:
    picture = draw_art(Art(PaintingPlane.TAG, name))
    return [node for node in drawing if isinstance(node, Group) and node.children == picture]


def fill_colours(drawing: Drawing) -> Iterator[object]:
    for node in drawing:
        if isinstance(node, Group):
            yield from fill_colours(node.children)
        elif isinstance(node, Shape):
            yield node.fill


def test_each_player_has_an_edge_with_the_medals_it_needs() -> None:
    frame = draw_frame(STANDARD, briefing=PEGASUS)
    axis, allies = text_nodes(frame)
    assert (axis.text, allies.text) == ("Axis", "Allies")
    assert axis.y < MARGIN < allies.y
    assert len(medals(frame, "medal2")) == 4
    assert len(medals(frame, "medal4")) == 6


def test_in_a_game_won_medals_fill_the_slots_of_a_side() -> None:
    won_medals = {Side.AXIS: 1, Side.ALLIES: 7}
    frame = draw_frame(STANDARD, briefing=PEGASUS, won_medals=won_medals)
    assert len(medals(frame, "medal2")) == 1
    assert len(medals(frame, "medal4")) == 7, "more than it needs"
    slots = [node for node in frame if isinstance(node, Group) and node.scale < 1]
    assert len(slots) == 4 + 7


def test_the_sides_may_be_swapped() -> None:
    swapped_briefing = Briefing(top=PEGASUS.bottom, bottom=PEGASUS.top)
    assert [t.text for t in text_nodes(draw_frame(STANDARD, briefing=swapped_briefing))] == [
        "Allies",
        "Axis",
    ]


def test_the_sides_have_their_names_in_any_language() -> None:
    frame = draw_frame(STANDARD, briefing=PEGASUS, renderer=renderer_in("fr"))
    assert [t.text for t in text_nodes(frame)] == ["Axe", "Alliés"]


def test_a_player_without_a_side_has_a_blank_edge() -> None:
    assert text_nodes(draw_frame(STANDARD, briefing=Briefing())) == []
    assert text_nodes(draw_frame(STANDARD)) == []


@pytest.mark.parametrize(
    ("face", "expected_colours"),
    [
        (Face.COUNTRY, {"grass-pale"}),
        (Face.WINTER, {"winter-pale"}),
        (Face.DESERT, {"desert-pale"}),
        (Face.BEACH, {"grass-pale", "sand-pale", "ocean-pale"}),
    ],
)
def test_half_hexes_show_the_face_in_paler_colors(face: Face, expected_colours: set[str]) -> None:
    assert expected_colours <= set(fill_colours(draw_frame(STANDARD, face)))


@pytest.mark.parametrize("board", BOARDS.values(), ids=repr)
@given(title=st.text(max_size=200))
def test_a_title_never_reaches_the_middle_of_the_edge(board: Board, title: str) -> None:
    frame_texts = text_nodes(draw_frame(board, title=title))
    assert len(frame_texts) == bool(title.strip())
    assert all(2 * text.x - MARGIN < board_size(board)[0] / 2 - 75 for text in frame_texts)


def test_a_short_title_is_written_whole() -> None:
    assert [t.text for t in text_nodes(draw_frame(STANDARD, title=" Pegasus Bridge "))] == [
        "Pegasus Bridge"
    ]


@pytest.mark.parametrize("board", BOARDS.values(), ids=repr)
def test_coordinates_along_the_edges_name_every_hex(board: Board) -> None:
    frame_texts = text_nodes(draw_frame(board, coordinates=True))
    width, height = board_size(board)
    for left, above in ((True, True), (False, False)):
        letters = {t.x: t.text for t in frame_texts if t.text.isalpha() and (t.y < MARGIN) == above}
        numbers = {t.y: t.text for t in frame_texts if t.text.isdigit() and (t.x < MARGIN) == left}
        for hex_ in board.hexes:
            x, y = hex_centre(hex_)
            assert letters[x] + numbers[y] == board.name(hex_)
    assert all(0 < t.x < width and 0 < t.y < height for t in frame_texts)


def test_coordinates_do_not_touch_the_bar_of_the_players() -> None:
    frame = draw_frame(STANDARD, briefing=PEGASUS, coordinates=True)
    axis = next(t for t in text_nodes(frame) if t.text == "Axis")
    letter = next(t for t in text_nodes(frame) if t.text == "G")
    assert axis.y + axis.size / 2 < letter.y - letter.size * 0.36
    assert letter.y + letter.size * 0.36 < MARGIN - 3


@pytest.mark.parametrize("min_type", [0.0, 16.0])
def test_letters_along_the_edges_have_air_towards_the_line_around_the_hexes(
    min_type: float,
) -> None:
    frame = draw_frame(STANDARD, briefing=PEGASUS, coordinates=True, min_type=min_type)
    lines = [node for node in frame if isinstance(node, Shape) and node.stroke == "frame-line"]
    line = drawing_extent((lines[-1],))
    letters = [text for text in text_nodes(frame) if len(text.text) == 1 and text.text.isalpha()]
    above = [text.y + 0.59 * text.size for text in letters if text.y < MARGIN]
    below = [text.y - 0.4 * text.size for text in letters if text.y > MARGIN]
    assert line.top - max(above) > 2.5, "units: 0.35 millimeters on paper"
    assert min(below) - line.bottom > 2.5


@pytest.mark.parametrize("min_type", [0.0, 30.0])
def test_plates_and_medals_are_clear_of_the_letters_and_of_the_line(min_type: float) -> None:
    frame = draw_frame(STANDARD, briefing=PEGASUS, coordinates=True, min_type=min_type)
    letters = [text for text in text_nodes(frame) if len(text.text) == 1 and text.y < MARGIN]
    highest = min(text.y - 0.37 * text.size for text in letters)  # the top of a capital
    plates = [
        replace(node, stroke=None)  # in the color of the frame
        for node in frame
        if isinstance(node, Shape) and node.fill == "edge-axis"
    ]
    nodes: Drawing = (*plates, *medals(frame, "medal2"))
    parts = [drawing_extent((node,)) for node in nodes]
    assert len(parts) == 6, "the bar, the plate and four medals"
    assert max(part.bottom for part in parts if part) <= highest
    assert min(part.top for part in parts if part) > 1.4


def test_no_plate_interrupts_the_line_of_the_frame() -> None:
    frame = draw_frame(STANDARD, briefing=PEGASUS, coordinates=True)
    shapes = [node for node in frame if isinstance(node, Shape)]
    line = next(n for n, shape in enumerate(shapes) if shape.stroke == "frame-line")
    plates = [n for n, shape in enumerate(shapes) if str(shape.fill).startswith("edge-")]
    assert line > max(plates), "the edges of plates are in the color of the frame"
