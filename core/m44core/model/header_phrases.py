"""Headings of a printed sheet, and the phrases at its top, which the import reads again."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, message, message_in
from m44core.model.scenario_parts import FRONTS, Front

FRONT_NAMES: Mapping[Front, Message] = {
    Front.WESTERN: message_in("front", "Western Front"),
    Front.EASTERN: message_in("front", "Eastern Front"),
    Front.MEDITERRANEAN: message_in("front", "Mediterranean"),
    Front.PACIFIC: message_in("front", "Pacific"),
}
"""The names of the fronts."""
assert FRONT_NAMES.keys() == FRONTS.keys()

TEXT_HEADINGS: Mapping[str, Message] = {
    "historical": message("Historical background"),
    "description": message("Briefing"),
    "victory": message("Conditions of victory"),
    "rules": message("Special rules"),
}
"""The headings of the texts of a scenario, by field, in the order of a sheet."""
RULES_HEADING = message("Special rules in effect")
REFERENCE_HEADING = message("What is on the map")
GOAL_HEADINGS = (message("Medals"), message("Exits"), message("Medals and exits"))
SETUP_HEADING = message("Setup")


def continued_heading(heading: Message | str) -> Message:
    """Return the heading of the continuation of a part in the next column."""
    return message("{heading} (continued)", heading=heading)


def first_move_phrase(side: Side | None) -> Message:
    """Return the phrase that a side moves first; the two sides differ in number."""
    return message("moves first") if side is Side.AXIS else message("move first")


def seat_sentence(top: Side, bottom: Side) -> Message:
    """Return the sentence that says where both players sit."""
    return message(
        "Seat {top} at the top edge and {bottom} at the bottom edge",
        top=top.noun,
        bottom=bottom.noun,
    )
