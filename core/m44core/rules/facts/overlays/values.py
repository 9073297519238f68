"""What an overlay finds: areas of hexes, short words on single ones, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from m44core.hexes import Hex
from m44core.messages.message import Message, Value
from m44core.values import dataclass


class Role(StrEnum):
    """What an area means; a drawing gives each a colour and a pattern of its own."""

    OPEN = "open"
    HALF = "half"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Area:
    """Hexes of which the same is true.

    Attributes:
        role: What it means to who asks.
        hexes: The hexes; none if it is true of none now.
        says: What is true of them, as a legend says it.
    """

    role: Role
    hexes: frozenset[Hex]
    says: Message


@dataclass(frozen=True, slots=True)
class Overlay:
    """What was found.

    Attributes:
        says: All of it in words, or why it is not known.
        areas: The areas, none of which shares a hex with another.
        marks: A number or a short sign on single hexes.
    """

    says: Message
    areas: tuple[Area, ...] = ()
    marks: Mapping[Hex, Value] = field(default_factory=dict)
