"""What sentences call those who command: the two sides, and the generals of Overlord."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.messages.message import Message, message_in, name

SIDES: Mapping[Side, Message] = {
    Side.AXIS: message_in("side", "Axis"),
    Side.ALLIES: message_in("side", "Allies"),
}
"""A side where it stands alone, as on a label; in a sentence it is :attr:`Side.called`."""

GENERALS: Mapping[Section, Message] = {
    Section.LEFT: name("general", "the general on the left"),
    Section.CENTRE: name("general", "the general in the centre"),
    Section.RIGHT: name("general", "the general on the right"),
}


def message_by_side(side: Side, axis: Message, allies: Message) -> Message:
    """Return what is said of a side: many languages have another verb for the Allies, who are many.

    It is two sentences, each whole, so that a language may have any verb it needs.
    """
    return axis if side is Side.AXIS else allies
