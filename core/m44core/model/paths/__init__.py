"""Lines drawn over the board: the tiles a river, a road or a coast is laid of, and how they lie."""

from m44core.model.paths.draw import Drawn, Unsaid, draw
from m44core.model.paths.path_repair import mended
from m44core.model.paths.route import Route, extended

__all__ = ["Drawn", "Route", "Unsaid", "draw", "extended", "mended"]
