"""The wording of standard sentences, which the text checks recognize in every language.

Each side has its own sentences, because translations must be free to inflect and order the words.
Translators: keep numbers as digits, and use the words for sides, cards and medals that the checks
know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, Value, enumerated, message_in, several_in


def cards_sentence(side: Side, number: int) -> Message:
    """Return the sentence for the command cards a side is dealt."""
    if side is Side.AXIS:
        return several_in(
            "sentence", "Axis: {number} command card.", "Axis: {number} command cards.", number
        )
    return several_in(
        "sentence", "Allies: {number} command card.", "Allies: {number} command cards.", number
    )


def medals_of_both_sentence(number: int) -> Message:
    """Return the sentence for the number of medals that each side needs to win."""
    return several_in("sentence", "{number} medal wins.", "{number} medals win.", number)


def medals_sentence(side: Side, number: int) -> Message:
    """Return the sentence for the number of medals that a side needs to win."""
    if side is Side.AXIS:
        return several_in(
            "sentence",
            "The Axis player needs {number} medal.",
            "The Axis player needs {number} medals.",
            number,
        )
    return several_in(
        "sentence",
        "The Allied player needs {number} medal.",
        "The Allied player needs {number} medals.",
        number,
    )


def temporary_objectives_sentence(side: Side | None, hexes: Sequence[str], medals: int) -> Message:
    """Return the sentence for objectives that count only while a unit holds them.

    *side* is None if either side can win them; *medals* is the number of medals per hex.
    """
    hex_names = enumerated(hexes)
    match side:
        case Side.AXIS:
            return several_in(
                "sentence",
                "An Axis unit that holds one of these hexes gains a medal for as long as it "
                "stays there: {hexes}.",
                "An Axis unit that holds one of these hexes gains {number} medals for as long "
                "as it stays there: {hexes}.",
                medals,
                hexes=hex_names,
            )
        case Side.ALLIES:
            return several_in(
                "sentence",
                "An Allied unit that holds one of these hexes gains a medal for as long as it "
                "stays there: {hexes}.",
                "An Allied unit that holds one of these hexes gains {number} medals for as "
                "long as it stays there: {hexes}.",
                medals,
                hexes=hex_names,
            )
        case None:
            return several_in(
                "sentence",
                "A unit that holds one of these hexes gains a medal for as long as it stays "
                "there: {hexes}.",
                "A unit that holds one of these hexes gains {number} medals for as long as it "
                "stays there: {hexes}.",
                medals,
                hexes=hex_names,
            )


def permanent_objectives_sentence(side: Side | None, hexes: Sequence[str], medals: int) -> Message:
    """Return the sentence for objectives that count permanently once taken.

    *side* is None if either side can win them; *medals* is the number of medals per hex.
    """
    hex_names = enumerated(hexes)
    match side:
        case Side.AXIS:
            return several_in(
                "sentence",
                "An Axis unit that takes one of these hexes gains a medal, which is kept even "
                "if the unit leaves: {hexes}.",
                "An Axis unit that takes one of these hexes gains {number} medals, which are "
                "kept even if the unit leaves: {hexes}.",
                medals,
                hexes=hex_names,
            )
        case Side.ALLIES:
            return several_in(
                "sentence",
                "An Allied unit that takes one of these hexes gains a medal, which is kept "
                "even if the unit leaves: {hexes}.",
                "An Allied unit that takes one of these hexes gains {number} medals, which "
                "are kept even if the unit leaves: {hexes}.",
                medals,
                hexes=hex_names,
            )
        case None:
            return several_in(
                "sentence",
                "A unit that takes one of these hexes gains a medal, which is kept even if "
                "the unit leaves: {hexes}.",
                "A unit that takes one of these hexes gains {number} medals, which are kept "
                "even if the unit leaves: {hexes}.",
                medals,
                hexes=hex_names,
            )


def group_objective_sentence(side: Side | None, needed_hexes: int, hexes: Sequence[str]) -> Message:
    """Return the sentence for a medal gained while *needed_hexes* of a group of hexes are held.

    *side* is None if either side can win it.
    """
    values: dict[str, Value] = {
        "needed": needed_hexes,
        "size": len(hexes),
        "hexes": enumerated(hexes),
    }
    match side:
        case Side.AXIS:
            return message_in(
                "sentence",
                "Axis units gain a medal, as long as they hold {needed} of these {size} hexes: "
                "{hexes}.",
                **values,
            )
        case Side.ALLIES:
            return message_in(
                "sentence",
                "Allied units gain a medal, as long as they hold {needed} of these {size} hexes: "
                "{hexes}.",
                **values,
            )
        case None:
            return message_in(
                "sentence",
                "Whoever holds {needed} of these {size} hexes gains a medal for it: {hexes}.",
                **values,
            )


def exits_sentence(side: Side, hexes: Sequence[str]) -> Message:
    """Return the sentence for hexes where units of a side can exit for a medal."""
    hex_names = enumerated(hexes)
    if side is Side.AXIS:
        return message_in(
            "sentence",
            "An Axis unit that exits the board at an exit marker ({hexes}) counts as a medal.",
            hexes=hex_names,
        )
    return message_in(
        "sentence",
        "An Allied unit that exits the board at an exit marker ({hexes}) counts as a medal.",
        hexes=hex_names,
    )


def air_drop_sentence(side: Side, number: int) -> Message:
    """Return the sentence for the units that land by air before the first turn."""
    if side is Side.AXIS:
        return several_in(
            "sentence",
            "Airdrop: {number} Axis unit comes down before the first turn.",
            "Airdrop: {number} Axis units come down before the first turn.",
            number,
        )
    return several_in(
        "sentence",
        "Airdrop: {number} Allied unit comes down before the first turn.",
        "Airdrop: {number} Allied units come down before the first turn.",
        number,
    )


def special_forces_sentence(side: Side, hexes: Sequence[str]) -> Message:
    """Return the sentence for the hexes of a side's special forces."""
    hex_names = enumerated(hexes)
    if side is Side.AXIS:
        return message_in(
            "sentence", "These Axis units are special forces: {hexes}.", hexes=hex_names
        )
    return message_in(
        "sentence", "These Allied units are special forces: {hexes}.", hexes=hex_names
    )


