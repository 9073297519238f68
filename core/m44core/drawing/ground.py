"""The printed faces of the board and the ground that tiles stand on."""

from __future__ import annotations

from m44core.drawing.art import Art
from m44core.drawing.shapes import Drawing, Node
from m44core.drawing.tiles import Painters, filled, tile


def ground(climate: str, variant: int = 0) -> tuple[Node, ...]:
    """Return the bare ground of a climate."""
    return (filled(climate),)


def _printed(art: Art) -> Drawing:
    face, zone, *_ = (*art.detail, "", "")
    colour = {"beach": "sand", "ocean": "ocean"}.get(str(zone))
    land = {"WINTER": "winter", "DESERT": "desert"}.get(str(face), "grass")
    return tile(filled(colour or land))


PAINTERS: Painters = {"ground": _printed}
