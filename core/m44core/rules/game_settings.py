"""Settings of a game: variants and optional rulings, as values and as text.

As text: ``takes-ground: no`` in a recorded game, ``takes-ground=no`` on the command line.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import StrEnum

from m44core.catalogue.decks import load_decks
from m44core.errors import NotationError
from m44core.messages.message import enumerated, message
from m44core.values import dataclass

TURN_LIMIT = 600  # a real game is over after some 30 turns, a random one after some 200


class PlateauRuling(StrEnum):
    """The hills that do not block the sight between two units on hills (R-05)."""

    SAME_HILL = "same hill"
    SAME_HEIGHT = "same height"


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """The variants and rulings of one game; the defaults are the rulebook and our rulings.

    Attributes:
        deck: The deck, by its name in ``decks.yaml``; "" for the deck that the scenario or its
            board asks for (O-DECK, BT-SET-02, OVL-DECK-02).
        tactic_cards: Whether the tactic cards are in the deck (B-VAR-YG-01).
        takes_ground: Whether units take ground and armor overruns (B-VAR-YG-02, R-25).
        bridge_blocks_sight: Whether a bridge blocks sight (R-01).
        plateau: The hills that do not block the sight between units on hills (R-05).
        sees_over_lower: Whether units on hills see over lower units (R-06).
        edge_blocks_sight: Whether the edge of the board is an obstacle to sight (R-08).
        overrun_bonus: Whether an overrun gets the bonus die of Armor Assault (R-14).
        close_assault_overrun_bonus: Whether an overrun gets the bonus die of Close Assault (R-14).
        chained_air_power: Whether each target of Air Power must be adjacent to the target
            named before it, rather than to any of the group (R-15).
        annihilation: Whether a side without units loses (R-30).
        drops_stay_on_board: Whether units dropped from the air never drift over the edge
            (TH-DROP-01); otherwise units that do are lost.
        turn_limit: The turn, counting both players', after which a game is a draw.
    """

    deck: str = ""
    tactic_cards: bool = True
    takes_ground: bool = True
    bridge_blocks_sight: bool = False
    plateau: PlateauRuling = PlateauRuling.SAME_HILL
    sees_over_lower: bool = False
    edge_blocks_sight: bool = False
    overrun_bonus: bool = True
    close_assault_overrun_bonus: bool = False
    chained_air_power: bool = False
    annihilation: bool = True
    drops_stay_on_board: bool = True
    turn_limit: int = TURN_LIMIT


BY_THE_BOOK = RuleSettings()
YOUNG_GENERALS = RuleSettings(tactic_cards=False)


_MAX_NUMBER = 999_999_999
_YES_NO = {"yes": True, "no": False}

Value = bool | int | str  # words are those of an enumeration, or the name of a deck

SETTING_NAMES = tuple(field.name.replace("_", "-") for field in dataclasses.fields(RuleSettings))


def format_settings(settings: RuleSettings) -> dict[str, str]:
    """Return the settings that differ from the rulebook as text, keyed by name."""
    values = {name: _setting_value(settings, name) for name in SETTING_NAMES}
    return {
        name: _format_value(value)
        for name, value in values.items()
        if value != _setting_value(BY_THE_BOOK, name)
    }


def parse_settings(texts: Mapping[str, str]) -> RuleSettings:
    """Return settings parsed from texts keyed by name; settings not given are by the book.

    Raises:
        NotationError: there is no such setting or no such value.
    """
    values: dict[str, Value] = {}
    for name, text in texts.items():
        if name not in SETTING_NAMES:
            raise NotationError(
                message(
                    "unknown setting {name!r}; choose from {known}",
                    name=name,
                    known=enumerated(SETTING_NAMES),
                )
            )
        values[name.replace("-", "_")] = _parse_value(name, text, _setting_value(BY_THE_BOOK, name))
    return dataclasses.replace(BY_THE_BOOK, **values)  # type: ignore[arg-type]  # checked by _parse_value


def setting_choices(name: str) -> tuple[str, ...]:
    """Return the values a setting can have; an empty tuple if it is a number."""
    default = _setting_value(BY_THE_BOOK, name)
    match default:
        case bool():
            return tuple(_YES_NO)
        case StrEnum():
            return tuple(map(_format_value, type(default)))
        case str():
            return tuple(load_decks())
    return ()


def _parse_value(name: str, text: str, default: Value) -> Value:
    choices = setting_choices(name)
    if choices and text not in choices:
        raise NotationError(
            message(
                "{name}: {text!r} must be one of {known}",
                name=name,
                text=text,
                known=enumerated(choices),
            )
        )
    if isinstance(default, bool):
        return _YES_NO[text]
    if isinstance(default, StrEnum):
        return next(value for value in type(default) if _format_value(value) == text)
    if isinstance(default, str):
        return text
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:10]) <= _MAX_NUMBER):
        raise NotationError(
            message(
                "{name}: {text!r} is not a whole number from 1 to {most}",
                name=name,
                text=text,
                most=_MAX_NUMBER,
            )
        )
    return int(text)


def _format_value(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace(" ", "-")


def _setting_value(settings: RuleSettings, name: str) -> Value:
    value: Value = getattr(settings, name.replace("-", "_"))
    return value
