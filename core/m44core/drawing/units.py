"""Units: a silhouette on its nation's counter, the count of figures, a badge beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from m44core.drawing.art import Art
from m44core.drawing.badges import beside_unit
from m44core.drawing.figures import ELITE, KINDS, SILHOUETTES
from m44core.drawing.livery import NATIONS, Livery
from m44core.drawing.shapes import Drawing, Group
from m44core.drawing.unit_plates import FIGURE, counter, figure_count, nation_mark


def _painter(kind: str, nation: str) -> Callable[[Art], Drawing]:
    livery = Livery(nation)
    x, y, scale = FIGURE
    figure = Group(SILHOUETTES[kind + nation], dx=x, dy=y, scale=scale)
    ground = (*counter(livery, elite=kind in ELITE), figure, *nation_mark(livery))

    def paint(art: Art) -> Drawing:
        figures, badge = (*art.detail, "", "")[:2]
        count = figure_count(figures) if isinstance(figures, int) else ()
        return (*ground, *count, *beside_unit(str(badge)))

    return paint


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    kind + nation: _painter(kind, nation) for kind in KINDS for nation in NATIONS
}
