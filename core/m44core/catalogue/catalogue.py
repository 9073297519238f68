"""The catalogue: every element by its name in the .m44 format and by its key in our files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from m44core.catalogue.types import Element, Layer, Nation


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All elements, nations and palette groups. One instance, see :func:`load_catalogue`.

    Attributes:
        elements: Every element by its .m44 name; the names are unique across layers.
        nations: Every nation by its suffix in unit names.
        groups: Palette groups in the order to show: key and what people read.
        expansions: Expansion codes and what people read.
    """

    elements: Mapping[str, Element]
    nations: Mapping[str, Nation]
    groups: Mapping[str, str]
    expansions: Mapping[str, str]
    _by_key: Mapping[tuple[Layer, str], Element] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        by_key = {(e.layer, e.key): e for e in self.elements.values()}
        object.__setattr__(self, "_by_key", by_key)

    def get(self, name: str, layer: Layer | None = None) -> Element | None:
        """Return the element called *name* in .m44 files, or None where it is unknown.

        With *layer* given, an element of another layer counts as unknown.
        """
        element = self.elements.get(name)
        return element if element and layer in (None, element.layer) else None

    def by_key(self, layer: Layer, key: str) -> Element | None:
        """Return the element called *key* in our own files, or None."""
        return self._by_key.get((layer, key))

    def on_layer(self, layer: Layer) -> Iterable[Element]:
        """Yield the elements of a layer in the order of the data."""
        return (e for e in self.elements.values() if e.layer is layer)
