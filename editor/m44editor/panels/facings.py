"""What people read for the ways in which a piece can be turned."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.messages.message import Message, message_in

_WAYS: Mapping[str, Message] = {
    "n": message_in("compass", "N"),
    "ne": message_in("compass", "NE"),
    "ene": message_in("compass", "ENE"),
    "e": message_in("compass", "E"),
    "ese": message_in("compass", "ESE"),
    "se": message_in("compass", "SE"),
    "s": message_in("compass", "S"),
    "sw": message_in("compass", "SW"),
    "wsw": message_in("compass", "WSW"),
    "w": message_in("compass", "W"),
    "wnw": message_in("compass", "WNW"),
    "nw": message_in("compass", "NW"),
    "top": message_in("edge of the board", "top"),
    "bottom": message_in("edge of the board", "bottom"),
}


def facing_words(facing: str) -> Message:
    """Return what people read for the name of an orientation: ``SW-NE``, ``faces bottom``."""
    first, *others = facing.split("-")
    if first == "faces":
        return message_in("orientation", "faces {way}", way=_WAYS[others[0]])
    said = _WAYS[first]
    for other in others:
        said = message_in("orientation", "{first}-{next}", first=said, next=_WAYS[other])
    return said
