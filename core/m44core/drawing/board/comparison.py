"""Two scenarios compared on one board: differing hexes are marked and show their old content.

A hex is ``added``, ``removed`` or ``changed``. Each kind has its own outline and sign, so that no
mark depends on color alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import atan2, degrees, hypot

from m44core.drawing.board.board_layout import MARGIN
from m44core.drawing.board.frame import ENGLISH_RENDERER
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import (
    arts_of_hex,
    board_size,
    draw_scenario,
    hex_centre,
)
from m44core.drawing.ground.hex_tile import CLIP
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.paths import (
    HEX_CORNERS,
    HEX_OUTLINE,
    arrow,
    circle,
    polygon,
    rectangle,
    rounded_rectangle,
)
from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape, Text
from m44core.hexes import Hex
from m44core.messages.message import Renderer
from m44core.model.scenario import Scenario

CHANGE_KINDS = ("added", "removed", "changed")
_COLOURS: Mapping[str, str] = {
    "added": "#23813a",
    "removed": "#c0281c",
    "changed": "#a86200",
}
_CASING = "#fffdf4"
_ARROW = "#274f9c"
_VEIL_OPACITY = 0.5  # opacity over the hexes that do not differ
_GHOST_OPACITY = 0.4
_INSET_SCALE, _INSET_X, _INSET_Y = 0.46, -26.0, -28.0  # scale and center of the inset
_SIGN_X, _SIGN_Y, _SIGN_RADIUS = -38.0, 24.0, 12.5  # center and radius of the sign, clear of pieces
_LEGEND_HEIGHT = 92.0  # units: height of the strip below the board
_GAP = 16.0  # units between the names and the signs
_TYPE_SIZE = 19.0  # type size of the legend
_LETTER_WIDTH = 0.56  # ems: average width of a letter


@dataclass(frozen=True, slots=True)
class ComparisonLegend:
    """The text below the board.

    Attributes:
        before: Name of the earlier scenario.
        after: Name of the later scenario.
        verdict: The result of the comparison, in a sentence.
    """

    before: str
    after: str
    verdict: str


def comparison_size(scenario: Scenario) -> tuple[float, float]:
    """Return the width and height of a comparison with its legend, in units."""
    width, height = board_size(scenario.board)
    return width, height + _LEGEND_HEIGHT


def draw_comparison(
    before: Scenario,
    after: Scenario,
    marks: Mapping[Hex, str],
    moves: Iterable[tuple[Hex, Hex]],
    legend: ComparisonLegend,
    renderer: Renderer = ENGLISH_RENDERER,
) -> Drawing:
    """Return the board of *after* with the differing hexes marked and their old content shown.

    Args:
        before: The earlier scenario. Removed pieces are drawn as ghosts, replaced ones as insets.
        after: The later scenario, on a board of the same format if anything is marked.
        marks: The kind of change of each hex that differs.
        moves: Start and end of each unit that moved.
        legend: The text below the board.
        renderer: The language of the frame.
    """
    veil = _unchanged_hexes_veil(after, marks) if marks else ()
    overlay = (
        node for hex_, kind in marks.items() for node in draw_changed_hex(before, after, hex_, kind)
    )
    arrows = (node for move in moves for node in move_arrow(*move))
    nodes = (
        *veil,
        *overlay,
        *draw_labels(after.with_labels_in(renderer.language.code), marks),
        *arrows,
    )
    return (*draw_scenario(after, renderer=renderer), *nodes, *_draw_legend(after, legend, marks))


def draw_changed_hex(before: Scenario, after: Scenario, hex_: Hex, kind: str) -> Drawing:
    """Return the mark of a hex and its earlier content, in board coordinates."""
    earlier = (
        _ghost_pieces(before, after, hex_)
        if kind == "removed"
        else _earlier_hex_inset(before, hex_, kind)
    )
    return _moved_to_hex(hex_, (*earlier, *draw_change_mark(kind)))


def draw_hex_mark(hex_: Hex, kind: str) -> Drawing:
    """Return only the mark of a hex, in board coordinates."""
    return _moved_to_hex(hex_, draw_change_mark(kind))


def draw_labels(scenario: Scenario, hexes: Iterable[Hex]) -> Drawing:
    """Return the labels of some hexes, to be redrawn above all marks."""
    return tuple(node for hex_ in hexes for node in _draw_label(scenario, hex_))


def _draw_label(scenario: Scenario, hex_: Hex) -> Drawing:
    labels = (art for art in arts_of_hex(scenario, hex_) if art.plane is PaintingPlane.LABEL)
    nodes = tuple(node for label in labels for node in draw_art(label))
    return _moved_to_hex(hex_, nodes) if nodes else ()


def _moved_to_hex(hex_: Hex, nodes: Drawing) -> Drawing:
    x, y = hex_centre(hex_)
    return (Group(nodes, dx=x, dy=y),)


def draw_change_mark(kind: str) -> Drawing:
    """Return the outline and the sign for a kind of change, around the center of a hex."""
    return (*_OUTLINES[kind], Group(draw_change_sign(kind), dx=_SIGN_X, dy=_SIGN_Y))


def draw_change_sign(kind: str) -> Drawing:
    """Return only the sign for a kind of change, around the origin."""
    return _SIGNS[kind]


def _scaled_hex(scale: float) -> str:
    return polygon((x * scale, y * scale) for x, y in HEX_CORNERS)


def _mark_outline(kind: str, scale: float, width: float, dash: tuple[float, ...] = ()) -> Drawing:
    path = _scaled_hex(scale)
    return (
        Shape(path, stroke=_CASING, width=width + 3.5, opacity=0.9),
        Shape(path, stroke=_COLOURS[kind], width=width, dash=dash, round=not dash),
    )


_OUTLINES: Mapping[str, Drawing] = {
    "added": _mark_outline("added", 0.94, 5),
    "removed": _mark_outline("removed", 0.94, 5, (13, 9)),
    "changed": (*_mark_outline("changed", 0.955, 2.6), *_mark_outline("changed", 0.87, 2.6)),
}


def _sign_bar(dx: float, dy: float) -> Shape:
    return Shape(f"M{-dx} {-dy}L{dx} {dy}", stroke=_CASING, width=4)


def _sign_base(kind: str, path: str) -> Drawing:
    return (Shape(path, _COLOURS[kind], stroke=_CASING, width=3),)


_DIAMOND = polygon([(0, -17), (17, 0), (0, 17), (-17, 0)])
_SIGNS: Mapping[str, Drawing] = {
    "added": (
        *_sign_base("added", circle(0, 0, _SIGN_RADIUS + 1)),
        _sign_bar(7, 0),
        _sign_bar(0, 7),
    ),
    "removed": (
        *_sign_base("removed", rectangle(-_SIGN_RADIUS, -_SIGN_RADIUS, 25, 25)),
        _sign_bar(7, 0),
    ),
    "changed": (
        *_sign_base("changed", _DIAMOND),
        Shape("M-7 -3L7 -3M-7 4L7 4M-4 9.5L4 -8.5", stroke=_CASING, width=2.8),
    ),
}


def _ghost_pieces(before: Scenario, after: Scenario, hex_: Hex) -> Drawing:
    """Return the removed pieces of a hex, half transparent."""
    unchanged_planes = set(_unchanged_planes(before, after, hex_))
    removed_arts = [
        a
        for a in _piece_arts(before, hex_)
        if a.plane not in unchanged_planes or a.plane is PaintingPlane.TAG
    ]
    remaining_arts = arts_of_hex(after, hex_)
    nodes = tuple(
        node for art in removed_arts if art not in remaining_arts for node in draw_art(art)
    )
    return (Group(nodes, opacity=_GHOST_OPACITY),) if nodes else ()


def _piece_arts(scenario: Scenario, hex_: Hex) -> Iterator[Art]:
    """Yield the pictures of the pieces on a hex, without printed ground."""
    is_untiled = scenario.at(hex_).terrain is None
    for art in arts_of_hex(scenario, hex_):
        if not (is_untiled and art.plane is PaintingPlane.GROUND):
            yield art


def _unchanged_planes(before: Scenario, after: Scenario, hex_: Hex) -> Iterator[PaintingPlane]:
    """Yield the planes whose pieces are unchanged, even if new neighbors change their look."""
    old, new = before.at(hex_), after.at(hex_)
    is_unchanged = {
        PaintingPlane.GROUND: old.terrain == new.terrain,
        PaintingPlane.STRUCTURE: old.structure == new.structure,
        PaintingPlane.OBSTACLE: old.obstacle == new.obstacle,
        PaintingPlane.UNIT: old.unit == new.unit,
        PaintingPlane.TAG: old.tags == new.tags,
        PaintingPlane.LABEL: before.labels.get(hex_) == after.labels.get(hex_),
    }
    yield from (plane for plane, unchanged in is_unchanged.items() if unchanged)


def _earlier_hex_inset(before: Scenario, hex_: Hex, kind: str) -> Drawing:
    """Return the earlier hex as an inset in a corner; empty if everything on it was added."""
    if kind == "added":
        return ()
    nodes = tuple(node for art in arts_of_hex(before, hex_) for node in draw_art(art))
    inset = Group(nodes, clip=CLIP, dx=_INSET_X, dy=_INSET_Y, scale=_INSET_SCALE)
    rim = Group(
        (
            Shape(HEX_OUTLINE, stroke=_CASING, width=9),
            Shape(HEX_OUTLINE, stroke=_COLOURS["removed"], width=4, dash=(14, 9), round=False),
        ),
        dx=_INSET_X,
        dy=_INSET_Y,
        scale=_INSET_SCALE,
    )
    return inset, rim


def move_arrow(start: Hex, end: Hex) -> Drawing:
    """Return an arrow from one hex to another."""
    (x0, y0), (x1, y1) = hex_centre(start), hex_centre(end)
    length = hypot(x1 - x0, y1 - y0) - 46
    path = arrow(length, 22, 6)
    turn = degrees(atan2(x1 - x0, y0 - y1))
    shapes = (
        Shape(path, stroke=_CASING, width=5, opacity=0.9),
        Shape(path, fill=_ARROW),
    )
    return (Group(shapes, dx=(x0 + x1) / 2, dy=(y0 + y1) / 2, turn=turn),)


def _unchanged_hexes_veil(scenario: Scenario, marks: Mapping[Hex, str]) -> Iterator[Node]:
    """Yield a veil over the hexes that do not differ."""
    outlines = []
    for hex_ in scenario.board.hexes:
        if hex_ not in marks:
            x, y = hex_centre(hex_)
            outlines.append(polygon((x + u, y + v) for u, v in HEX_CORNERS))
    yield Shape("".join(outlines), fill="frame", opacity=_VEIL_OPACITY)


def _draw_legend(
    scenario: Scenario, legend: ComparisonLegend, marks: Mapping[Hex, str]
) -> Iterator[Node]:
    width, height = board_size(scenario.board)
    yield Shape(rectangle(0, height - 1, width, _LEGEND_HEIGHT + 1), fill="frame")
    yield Shape(
        rounded_rectangle(MARGIN, height - 4, width - 2 * MARGIN, _LEGEND_HEIGHT - 12, top=8),
        stroke="frame-line",
        width=1.2,
    )
    names = f"{_shortened_name(legend.before)}  →  {_shortened_name(legend.after)}"
    counts = [(kind, sum(mark == kind for mark in marks.values())) for kind in CHANGE_KINDS]
    yield from _change_counts_line(counts, names, width / 2, height + 19)
    size = min(_TYPE_SIZE, (width - 3 * MARGIN) / (_LETTER_WIDTH * max(len(legend.verdict), 1)))
    yield Text(legend.verdict, width / 2, height + 54, size, "frame-text")


def _change_counts_line(
    counts: list[tuple[str, int]], names: str, middle: float, y: float
) -> Iterator[Node]:
    """Yield the names of both scenarios, then the sign and the count of each kind of change."""
    entries = [f"{number} {kind}" for kind, number in counts]
    widths = [len(words) * _TYPE_SIZE * _LETTER_WIDTH for words in (names, *entries)]
    x = middle - (sum(widths) + 60 * len(entries) + _GAP) / 2
    yield Text(names, x + widths[0] / 2, y, _TYPE_SIZE, "frame-text", bold=True)
    x += widths[0] + _GAP
    for (kind, _), words, width in zip(counts, entries, widths[1:], strict=True):
        yield Group(draw_change_sign(kind), dx=x + 36, dy=y)
        yield Text(words, x + 60 + width / 2, y, _TYPE_SIZE, "frame-text")
        x += 60 + width


def _shortened_name(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:24]}…{name[-15:]}"
