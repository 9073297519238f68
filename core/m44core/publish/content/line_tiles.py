"""Tiles that join into lines: to players, a river with its bends is one kind of terrain."""

from __future__ import annotations

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element
from m44core.model.paths.path_families import family_of


def line_element(element: Element, catalogue: Catalogue) -> Element:
    """Return the element that stands for all tiles of its line, such as a river for its bends.

    Tiles that include other terrain, such as roads over hills, are a line of their own. An element
    with different rules, such as a station on a railroad, stands for itself.
    """
    family = family_of(element.name)
    lines = (family.tiles, *family.above.values()) if family else ()
    line = next((tiles for tiles in lines if element.name in tiles), None)
    if line is None:
        return element
    first = catalogue.get(line[0], element.layer)
    return first if first and first.summary == element.summary else element
