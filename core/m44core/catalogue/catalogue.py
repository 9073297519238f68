"""The catalogue: every element, by its .m44 name and by the key in our own format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from m44core.board import Zone
from m44core.catalogue.catalogue_types import (
    OPEN_GROUND,
    Behavior,
    Element,
    Layer,
    Nation,
    RulesSupport,
    TerrainRules,
    pack_name_of_piece,
)
from m44core.catalogue.unit_traits import SpecialUnitType, UnitProfile, UnitRules, unit_rules
from m44core.data_files import Entry
from m44core.messages.message import Message
from m44core.suggestions import closest_match
from m44core.values import dataclass

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All elements, nations and palette groups of the game and of user packs.

    A catalogue belongs to a scenario. Each process has a single instance for the same packs (see
    :mod:`m44core.catalogue.catalogue_loader`), so catalogues can be compared with ``is``. Only
    its packs are sent to other processes, which create their own instance from them.

    Attributes:
        elements: Every element by its .m44 name; the names are unique across layers.
        nations: Every nation by its suffix in unit names.
        groups: English names of the palette groups by key, in display order.
        expansions: English names of the expansions by code.
        zones: The rules of printed terrain, for hexes without a tile.
        behaviors: The special rules of individual pieces, by key.
        changes: The changes by these special rules to the rules of a piece, by the name of the
            piece and the key of the special rule.
        specials: The special unit types.
        equipment: The equipment of units, each with the networks (``river``) whose tiles it makes
            passable.
        packs: The user packs it includes.
        rules_of_units: The keys of the scenario-wide special rules, and the eras, that change
            units.
    """

    elements: Mapping[str, Element]
    nations: Mapping[str, Nation]
    groups: Mapping[str, str]
    expansions: Mapping[str, str]
    zones: Mapping[Zone, TerrainRules]
    behaviors: Mapping[str, Behavior]
    changes: Mapping[tuple[str, str], Entry]
    specials: tuple[SpecialUnitType, ...]
    equipment: Mapping[str, frozenset[str]]
    packs: tuple[Pack, ...] = ()
    rules_of_units: frozenset[str] = field(init=False, repr=False)
    _by_key: Mapping[tuple[Layer, str], Element] = field(init=False, repr=False)
    _specials_by_unit: Mapping[str, tuple[SpecialUnitType, ...]] = field(init=False, repr=False)
    _profiles: dict[tuple[object, ...], UnitProfile] = field(
        init=False, repr=False, default_factory=dict
    )
    _changed_rules: dict[tuple[str, str], TerrainRules] = field(
        init=False, repr=False, default_factory=dict
    )

    def __post_init__(self) -> None:
        by_key = {(e.layer, e.key): e for e in self.elements.values()}
        units = [e.name for e in self.elements.values() if e.layer is Layer.UNIT]
        specials = {name: tuple(s for s in self.specials if name in s.of) for name in units}
        rules = frozenset(special.when for special in self.specials if special.when)
        object.__setattr__(self, "rules_of_units", rules)
        object.__setattr__(self, "_by_key", by_key)
        object.__setattr__(self, "_specials_by_unit", specials)

    def box_name(self, code: str) -> Message:
        """Return the name of an expansion's box for use in a sentence; *code* if it is unknown."""
        return Message(self.expansions.get(code, code), f"box.{code}")

    def lacks_pack(self, name: str) -> bool:
        """Return whether a piece's name belongs to a pack that the catalogue does not include."""
        pack = pack_name_of_piece(name)
        return pack is not None and all(pack != each.name for each in self.packs)

    def get(self, name: str, layer: Layer | None = None) -> Element | None:
        """Return the element with a .m44 name, or None if it is unknown.

        If *layer* is given, elements of other layers are ignored.
        """
        element = self.elements.get(name)
        return element if element and layer in (None, element.layer) else None

    def by_key(self, layer: Layer, key: str) -> Element | None:
        """Return the element of a layer with a key of our own format, or None if it is unknown."""
        return self._by_key.get((layer, key))

    def on_layer(self, layer: Layer) -> Iterable[Element]:
        """Yield the elements of a layer in the order of the data."""
        return (e for e in self.elements.values() if e.layer is layer)

    def similar(self, name: str, layer: Layer) -> str | None:
        """Return the name or key of an element on a layer that *name* could be a misspelling of.

        Return None if nothing is similar.
        """
        names = [w for e in self.on_layer(layer) for w in (e.name, e.key)]
        by_lower = {word.lower(): word for word in names}
        match = closest_match(name.lower(), by_lower)
        return by_lower[match] if match else None

    def behaviors_on(self, layer: Layer, name: str | None = None) -> Iterable[Behavior]:
        """Yield the special rules that a piece of a layer can have; without *name*, all of them."""
        for behavior in self.behaviors.values():
            if behavior.layer is layer and (name is None or behavior.is_allowed_on(name)):
                yield behavior

    def behavior(self, layer: Layer, name: str, code: str | None) -> Behavior | None:
        """Return the special rule with the key *code*; None if the piece *name* cannot have it."""
        return next((b for b in self.behaviors_on(layer, name) if b.name == code), None)

    def terrain_rules(
        self, layer: Layer, name: str, code: str | None = None
    ) -> TerrainRules | None:
        """Return the rules of a piece, including its special rule; None if it has none.

        A special rule that is unknown or that the piece cannot have is ignored.
        """
        element = self.get(name, layer)
        rules = element.terrain if element else None
        changes = self.changes.get((name, code)) if element and code else None
        if changes is None or code is None:
            return rules
        if (name, code) not in self._changed_rules:
            self._changed_rules[name, code] = replace(rules or OPEN_GROUND, **changes)
        return self._changed_rules[name, code]

    @property
    def special_types_by_behavior(self) -> Mapping[str, SpecialUnitType]:
        """The special unit types given by special rules of units, keyed by the key of the rule."""
        return {s.behavior: s for s in self.specials if s.behavior}

    def specials_of(self, name: str) -> Iterable[SpecialUnitType]:
        """Return the special unit types that the unit *name* can become."""
        return self._specials_by_unit.get(name, ())

    def special_type_of(
        self, name: str, *, behavior: str = "", equipment: str = ""
    ) -> SpecialUnitType | None:
        """Return the special unit type that a unit gets from a special rule or its equipment.

        Return None if there is none.
        """
        for special in self._specials_by_unit.get(name, ()):
            if (behavior and special.behavior == behavior) or (
                equipment and special.equipment == equipment
            ):
                return special
        return None

    def unit_profile(
        self,
        name: str,
        badge: str | None = None,
        behavior: str | None = None,
        figures: int | None = None,
        equipment: str | None = None,
        conditions: frozenset[str] = frozenset(),
        structure: str = "",
        tile: str = "",
        flags: frozenset[str] = frozenset(),
    ) -> UnitProfile:
        """Return the rules, figures and special types of a unit; the same object for equal values.

        Args:
            name: The .m44 name of the unit; an unknown unit has no rules.
            badge: The .m44 name of its badge.
            behavior: The key of its special rule.
            figures: Its number of figures; None for the default.
            equipment: Its equipment.
            conditions: The era and the active special rules of the scenario, by key.
            structure: The .m44 name of the structure on its hex.
            tile: The .m44 name of the tile on its hex.
            flags: Its flags in a special rule of the scenario (SO-UNIT-FLAGS).
        """
        key = (name, badge, behavior, figures, equipment, conditions, structure, tile, flags)
        profile = self._profiles.get(key)
        if profile is None:
            profile = self._profiles[key] = self._resolve_profile(*key)
        return profile

    def _resolve_profile(
        self,
        name: str,
        badge: str | None,
        behavior: str | None,
        figures: int | None,
        equipment: str | None,
        conditions: frozenset[str],
        structure: str,
        tile: str,
        flags: frozenset[str],
    ) -> UnitProfile:
        element = self.get(name, Layer.UNIT)
        if element is None:
            return UnitProfile(None, figures)
        marks = badge, behavior, figures, equipment, structure
        matching = [
            special
            for special in self._specials_by_unit[name]
            if special.flag in flags
            or tile in special.told_by_tiles
            or _has_marks_of(special, *marks)
        ]
        active = [s for s in matching if not s.when or s.when in conditions]
        special = tuple(s for s in active if s.unless.isdisjoint(each.name for each in active))
        default_figures = next(
            (s.figures for s in special if s.figures is not None), element.figures
        )
        return UnitProfile(
            _unit_rules(element, special), default_figures if figures is None else figures, special
        )


