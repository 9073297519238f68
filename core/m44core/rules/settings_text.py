"""Settings as text: ``takes-ground: no`` in a recorded game, ``takes-ground=no`` in a call."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import StrEnum

from m44core.catalogue.decks import load_decks
from m44core.errors import NotationError
from m44core.rules.settings import BY_THE_BOOK, Settings

_LARGEST = 999_999_999
_WORDS = {"yes": True, "no": False}

Value = bool | int | str  # words are those of an enumeration, or the name of a deck

NAMES = tuple(field.name.replace("_", "-") for field in dataclasses.fields(Settings))


def settings_as_text(settings: Settings) -> dict[str, str]:
    """Return the settings that are not by the book, by their names."""
    values = {name: _value(settings, name) for name in NAMES}
    return {
        name: _written(value)
        for name, value in values.items()
        if value != _value(BY_THE_BOOK, name)
    }


def settings_of_text(texts: Mapping[str, str]) -> Settings:
    """Return the settings that texts say; those not named are by the book.

    Raises:
        NotationError: there is no such setting or no such value.
    """
    values: dict[str, Value] = {}
    for name, text in texts.items():
        if name not in NAMES:
            raise NotationError(f"there is no setting {name!r}; there are {', '.join(NAMES)}")
        values[name.replace("-", "_")] = _read(name, text, _value(BY_THE_BOOK, name))
    return dataclasses.replace(BY_THE_BOOK, **values)  # type: ignore[arg-type]  # by _read


def choices_of(name: str) -> tuple[str, ...]:
    """Return the values a setting may have; none where it is a number."""
    usual = _value(BY_THE_BOOK, name)
    match usual:
        case bool():
            return tuple(_WORDS)
        case StrEnum():
            return tuple(map(_written, type(usual)))
        case str():
            return tuple(load_decks())
    return ()


def _read(name: str, text: str, usual: Value) -> Value:
    choices = choices_of(name)
    if choices and text not in choices:
        raise NotationError(f"{name}: {text!r} is none of {', '.join(choices)}")
    if isinstance(usual, bool):
        return _WORDS[text]
    if isinstance(usual, StrEnum):
        return next(value for value in type(usual) if _written(value) == text)
    if isinstance(usual, str):
        return text
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:10]) <= _LARGEST):
        raise NotationError(f"{name}: {text!r} is not a number from 1 on")
    return int(text)


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace(" ", "-")


def _value(settings: Settings, name: str) -> Value:
    value: Value = getattr(settings, name.replace("-", "_"))
    return value
