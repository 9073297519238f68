"""What .m44 files call what our model knows."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.board import BoardType, Face
from m44core.model.parts import Briefing, First, Front, Kind
from m44core.model.scenario import Scenario

FIRST: Mapping[str, First] = {
    "PLAYER1": First.TOP,
    "PLAYER2": First.BOTTOM,
    "SPECIAL": First.SPECIAL,
}
KINDS: Mapping[str, Kind] = {kind.name: kind for kind in Kind}
FRONTS: Mapping[str, Front] = {front.name: front for front in Front}
SWITCHES = ("turn_start", "majority", "sole_control", "last_to_occupy", "any_hex")
"""The terms of a medal that are true or absent, besides ``permanent``."""

TEXT_FIELDS = (
    "name",
    "subtitle",
    "historical",
    "description",
    "victory",
    "rules",
    "bibliography",
)
LABELS, WORKSHOP_LABELS = "labels", "workshop_labels"
"""The keys, in our format and in ``.m44`` files, of what labels are called in a language."""


KEYS: Mapping[str, str] = {
    "is": "name",
    "facing": "orientation",
    "orientation": "orientation",
    "owner": "original_owner",
    "side": "side",
    "behaves": "behavior",
    "figures": "nbr_units",
    "badge": "badge",
    "equipment": "equipment",
    "hexes": "group",
    "structure": "rect_terrain",
}
"""The keys of .m44 files by what our files say of pieces and of hexes."""


_UNREAD: Mapping[str, str] = {
    "first": "starting",
    "kind": "type",
    "front": "front",
    "begins": "date_begin",
    "ends": "date_end",
}


def unread(briefing: Briefing, field: str) -> str | None:
    """Return the text that stands for a value of the briefing and is none, or None."""
    said = briefing.extra.get(_UNREAD[field])
    return said if isinstance(said, str) and said else None


def type_is_foreign(scenario: Scenario) -> bool:
    """Tell whether the file's board was not understood, and none was chosen since."""
    return scenario.board.type is BoardType.STANDARD and "type" in scenario.board_extra


def face_is_foreign(scenario: Scenario) -> bool:
    """Tell whether the file's face was not understood, and none was chosen since."""
    return scenario.face is Face.COUNTRY and "face" in scenario.board_extra


def code_of(value: First | Kind | Front | None) -> str | None:
    """Return the code of a value of the briefing."""
    return None if value is None else _CODES[value]


_CODES: Mapping[First | Kind | Front, str] = {
    value: code for words in (FIRST, KINDS, FRONTS) for code, value in words.items()
}