FIRST: Mapping[Side, Message] = {
    Side.AXIS: message_in("sentence", "The Axis player moves first."),
    Side.ALLIES: message_in("sentence", "The Allied player moves first."),
}
"""The sentence for the side that moves first."""

BUNKERS: Mapping[Side, Message] = {
    Side.AXIS: message_in("sentence", "The bunkers belong to the Axis."),
    Side.ALLIES: message_in("sentence", "The bunkers belong to the Allies."),
}
"""The sentence for the side that owns all bunkers."""

MINES: Mapping[Side, Message] = {
    Side.AXIS: message_in("sentence", "The Axis player lays out the minefields."),
    Side.ALLIES: message_in("sentence", "The Allied player lays out the minefields."),
}
"""The sentence for the side that lays all mines."""

COMMISSAR: Mapping[Side, Message] = {
    Side.AXIS: message_in("sentence", "Commissar rules are in effect for the Axis."),
    Side.ALLIES: message_in("sentence", "Commissar rules are in effect for the Allies."),
}
"""The sentence for the side that plays with commissar rules."""

BLITZ = message_in("sentence", "Blitz rules are in effect.")
NIGHT = message_in("sentence", "Night Attack rules are in effect.")
NIGHTFALL = message_in(
    "sentence", "Night Attack rules are in effect; night falls during the battle."
)
DESERT = message_in("sentence", "North African Desert rules are in effect.")
GUNG_HO = message_in("sentence", "The Gung-Ho rule is in effect.")
NO_RESHUFFLE = message_in("sentence", "The deck is not reshuffled.")