def restore_catalogue(content: Mapping[str, Any]) -> Catalogue:
    """Return a catalogue with the given attributes, for unpickling."""
    catalogue: Catalogue = object.__new__(Catalogue)
    vars(catalogue).update(content)
    return catalogue


def _has_marks_of(
    special: SpecialUnitType,
    badge: str | None,
    behavior: str | None,
    figures: int | None,
    equipment: str | None,
    structure: str,
) -> bool:
    """Return whether properties of a unit mark it as a special unit type.

    Tiles, flags and conditions of the scenario are not considered.

    The official editor writes French Resistance as special forces of 3 figures without a badge
    (B-SPEC-03), and a Tiger as elite armor of one figure (E-TIGER-01).
    """
    if special.rules is not RulesSupport.BASE or (
        special.unmarked and (badge or behavior or equipment)
    ):
        return False
    mark_matches = (
        badge in special.badges,
        equipment and equipment == special.equipment,
        structure and structure == special.told_by_structure,
    )
    is_implied_by_figures = (
        badge is None and figures is not None and figures == special.told_by_figures
    )
    has_behavior = behavior and behavior == special.behavior
    return bool(
        special.always
        or any(mark_matches)
        or has_behavior
        or (is_implied_by_figures and not (behavior and special.behavior))
    )


def _unit_rules(element: Element, specials: Iterable[SpecialUnitType]) -> UnitRules | None:
    """Return the rules of a kind of unit, with the traits of its special types; None if unknown."""
    if element.abilities is None:
        return None
    traits: dict[str, Any] = dict(element.abilities)
    for special in specials:
        unmoved_traits = {**traits.get("unmoved", {}), **special.traits.get("unmoved", {})}
        traits |= special.traits
        if unmoved_traits:
            traits["unmoved"] = unmoved_traits
    return unit_rules(traits)
