"""The path brush: drawing rivers, roads and coasts as lines of connected tiles."""

from m44core.model.paths.draw import DrawResult, LineGap, draw_line
from m44core.model.paths.path_repair import with_repaired_lines
from m44core.model.paths.route import Route, extend_route

__all__ = ["DrawResult", "LineGap", "Route", "draw_line", "extend_route", "with_repaired_lines"]
