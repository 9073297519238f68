"""Messages as data for JSON and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from m44core.messages.message import Listing, Message, Number, Value

_LISTS: Mapping[Literal["and", "or", ""], str] = {"and": "all", "or": "any", "": "list"}


def to_data(value: Value) -> str | int | dict[str, Any]:
    """Return a value as data for JSON.

    Strings and integers are unchanged; a message is an object with its ``text`` and, if set, its
    ``context``, ``plural``, ``number``, ``capital`` and ``values``; a list is ``{"all": [...]}``,
    ``{"any": [...]}`` or ``{"list": [...]}``; a formatted number is
    ``{"number": 2.1, "decimals": 1}``.
    """
    match value:
        case Message():
            return _message_data(value)
        case Listing(items, last):
            return {_LISTS[last]: [to_data(item) for item in items]}
        case Number(number, decimals):
            return {"number": number, "decimals": decimals}
        case _:
            return value


def values_to_data(values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the values of a message as data for JSON."""
    return {name: to_data(value) for name, value in values.items()}


def _message_data(message: Message) -> dict[str, Any]:
    data: dict[str, Any] = {"text": message.text}
    if message.context:
        data["context"] = message.context
    if message.plural:
        data |= {"plural": message.plural, "number": message.number}
    if message.capital:
        data["capital"] = True
    if message.values:
        data["values"] = values_to_data(message.values)
    return data


def from_data(data: str | int | Mapping[str, Any]) -> Value:
    """Return the value in data that :func:`to_data` made.

    Raises:
        KeyError, TypeError: the data is invalid.
    """
    if isinstance(data, str | int):
        return data
    if "text" in data:
        values = {name: from_data(value) for name, value in data.get("values", {}).items()}
        return Message(
            data["text"],
            data.get("context", ""),
            values,
            data.get("plural", ""),
            data.get("number", 0),
            data.get("capital", False),
        )
    if "number" in data:
        return Number(data["number"], data["decimals"])
    for last, key in _LISTS.items():
        if key in data:
            return Listing(tuple(from_data(item) for item in data[key]), last)
    raise KeyError(" or ".join(_LISTS.values()))
