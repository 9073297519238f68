"""The parts of a scenario: pieces, units, tags, players, texts.

Every part is immutable and keeps in ``extra`` the keys of its file object
that we do not know, in file order, so that saving loses nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex

Extra = Mapping[str, Any]


def _no_extra() -> Extra:
    return {}


@dataclass(frozen=True, slots=True)
class Piece:
    """A terrain tile, a structure or an obstacle on a hex.

    Attributes:
        name: The element's name in the .m44 format: ``woods``, ``bridge``, ``wire``.
        orientation: 1 to n as the format counts them; 1 where it has only one.
        owner: The side that may use a bunker or a sea wall (``original_owner``).
        behavior: A special rule of the official editor, verbatim: ``WIDE_RIVER``.
        extra: Unknown keys.
    """

    name: str
    orientation: int = 1
    owner: Side | None = None
    behavior: str | None = None
    extra: Extra = field(default_factory=_no_extra)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit at the start of the game.

    Attributes:
        name: The element's name: ``infger``, ``tank2us``.
        figures: The scenario's own figure count; None for the usual one.
        badge: The name of the badge beside it: ``badge4``.
        behavior: A special rule, verbatim: ``FRENCH_RESISTANCE``.
        equipment: What it carries, verbatim: ``boat``.
        extra: Unknown keys.
    """

    name: str
    figures: int | None = None
    badge: str | None = None
    behavior: str | None = None
    equipment: str | None = None
    extra: Extra = field(default_factory=_no_extra)


@dataclass(frozen=True, slots=True)
class MedalTerms:
    """How an objective medal is won (V-MED-01..08, D-13).

    Attributes:
        permanent: Once gained it stays gained.
        counts_for: How many medals it is worth.
        hexes_needed: How many hexes of its group must be held (``nbr_hex``).
        extra: Other terms, verbatim: ``majority``, ``turn_start``, ``side`` ...
    """

    permanent: bool = False
    counts_for: int = 1
    hexes_needed: int = 1
    extra: Extra = field(default_factory=_no_extra)


@dataclass(frozen=True, slots=True)
class Tag:
    """A token on a hex: objective medal, exit marker, mine, battle star.

    Attributes:
        name: The element's name: ``medal1``, ``tag4``.
        behavior: ``EXIT_MARKER``, ``MINE_FIELD`` ... verbatim.
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
    extra: Extra = field(default_factory=_no_extra)


@dataclass(frozen=True, slots=True)
class HexContent:
    """All that lies on one hex, one piece a layer and any number of tags."""

    terrain: Piece | None = None
    structure: Piece | None = None
    obstacle: Piece | None = None
    unit: Unit | None = None
    tags: tuple[Tag, ...] = ()
    extra: Extra = field(default_factory=_no_extra)

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


@dataclass(frozen=True, slots=True)
class Player:
    """One player's briefing data: the top player is the format's player 1.

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
    """The scenario's data that is not on the board (``game_info``).

    Attributes:
        top: Player 1, whose edge is row 0.
        bottom: Player 2.
        first: ``PLAYER1``, ``PLAYER2`` or ``SPECIAL``.
        kind: ``HISTORICAL`` or ``FICTIONAL``.
        front: ``WESTERN``, ``EASTERN``, ``MEDITERRANEAN``, ``PACIFIC``.
        begins: First day, ``YYYY-MM-DD``.
        ends: Last day.
        operation: Operation id, as text.
        options: Rule options of the expert tab, verbatim.
        extra: Unknown keys.
    """

    top: Player = Player()
    bottom: Player = Player()
    first: str | None = None
    kind: str | None = None
    front: str | None = None
    begins: str | None = None
    ends: str | None = None
    operation: str | None = None
    options: Extra = field(default_factory=_no_extra)
    extra: Extra = field(default_factory=_no_extra)

    def player(self, side: Side) -> Player | None:
        """Return the player who commands *side*, or None."""
        return next((p for p in (self.top, self.bottom) if p.side is side), None)


@dataclass(frozen=True, slots=True)
class Texts:
    """The scenario's texts in one language; None where the file has no such text."""

    name: str | None = None
    subtitle: str | None = None
    historical: str | None = None
    description: str | None = None
    victory: str | None = None
    rules: str | None = None
    bibliography: str | None = None
    extra: Extra = field(default_factory=_no_extra)


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
    extra: Extra = field(default_factory=_no_extra)
