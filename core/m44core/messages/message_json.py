"""Messages as plain data: for JSON, and for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from m44core.messages.message import Listing, Message, Number, Value

_LISTS: Mapping[Literal["and", "or", ""], str] = {"and": "all", "or": "any", "": "list"}


def to_data(value: Value) -> str | int | dict[str, Any]:
    """Return a value as JSON can hold it.

    Words and whole numbers are themselves; a message is an object with its ``text``, and where it
    has them its ``context``, ``plural``, ``number`` and ``values``; a list is ``{"all": [...]}``,
    ``{"any": [...]}`` or ``{"list": [...]}``; a number as people write it
    ``{"number": 2.1, "decimals": 1}``.
    """
    match value:
        case Message():
            return _message(value)
        case Listing(items, last):
            return {_LISTS[last]: [to_data(item) for item in items]}
        case Number(number, decimals):
            return {"number": number, "decimals": decimals}
        case _:
            return value


def values_to_data(values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the values of a message as JSON can hold them."""
    return {name: to_data(value) for name, value in values.items()}


def _message(said: Message) -> dict[str, Any]:
    data: dict[str, Any] = {"text": said.text}
    if said.context:
        data["context"] = said.context
    if said.plural:
        data |= {"plural": said.plural, "number": said.number}
    if said.capital:
        data["capital"] = True
    if said.values:
        data["values"] = values_to_data(said.values)
    return data


def from_data(data: str | int | Mapping[str, Any]) -> Value:
    """Return the value that :func:`to_data` wrote so.

    Raises:
        KeyError, TypeError: nothing is written so.
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
    last, key = next((last, key) for last, key in _LISTS.items() if key in data)
    return Listing(tuple(from_data(item) for item in data[key]), last)
