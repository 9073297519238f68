"""What the panels take from our data files as it stands, as messages."""

from __future__ import annotations

from m44core.catalogue.types import Nation
from m44core.messages.message import Message, message_in


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
