"""The frame of a board: border, title, the players' edges, and the unplayable half hexes."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width

from m44core.board import Board, Face
from m44core.catalogue.types import Side
from m44core.drawing.board.board_layout import MARGIN, board_size, hex_centre
from m44core.drawing.board.piece_drawing import draw
from m44core.drawing.ground.printed_ground import ground_colour
from m44core.drawing.shapes.art import Art, Plane
from m44core.drawing.shapes.paths import HEX_CORNERS, polygon, rectangle
from m44core.drawing.shapes.shapes import Drawing, Group, Shape, Text
from m44core.hexes import Hex
from m44core.messages.languages import ENGLISH
from m44core.messages.message import Words
from m44core.messages.words import words
from m44core.model.parts import SIDES, Briefing, Player

_TITLE = 17.0  # units: type size
_BAND = 13.0  # units: height of the colored bar along a player's edge
ENGLISH_WORDS = words(ENGLISH)
_MEDALS = {"GB": "medal4", "IT": "medal5", "RU": "medal6", "JP": "medal7"}


def draw_frame(
    board: Board,
    face: Face = Face.COUNTRY,
    briefing: Briefing | None = None,
    title: str = "",
    words: Words = ENGLISH_WORDS,
) -> Drawing:
    """Return the frame and the half hexes at the ends of odd rows, drawn under all hexes.

    Args:
        board: The board.
        face: The printed face; the half hexes show it, paler.
        briefing: The players at the two edges; None leaves the edges blank.
        title: The title in the upper left corner.
        words: The language of the names of the sides.
    """
    width, height = board_size(board)
    inner = rectangle(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN)
    edges = _draw_player_edges(board, briefing, words) if briefing else ()
    return (
        Shape(rectangle(0, 0, width, height), fill="frame"),
        Shape(rectangle(7, 7, width - 14, height - 14), stroke="frame-line", width=1.2),
        *edges,
        *(_title_plate(title, width / 2 - 2 * MARGIN - 80) if title.strip() else ()),
        Group(tuple(_draw_surrounding_hexes(board, face)), clip=inner),
        Shape(
            rectangle(MARGIN - 3, MARGIN - 3, width - 82, height - 82), stroke="frame-line", width=3
        ),
    )


def _draw_surrounding_hexes(board: Board, face: Face) -> Iterator[Shape]:
    """Yield the hexes around the board; only their halves and tips are visible."""
    by_colour: dict[str, list[str]] = {}
    for hex_ in _surrounding_hexes(board):
        zone = board.zone(face, hex_)
        by_colour.setdefault(ground_colour(face, zone), []).append(_hex_outline(hex_))
    for colour, outlines in by_colour.items():
        yield Shape("".join(outlines), fill=f"{colour}-pale", stroke=f"{colour}-pale")
        yield Shape("".join(outlines), stroke="grid", width=0.8, opacity=0.18)


def _surrounding_hexes(board: Board) -> Iterator[Hex]:
    for row in range(-1, board.rows + 1):
        cols = range(row % 2 - 2, board.last_col + 3, 2)
        yield from (Hex(col, row) for col in cols if Hex(col, row) not in board)


def _hex_outline(hex_: Hex) -> str:
    x, y = hex_centre(hex_)
    return polygon((x + u, y + v) for u, v in HEX_CORNERS)


def _draw_player_edges(board: Board, briefing: Briefing, words: Words) -> Drawing:
    width, height = board_size(board)
    top, bottom = (_side_name(player, words) for player in (briefing.top, briefing.bottom))
    return (
        *_draw_player_edge(
            briefing.top, top, width, MARGIN / 2 + 1, first_medal=width - 90, step=-36
        ),
        *_draw_player_edge(
            briefing.bottom, bottom, width, height - MARGIN / 2 - 1, first_medal=90, step=36
        ),
    )


def _side_name(player: Player, words: Words) -> str:
    return words.render(SIDES[player.side]) if player.side else ""


def _draw_player_edge(
    player: Player, name: str, width: float, y: float, first_medal: float, step: float
) -> Drawing:
    """Return one player's edge: a bar in the side's color, its name, and the medals to win."""
    if player.side is None:
        return ()
    colour = f"edge-{player.side.value.lower()}"
    bar = rectangle(MARGIN, y - _BAND / 2, width - 2 * MARGIN, _BAND)
    plate = rectangle(width / 2 - 75, y - 15, 150, 30)
    medal = draw(Art(Plane.TAG, _medal_name(player)))
    medals = (
        Group(medal, dx=first_medal + i * step, dy=y, scale=0.42) for i in range(player.medals or 0)
    )
    return (
        Shape(bar, colour),
        Shape(plate, colour, stroke="frame", width=3),
        Text(name, width / 2, y, 20, "edge-text", bold=True),
        *medals,
    )


def _title_plate(title: str, max_width: float) -> Drawing:
    """Return the title on a plate, shortened so that the plate is not too wide."""
    words = title.strip()[: int(max_width)]  # more letters than fit
    while _title_width(words) > max_width - 24:
        words = words[:-2].rstrip() + "…"
    width, y = _title_width(words) + 24, MARGIN / 2 + 1
    plate = rectangle(MARGIN, y - 14, width, 28)
    return (
        Shape(plate, "frame", stroke="frame-line", width=1.6),
        Text(words, MARGIN + width / 2, y, _TITLE, "frame-text", bold=True),
    )


def _title_width(text: str) -> float:
    """Estimate the width of a title, in units, without measuring a font."""
    wide = sum(east_asian_width(letter) in "WF" for letter in text)
    return _TITLE * (0.66 * (len(text) - wide) + wide)


def _medal_name(player: Player) -> str:
    default = "medal2" if player.side is Side.AXIS else "medal1"
    return _MEDALS.get(player.country or "", default)
