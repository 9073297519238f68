"""The parts of a scenario: pieces, units, tags, players, texts.

Every part is immutable and keeps in ``extra`` the keys of its file object
that we do not know, in file order, so that saving loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from enum import StrEnum
from typing import Any

from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.model.special_rules import SpecialRules
from m44core.model.unit import Extra, Unit, no_extra
from m44core.values import dataclass

__all__ = [
    "EMPTY_HEX",
    "FRONTS",
    "KINDS",
    "NATIONS",
    "SIDES",
    "Allowance",
    "Briefing",
    "Extra",
    "First",
    "Front",
    "HexContent",
    "Kind",
    "MedalTerms",
    "Piece",
    "Player",
    "Tag",
    "Texts",
    "Unit",
]


@dataclass(frozen=True, slots=True)
class Piece:
    """A terrain tile, a structure or an obstacle on a hex.

    Attributes:
        name: The element's name in the .m44 format: ``woods``, ``bridge``, ``wire``.
        orientation: 1 to n as the format counts them; 1 where it has only one.
        owner: The side that may use a bunker or a sea wall.
        behavior: The key of a special rule: ``wide-river``.
        extra: Unknown keys.
    """

    name: str
    orientation: int = 1
    owner: Side | None = None
    behavior: str | None = None
    extra: Extra = field(default_factory=no_extra)


@dataclass(frozen=True, slots=True)
class MedalTerms:
    """How an objective medal is won (V-MED-01..08, D-13).

    Attributes:
        permanent: Once gained it stays gained.
        counts_for: How many medals it is worth.
        hexes_needed: How many hexes of its group must be held.
        side: Who alone may hold it; None where its token says who may.
        turn_start: It counts at the start of a turn only.
        majority: Its holder has more of its hexes than the enemy.
        sole_control: Its holder is there and the enemy is not.
        last_to_occupy: Its holder keeps it until the enemy comes.
        any_hex: One side holds it while it is there, and the enemy while it is not.
        extra: Other terms, verbatim.
    """

    permanent: bool = False
    counts_for: int = 1
    hexes_needed: int = 1
    side: Side | None = None
    turn_start: bool = False
    majority: bool = False
    sole_control: bool = False
    last_to_occupy: bool = False
    any_hex: bool = False
    extra: Extra = field(default_factory=no_extra)


@dataclass(frozen=True, slots=True)
class Tag:
    """A token on a hex: objective medal, exit marker, mine, battle star.

    Attributes:
        name: The element's name: ``medal1``, ``tag4``.
        behavior: The key of a special rule: ``exit-marker``, ``mine-field`` ...
        side: Whose mine, or who may exit here.
        group: Further hexes that share its function; None where the file has no list.
        medal: The terms of an objective medal, where the file states any.
        extra: Unknown keys.
    """

    name: str
    behavior: str | None = None
    side: Side | None = None
    group: tuple[Hex, ...] | None = None
    medal: MedalTerms | None = None
    extra: Extra = field(default_factory=no_extra)


@dataclass(frozen=True, slots=True)
class HexContent:
    """All that lies on one hex, one piece a layer and any number of tags."""

    terrain: Piece | None = None
    structure: Piece | None = None
    obstacle: Piece | None = None
    unit: Unit | None = None
    tags: tuple[Tag, ...] = ()
    extra: Extra = field(default_factory=no_extra)

    def __bool__(self) -> bool:
        """Tell whether anything lies here."""
        return bool(
            self.terrain or self.structure or self.obstacle or self.unit or self.tags or self.extra
        )

    def on(self, layer: Layer) -> Piece | Unit | tuple[Tag, ...] | None:
        """Return what lies on one layer; the tags come as a tuple."""
        match layer:
            case Layer.TERRAIN:
                return self.terrain
            case Layer.STRUCTURE:
                return self.structure
            case Layer.OBSTACLE:
                return self.obstacle
            case Layer.UNIT:
                return self.unit
            case Layer.TAG | Layer.BADGE:
                return self.tags


EMPTY_HEX = HexContent()


class First(StrEnum):
    """Who moves first; the special rules may say who."""

    TOP = "top"
    BOTTOM = "bottom"
    SPECIAL = "special"


class Kind(StrEnum):
    """Whether a battle happened."""

    HISTORICAL = "historical"
    FICTIONAL = "fictional"


class Front(StrEnum):
    """Where a battle was."""

    WESTERN = "western"
    EASTERN = "eastern"
    MEDITERRANEAN = "mediterranean"
    PACIFIC = "pacific"


@dataclass(frozen=True, slots=True)
class Player:
    """One player's briefing data.

    Attributes:
        side: AXIS or ALLIES; None where the file has none or an unknown one.
        country: Flag code such as ``DE``; decides flag and medal art, never figures.
        cards: Command cards in hand.
        medals: Medals needed to win.
    """

    side: Side | None = None
    country: str | None = None
    cards: int | None = None
    medals: int | None = None


@dataclass(frozen=True, slots=True)
class Briefing:
    """The scenario's data that is not on the board.

    Attributes:
        top: The player whose edge is row 0.
        bottom: The other one.
        first: Who moves first; None where the file does not say, or says what nobody understands.
        kind: Whether it happened.
        front: Where it was.
        begins: First day.
        ends: Last day.
        operation: Operation id, as text.
        special_rules: What it asks for besides the layout.
        extra: Unknown keys, and values of known ones that make no sense.
    """

    top: Player = Player()
    bottom: Player = Player()
    first: First | None = None
    kind: Kind | None = None
    front: Front | None = None
    begins: date | None = None
    ends: date | None = None
    operation: str | None = None
    special_rules: SpecialRules = SpecialRules()
    extra: Extra = field(default_factory=no_extra)

    def unread_conditions(self) -> Iterator[tuple[str, object]]:
        """Yield what the file states among the conditions of victory and nobody understands."""
        victory = self.extra.get("victory")
        conditions = victory.get("condition") if isinstance(victory, dict) else None
        for condition in conditions if isinstance(conditions, list) else ():
            yield from condition.items() if isinstance(condition, dict) else ()

    def player(self, side: Side) -> Player | None:
        """Return the player who commands *side*, or None."""
        return next((p for p in (self.top, self.bottom) if p.side is side), None)


@dataclass(frozen=True, slots=True)
class Texts:
    """The scenario's texts in one language; None where the file has no such text.

    What is written on hexes, :func:`label_of` it, has its words in *labels* where it is called
    something else in the language.
    """

    name: str | None = None
    subtitle: str | None = None
    historical: str | None = None
    description: str | None = None
    victory: str | None = None
    rules: str | None = None
    bibliography: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    extra: Extra = field(default_factory=no_extra)

    def with_texts(self, said: Mapping[str, str | None]) -> Texts:
        """Return them with other texts, by the names of their fields."""
        changes: dict[str, Any] = dict(said)  # which field it is, only running tells
        return replace(self, **changes)


_LINE_BREAK = " | "


def label_of(lines: Iterable[str]) -> str:
    """Return what is written on a hex as one line: ``Caen | Canal``; empty where nothing is."""
    return _LINE_BREAK.join(filter(None, (line.strip() for line in lines)))


def label_lines(label: str) -> tuple[str, ...]:
    """Return the lines of what :func:`label_of` made one."""
    return tuple(filter(None, (line.strip() for line in label.split(_LINE_BREAK.strip()))))


@dataclass(frozen=True, slots=True)
class Allowance:
    """A finding the author has looked at and lets stand.

    Attributes:
        check: The code, the beginning of a code or the name of what may be: ``M303``, ``M3``,
            ``unusual-hand``.
        reason: Why; an allowance without a reason allows nothing.
        at: Where: the name of a hex, or a JSON Pointer into the workshop document, which stands
            for all below it; None for the whole scenario.
        extra: Unknown keys.
    """

    check: str
    reason: str = ""
    at: str | None = None
    extra: Extra = field(default_factory=no_extra)


SIDES: Mapping[Side, Message] = {
    Side.AXIS: message_in("side", "Axis"),
    Side.ALLIES: message_in("side", "Allies"),
}
"""The sides as they stand alone, in a heading or beside a flag."""

NATIONS: Mapping[str, Message] = {
    "DE": message("Germany"),
    "IT": message("Italy"),
    "JP": message("Japan"),
    "FI": message("Finland"),
    "HU": message("Hungary"),
    "RO": message("Romania"),
    "SK": message("Slovakia"),
    "US": message("United States"),
    "GB": message("Great Britain"),
    "RU": message("Soviet Union"),
    "FR": message("France"),
    "CA": message("Canada"),
    "PL": message("Poland"),
    "NL": message("Netherlands"),
    "BE": message("Belgium"),
    "NO": message("Norway"),
    "GR": message("Greece"),
    "AU": message("Australia"),
    "NZ": message("New Zealand"),
    "CN": message("China"),
}
"""The nations by the codes of their flags."""

FRONTS: Mapping[Front, Message] = {
    Front.WESTERN: message("Western"),
    Front.EASTERN: message("Eastern"),
    Front.MEDITERRANEAN: message("Mediterranean"),
    Front.PACIFIC: message("Pacific"),
}

KINDS: Mapping[Kind, Message] = {
    Kind.HISTORICAL: message("Historical"),
    Kind.FICTIONAL: message("Fictional"),
}
