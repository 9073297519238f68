"""Shapes that any back end can paint: the one form all our art is written in.

Lengths are in *units*: a hex is 100 units wide between its two upright
edges, so the centre of ``Hex(col, row)`` lies at ``(50 * col, 86.6 * row)``.
Colours are names of a palette (``"wood"``) or ``#rrggbb``; the palette is
chosen when painting, so one drawing serves the light and the dark theme.
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
    """Colours that change along a line, or outward from a point.

    Attributes:
        stops: Offsets from 0 to 1, each with a colour.
        start: Where offset 0 lies; the centre of a radial gradient.
        end: Where offset 1 lies; any point of a radial gradient's rim.
        radial: Outward from *start* instead of along the line.
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
            Use ``A`` never: back ends would have to agree on arcs; see
            :func:`m44core.drawing.shapes.paths.circle`.
        fill: What fills it; None leaves it hollow.
        stroke: What draws its line; None draws none.
        width: The line's width in units.
        dash: Lengths of dashes and gaps in units.
        round: Round caps and joins instead of flat ones.
        opacity: From 0 to 1.
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
    """One line of text, centred on a point.

    Attributes:
        text: What is written.
        x: Centre of the line.
        y: Middle of the capital letters.
        size: Height of the letters' em square in units.
        fill: Colour.
        bold: Heavy letters.
        halo: Colour of an outline that keeps it readable on any ground; None for none.
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
    """Drawings moved, turned, scaled or cut together.

    The order is: scale, then turn, then move.

    Attributes:
        children: What is drawn, the lowest first.
        dx: Move to the right, in units.
        dy: Move down.
        turn: Degrees clockwise about the origin.
        scale: Factor about the origin.
        flip: Mirror left and right before anything else.
        clip: Path data, in the children's own coordinates, outside of which
            nothing is drawn.
        opacity: From 0 to 1.
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


def texts(drawing: Drawing) -> Iterator[str]:
    """Yield what is written in a drawing, line by line."""
    for node in drawing:
        match node:
            case Text():
                yield node.text
            case Group():
                yield from texts(node.children)
