"""Display names of sides, layers, boxes, boards and orientations, and texts from our data files."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import BoardType
from m44core.catalogue.catalogue_types import Layer, Nation, Side
from m44core.messages.languages import languages
from m44core.messages.message import Message, message, message_in
from m44editor.panels.forms.fields import Option

SIDE_NAMES: Mapping[Side | None, Message] = {
    None: message("Not set"),
    Side.AXIS: message("Axis"),
    Side.ALLIES: message("Allies"),
}

LAYER_NAMES: Mapping[Layer, Message] = {
    Layer.TERRAIN: message("Terrain"),
    Layer.STRUCTURE: message("Structure"),
    Layer.OBSTACLE: message("Obstacle"),
    Layer.UNIT: message("Unit"),
    Layer.TAG: message("Marker"),
    Layer.BADGE: message("Badge"),
}

PACK_NAMES: Mapping[str, Message] = {
    "base": message("Base game"),
    "terrain": message("Terrain Pack"),
    "eastern": message("Eastern Front"),
    "pacific": message("Pacific Theater"),
    "air": message("Air Pack"),
    "mediterranean": message("Mediterranean Theater"),
    "battlemap": message("Battle Map"),
    "campaign": message("Campaign Book"),
    "winterwars": message("Winter Wars"),
}

RULE_NAMES: Mapping[str, Message] = {  # rules without a declaration
    "deck_name": message("Command deck"),
}

EQUIPMENT_NAMES: Mapping[str, Message] = {
    "boat": message("Boat"),
    "motorized": message("Motor transport"),
    "wittmann": message("Wittmann"),
}

OTHER_LANGUAGES: Mapping[str, Message] = {  # the program is not translated into these
    "cs": message_in("language", "Czech"),
    "da": message_in("language", "Danish"),
    "nl": message_in("language", "Dutch"),
    "fi": message_in("language", "Finnish"),
    "el": message_in("language", "Greek"),
    "hu": message_in("language", "Hungarian"),
    "ja": message_in("language", "Japanese"),
    "no": message_in("language", "Norwegian"),
    "pl": message_in("language", "Polish"),
    "pt": message_in("language", "Portuguese"),
    "es": message_in("language", "Spanish"),
    "sv": message_in("language", "Swedish"),
}
LANGUAGES = (*languages(), *OTHER_LANGUAGES)

BOARD_TYPE_NAMES: Mapping[BoardType, Message] = {
    BoardType.STANDARD: message("Standard (13 by 9)"),
    BoardType.BREAKTHROUGH: message("Breakthrough (13 by 17)"),
    BoardType.OVERLORD: message("Overlord (26 by 9)"),
}
_DIRECTION_NAMES: Mapping[str, Message] = {
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


def name_options(labels: Mapping[str, Message], none: Message) -> tuple[Option[str | None], ...]:
    """Return a list entry for None, labeled *none*, followed by one for each name.

    Args:
        labels: The labels of the names.
        none: The label of the entry for None.
    """
    entries: list[Option[str | None]] = [Option(None, none)]
    entries += [Option(word, label) for word, label in labels.items()]
    return tuple(entries)


SIDE_OPTIONS = tuple(Option(side, label) for side, label in SIDE_NAMES.items())


def orientation_name(facing: str) -> Message:
    """Return the name of an orientation: ``SW-NE``, ``faces bottom``.

    Args:
        facing: Its code, such as ``sw-ne`` or ``faces-bottom``.
    """
    first, *other_words = facing.split("-")
    if first == "faces":
        return message_in("orientation", "faces {way}", way=_DIRECTION_NAMES[other_words[0]])
    name = _DIRECTION_NAMES[first]
    for other in other_words:
        name = message_in("orientation", "{first}-{next}", first=name, next=_DIRECTION_NAMES[other])
    return name


def nation_units_label(nation: Nation) -> Message:
    """Return a message for the units of a nation: ``German units``."""
    return message_from_data(f"{nation.label} units")


def message_from_data(text: str) -> Message:
    """Return a text from the program's data files, such as a summary or a group, as a message.

    ``packaging/messages_in_data.py`` collects these texts for translators.
    """
    return Message(text)


def join_sentences(first: Message, second: Message) -> Message:
    """Return two sentences as one message."""
    return message_in("sentences", "{first} {second}", first=first, second=second)
