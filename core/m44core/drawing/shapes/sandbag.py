"""One sandbag, which sandbags and field bunkers are built of."""

from __future__ import annotations

from m44core.drawing.shapes.outlines import plate
from m44core.drawing.shapes.shapes import Drawing, Shape

BAG: Drawing = (
    Shape(
        plate(-8.4, -4.8, 16.8, 9.6, top=4.4),
        fill="piece-bag",
        stroke="piece-timber-edge",
        width=1.3,
    ),
    Shape("M-5.6 -2.4C-2 -3.6 2 -3.6 5 -2.6", stroke="piece-bag-light", width=1.9),
    Shape("M-5 2.8C-1 3.6 3 3.4 6 2.2", stroke="piece-bag-dark", width=1.3),
)
