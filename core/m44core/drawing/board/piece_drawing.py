"""Drawing a single piece: from an :class:`Art` to its shapes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib import import_module

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, pack_name_of_piece
from m44core.catalogue.packs.pack import PackError
from m44core.drawing.ground.hex_tile import Painter, Painters, filled_hex, tile
from m44core.drawing.shapes.art import Art, PaintingPlane, catalogue_if_from_pack
from m44core.drawing.shapes.paths import HEX_OUTLINE, polygon
from m44core.drawing.shapes.shapes import Drawing, Shape, Text

# The modules with the PAINTERS of each plane, those that most boards need first. A module is
# imported only if the modules before it do not know a name, because importing all takes long.
_MODULES: Mapping[PaintingPlane, tuple[str, ...]] = {
    PaintingPlane.GROUND: (
        *("ground.printed_ground", "terrain.woods", "terrain.hills", "terrain.towns"),
        *("terrain.roads", "terrain.water", "terrain.gullies"),
        *("terrain.landmarks", "terrain.camps"),
    ),
    PaintingPlane.STRUCTURE: ("structures.structure_art",),
    PaintingPlane.OBSTACLE: ("structures.obstacles",),
    PaintingPlane.UNIT: ("units.unit_art", "tokens.badge_art"),
    PaintingPlane.TAG: ("tokens.tag_art", "tokens.loose_tokens"),
    PaintingPlane.NAME: ("board.hex_labels",),
    PaintingPlane.LABEL: ("board.hex_labels",),
}
_PLANES = {
    Layer.TERRAIN: PaintingPlane.GROUND,
    Layer.STRUCTURE: PaintingPlane.STRUCTURE,
    Layer.OBSTACLE: PaintingPlane.OBSTACLE,
    Layer.UNIT: PaintingPlane.UNIT,
    Layer.BADGE: PaintingPlane.UNIT,
    Layer.TAG: PaintingPlane.TAG,
}


@lru_cache(maxsize=512)  # a busy Overlord board has some 300; each takes 5 kB
def draw_art(art: Art) -> Drawing:
    """Return the shapes of a picture around the center of its hex.

    An unknown name is drawn as a placeholder with that name, because a scenario may contain
    elements newer than this program. So is a piece on a plane where it cannot be, such as a hill
    among the obstacles.
    """
    return _find_painter(art.plane, art.name, art.catalogue)(art)


def painters_by_name(plane: PaintingPlane) -> Mapping[str, Painter]:
    """Return the painter of each piece of a plane, by .m44 name."""
    return {
        name: painter
        for module_painters in _art_module_painters(plane)
        for name, painter in module_painters.items()
    }


@lru_cache(maxsize=2048)
def _find_painter(plane: PaintingPlane, name: str, catalogue: Catalogue | None) -> Painter:
    if pack_name_of_piece(name):
        return _pack_painter(name, catalogue) if catalogue else _draw_placeholder
    return next(
        (
            module_painters[name]
            for module_painters in _art_module_painters(plane)
            if name in module_painters
        ),
        _draw_placeholder,
    )


def _pack_painter(name: str, catalogue: Catalogue) -> Painter:
    """Return the painter of a pack piece; that of a placeholder if it has no picture."""
    from m44core.drawing.board.pack_pictures import borrowed_picture_name, pack_painter  # 23 ms

    borrowed_name = borrowed_picture_name(name, catalogue)
    if borrowed_name:
        return lambda art: draw_art(replace(art, name=borrowed_name))
    try:
        return pack_painter(name, catalogue) or _draw_placeholder
    except PackError:
        return _draw_placeholder


def _art_module_painters(plane: PaintingPlane) -> Iterator[Painters]:
    """Yield the painters of each art module of a plane, importing the modules one by one."""
    for module in _MODULES.get(plane, ()):
        module_painters: Painters = import_module(f"m44core.drawing.{module}").PAINTERS
        yield module_painters


def piece_icon(name: str, catalogue: Catalogue) -> Drawing:
    """Return the picture of an element for a palette or a list, no larger than a hex."""
    element = catalogue.get(name)
    plane = _PLANES[element.layer] if element else PaintingPlane.GROUND
    picture = draw_art(Art(plane, name, catalogue=catalogue_if_from_pack(catalogue, name)))
    if plane is not PaintingPlane.GROUND:
        return picture
    return (*picture, Shape(HEX_OUTLINE, stroke="grid", width=1.6, opacity=0.7))


def _draw_placeholder(art: Art) -> Drawing:
    text = Text(art.name[:14], 0, 0, 12, "ink", halo="white")
    if art.plane is PaintingPlane.GROUND:
        return tile(filled_hex("paper"), Shape(_STRIPES, stroke="grid", width=2, opacity=0.5), text)
    plate = polygon([(-40, -12), (40, -12), (40, 12), (-40, 12)])
    return Shape(plate, "paper", stroke="grid", dash=(4, 3)), text


_STRIPES = "".join(f"M{x} -60L{x - 70} 60" for x in range(-20, 100, 16))
