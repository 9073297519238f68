"""The frame of a board: border, title, the players' edges, and the unplayable half hexes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import east_asian_width

from m44core.board import Board, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.board_layout import MARGIN, board_size, hex_centre
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.ground.printed_ground import ground_colour
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.paths import HEX_CORNERS, circle, polygon, rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape, Text
from m44core.drawing.tokens.medal_art import NEUTRAL_STAR
from m44core.hexes import Hex
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Renderer
from m44core.messages.renderers import renderer_in
from m44core.model.scenario_parts import SIDES, Briefing, Player

_COORDINATE_SIZE = 17.0  # units: type size of the letters and numbers along the edges
_MAX_COORDINATE_SIZE = 20.0  # units: fills the space between the edge of a player and the hexes
_ASCENT, _DESCENT = 0.4, 0.59  # ems: from the middle of a capital to the ends of the letters
_LINE_SHARE = 0.58  # share of the air around the letters that is next to the line of the hexes
ENGLISH_RENDERER = renderer_in(ENGLISH)


class _EdgeStyle(NamedTuple):
    """The sizes of the elements along a player's edge, in units.

    Attributes:
        middle: Distance of the middle of the bar from the outer edge.
        bar_height: Height of the colored bar.
        plate_height: Height of the plates with the side and the title.
        side_type_size: Type size of the side.
        title_type_size: Type size of the title.
        medal_scale: Scale of the medals.
        line: Distance of the thin line of the frame from the outer edge.
        hex_line: Distance of the line around the hexes from the hexes.
        hex_line_width: Its width.
    """

    middle: float = MARGIN / 2 + 1
    bar_height: float = 13.0
    plate_height: float = 30.0
    side_type_size: float = 20.0
    title_type_size: float = 17.0
    medal_scale: float = 0.42
    line: float = 7.0
    hex_line: float = 3.0
    hex_line_width: float = 3.0

    @property
    def letter_strip(self) -> tuple[float, float]:
        """The strip of the letters between the plates and the line, from the outer edge."""
        end = MARGIN - self.hex_line - self.hex_line_width / 2
        return self.middle + self.plate_height / 2, end


_WIDE_EDGE = _EdgeStyle()
_NARROW_EDGE = _EdgeStyle(  # leaves room for the letters
    10.9, 8.0, 18.8, 13.5, 13.0, 0.2, 0.8, hex_line=1.5, hex_line_width=2.0
)
_EMPTY_SLOT: Drawing = (Shape(circle(0, 0, 30), fill="frame", stroke="frame-line", width=4),)
_MEDALS = {
    "US": "medal1",
    "GB": "medal4",
    "IT": "medal5",
    "RU": "medal6",
    "SU": "medal6",
    "JP": "medal7",
}
_MEDALS_OF_OTHERS = {Side.AXIS: "medal2", Side.ALLIES: NEUTRAL_STAR}


def draw_frame(
    board: Board,
    face: Face = Face.COUNTRY,
    briefing: Briefing | None = None,
    title: str = "",
    renderer: Renderer = ENGLISH_RENDERER,
    *,
    coordinates: bool = False,
    min_type: float = 0.0,
    won_medals: Mapping[Side, int] | None = None,
) -> Drawing:
    """Return the frame and the half hexes at the ends of odd rows, drawn under all hexes.

    Args:
        board: The board.
        face: The printed face; the half hexes show it, paler.
        briefing: The players at the two edges; None leaves the edges blank.
        title: The title in the upper left corner.
        renderer: The language of the names of the sides.
        coordinates: Whether letters and numbers along the edges name the hexes.
        min_type: The smallest legible type size, in units; limited to what fits in the frame.
        won_medals: The number of medals that each side has won in a game; they fill as many slots
            at the side's edge. If None, every slot has a medal.
    """
    width, height = board_size(board)
    style = _NARROW_EDGE if coordinates else _WIDE_EDGE
    size = min(max(style.side_type_size, min_type), style.plate_height - 0.1)
    style = style._replace(side_type_size=size)
    inner = rectangle(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    edges = _draw_player_edges(board, briefing, renderer, style, won_medals) if briefing else ()
    return (
        Shape(rectangle(0, 0, width, height), fill="frame"),
        *edges,
        Shape(
            rectangle(style.line, style.line, width - 2 * style.line, height - 2 * style.line),
            stroke="frame-line",
            width=1.2,
        ),
        *(
            _title_plate(title, _plate_centres(board)[0] - 2 * MARGIN - 80, style)
            if title.strip()
            else ()
        ),
        Group(_draw_surrounding_hexes(board, face), clip=inner),
        _line_around_hexes(width, height, style),
        *(_draw_coordinates(board, min_type, style) if coordinates else ()),
    )


def _line_around_hexes(width: float, height: float, style: _EdgeStyle) -> Shape:
    edge = MARGIN - style.hex_line
    path = rectangle(edge, edge, width - 2 * edge, height - 2 * edge)
    return Shape(path, stroke="frame-line", width=style.hex_line_width)


def _draw_coordinates(board: Board, min_type: float, style: _EdgeStyle) -> Iterator[Text]:
    """Yield the letters of the columns and the numbers of the rows, as the hexes are named.

    The letters are clear of the plates and of the line around the hexes: without its tail, a Q
    would look like an O.
    """
    size = min(max(_COORDINATE_SIZE, min_type), _MAX_COORDINATE_SIZE)
    width, height = board_size(board)
    start, end = style.letter_strip
    nearest = end - (end - start - (_ASCENT + _DESCENT) * size) * _LINE_SHARE
    above, below = nearest - _DESCENT * size, height - (nearest - _ASCENT * size)
    for hex_ in (Hex(col, col % 2) for col in range(board.last_col + 1)):
        letter, x = board.name(hex_)[0], hex_centre(hex_)[0]
        for y in (above, below):
            yield Text(letter, x, y, size, "frame-text", bold=letter.isupper(), halo="frame")
    for row in range(board.rows):
        hex_ = Hex(row % 2, row)
        number, y = board.name(hex_)[1:], hex_centre(hex_)[1]
        for x in (MARGIN / 2 + 2, width - MARGIN / 2 - 2):
            yield Text(number, x, y, size, "frame-text", bold=row % 2 == 0)


@lru_cache(maxsize=len(BoardType) * len(Face))
def _draw_surrounding_hexes(board: Board, face: Face) -> tuple[Shape, ...]:
    """Return the hexes around the board; only their halves and tips are visible."""
    outlines_by_colour: dict[str, list[str]] = {}
    for hex_ in _surrounding_hexes(board):
        zone = board.zone(face, hex_)
        outlines_by_colour.setdefault(ground_colour(face, zone), []).append(_hex_outline(hex_))
    shapes: list[Shape] = []
    for colour, outlines in outlines_by_colour.items():
        path = "".join(outlines)
        shapes.append(Shape(path, fill=f"{colour}-pale", stroke=f"{colour}-pale"))
        shapes.append(Shape(path, stroke="grid", width=0.8, opacity=0.18))
    return tuple(shapes)


def _surrounding_hexes(board: Board) -> Iterator[Hex]:
    for row in range(-1, board.rows + 1):
        cols = range(row % 2 - 2, board.last_col + 3, 2)
        yield from (Hex(col, row) for col in cols if Hex(col, row) not in board)


def _hex_outline(hex_: Hex) -> str:
    x, y = hex_centre(hex_)
    return polygon((x + u, y + v) for u, v in HEX_CORNERS)


def _draw_player_edges(
    board: Board,
    briefing: Briefing,
    renderer: Renderer,
    style: _EdgeStyle,
    won_medals: Mapping[Side, int] | None,
) -> Drawing:
    width, height = board_size(board)
    top, bottom = (_side_name(player, renderer) for player in (briefing.top, briefing.bottom))
    above, below, plates = style.middle, height - style.middle, _plate_centres(board)
    won_top, won_bottom = (
        _filled_slot_count(player, won_medals) for player in (briefing.top, briefing.bottom)
    )
    return (
        *_draw_player_edge(briefing.top, top, plates, above, width - 90, -36, style, won_top),
        *_draw_player_edge(briefing.bottom, bottom, plates, below, 90, 36, style, won_bottom),
    )


def _filled_slot_count(player: Player, won_medals: Mapping[Side, int] | None) -> int:
    """Return the number of a player's slots that have a medal: all, unless a game is played."""
    if won_medals is None or player.side is None:
        return player.medals or 0
    return won_medals.get(player.side, 0)


