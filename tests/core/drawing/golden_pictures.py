"""Every picture, by name, for :mod:`tests.core.drawing.golden_art`.

Most show all forms of one thing in a row. Pictures of new pieces, cards and tools are included
automatically, because the names come from the catalogue and from the tables of the painters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from m44core.board import BoardType, Face, Zone
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Side
from m44core.catalogue.command_cards import load_cards
from m44core.drawing.board.comparison import (
    CHANGE_KINDS,
    ComparisonLegend,
    comparison_size,
    draw_change_mark,
    draw_change_sign,
    draw_comparison,
    move_arrow,
)
from m44core.drawing.board.hex_labels import draw_hex_name, draw_label
from m44core.drawing.board.piece_drawing import draw_art, painters_by_name, piece_icon
from m44core.drawing.board.scenario_drawing import ALL_LAYERS, board_size, draw_scenario
from m44core.drawing.cards import card_faces as cards
from m44core.drawing.cards.dice import DICE
from m44core.drawing.ground.hex_tile import VARIANTS
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.glyphs import draw_digits, owner_mark, side_mark
from m44core.drawing.shapes.palettes import DARK, LIGHT
from m44core.drawing.shapes.piece_colours import NATIONS
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.drawing.shapes.tool_icons import ICONS
from m44core.drawing.svg_export import to_svg
from m44core.drawing.tokens.badge_art import EQUIPMENT_TOKENS, TOKENS
from m44core.drawing.tokens.medal_art import draw_term_sign as sign_of
from m44core.drawing.units.unit_art import EQUIPPED
from m44core.hexes import Hex
from m44core.model.edits.converting import new_scenario
from m44core.model.objective_medals import BOOLEAN_TERMS
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag, Unit

NamedPicture = tuple[str, str, str]  # name, SVG in daylight, SVG in the dark theme
Detail = tuple[str | int, ...]

_CELL, _ROW_HEIGHT = 112.0, 128.0  # of a row
_OWNED: tuple[Detail, ...] = ((), ("",), ("AXIS",), ("ALLIES",))
_COUNTED: tuple[Detail, ...] = ((), (1, ""), (2, ""), (3, ""), (4, ""), (12, "badge4"))
_TAGGED: tuple[Detail, ...] = ((), (0, 1, ""), (0, 2, "AXIS"), (1, 2, "ALLIES"), (4, 5, ""))
_COASTS = ((0, 0), (6, 0), (0, 6), (63, 0), (0, 63), (41, 18))  # edges to the sea, to the beach
_TILE_DETAILS: tuple[Detail, ...] = (  # as m44core.drawing.ground.tile_joins.tile_detail says it
    (63, 0, 0, 0, 0, 0),
    (9, 6, 0, 1, 0, 0),
    (1, 0, 48, 0, 5, 0),
    (36, 0, 0, 2, 0, 0),
    (0, 0, 0, 3, 63, 63),
)


def all_pictures() -> Iterator[NamedPicture]:
    """Yield every picture."""
    return chain(_tiles(), _pieces(), _cards(), _small_pictures(), _boards(), _comparisons())


def _row_picture(name: str, drawings: Iterable[Drawing]) -> NamedPicture:
    """Return a picture of some drawings side by side, without duplicates."""
    unique_drawings = list(dict.fromkeys(drawings))
    groups = (
        Group(drawing, dx=(number + 0.5) * _CELL, dy=_ROW_HEIGHT / 2)
        for number, drawing in enumerate(unique_drawings)
    )
    return _named_picture(name, tuple(groups), len(unique_drawings) * _CELL, _ROW_HEIGHT)


def _named_picture(name: str, drawing: Drawing, width: float, height: float) -> NamedPicture:
    ground = Shape(f"M0 0H{width}V{height}H0Z", fill="paper")
    light, dark = (to_svg((ground, *drawing), width, height, p) for p in (LIGHT, DARK))
    return name, light, dark


def _oriented_elements(layer: Layer) -> Iterator[tuple[Element, int]]:
    """Yield each element of a layer with each of its orientations, which are numbered from 1."""
    for element in base_catalogue().on_layer(layer):
        yield from ((element, turn) for turn in range(1, element.orientations + 1))


def _tiles() -> Iterator[NamedPicture]:
    for element, turn in _oriented_elements(Layer.TERRAIN):
        arts = [Art(PaintingPlane.GROUND, element.name, turn, v) for v in range(VARIANTS)]
        detailed_arts = [
            replace(art, detail=around) for art, around in zip(arts, _TILE_DETAILS, strict=False)
        ]
        yield _row_picture(f"tile/{element.name}/{turn}", map(draw_art, arts))
        yield _row_picture(f"tile/{element.name}/{turn}/among others", map(draw_art, detailed_arts))
    for face in Face:
        for zone in Zone:
            coasts = [
                Art(PaintingPlane.GROUND, "ground", 1, variant, (face.value, zone.value, *coast))
                for variant, coast in enumerate(_COASTS)
            ]
            yield _row_picture(f"printed/{face.value.lower()}/{zone.value}", map(draw_art, coasts))


def _pieces() -> Iterator[NamedPicture]:
    for plane, layer in (
        (PaintingPlane.STRUCTURE, Layer.STRUCTURE),
        (PaintingPlane.OBSTACLE, Layer.OBSTACLE),
    ):
        for element, turn in _oriented_elements(layer):
            arts = [Art(plane, element.name, turn, detail=detail) for detail in _OWNED]
            yield _row_picture(f"{plane.value}/{element.name}/{turn}", map(draw_art, arts))
    for name in painters_by_name(PaintingPlane.UNIT):
        details = ((),) if name in TOKENS else _COUNTED
        arts = [Art(PaintingPlane.UNIT, name, detail=detail) for detail in details]
        kind = "badge" if name in TOKENS else "unit"
        yield _row_picture(f"{kind}/{name}", map(draw_art, arts))
    for kind, equipment in EQUIPPED:
        infantry_arts = [
            Art(PaintingPlane.UNIT, kind + n, detail=(3, "", equipment)) for n in NATIONS
        ]
        yield _row_picture(f"unit/{equipment}", map(draw_art, infantry_arts))
    for equipment in EQUIPMENT_TOKENS:
        infantry_arts = [
            Art(PaintingPlane.UNIT, "infger", detail=(3, badge, equipment))
            for badge in ("", "badge4")
        ]
        yield _row_picture(f"unit/{equipment}", map(draw_art, infantry_arts))
    for name in painters_by_name(PaintingPlane.TAG):
        arts = [Art(PaintingPlane.TAG, name, detail=detail) for detail in _TAGGED]
        yield _row_picture(f"tag/{name}", map(draw_art, arts))


def _cards() -> Iterator[NamedPicture]:
    for card in load_cards():
        faces = (
            cards.draw_card_face(card.key),
            cards.draw_card_face(card.key, card.summary or "Orders units."),
        )
        from_top = cards.draw_card_face(card.key, from_top=True)
        yield _row_picture(f"card/{card.key}", _centred_faces((*faces, from_top)))
    yield _row_picture(
        "card/back, and one not known",
        _centred_faces((cards.draw_card_back(), cards.draw_card_face("secret"))),
    )


def _centred_faces(faces: Iterable[Drawing]) -> Iterator[Drawing]:
    scale = 0.86
    for face in faces:
        x, y = -cards.WIDTH / 2 * scale, -cards.HEIGHT / 2 * scale
        yield (Group(face, dx=x, dy=y, scale=scale),)


def _small_pictures() -> Iterator[NamedPicture]:
    for kind, table in (("die", DICE), ("tool", ICONS)):
        yield from (_row_picture(f"{kind}/{name}", (drawing,)) for name, drawing in table.items())
    yield _row_picture("side/marks", map(side_mark, (*(side.value for side in Side), "")))
    yield _row_picture("medal/signs", map(sign_of, BOOLEAN_TERMS))
    yield _row_picture(
        "side/owners", (owner_mark(owner, needs_owner=True) for owner in ("AXIS", "ALLIES", ""))
    )
    yield _row_picture("words/digits", (draw_digits("0123456789?", 0, 0, 12, "piece-ink"),))
    yield _row_picture(
        "words/labels", map(draw_label, (["One"], ["Two", "lines"], ["Long label for a hex"]))
    )
    yield _row_picture("words/hex name", (draw_hex_name("A9"),))
    unknown_arts = [
        Art(plane, "unheard of") for plane in (PaintingPlane.GROUND, PaintingPlane.UNIT)
    ]
    yield _row_picture(
        "unknown", (*map(draw_art, unknown_arts), piece_icon("unheard of", base_catalogue()))
    )
    yield _row_picture(
        "comparison/marks",
        (*map(draw_change_mark, CHANGE_KINDS), *map(draw_change_sign, CHANGE_KINDS)),
    )


def _boards() -> Iterator[NamedPicture]:
    layers_with_names = replace(ALL_LAYERS, hex_names=True)
    for board_type in BoardType:
        for face in Face:
            scenario = new_scenario(board_type, face)
            drawing = draw_scenario(scenario, layers_with_names)
            name = f"board/{board_type.value.lower()}/{face.value.lower()}"
            yield _named_picture(name, drawing, *board_size(scenario.board))
    full_drawing = draw_scenario(_scenario_with_full_hex())
    yield _named_picture(
        "board/full hexes", full_drawing, *board_size(_scenario_with_full_hex().board)
    )


def _scenario_with_full_hex() -> Scenario:
    """Return a scenario with a hex that holds a piece of every layer, and runs of terrain."""
    full_content = HexContent(
        terrain=Piece("hills"),
        structure=Piece("bunker", owner=Side.AXIS),
        obstacle=Piece("wire"),
        unit=Unit("infger", figures=3, badge="badge4"),
        tags=(Tag("medal1", side=Side.ALLIES), Tag("tag4", side=Side.AXIS)),
    )
    runs = {Hex(4 + 2 * i, 4): HexContent(terrain=Piece("woods")) for i in range(4)}
    rivers = {Hex(4 + 2 * i, 6): HexContent(terrain=Piece("river")) for i in range(4)}
    towns = {Hex(5, 5): HexContent(terrain=Piece("buildings"))}
    scenario = new_scenario(BoardType.STANDARD, Face.BEACH)
    scenario = scenario.with_hexes({Hex(8, 2): full_content, **runs, **rivers, **towns})
    return replace(scenario, labels={Hex(8, 2): ("Full",)})


def _comparisons() -> Iterator[NamedPicture]:
    start, end, removed_hex = Hex(4, 4), Hex(8, 4), Hex(12, 4)
    before = Scenario().with_hexes(
        {start: HexContent(unit=Unit("infger")), removed_hex: HexContent(terrain=Piece("woods"))}
    )
    after = Scenario().with_hexes({end: HexContent(unit=Unit("infger"))})
    marks = dict(zip((start, end, removed_hex), ("changed", "added", "removed"), strict=True))
    legend = ComparisonLegend("before.m44", "after.m44", "3 places on the board differ.")
    drawing = draw_comparison(before, after, marks, [(start, end)], legend)
    yield _named_picture("comparison/board", drawing, *comparison_size(after))
    yield _named_picture("comparison/arrow", move_arrow(start, end), 700, 500)
