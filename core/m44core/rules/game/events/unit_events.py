"""Events of units: orders, moves, battles, losses, retreats."""

from __future__ import annotations

from m44core.messages import nouns
from m44core.messages.message import Message, Value, message
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class UnitOrdered:
    """A unit got an order."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("{unit} on {hex} is ordered.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class OrderedOnTheMove:
    """A unit got an order on the move: it cannot battle (BT-OTM-01, BT-OTM-06)."""

    unit: Message
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} on {hex} is ordered to move but not battle.", unit=self.unit, hex=self.hex
        )


@dataclass(frozen=True, slots=True)
class SandbagsPlaced:
    """A unit dug in (B-CARD-DIG)."""

    unit: Message
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("{unit} on {hex} digs in.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class UnitMoved:
    """A unit moved."""

    unit: Value
    start: str
    end: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} moves from {start} to {end}.", unit=self.unit, start=self.start, end=self.end
        )


@dataclass(frozen=True, slots=True)
class BoatLost:
    """A unit left a river and lost its boat (TH-BOAT-03)."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} leaves its boat and goes ashore on {hex}.", unit=self.unit, hex=self.hex
        )


@dataclass(frozen=True, slots=True)
class Disembarked:
    """A unit landed from its craft, which is removed (E-LCT-04)."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} lands on {hex}; its landing craft is removed.", unit=self.unit, hex=self.hex
        )


@dataclass(frozen=True, slots=True)
class WagonLost:
    """A train lost its wagon (TH-TRAIN-02)."""

    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("The wagon on {hex} is destroyed.", hex=self.hex)


@dataclass(frozen=True, slots=True)
class UnitUnloaded:
    """A unit left a train (TH-TRAIN-04)."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("{unit} leaves the train on {hex}.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class BattleDeclared:
    """A unit battles an enemy unit with a number of dice."""

    unit: Value
    hex: str
    enemy: Value
    target: str
    dice: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} on {hex} battles {enemy} on {target} with {dice}.",
            unit=self.unit,
            hex=self.hex,
            enemy=self.enemy,
            target=self.target,
            dice=nouns.dice(self.dice),
        )


@dataclass(frozen=True, slots=True)
class FiguresLost:
    """A unit lost figures: to hits or, if *barred*, to a blocked retreat (B-HIT-03, B-RET-06)."""

    unit: Value
    hex: str
    lost: int
    left: int
    barred: bool = False

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        figures = nouns.figures(self.lost)
        if self.barred:
            return message(
                "{unit} on {hex} loses {figures} because it cannot retreat; {left} left.",
                unit=self.unit,
                hex=self.hex,
                figures=figures,
                left=self.left,
            )
        return message(
            "{unit} on {hex} loses {figures}; {left} left.",
            unit=self.unit,
            hex=self.hex,
            figures=figures,
            left=self.left,
        )


@dataclass(frozen=True, slots=True)
class UnitEliminated:
    """A unit lost its last figure."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("{unit} on {hex} is eliminated.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class Resupplied:
    """A truck or half-track gave a figure to an adjacent unit (E-RESUP-01).

    *left* is the number of figures the receiver now has.
    """

    unit: Value
    hex: str
    receiver: Value
    end: str
    left: int

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} on {hex} gives a figure to {receiver} on {end}, which now has {figures}.",
            unit=self.unit,
            hex=self.hex,
            receiver=self.receiver,
            end=self.end,
            figures=nouns.figures(self.left),
        )


@dataclass(frozen=True, slots=True)
class UnitRetreated:
    """A unit retreated."""

    unit: Value
    start: str
    end: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} retreats from {start} to {end}.",
            unit=self.unit,
            start=self.start,
            end=self.end,
        )


@dataclass(frozen=True, slots=True)
class UnitExited:
    """A unit left the board by the exit hex *end* (V-EXIT-05)."""

    unit: Value
    start: str
    end: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        if self.start == self.end:
            return message("{unit} exits the board at {end}.", unit=self.unit, end=self.end)
        return message(
            "{unit} from {start} exits the board at {end}.",
            unit=self.unit,
            start=self.start,
            end=self.end,
        )


@dataclass(frozen=True, slots=True)
class FlagIgnored:
    """A unit ignored a flag."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("{unit} on {hex} ignores a flag.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class GroundTaken:
    """A unit took ground: it moved into the hex it had cleared."""

    unit: Value
    start: str
    end: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message(
            "{unit} takes ground from {start} to {end}.",
            unit=self.unit,
            start=self.start,
            end=self.end,
        )


@dataclass(frozen=True, slots=True)
class BrokeThrough:
    """Armor appeared at the enemy's edge (O-ABRK)."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("{unit} breaks through to {hex}.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class ReinforcementArrived:
    """A reinforcement arrived at an edge of the board (SO-REINFORCEMENTS)."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        return message("{unit} arrives on {hex} as a reinforcement.", unit=self.unit, hex=self.hex)


@dataclass(frozen=True, slots=True)
class UnitLanded:
    """A unit of an air drop landed; *hex* is "" if it is lost (O-DROP)."""

    unit: Value
    hex: str

    def sentence(self) -> Message:
        """Return the sentence for the log."""
        if not self.hex:
            return message("{unit} is lost in the air drop.", unit=self.unit)
        return message("{unit} lands on {hex}.", unit=self.unit, hex=self.hex)


UnitEvent = (
    UnitOrdered
    | OrderedOnTheMove
    | SandbagsPlaced
    | UnitMoved
    | BoatLost
    | Disembarked
    | WagonLost
    | UnitUnloaded
    | BattleDeclared
    | FiguresLost
    | UnitEliminated
    | Resupplied
    | UnitRetreated
    | UnitExited
    | FlagIgnored
    | GroundTaken
    | BrokeThrough
    | ReinforcementArrived
    | UnitLanded
)