def _plate_centres(board: Board) -> list[float]:
    """Return the x centers of the plates that name the side: two on an Overlord board, else one."""
    width = board_size(board)[0]
    return [width / 4, width * 3 / 4] if board.type is BoardType.OVERLORD else [width / 2]


def _side_name(player: Player, renderer: Renderer) -> str:
    return renderer.render(SIDES[player.side]) if player.side else ""


def _draw_player_edge(
    player: Player,
    name: str,
    plates: Sequence[float],
    y: float,
    first_medal: float,
    step: float,
    style: _EdgeStyle,
    filled: int,
) -> Drawing:
    """Return one player's edge: a bar in the side's color, its name, and the medals to win.

    Slots beyond the first *filled* ones are empty. Without a side, nothing is drawn.
    """
    if player.side is None:
        return ()
    colour, width = f"edge-{player.side.value.lower()}", plates[0] + plates[-1]
    bar = rectangle(MARGIN, y - style.bar_height / 2, width - 2 * MARGIN, style.bar_height)
    medal = draw_art(Art(PaintingPlane.TAG, medal_picture_name(player.side, player.country or "")))
    medals = (
        Group(
            medal if i < filled else _EMPTY_SLOT,
            dx=first_medal + i * step,
            dy=y,
            scale=style.medal_scale,
        )
        for i in range(max(player.medals or 0, filled))
    )
    return (
        Shape(bar, colour),
        *(node for x in plates for node in _side_plate(name, x, y, colour, style)),
        *medals,
    )


