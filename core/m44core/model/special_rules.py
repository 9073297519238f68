"""The special rules that a scenario can have, as classes.

Each rule is a class in this module or in a module next to it, with an entry under the name of the
class in ``catalogue/data/special_rules.yaml``: ``air-drop`` for :class:`AirDrop`. Codecs, schemas,
forms and the documentation are derived from both (:mod:`m44core.model.rule_declarations`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, TypeVar

from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.rule_parts import CardKey, Count, SpecialRule, TerrainKey
from m44core.model.unit_rules import (
    AirDrop,
    ArmorBreakthrough,
    Attrition,
    BlowBridges,
    OrderedDrop,
    Reinforcements,
    SupplyTrain,
    UnitFlags,
)
from m44core.model.victory_rules import (
    DamSabotage,
    EmptySectionMedals,
    ExitLines,
    ExitsOnly,
    GroupMedals,
    MandatoryObjective,
    MedalsNeeded,
    RestrictedObjectives,
)
from m44core.values import dataclass


class Sides(StrEnum):
    """One side, or both."""

    BOTH = "both"
    AXIS = "axis"
    ALLIES = "allies"

    def include(self, side: Side) -> bool:
        """Return whether a side is included."""
        return self is Sides.BOTH or self.value == side.value.lower()


@dataclass(frozen=True, slots=True)
class RemovedCards(SpecialRule):
    """Cards that are removed from the deck before dealing (SO-DECK-REMOVE)."""

    cards: tuple[CardKey, ...]


@dataclass(frozen=True, slots=True)
class Substitute:
    """A card that may or must be played as a different one (SO-CARD-SUBSTITUTE).

    Attributes:
        card: The card, in all its sections.
        counts_as: The card whose effect it has.
        who: The sides to which this applies.
        always: Whether it cannot be played as itself.
    """

    card: CardKey
    counts_as: CardKey
    who: Sides = Sides.BOTH
    always: bool = False


@dataclass(frozen=True, slots=True)
class CardSubstitutes(SpecialRule):
    """Cards that are played as other cards (SO-CARD-SUBSTITUTE)."""

    substitutes: tuple[Substitute, ...]


class MineBox(StrEnum):
    """A box that contains tokens for minefields."""

    TERRAIN = "terrain"
    PACIFIC = "pacific"


class Ground(StrEnum):
    """The terrain whose rules a tile can be given: a kind of tile or a special river."""

    OPEN = "open-ground"
    FORD = "ford"
    STREAM = "fordable-stream"
    RIVER = "river"
    MARSH = "rice-paddies"
    FOREST = "forest"
    HILL = "hill"


@dataclass(frozen=True, slots=True)
class TilesAs:
    """Tiles that have the rules of different terrain (SO-TERRAIN-OVERRIDE).

    Attributes:
        tiles: The tiles.
        counts_as: The terrain whose rules they have.
    """

    tiles: tuple[TerrainKey, ...]
    counts_as: Ground


@dataclass(frozen=True, slots=True)
class TerrainOverride(SpecialRule):
    """Tiles that have the rules of different terrain (SO-TERRAIN-OVERRIDE).

    Bridges over them still count.
    """

    groups: tuple[TilesAs, ...]


@dataclass(frozen=True, slots=True)
class FloodedFields(SpecialRule):
    """Whether all hexes without a tile are under water (SO-FLOODED-FIELDS)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class HeavyFog(SpecialRule):
    """Whether unit symbols only hit in close assault (SO-HEAVY-FOG)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class MineDeck(SpecialRule):
    """The box whose tokens are used for minefields; all boxes have the same tokens (O-MINE)."""

    box: MineBox


@dataclass(frozen=True, slots=True)
class DeckReshuffling(SpecialRule):
    """Whether the discards become a new deck when the deck runs out (O-NORESH)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class DeckOutWinner(SpecialRule):
    """The side that wins when a deck without reshuffling runs out (SO-DECK-EXHAUSTION)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Draw:
    """Extra cards that a side draws once: after the given turn of its own, counted from 1."""

    after_turn: Count
    cards: Count


@dataclass(frozen=True, slots=True)
class DrawExtra(SpecialRule):
    """Extra cards a side draws, which enlarge its hand for the rest of the game (SO-EXTRA-DRAW)."""

    axis: tuple[Draw, ...] = ()
    allies: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Hill317(SpecialRule):
    """The hexes where an Allied unit allows Recon to be played as Air Power (O-HILL317)."""

    hexes: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class AirStrikes(SpecialRule):
    """The side that may play Recon as Air Power at any time (O-STRIKE)."""

    side: Side


@dataclass(frozen=True, slots=True)
class BlitzRules(SpecialRule):
    """Whether the Allies are surprised: slow armor, and Axis air strikes (O-BLITZ)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class PartialBlitz(SpecialRule):
    """The side whose armor moves at most two hexes (O-PBLITZ)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Commissar(SpecialRule):
    """The side that always plays the card it put under the Commissar token last turn (O-COMM)."""

    side: Side


@dataclass(frozen=True, slots=True)
class GungHo(SpecialRule):
    """Whether the cards of the side of the United States order one more unit (O-GUNGHO)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class HexGroup:
    """Hexes that win the game for a side without medals (V-MED-08, V-MED-10).

    Attributes:
        side: The side that wins.
        needed: The number of hexes it must occupy.
        hexes: The hexes that count.
        at_once: Whether it wins immediately (V-MED-08), not only at the end of one of its own
            turns (V-MED-10).
        no_medals: Whether objective medals on the hexes do not count (SO-SUDDEN-DEATH).
    """

    side: Side
    needed: Count
    hexes: tuple[Hex, ...]
    at_once: bool = False
    no_medals: bool = False

    def makes_sense(self) -> bool:
        """Return whether there are at least as many hexes as it needs."""
        return self.needed <= len(self.hexes)


