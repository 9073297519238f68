"""The parts of a scenario: pieces, units, tags, players, texts.

All parts are immutable. Their ``extra`` has the unknown keys of the object in the file, in file
order, so that nothing is lost when saving.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from datetime import date
from enum import StrEnum
from typing import Any

from m44core.board import BoardType, Face
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.model.special_rules import SpecialRules
from m44core.model.unit import Extra, Unit, no_extra
from m44core.values import dataclass

__all__ = [
    "BOARD_FORMATS",
    "EMPTY_HEX",
    "FRONTS",
    "KINDS",
    "NATIONS",
    "SIDES",
    "Allowance",
    "BattleKind",
    "Briefing",
    "Extra",
    "FirstPlayer",
    "Front",
    "HexContent",
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
        name: The name of the element in the .m44 format: ``woods``, ``bridge``, ``wire``.
        orientation: The number of the orientation in the format, from 1.
        owner: The side that can use a bunker or a sea wall.
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
    """The terms on which an objective medal is won (V-MED-01..08, D-13).

    Attributes:
        permanent: Whether it cannot be lost once won.
        counts_for: The number of medals it is worth.
        hexes_needed: The number of its hexes that must be held.
        side: The only side that may hold it; None if its token decides.
        turn_start: Whether it only counts at the start of a turn.
        majority: Whether the side that occupies more of its hexes than the enemy holds it.
        sole_control: Whether a side holds it only while no enemy is on any of its hexes.
        last_to_occupy: Whether a side holds it until the enemy occupies it.
        any_hex: Whether its side holds it while occupying it, and the enemy holds it otherwise.
        extra: Unknown terms, verbatim.
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
        name: The name of the element: ``medal1``, ``tag4``.
        behavior: The key of a special rule: ``exit-marker``, ``mine-field`` ...
        side: The owner of a mine, or the side that may exit here.
        group: Further hexes that share its function; None if the file has no list.
        medal: The terms of an objective medal; None if the file has none.
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
    """The content of one hex: one piece per layer, and any number of tags."""

    terrain: Piece | None = None
    structure: Piece | None = None
    obstacle: Piece | None = None
    unit: Unit | None = None
    tags: tuple[Tag, ...] = ()
    extra: Extra = field(default_factory=no_extra)

    def __bool__(self) -> bool:
        """Return whether the hex has any content."""
        return bool(
            self.terrain or self.structure or self.obstacle or self.unit or self.tags or self.extra
        )

    def on(self, layer: Layer) -> Piece | Unit | tuple[Tag, ...] | None:
        """Return the content of one layer, None if empty; for tags and for badges, all tags."""
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


class FirstPlayer(StrEnum):
    """The player who moves first; SPECIAL if special rules decide."""

    TOP = "top"
    BOTTOM = "bottom"
    SPECIAL = "special"


class BattleKind(StrEnum):
    """Whether a battle really took place."""

    HISTORICAL = "historical"
    FICTIONAL = "fictional"


class Front(StrEnum):
    """The front of a battle."""

    WESTERN = "western"
    EASTERN = "eastern"
    MEDITERRANEAN = "mediterranean"
    PACIFIC = "pacific"


@dataclass(frozen=True, slots=True)
class Player:
    """The briefing data of one player.

    Attributes:
        side: AXIS or ALLIES; None if the file has none or an unknown one.
        country: The code of the flag, such as ``DE``; it decides the flag and medal art, never
            the figures.
        cards: The number of command cards in hand.
        medals: The number of medals needed to win.
    """

    side: Side | None = None
    country: str | None = None
    cards: int | None = None
    medals: int | None = None


@dataclass(frozen=True, slots=True)
class Briefing:
    """The scenario data that is not on the board.

    Attributes:
        top: The player whose edge is row 0.
        bottom: The player whose edge is the last row.
        first: The player who moves first; None if the file has none or an unknown one.
        kind: Whether the battle really took place.
        front: The front.
        begins: The first day.
        ends: The last day.
        operation: The id of the operation, as text.
        special_rules: The special rules of the scenario.
        extra: Unknown keys, and invalid values of known ones.
    """

    top: Player = Player()
    bottom: Player = Player()
    first: FirstPlayer | None = None
    kind: BattleKind | None = None
    front: Front | None = None
    begins: date | None = None
    ends: date | None = None
    operation: str | None = None
    special_rules: SpecialRules = SpecialRules()
    extra: Extra = field(default_factory=no_extra)

    def unread_conditions(self) -> Iterator[tuple[str, object]]:
        """Yield the key and value of each victory condition that could not be read."""
        victory = self.extra.get("victory")
        conditions = victory.get("condition") if isinstance(victory, dict) else None
        for condition in conditions if isinstance(conditions, list) else ():
            yield from condition.items() if isinstance(condition, dict) else ()

    def player(self, side: Side) -> Player | None:
        """Return the player of a side; None if neither player has that side."""
        return next((p for p in (self.top, self.bottom) if p.side is side), None)


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a scenario in one language; a text that the file does not have is None.

    *labels* maps the labels on hexes, in the form that :func:`joined_label` returns, to their
    translations.
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

    def with_texts(self, texts: Mapping[str, str | None]) -> Texts:
        """Return a copy with the texts of the given fields changed."""
        changes: dict[str, Any] = dict(texts)  # the fields are only known at run time
        return replace(self, **changes)


_LINE_BREAK = " | "


def joined_label(lines: Iterable[str]) -> str:
    """Return the lines of a label joined into one: ``Caen | Canal``; "" for no lines."""
    return _LINE_BREAK.join(filter(None, (line.strip() for line in lines)))


def split_label(label: str) -> tuple[str, ...]:
    """Return the lines of a label joined by :func:`joined_label`."""
    return tuple(filter(None, (line.strip() for line in label.split(_LINE_BREAK.strip()))))


@dataclass(frozen=True, slots=True)
class Allowance:
    """A suppression: problems that the author accepts, and the reason.

    Attributes:
        check: The code, the start of a code or the name of the check: ``M303``, ``M3``,
            ``unusual-hand``.
        reason: The reason; an allowance without one has no effect.
        at: The name of a hex, or a JSON Pointer into the workshop document that includes
            everything below it; None for the whole scenario.
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
"""The names of the sides, for headings or next to a flag."""

BOARD_FORMATS: Mapping[BoardType, Message] = {
    BoardType.STANDARD: message_in("board", "Standard"),
    BoardType.BREAKTHROUGH: message_in("board", "Breakthrough"),
    BoardType.OVERLORD: message_in("board", "Overlord"),
}
"""The names of the board formats."""

FACES: Mapping[Face, Message] = {
    Face.COUNTRY: message("Countryside"),
    Face.BEACH: message_in("face", "Beach"),
    Face.WINTER: message("Winter"),
    Face.DESERT: message("Desert"),
}
"""The names of the printed faces."""

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
"""The names of the nations by flag code."""

FRONTS: Mapping[Front, Message] = {
    Front.WESTERN: message("Western"),
    Front.EASTERN: message("Eastern"),
    Front.MEDITERRANEAN: message("Mediterranean"),
    Front.PACIFIC: message("Pacific"),
}

KINDS: Mapping[BattleKind, Message] = {
    BattleKind.HISTORICAL: message("Historical"),
    BattleKind.FICTIONAL: message("Fictional"),
}
