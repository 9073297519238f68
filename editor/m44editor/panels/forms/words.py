"""What people read for the words of the .m44 format: nations, fronts, special rules."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.types import Layer, Side
from m44core.messages.languages import languages
from m44core.messages.message import Message, message, message_in
from m44editor.panels.forms.fields import Option

SIDE_NAMES: Mapping[Side | None, Message] = {
    None: message("Not stated"),
    Side.AXIS: message("Axis"),
    Side.ALLIES: message("Allies"),
}

LAYERS: Mapping[Layer, Message] = {
    Layer.TERRAIN: message("Terrain"),
    Layer.STRUCTURE: message("Structure"),
    Layer.OBSTACLE: message("Obstacle"),
    Layer.UNIT: message("Unit"),
    Layer.TAG: message("Marker"),
    Layer.BADGE: message("Badge"),
}

PACKS: Mapping[str, Message] = {
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


RULES: Mapping[str, Message] = {  # those our schema does not describe
    "deck_name": message("Command deck"),
}

EQUIPMENT: Mapping[str, Message] = {
    "boat": message("Boat"),
    "motorized": message("Motor transport"),
    "wittmann": message("Wittmann"),
}

OTHER_LANGUAGES: Mapping[str, Message] = {  # that scenarios are often written in, besides ours
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


def options(words: Mapping[str, Message], none: Message) -> tuple[Option[str | None], ...]:
    """Return the entries of a list of words, the absence of a word first."""
    entries: list[Option[str | None]] = [Option(None, none)]
    entries += [Option(word, label) for word, label in words.items()]
    return tuple(entries)


SIDE_OPTIONS = tuple(Option(side, label) for side, label in SIDE_NAMES.items())
