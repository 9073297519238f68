"""Events of the ground: obstacles, mines, smoke, bridges, caves, headquarters."""

from __future__ import annotations

from m44core.messages import nouns
from m44core.messages.message import Message, message
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class ObstacleRemoved:
    """Wire or sandbags were removed."""

    obstacle: Message
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("Removed from {hex}: {obstacle}.", hex=self.hex, obstacle=self.obstacle)


@dataclass(frozen=True, slots=True)
class MineUncovered:
    """The strength of a minefield was uncovered; 0 for a decoy (TH-MINE-03)."""

    hex: str
    strength: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        if not self.strength:
            return message("The minefield on {hex} is a decoy and is removed.", hex=self.hex)
        dice = nouns.dice(self.strength)
        return message("The minefield on {hex} explodes and rolls {dice}.", hex=self.hex, dice=dice)


@dataclass(frozen=True, slots=True)
class MineCleared:
    """Engineers or a mine digger cleared a minefield safely (TH-ENG-04, E-HOB-05)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The minefield on {hex} is cleared.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class CamouflageLost:
    """A unit lost its camouflage (TH-CAMO-02)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The camouflage on {hex} is removed.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class SmokeLaid:
    """Smoke was laid on a hex (E-NEBEL-05, TH-SMK-01)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("Smoke covers {hex}.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class SmokeDispersed:
    """The smoke on a hex dispersed (E-SMOKE-01, TH-SMK-02)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The smoke on {hex} clears.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class BridgeBlownUp:
    """A bridge was destroyed (TH-BLOW-03)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The bridge on {hex} is destroyed.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class DemolitionFailed:
    """An attempt to blow up a bridge failed."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The bridge on {hex} holds.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class BridgeLaid:
    """A unit laid its bridge (E-HOB-02)."""

    unit: Message
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("{unit} lays its bridge on {hex}.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class BunkerBreached:
    """A bunker was destroyed (E-HOB-06)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The bunker on {hex} is destroyed.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class CaveSealed:
    """A cave was sealed and became a plain hill or mountain (TH-CAVE-05)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The cave on {hex} is sealed.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class CrosshairPlaced:
    """A big gun placed a crosshair on the hex of a unit it hit (E-BIGGUN-03)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("A crosshair is placed on {hex}.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class HeadquartersChangedHands:
    """A headquarters was captured by the enemy, or freed by its owner (TH-HQ-02, TH-HQ-04)."""

    hex: str
    captured: bool

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        if self.captured:
            return message("The headquarters on {hex} is captured.", hex=self.hex)
        return message("The headquarters on {hex} is liberated.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class DamHit:
    """A dam was damaged; *hits* of the *needed* stars have been rolled (SO-DAM-SABOTAGE)."""

    hex: str
    hits: int
    needed: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "The dam on {hex} has {hits} of the {needed} stars needed to destroy it.",
            hex=self.hex,
            hits=self.hits,
            needed=self.needed,
        )


@dataclass(frozen=True, slots=True)
class DamBroken:
    """A dam was destroyed (SO-DAM-SABOTAGE)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The dam on {hex} is destroyed.", hex=self.hex)


GroundEvent = (
    ObstacleRemoved
    | MineUncovered
    | MineCleared
    | CamouflageLost
    | SmokeLaid
    | SmokeDispersed
    | BridgeBlownUp
    | DemolitionFailed
    | BridgeLaid
    | BunkerBreached
    | CaveSealed
    | CrosshairPlaced
    | HeadquartersChangedHands
    | DamHit
    | DamBroken
)
