"""Shapes that any back end can paint. All art in the program is made of them.

Lengths are in *units*: a hex is 100 units wide between its two upright edges, so the center of
``Hex(col, row)`` is at ``(50 * col, 86.6 * row)``. Colors are names of a palette (``"wood"``) or
``#rrggbb``. The palette is chosen when painting, so one drawing works in every theme.
"""

from __future__ import annotations

from collections.abc import Iterator

from m44core.values import dataclass

HEX_WIDTH = 100.0
HEX_HEIGHT = 115.4701
ROW_PITCH = 86.6025
COL_PITCH = 50.0


@dataclass(frozen=True, slots=True)
class Gradient:
    """A linear or radial color gradient.

    Attributes:
        stops: Offsets from 0 to 1, each with a color.
        start: The point of offset 0; the center of a radial gradient.
        end: The point of offset 1; any point on the rim of a radial gradient.
        radial: Whether it is radial instead of linear.
    """

    stops: tuple[tuple[float, str], ...]
    start: tuple[float, float]
    end: tuple[float, float]
    radial: bool = False


Paint = str | Gradient


@dataclass(frozen=True, slots=True)
class Shape:
    """A filled or stroked path.

    Attributes:
        path: SVG path data with absolute commands only: M, L, H, V, C, Q, Z.
            Never use ``A``, because back ends differ on arcs; see
            :func:`m44core.drawing.shapes.paths.circle`.
        fill: The paint of the inside; None for no fill.
        stroke: The paint of the line; None for no line.
        width: Width of the line, in units.
        dash: Lengths of dashes and gaps, in units.
        round: Whether caps and joins are round instead of flat.
        opacity: Opacity from 0 to 1.
    """

    path: str
    fill: Paint | None = None
    stroke: Paint | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    round: bool = True
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text, centered on a point.

    Attributes:
        text: The text.
        x: Horizontal center of the line.
        y: Vertical center of the capital letters.
        size: Type size (height of the em square), in units.
        fill: Color.
        bold: Whether it is bold.
        halo: Color of an outline that keeps it legible on any background; None for no outline.
    """

    text: str
    x: float
    y: float
    size: float
    fill: str
    bold: bool = False
    halo: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes that are transformed, clipped or faded together.

    They are scaled first, then turned, then moved.

    Attributes:
        children: The nodes, the lowest first.
        dx: Offset to the right, in units.
        dy: Offset downwards, in units.
        turn: Rotation about the origin, in degrees clockwise.
        scale: Scale factor about the origin.
        flip: Whether left and right are mirrored before everything else.
        clip: Path data, in the coordinates of the children, outside of which nothing is drawn.
        opacity: Opacity from 0 to 1.
    """

    children: tuple[Node, ...]
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0
    scale: float = 1.0
    flip: bool = False
    clip: str | None = None
    opacity: float = 1.0


Node = Shape | Text | Group
Drawing = tuple[Node, ...]


def text_lines(drawing: Drawing) -> Iterator[str]:
    """Yield the text in a drawing, line by line."""
    for node in drawing:
        match node:
            case Text():
                yield node.text
            case Group():
                yield from text_lines(node.children)
