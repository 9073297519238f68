"""Names in sentences: the two sides, and the generals of Overlord."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import Section
from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message_in, name

SIDES: Mapping[Side, Message] = {
    Side.AXIS: message_in("side", "Axis"),
    Side.ALLIES: message_in("side", "Allies"),
}
"""The name of a side standing alone, as on a label; in a sentence use :attr:`Side.noun`."""

GENERALS: Mapping[Section, Message] = {
    Section.LEFT: name("general", "the field general on the left"),
    Section.CENTRE: name("general", "the field general in the center"),
    Section.RIGHT: name("general", "the field general on the right"),
}


def message_by_side(side: Side, axis: Message, allies: Message) -> Message:
    """Return the message for a side: *axis* (singular) or *allies* (plural).

    Both are complete sentences, so that each language can use the verb forms it needs.
    """
    return axis if side is Side.AXIS else allies
