"""Lines drawn over the board: the tiles a river, a road or a coast is laid of, and how they lie."""

from m44core.model.paths.draw import Drawn, Gap, draw
from m44core.model.paths.path_repair import repaired
from m44core.model.paths.route import Route, extend_route

__all__ = ["Drawn", "Gap", "Route", "draw", "extend_route", "repaired"]
