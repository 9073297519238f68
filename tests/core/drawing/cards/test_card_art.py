from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import pytest

from m44core.catalogue.box_kinds import BASE
from m44core.catalogue.command_cards import load_cards
from m44core.drawing.cards.card_faces import HEIGHT, WIDTH, draw_card_back, draw_card_face
from m44core.drawing.cards.emblems import EMBLEMS
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Node, Shape, Text

KEYS = [card.key for card in load_cards()]
TACTICS = [card.key for card in load_cards() if card.tactic]
CARD_BY_KEY = {card.key: card for card in load_cards()}
EVERY_CARD = pytest.mark.parametrize("key", KEYS)
LONG_TEXT = (
    "Attack up to 4 enemy units next to each other with 2 dice each (Allies) or 1 die (Axis)."
)


def leaves(drawing: Drawing) -> Iterator[Shape | Text]:
    for node in drawing:
        yield from leaves(node.children) if isinstance(node, Group) else (node,)


def text_lines(drawing: Drawing) -> list[Text]:
    return [node for node in drawing if isinstance(node, Text)]


def colours_in(drawing: Drawing) -> Iterator[str]:
    for leaf in leaves(drawing):
        paints = (leaf.fill, leaf.stroke if isinstance(leaf, Shape) else None)
        for paint in paints:
            if isinstance(paint, Gradient):
                yield from (colour for _, colour in paint.stops)
            elif paint:
                yield paint


@EVERY_CARD
def test_a_card_uses_colours_of_both_palettes(key: str) -> None:
    used_colours = set(colours_in((*draw_card_face(key), *draw_card_back())))
    assert used_colours <= LIGHT.keys()
    assert used_colours <= DARK.keys()


def test_no_two_cards_look_alike() -> None:
    pictures = {key: draw_card_face(key) for key in KEYS}
    for one, other in combinations(KEYS, 2):
        assert pictures[one] != pictures[other], (one, other)


@EVERY_CARD
def test_a_card_shows_its_name(key: str) -> None:
    card = next(card for card in load_cards() if card.key == key)
    title = [line.text for line in text_lines(draw_card_face(key)) if line.bold]
    title_text = " ".join(title).replace("- ", "-")
    assert title_text == card.label


def test_every_tactic_card_has_an_emblem_and_base_cards_have_their_own() -> None:
    assert EMBLEMS.keys() == {CARD_BY_KEY[key].emblem for key in TACTICS}
    base_cards = [key for key in TACTICS if CARD_BY_KEY[key].box == BASE]
    assert [CARD_BY_KEY[key].emblem for key in base_cards] == base_cards
    assert all(EMBLEMS.values())


@pytest.mark.parametrize("key", [key for key in KEYS if key not in TACTICS])
def test_a_section_card_highlights_its_sections(key: str) -> None:
    orders = next(card.orders for card in load_cards() if card.key == key)
    highlighted_groups = [
        node
        for node in picture_groups(draw_card_face(key))
        if _background_fill(node) == "piece-yellow"
    ]
    assert sorted(group.dx for group in highlighted_groups) == sorted(
        28.0 * (section - 1) for section in orders
    )


def test_a_card_with_orders_on_the_move_shows_an_arrow_across_its_sections() -> None:
    plain, with_arrow = (
        picture_groups(draw_card_face("probe-left")),
        picture_groups(draw_card_face("breakthrough-probe-left")),
    )
    (arrow,) = [group for group in with_arrow if group not in plain]
    (arrow_from_top,) = [
        g for g in picture_groups(draw_card_face("breakthrough-probe-left", from_top=True)) if g.dy
    ]
    assert arrow.dy > 0 > arrow_from_top.dy


def test_the_left_flank_of_the_top_player_is_drawn_on_the_right() -> None:
    (dx_from_below,) = [
        g.dx
        for g in picture_groups(draw_card_face("probe-left"))
        if _background_fill(g) == "piece-yellow"
    ]
    face_from_top = draw_card_face("probe-left", from_top=True)
    (dx_from_top,) = [
        g.dx for g in picture_groups(face_from_top) if _background_fill(g) == "piece-yellow"
    ]
    assert dx_from_below < 0 < dx_from_top
    assert [g.turn for g in picture_groups(face_from_top) if g.turn] == [180]


def picture_groups(drawing: Drawing) -> list[Group]:
    picture = next(node for node in drawing if isinstance(node, Group))
    return [node for node in picture.children if isinstance(node, Group)]


def _background_fill(group: Group) -> object:
    ground: Node = group.children[0]
    return ground.fill if isinstance(ground, Shape) else None


@EVERY_CARD
def test_the_effect_of_a_card_is_written_within_its_face(key: str) -> None:
    summary = next(card.summary for card in load_cards() if card.key == key) or LONG_TEXT
    effect_lines = [line for line in text_lines(draw_card_face(key, summary)) if not line.bold]
    assert " ".join(line.text for line in effect_lines) == summary
    assert all(line.y + line.size / 2 <= HEIGHT - 4 for line in effect_lines)
    assert all(len(line.text) * line.size * 0.56 <= WIDTH - 8 for line in effect_lines)


def test_an_unknown_card_shows_its_key() -> None:
    assert [line.text for line in text_lines(draw_card_face("secret-plan"))] == ["secret-plan"]


@pytest.mark.parametrize("name", EMBLEMS)
def test_an_emblem_stays_in_its_box(name: str) -> None:
    for shape in EMBLEMS[name]:
        if isinstance(shape, Shape):
            numbers = [float(word) for word in re.findall(r"-?\d+\.?\d*", shape.path)]
            x_values, y_values = numbers[::2], numbers[1::2]
            assert max(map(abs, x_values)) <= 45, shape
            assert max(map(abs, y_values)) <= 36, shape


def test_text_too_long_for_the_smallest_type_is_left_out() -> None:
    assert not [
        line for line in text_lines(draw_card_face("ambush", "far too long " * 60)) if not line.bold
    ]
