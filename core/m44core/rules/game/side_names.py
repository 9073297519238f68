"""Names in sentences: the two sides, and the generals of Overlord."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import Section
from m44core.catalogue.types import Side
from m44core.messages.message import Message, message_in, name

SIDES: Mapping[Side, Message] = {
    Side.AXIS: message_in("side", "Axis"),
    Side.ALLIES: message_in("side", "Allies"),
}
"""The name of a side standing alone, as on a label; in a sentence use :attr:`Side.called`."""

GENERALS: Mapping[Section, Message] = {
    Section.LEFT: name("general", "the general on the left"),
    Section.CENTRE: name("general", "the general in the centre"),
    Section.RIGHT: name("general", "the general on the right"),
}


def message_by_side(side: Side, axis: Message, allies: Message) -> Message:
    """Return the message about a side: the singular for the Axis or the plural for the Allies.

    These are two whole sentences, so that each language can use the verbs it needs.
    """
    return axis if side is Side.AXIS else allies
