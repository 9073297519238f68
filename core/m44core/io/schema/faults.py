"""Where content does not keep to a schema: every fault, in the order of the schema.

It knows the keywords our own schemas use, as :mod:`.quick_check` does; a test holds both to
jsonschema, which takes twenty times as long and as many lines to import as the rest of a check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from m44core.io.schema.quick_check import TYPES, QuickCheck

Schema = Mapping[str, Any]
Path = tuple[str | int, ...]


class Fault(NamedTuple):
    """One value a schema does not allow.

    Attributes:
        keyword: What in the schema does not allow it.
        value: The value.
        schema: The part of the schema that speaks of it.
        path: Where it is.
        missing: The key that is missing; empty but for ``required``.
    """

    keyword: str
    value: Any
    schema: Schema
    path: Path
    missing: str = ""


class Faults:
    """Finds what one schema does not allow."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._definitions: Schema = schema.get("$defs", {})
        self._quick = QuickCheck(schema)

    def of(self, value: object) -> Iterator[Fault]:
        """Yield every fault of a value."""
        return self._in(self._schema, value, ())

    def _in(self, schema: Schema, value: object, path: Path) -> Iterator[Fault]:
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            if not self._quick.allows(name, value):
                yield from self._in(self._definitions[name], value, path)
            return
        for keyword in schema:
            if keyword in _INNER:
                yield from _INNER[keyword](self, schema, value, path)
            elif keyword == "required":
                yield from _missing(schema, value, path)
            elif keyword in _ALONE and not self._allows(keyword, schema, value):
                yield Fault(keyword, value, schema, path)

    def _allows(self, keyword: str, schema: Schema, value: object) -> bool:
        """Tell whether one keyword allows a value."""
        if keyword == "anyOf":
            return any(not any(self._in(choice, value, ())) for choice in schema["anyOf"])
        return bool(_ALONE[keyword](schema[keyword], value))

    def _properties(self, schema: Schema, value: object, path: Path) -> Iterator[Fault]:
        if isinstance(value, dict):
            for key, inner in schema["properties"].items():
                if key in value:
                    yield from self._in(inner, value[key], (*path, key))

    def _others(self, schema: Schema, value: object, path: Path) -> Iterator[Fault]:
        """Yield the faults of properties the schema does not name, or that they are there."""
        if not isinstance(value, dict):
            return
        known, allowed = schema.get("properties", {}), schema["additionalProperties"]
        others = [key for key in value if key not in known]
        if isinstance(allowed, Mapping):
            for key in others:
                yield from self._in(allowed, value[key], (*path, key))
        elif others and not allowed:
            yield Fault("additionalProperties", value, schema, path)

    def _names(self, schema: Schema, value: object, path: Path) -> Iterator[Fault]:
        if isinstance(value, dict):
            for key in value:
                yield from self._in(schema["propertyNames"], key, path)

    def _items(self, schema: Schema, value: object, path: Path) -> Iterator[Fault]:
        if isinstance(value, list):
            for number, inner in enumerate(value):
                yield from self._in(schema["items"], inner, (*path, number))


def _missing(schema: Schema, value: object, path: Path) -> Iterator[Fault]:
    if isinstance(value, dict):
        for key in schema["required"]:
            if key not in value:
                yield Fault("required", value, schema, path, key)


def _is_of(names: str | list[str], value: object) -> bool:
    names = [names] if isinstance(names, str) else names
    whole = "integer" in names and type(value) is float and value.is_integer()
    return whole or any(type(value) in TYPES[name] for name in names)


def _is_number(value: object) -> bool:
    return type(value) in (int, float)


_INNER = {
    "properties": Faults._properties,
    "additionalProperties": Faults._others,
    "propertyNames": Faults._names,
    "items": Faults._items,
}
_ALONE: Mapping[str, Any] = {
    "type": _is_of,
    "enum": lambda of, value: any(type(each) is type(value) and each == value for each in of),
    "const": lambda of, value: type(of) is type(value) and of == value,
    "pattern": lambda of, value: type(value) is not str or re.search(of, value) is not None,
    "minimum": lambda of, value: not _is_number(value) or value >= of,
    "maximum": lambda of, value: not _is_number(value) or value <= of,
    "minLength": lambda of, value: type(value) is not str or len(value) >= of,
    "minItems": lambda of, value: type(value) is not list or len(value) >= of,
    "maxItems": lambda of, value: type(value) is not list or len(value) <= of,
    "anyOf": None,
}
