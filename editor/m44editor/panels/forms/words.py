"""What people read for the words of the .m44 format: nations, fronts, special rules."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from m44core.catalogue.types import Layer, Side
from m44core.model.parts import Front, Kind
from m44editor.panels.forms.fields import Option

SIDES: Mapping[Side | None, str] = {
    None: "Not stated",
    Side.AXIS: "Axis",
    Side.ALLIES: "Allies",
}

LAYERS: Mapping[Layer, str] = {
    Layer.TERRAIN: "Terrain",
    Layer.STRUCTURE: "Structure",
    Layer.OBSTACLE: "Obstacle",
    Layer.UNIT: "Unit",
    Layer.TAG: "Marker",
    Layer.BADGE: "Badge",
}

NATIONS: Mapping[str, str] = {
    "DE": "Germany",
    "IT": "Italy",
    "JP": "Japan",
    "FI": "Finland",
    "HU": "Hungary",
    "RO": "Romania",
    "SK": "Slovakia",
    "US": "United States",
    "GB": "Great Britain",
    "RU": "Soviet Union",
    "FR": "France",
    "CA": "Canada",
    "PL": "Poland",
    "NL": "Netherlands",
    "BE": "Belgium",
    "NO": "Norway",
    "GR": "Greece",
    "AU": "Australia",
    "NZ": "New Zealand",
    "CN": "China",
}

FRONTS: Mapping[Front, str] = {
    Front.WESTERN: "Western",
    Front.EASTERN: "Eastern",
    Front.MEDITERRANEAN: "Mediterranean",
    Front.PACIFIC: "Pacific",
}

KINDS: Mapping[Kind, str] = {
    Kind.HISTORICAL: "Historical",
    Kind.FICTIONAL: "Fictional",
}

PACKS: Mapping[str, str] = {
    "base": "Base game",
    "terrain": "Terrain Pack",
    "eastern": "Eastern Front",
    "pacific": "Pacific Theater",
    "air": "Air Pack",
    "mediterranean": "Mediterranean Theater",
    "battlemap": "Battle Map",
    "campaign": "Campaign Book",
    "winterwars": "Winter Wars",
}


class OptionKind(StrEnum):
    """What the value of a rule option is."""

    SWITCH = "switch"
    SIDE = "side"
    ANYTHING = "anything"


RULES: Mapping[str, tuple[str, OptionKind]] = {  # those our schema does not describe
    "north_african_desert_rules": ("North African desert rules", OptionKind.SWITCH),
    "british_commonwealth": ("British Commonwealth command", OptionKind.SWITCH),
    "blitz_rules": ("Blitz rules", OptionKind.SWITCH),
    "partial_blitz_rules": ("Partial blitz rules", OptionKind.SWITCH),
    "russian_commissar_rule": ("Political commissar", OptionKind.SIDE),
    "gung_ho": ("US Marine Corps: Gung Ho!", OptionKind.SWITCH),
    "night_visibility_rules": ("Night attack", OptionKind.SWITCH),
    "night_visibility_reverse_rule": ("Nightfall", OptionKind.SWITCH),
    "night_visibility_team_turn": ("Night: whose turns count", OptionKind.SIDE),
    "italy_royal_army": ("Italian Royal Army", OptionKind.SWITCH),
    "italy_high_command": ("Italian High Command", OptionKind.SWITCH),
    "armor_breakthrough_rules": ("Armor breakthrough", OptionKind.SIDE),
    "blowbridge_opt2": ("Bridges can be blown", OptionKind.ANYTHING),
    "empty_section_medals": ("Medals for empty sections", OptionKind.ANYTHING),
    "deck_name": ("Command deck", OptionKind.ANYTHING),
    "mine_deck_name": ("Mines from", OptionKind.ANYTHING),
    "airdrop2": ("Second airdrop", OptionKind.ANYTHING),
    "smoke_screen": ("Smoke screen", OptionKind.ANYTHING),
    "supply_train_rules": ("Supply train", OptionKind.ANYTHING),
}

EQUIPMENT: Mapping[str, str] = {
    "boat": "Boat",
    "motorized": "Motor transport",
    "wittmann": "Wittmann",
}

LANGUAGES = ("en", "fr", "de", "nl", "da", "fi", "it", "pl", "pt", "es", "sv", "no", "el")


def options(words: Mapping[str, str], none: str = "None") -> tuple[Option[str | None], ...]:
    """Return the entries of a list of words, the absence of a word first."""
    entries: list[Option[str | None]] = [Option(None, none)]
    entries += [Option(word, label) for word, label in words.items()]
    return tuple(entries)


SIDE_OPTIONS = tuple(Option(side, label) for side, label in SIDES.items())