@dataclass(frozen=True, slots=True)
class SuddenDeath(SpecialRule):
    """Groups of hexes that win the game without medals (V-MED-08, V-MED-10)."""

    groups: tuple[HexGroup, ...]


@dataclass(frozen=True, slots=True)
class InfantryExitCountsTwo(SpecialRule):
    """Whether each infantry unit that exits is worth two medals (V-EXIT-07)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class MustExit(SpecialRule):
    """A side that must gain some of the medals it needs from exits (V-EXIT-08).

    Attributes:
        side: The side.
        units: The number of medals that must come from exits.
    """

    side: Side
    units: Count


@dataclass(frozen=True, slots=True)
class CardBan(SpecialRule):
    """Cards that a side must discard and replace when it draws them (SO-CARD-BAN)."""

    axis: tuple[CardKey, ...] = ()
    allies: tuple[CardKey, ...] = ()


@dataclass(frozen=True, slots=True)
class NoEliminationMedals(SpecialRule):
    """The side that gains no medals for eliminated units (SO-NO-ELIMINATION-MEDALS)."""

    side: Side


@dataclass(frozen=True, slots=True)
class ItalyRoyalArmy(SpecialRule):
    """Whether units with the Italian badge use the Royal Army rules (E-ITA-04)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class ItalyHighCommand(SpecialRule):
    """Whether the Axis, as Italian High Command, loses a card for each lost unit (E-ITA-01)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class LateWarWeapons(SpecialRule):
    """Whether support weapons are those of the late war, whatever the date (E-SWA-02)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class ReSupply(SpecialRule):
    """Whether trucks and half-tracks can restore figures of adjacent units (E-RESUP-04)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class BritishCommonwealth(SpecialRule):
    """Whether the last figure of a British unit battles back, as it does by default (O-BRIT)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class NorthAfricanDesert(SpecialRule):
    """Whether armor that has taken ground moves one more hex before its overrun (O-DESERT)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class NightVisibility(SpecialRule):
    """Whether the battle starts at night, with dawn during the battle (O-NIGHT)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class NightVisibilityReverse(SpecialRule):
    """Whether night falls during the battle (TH-NIGHT-03)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class NightVisibilityTeamTurn(SpecialRule):
    """The side during whose turns the visibility dice are rolled; the Allies by default."""

    side: Side


@dataclass(frozen=True, slots=True)
class FuriaFrancese(SpecialRule):
    """Whether regular infantry with American figures is French, with furia francese (E-FRA-01)."""

    applies: bool


@dataclass(frozen=True, slots=True)
class SmokeScreen(SpecialRule):
    """The side that lays a smoke screen before the first turn (O-SMOKE)."""

    side: Side


RULES: tuple[type[SpecialRule], ...] = (
    AirDrop,
    OrderedDrop,
    SupplyTrain,
    BlowBridges,
    DeckReshuffling,
    DeckOutWinner,
    DrawExtra,
    Hill317,
    AirStrikes,
    BlitzRules,
    PartialBlitz,
    Commissar,
    GungHo,
    SuddenDeath,
    InfantryExitCountsTwo,
    MustExit,
    CardBan,
    NoEliminationMedals,
    ItalyRoyalArmy,
    ItalyHighCommand,
    LateWarWeapons,
    ReSupply,
    BritishCommonwealth,
    NorthAfricanDesert,
    NightVisibility,
    NightVisibilityReverse,
    NightVisibilityTeamTurn,
    FuriaFrancese,
    ExitLines,
    ExitsOnly,
    MedalsNeeded,
    GroupMedals,
    MandatoryObjective,
    RestrictedObjectives,
    RemovedCards,
    CardSubstitutes,
    TerrainOverride,
    FloodedFields,
    HeavyFog,
    SmokeScreen,
    MineDeck,
    ArmorBreakthrough,
    EmptySectionMedals,
    Attrition,
    DamSabotage,
    Reinforcements,
    UnitFlags,
)


@dataclass(frozen=True, slots=True)
class ForeignRule:
    """A rule that could not be read, with its value from the file.

    Attributes:
        value: The value, verbatim.
        invalid: Whether the rule is known, but its value is invalid.
        is_workshop: Whether the value is in the form of our own files.
    """

    value: Any
    invalid: bool = False
    is_workshop: bool = False

    @property
    def is_off(self) -> bool:
        """Whether its value switches it off or is empty."""
        return self.value is None or self.value is False or self.value in ("", [], {})


R = TypeVar("R", bound=SpecialRule)
StatedRule = SpecialRule | ForeignRule


def _no_rules() -> Mapping[str, StatedRule]:
    return {}


def _no_side_rules() -> Mapping[str, SpecialRule]:
    return {}


@dataclass(frozen=True, slots=True)
class SpecialRules:
    """The special rules of a scenario, in the order of its file.

    Attributes:
        stated: The rules in the file by key: our key if the rule could be read, or the
            file's key if it is a :class:`ForeignRule`.
        from_side_file: The rules of a side file, which are never written into the file. They
            override *stated* ones with the same key.
    """

    stated: Mapping[str, StatedRule] = field(default_factory=_no_rules)
    from_side_file: Mapping[str, SpecialRule] = field(default_factory=_no_side_rules)

    def __bool__(self) -> bool:
        """Return whether there are any rules."""
        return bool(self.stated or self.from_side_file)

    @property
    def in_force(self) -> Mapping[str, StatedRule]:
        """All rules that apply to the scenario, by key."""
        return {**self.stated, **self.from_side_file} if self.from_side_file else self.stated

    def of(self, rule: type[R]) -> R | None:
        """Return the rule of a given class; None if the scenario does not have it."""
        for candidate in self.in_force.values():
            if isinstance(candidate, rule):
                return candidate
        return None

    def foreign_rules(self) -> Iterator[tuple[str, ForeignRule]]:
        """Yield each foreign rule with its key."""
        for key, rule in self.in_force.items():
            if isinstance(rule, ForeignRule):
                yield key, rule

    def is_on(self, key: str) -> bool:
        """Return whether a rule, given by its key, is present and not switched off."""
        rule = self.in_force.get(key)
        if isinstance(rule, ForeignRule):
            return not rule.is_off
        return rule is not None and getattr(rule, "applies", True)

    def value_of(self, key: str) -> Any:  # noqa: ANN401 -- any value from a file
        """Return the value of the foreign rule with a given key; None if there is none."""
        rule = self.in_force.get(key)
        return rule.value if isinstance(rule, ForeignRule) else None

    def with_rule(self, key: str, rule: StatedRule) -> SpecialRules:
        """Return the rules with one rule added or replaced."""
        return SpecialRules({**self.stated, key: rule}, self.from_side_file)

    def without(self, key: str) -> SpecialRules:
        """Return the rules without a given one; a rule from a side file is kept."""
        remaining_rules = {k: rule for k, rule in self.stated.items() if k != key}
        return SpecialRules(remaining_rules, self.from_side_file)
