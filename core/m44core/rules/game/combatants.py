"""The units that take part in a game."""

from __future__ import annotations

from m44core.catalogue.troops import Troop, UnitRules
from m44core.catalogue.types import Side
from m44core.messages.message import Message
from m44core.model.parts import Piece, Unit
from m44core.rules.game.arrivals import Arrival
from m44core.rules.numbers import HexNo, PlayerNo, UnitNo
from m44core.values import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Combatant:
    """A unit that takes part in the game.

    Attributes:
        number: Its number in the game, from 0.
        player: Who commands it.
        side: The same as a coalition.
        name: What sentences call it: ``German infantry``.
        figures: How many figures it starts with.
        rules: The base rules it fights by.
        number_of_class: The place of the class it moves as in
            :data:`m44core.rules.board.hex_ground.CLASSES`.
        fights_as: The same of the class it battles as.
        ordered_as: The same of the class that cards order it as.
        start: The hex it starts on; -1 if it comes later.
        origin: The hex by which special rules name it: that on which it stood when the battle
            began; -1 if none names it.
        placed: The unit as the scenario has it.
        troop: What it is, all that stands with it considered.
        medals: How many medals it is worth to the enemy who eliminates it.
        wreck: What it counts as where a medal is given for every so many figures
            (E-HT-03); "" for units that are worth a medal as a whole.
        structure: The structure that stands for it on the board; None for figures.
        wagon: The hex and the piece that is its wagon; None without one.
        carrier: The landing craft it begins aboard; None without one.
        exit_medals: How many it is worth to its own side when it leaves by an exit;
            None if it may not leave.
        arrival: How it comes to the board; None if it starts there.
    """

    number: UnitNo
    player: PlayerNo
    side: Side
    name: Message
    figures: int
    rules: UnitRules
    number_of_class: int
    fights_as: int
    ordered_as: int
    start: HexNo
    placed: Unit
    troop: Troop
    medals: int = 1
    wreck: str = ""
    exit_medals: int | None = 1
    origin: HexNo = -1
    structure: Piece | None = None
    wagon: tuple[HexNo, Piece] | None = None
    carrier: Piece | None = None
    arrival: Arrival | None = None