def _side_plate(name: str, x: float, y: float, colour: str, style: _EdgeStyle) -> Drawing:
    plate = rectangle(x - 75, y - style.plate_height / 2, 150, style.plate_height)
    return (
        Shape(plate, colour, stroke="frame", width=3),
        Text(name, x, y, style.side_type_size, "edge-text", bold=True),
    )


def _title_plate(title: str, max_width: float, style: _EdgeStyle) -> Drawing:
    """Return the title on a plate, shortened so that the plate is not too wide."""
    words, size = title.strip()[: int(max_width)], style.title_type_size  # more letters than fit
    while _title_width(words, size) > max_width - 24:
        words = words[:-2].rstrip() + "…"
    width, y = _title_width(words, size) + 24, style.middle
    plate = rectangle(MARGIN, y - style.plate_height / 2 + 1, width, style.plate_height - 2)
    return (
        Shape(plate, "frame", stroke="frame-line", width=1.6),
        Text(words, MARGIN + width / 2, y, size, "frame-text", bold=True),
    )


def _title_width(text: str, size: float) -> float:
    """Estimate the width of a title, in units, without measuring a font."""
    wide_letters = sum(east_asian_width(letter) in "WF" for letter in text)
    return size * (0.66 * (len(text) - wide_letters) + wide_letters)


def medal_picture_name(side: Side | None, nation: str) -> str:
    """Return the name of the picture of the medals that a side wins.

    Allies of an unknown nation, or of one without medals of its own, win stars of no nation.
    """
    return _MEDALS.get(nation.upper(), _MEDALS_OF_OTHERS[side or Side.ALLIES])
