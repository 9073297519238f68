"""Units: a silhouette on its nation's counter, the count of figures, a badge beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from m44core.catalogue.catalogue import Catalogue
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.livery import NATIONS, Livery
from m44core.drawing.shapes.shapes import Drawing, Group
from m44core.drawing.units.figures import ELITE, KINDS, silhouette
from m44core.drawing.units.plates import FIGURE, counter, figure_count, nation_mark


def _painter(kind: str, nation: str) -> Callable[[Art], Drawing]:
    livery = Livery(nation)

    @cache  # when first seen: 35 counters at every start would be noticed
    def parts() -> tuple[Drawing, Drawing, Group, Group]:
        ground, mark = counter(livery, elite=kind in ELITE), nation_mark(livery)
        several, lone = _standing(kind, livery, lone=False), _standing(kind, livery, lone=True)
        return ground, mark, several, lone

    def paint(art: Art) -> Drawing:
        ground, mark, several, lone = parts()
        figures, badge, equipment = (*art.detail, "", "", "")[:3]
        count = figure_count(figures) if isinstance(figures, int) else ()
        figure = lone if figures == 1 else several
        if equipment:
            figure = _standing(kind, livery, lone=figures == 1, equipment=str(equipment))
        signs = _signs(str(badge), str(equipment), art.catalogue) if badge or equipment else ()
        return (*ground, figure, *mark, *count, *signs)

    return paint


def _signs(badge: str, equipment: str, catalogue: Catalogue | None) -> Drawing:
    # many shapes, and few boards show badges
    from m44core.drawing.tokens.badges import beside_unit  # 19 ms
    from m44core.drawing.tokens.carried import carried_beside  # 21 ms

    return (*carried_beside(equipment, badged=bool(badge)), *beside_unit(badge, catalogue))


def _standing(kind: str, livery: Livery, *, lone: bool, equipment: str = "") -> Group:
    x, y, scale = FIGURE
    figures = silhouette(kind, livery, lone=lone, equipment=equipment)
    return Group(figures, dx=x, dy=y, scale=scale)


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    kind + nation: _painter(kind, nation) for kind in KINDS for nation in NATIONS
}
