"""The catalogue: every element by its name in the .m44 format and by its key in our files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from m44core.board import Zone
from m44core.catalogue.types import (
    Behavior,
    Element,
    Layer,
    Nation,
    TerrainRules,
    UnitBehavior,
    UnitRules,
)
from m44core.phrases import closest


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All elements, nations and palette groups. One instance, see :func:`load_catalogue`.

    Attributes:
        elements: Every element by its .m44 name; the names are unique across layers.
        nations: Every nation by its suffix in unit names.
        groups: Palette groups in the order to show: key and what people read.
        expansions: Expansion codes and what people read.
        zones: What the printed board does where no tile lies.
        behaviors: The special rules of single pieces, by their codes.
        changed: What pieces do that have such a rule, by their name and its code.
        unit_behaviors: The special rules of single units, by their codes.
    """

    elements: Mapping[str, Element]
    nations: Mapping[str, Nation]
    groups: Mapping[str, str]
    expansions: Mapping[str, str]
    zones: Mapping[Zone, TerrainRules]
    behaviors: Mapping[str, Behavior]
    changed: Mapping[tuple[str, str], TerrainRules]
    unit_behaviors: Mapping[str, UnitBehavior]
    _by_key: Mapping[tuple[Layer, str], Element] = field(init=False, repr=False)
    _changing: tuple[Element, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        by_key = {(e.layer, e.key): e for e in self.elements.values()}
        changing = tuple(e for e in self.elements.values() if e.changes)
        object.__setattr__(self, "_by_key", by_key)
        object.__setattr__(self, "_changing", changing)

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

    def similar(self, name: str, layer: Layer) -> str | None:
        """Return the name or the key on a layer that *name* may be a slip of the pen for.

        None where nothing there resembles it.
        """
        words = [w for e in self.on_layer(layer) for w in (e.name, e.key)]
        by_lower = {word.lower(): word for word in words}
        found = closest(name.lower(), by_lower)
        return by_lower[found] if found else None

    def behaviors_on(self, layer: Layer, name: str | None = None) -> Iterable[Behavior]:
        """Yield the special rules that the piece called *name* may have; without it, any piece."""
        for behavior in self.behaviors.values():
            if behavior.layer is layer and (name is None or behavior.suits(name)):
                yield behavior

    def behavior(self, layer: Layer, name: str, code: str | None) -> Behavior | None:
        """Return the special rule *code* of a piece, or None where no such piece may have it."""
        return next((b for b in self.behaviors_on(layer, name) if b.name == code), None)

    def ground(self, layer: Layer, name: str, code: str | None = None) -> TerrainRules | None:
        """Return what a piece does, its special rule considered; None where that is not known.

        A special rule that it cannot have, or that is not known, changes nothing.
        """
        element = self.get(name, layer)
        own = element.terrain if element else None
        return self.changed.get((name, code), own) if element and code else own

    def unit_rules(
        self, name: str, badge: str | None, behavior: str | None, figures: int | None
    ) -> UnitRules | None:
        """Return the base rules a unit fights by, its badge or behaviour considered.

        None where its kind has no base rules, or is unknown.
        """
        element = self._changer(name, badge, behavior, figures) or self.get(name, Layer.UNIT)
        return element.unit if element else None

    def unit_figures(
        self, name: str, badge: str | None, behavior: str | None, figures: int | None
    ) -> int | None:
        """Return how many figures a unit starts with: *figures* if given, else the usual number."""
        if figures is not None:
            return figures
        element = self._changer(name, badge, behavior, figures) or self.get(name, Layer.UNIT)
        return element.figures if element else None

    def _changer(
        self, name: str, badge: str | None, behavior: str | None, figures: int | None
    ) -> Element | None:
        """Return the badge whose rules a unit fights by.

        The official editor writes French Resistance as special forces of 3
        figures without any badge (B-SPEC-03).
        """
        for element in self._changing:
            written = element.name == badge or (behavior and element.behavior == behavior)
            implied = badge is None and behavior is None and figures == element.figures
            if name in element.changes and (written or implied):
                return element
        return None
