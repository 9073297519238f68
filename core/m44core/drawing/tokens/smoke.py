"""The token of smoke on a hex, and its other side when it thins out (E-SMOKE-01)."""

from __future__ import annotations

from m44core.drawing.shapes.paths import circle
from m44core.drawing.shapes.shapes import Drawing, Shape

_PUFFS = ((-15.0, 5.0, 13.0), (13.0, 6.0, 12.0), (-3.0, -7.0, 15.0), (4.0, 9.0, 11.0))
_DARK, _LIGHT, _RIM = "#5d5f63", "#c9ccd1", "#33353a"
_EDGE = "#f4f3ee"  # stands out of dark ground as the rim does of light ground


def smoke(*, thin: bool) -> Drawing:
    """Return a cloud around the middle of the token: dark, or light and open once it is thin."""
    fill, most = (_LIGHT, 3) if thin else (_DARK, 4)
    edges = (Shape(circle(x, y, r + 3.4), fill=_EDGE) for x, y, r in _PUFFS[:most])
    rims = (Shape(circle(x, y, r + 1.6), fill=_RIM) for x, y, r in _PUFFS[:most])
    puffs = (Shape(circle(x, y, r), fill=fill) for x, y, r in _PUFFS[:most])
    return (*edges, *rims, *puffs)
