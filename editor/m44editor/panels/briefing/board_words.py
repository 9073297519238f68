"""What people read for the formats and faces of the board."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import BoardType, Face
from m44core.messages.message import Message, message, message_in

BOARD_TYPES: Mapping[BoardType, Message] = {
    BoardType.STANDARD: message("Standard (13 by 9)"),
    BoardType.BREAKTHROUGH: message("Breakthrough (13 by 17)"),
    BoardType.OVERLORD: message("Overlord (26 by 9)"),
}

FACES: Mapping[Face, Message] = {
    Face.COUNTRY: message("Countryside"),
    Face.BEACH: message_in("face", "Beach"),
    Face.WINTER: message("Winter"),
    Face.DESERT: message("Desert"),
}
