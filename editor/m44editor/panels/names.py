"""What the panels call pieces, boxes and special rules: messages for what our data files say."""

from __future__ import annotations

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.names import piece_name
from m44core.catalogue.types import Element, Nation
from m44core.messages.message import Message, message_in, titled


def piece_label(element: Element) -> Message:
    """Return what people call a piece, as it stands alone in a list or on a button."""
    return titled(piece_name(element.name, element.label))


def box_label(catalogue: Catalogue, code: str) -> Message:
    """Return what people call the box of an expansion code."""
    return Message(catalogue.expansions.get(code, code), f"box.{code}")


def units_of(nation: Nation) -> Message:
    """Return what people call the units of a nation."""
    return from_data(f"{nation.label} units")


def from_data(text: str) -> Message:
    """Return a text of our data files as a message: a summary, a special rule, a group.

    ``packaging/messages_in_data.py`` collects them for translators.
    """
    return Message(text)


def both(first: Message, second: Message) -> Message:
    """Return two sentences, one after the other."""
    return message_in("sentences", "{first} {second}", first=first, second=second)
