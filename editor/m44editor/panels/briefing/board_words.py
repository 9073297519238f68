"""What people read for the formats and faces of the board."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import BoardType, Face

BOARD_TYPES: Mapping[BoardType, str] = {
    BoardType.STANDARD: "Standard (13 by 9)",
    BoardType.BREAKTHROUGH: "Breakthrough (13 by 17)",
    BoardType.OVERLORD: "Overlord (26 by 9)",
}

FACES: Mapping[Face, str] = {
    Face.COUNTRY: "Countryside",
    Face.BEACH: "Beach",
    Face.WINTER: "Winter",
    Face.DESERT: "Desert",
}
