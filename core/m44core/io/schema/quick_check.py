"""A quick check of whether content is valid against a schema.

Most files are valid. This module compiles the few keywords used by our own schemas into predicates;
a test compares them with jsonschema. Compiling a schema and checking one file takes 5 million
instructions; ``fastjsonschema``, which generates and compiles Python code, takes 467 million.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

Check = Callable[[Any], bool]

_NOT_CHECKED = frozenset(
    {"$schema", "$id", "$comment", "$defs", "title", "description", "examples", "default"}
)


class QuickCheck:
    """Checks whether content is valid against one schema."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._definitions: Mapping[str, Any] = schema.get("$defs", {})
        self._compiled: dict[str, Check] = {}
        self._check = self._compile(schema)

    def accepts(self, value: object) -> bool:
        """Return whether the schema allows *value*."""
        return self._check(value)

    def allows(self, definition: str, value: object) -> bool:
        """Return whether a definition of the schema, given by its name, allows *value*."""
        return self._reference(definition)(value)

    def _compile(self, schema: Mapping[str, Any]) -> Check:
        if "$ref" in schema:
            return self._reference(schema["$ref"].removeprefix("#/$defs/"))
        checks = [
            check
            for keyword in schema
            if keyword not in _NOT_CHECKED
            for check in (getattr(self, _METHODS[keyword])(schema),)
            if check is not None
        ]
        return _all_of(checks)

    def _reference(self, name: str) -> Check:
        if name not in self._compiled:
            self._compiled[name] = self._compile(self._definitions[name])
        return self._compiled[name]

    def _type(self, schema: Mapping[str, Any]) -> Check:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        exact_types = tuple(kind for name in names for kind in TYPES[name])
        allows_integral_float = "integer" in names
        return lambda value: (
            type(value) in exact_types
            or (allows_integral_float and type(value) is float and value.is_integer())
        )

    def _object(self, schema: Mapping[str, Any]) -> Check:
        properties = {k: self._compile(v) for k, v in schema.get("properties", {}).items()}
        additional = schema.get("additionalProperties", True)
        other = self._compile(additional) if isinstance(additional, dict) else None
        is_closed = additional is False

        def check(value: Any) -> bool:  # noqa: ANN401 - content may be anything
            if type(value) is not dict:
                return True
            for key, inner in value.items():
                check_value = properties.get(key, other)
                if check_value is None:
                    if is_closed:
                        return False
                elif not check_value(inner):
                    return False
            return True

        return check

    def _with_properties(self, schema: Mapping[str, Any]) -> Check | None:
        """Return the check of ``additionalProperties``; None if ``properties`` includes it."""
        return None if "properties" in schema else self._object(schema)

    def _required(self, schema: Mapping[str, Any]) -> Check:
        keys = tuple(schema["required"])
        return lambda value: type(value) is not dict or all(key in value for key in keys)

    def _names(self, schema: Mapping[str, Any]) -> Check:
        check = self._compile(schema["propertyNames"])
        return lambda value: type(value) is not dict or all(map(check, value))

    def _items(self, schema: Mapping[str, Any]) -> Check:
        check = self._compile(schema["items"])
        return lambda value: type(value) is not list or all(map(check, value))

    def _enum(self, schema: Mapping[str, Any]) -> Check:
        allowed_values = frozenset(schema["enum"])
        return lambda value: (type(value) is str or value is None) and value in allowed_values

    def _const(self, schema: Mapping[str, Any]) -> Check:
        constant = schema["const"]
        return lambda value: type(value) is type(constant) and value == constant

    def _any_of(self, schema: Mapping[str, Any]) -> Check:
        checks = [self._compile(choice) for choice in schema["anyOf"]]
        return lambda value: any(check(value) for check in checks)

    def _pattern(self, schema: Mapping[str, Any]) -> Check:
        search = re.compile(schema["pattern"]).search
        return lambda value: type(value) is not str or search(value) is not None

    def _bounds(self, schema: Mapping[str, Any]) -> Check:
        low, high = schema.get("minimum", float("-inf")), schema.get("maximum", float("inf"))
        return lambda value: type(value) not in (int, float) or low <= value <= high

    def _with_minimum(self, schema: Mapping[str, Any]) -> Check | None:
        return None if "minimum" in schema else self._bounds(schema)

    def _lengths(self, schema: Mapping[str, Any]) -> Check:
        min_length = schema.get("minLength", 0)
        fewest_items, most_items = schema.get("minItems", 0), schema.get("maxItems", float("inf"))
        return lambda value: (
            len(value) >= min_length
            if type(value) is str
            else fewest_items <= len(value) <= most_items
            if type(value) is list
            else True
        )


TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
_METHODS: Mapping[str, str] = {
    "type": "_type",
    "properties": "_object",
    "additionalProperties": "_with_properties",
    "required": "_required",
    "propertyNames": "_names",
    "items": "_items",
    "enum": "_enum",
    "const": "_const",
    "anyOf": "_any_of",
    "pattern": "_pattern",
    "minimum": "_bounds",
    "maximum": "_with_minimum",
    "minLength": "_lengths",
    "minItems": "_lengths",
    "maxItems": "_lengths",
}


def _all_of(checks: list[Check]) -> Check:
    """Return a check that passes only if all *checks* do."""
    match checks:
        case []:
            return lambda value: True
        case [only]:
            return only
        case [first, second]:
            return lambda value: first(value) and second(value)
    return lambda value: all(check(value) for check in checks)


@cache
def quick_check(name: str) -> QuickCheck:
    """Return the compiled check of one of our schemas, given by its name."""
    from m44core.io.schema.schemas import read_schema  # 5 ms

    return QuickCheck(read_schema(name))
