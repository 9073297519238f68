"""The second stage of reading: checking content against its schema.

Like :mod:`.quick_check`, it supports only the keywords our own schemas use. A test compares both
with jsonschema, which takes twenty times as long, and whose import alone takes as long as the rest
of a check.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache, reduce
from typing import Any, NamedTuple

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.diagnostics import Diagnostic, Fix
from m44core.findings.finding_kinds import Phrase, PhraseValue, finding, fix, phrase
from m44core.io.schema.quick_check import TYPES, QuickCheck, quick_check
from m44core.io.schema.schemas import read_schema
from m44core.io.text.finding_limits import CappedFindings
from m44core.io.text.json_pointers import escaped_step, steps
from m44core.io.vocabulary.codes import key_for, word_for
from m44core.io.vocabulary.field_values import M44_KEYS
from m44core.messages.message import Message, Value, enumerated, listed, message, quoted
from m44core.suggestions import similar_words


class SchemaName(StrEnum):
    """The schema that content is checked against, by its file name."""

    M44 = "m44"
    SCENARIO = "scenario"
    CHANGES = "changes"


def schema_findings(
    tree: Mapping[str, Any], profile: SchemaName, pointer: Callable[[str], str] = str
) -> list[Diagnostic]:
    """Return the findings about values in *tree* that the schema does not allow.

    Values that a later stage reports better are left out.

    Args:
        tree: The content of a file.
        profile: The schema to check against.
        pointer: Converts a pointer into the content to a workshop pointer; unchanged if not given.
    """
    if quick_check(profile.value).accepts(tree):
        return []
    capped_findings = CappedFindings()
    for fault in _schema_checker(profile.value).faults(tree):
        code = _CODES.get(fault.keyword, "M025")
        if not _is_reported_later(fault) and capped_findings.admits(code):
            place = "".join(f"/{escaped_step(str(step))}" for step in fault.path)
            capped_findings.findings += _FaultExplainer(fault, pointer(place)).findings()
    return capped_findings.all()


@cache
def _schema_checker(name: str) -> SchemaChecker:

    return SchemaChecker(read_schema(name))


_NAME_KEYWORDS = ("anyOf", "enum", "pattern")  # of names that a later stage looks up


def _is_reported_later(fault: SchemaFault) -> bool:
    """Return whether a later stage reports a fault better: unknown names, lower-case codes."""
    value, schema = fault.value, fault.schema
    if fault.keyword == "type":
        return False
    if fault.keyword == "required" and fault.missing == "is" and "name" in value:
        return True  # the key is there under its name in .m44 files
    is_lower_case = isinstance(value, str) and value.upper() in schema.get("enum", ())
    return is_lower_case or ("$comment" in schema and fault.keyword in _NAME_KEYWORDS)


class _FaultExplainer:
    """Creates the findings about one schema fault."""

    def __init__(self, fault: SchemaFault, pointer: str) -> None:
        self._fault = fault
        self._value = fault.value
        self._schema = fault.schema
        self._pointer = pointer

    def findings(self) -> Iterator[Diagnostic]:
        """Yield the findings about the fault: one, or two for unknown keys.

        Keys of .m44 files and other unknown keys are reported separately.
        """
        if self._fault.keyword == "additionalProperties":
            yield from self._unknown_keys()
        else:
            yield _EXPLANATIONS.get(self._fault.keyword, _FaultExplainer._other)(self)

    def _type(self) -> Diagnostic:
        expected_type = self._schema["type"]
        kinds = (
            [expected_type]
            if isinstance(expected_type, str)
            else [kind for kind in expected_type if kind != "null"]
        )
        values: dict[str, PhraseValue] = {"value": _shortened_value(self._value)}
        values |= {"allowed": _types_phrase([*map(phrase, kinds)])}
        if isinstance(self._value, str | int | float) and not isinstance(self._value, bool):
            return self._finding("M020", "type", **values, kind=_type_phrase(self._value))
        return self._finding("M020", "itself", **values)

    def _enum(self) -> Diagnostic:
        choices = [value for value in self._schema["enum"] if value is not None]
        capitals = [value for value in choices if str(value).isupper()]
        return self._choice(capitals or choices)

    def _any_of(self) -> Diagnostic:
        choices = [choice["enum"] for choice in self._schema["anyOf"] if "enum" in choice]
        return self._choice(choices[0] if choices else [])

    def _choice(self, choices: list[Any]) -> Diagnostic:
        value = self._value
        suggestions = similar_words(str(value), [str(choice) for choice in choices], 1)
        values = {"value": _shortened_value(value), "choices": enumerated(map(str, choices))}
        if not suggestions:
            return self._finding("M021", "value", **values)
        fixes = (fix("M021", "choose", {self._pointer: suggestions[0]}, choice=suggestions[0]),)
        return self._finding("M021", "value-resembling", fixes, **values, similar=suggestions[0])

    def _required(self) -> Diagnostic:
        return self._finding("M022", "missing", key=self._fault.missing)

    def _unknown_keys(self) -> Iterator[Diagnostic]:

        known_keys = list(self._schema.get("properties", ()))
        unknown_keys = [key for key in self._value if key not in known_keys]
        m44_keys = {
            key: WORKSHOP_WORDS[key]
            for key in unknown_keys
            if WORKSHOP_WORDS.get(key) in known_keys
        }
        if not self._pointer:  # keys of pieces and hexes do not belong at the top of a document
            m44_keys = {}
        if m44_keys:
            yield self._m44_keys(m44_keys)
        other_keys = [key for key in unknown_keys if key not in m44_keys]
        if other_keys:
            yield self._unknown(other_keys, known_keys)

    def _m44_keys(self, m44_keys: Mapping[str, str]) -> Diagnostic:
        """Return the finding about keys of .m44 files, with the fix that renames them to ours."""
        key_list = listed([quoted(word) for word in m44_keys.values()])
        free_words = {key: word for key, word in m44_keys.items() if word not in self._value}
        changes = renaming_changes(self._pointer, self._value, free_words) if free_words else {}
        keys = listed([quoted(key) for key in m44_keys])
        fixes = (fix("M023", "rename", changes, key=keys, word=key_list),) if changes else ()
        pointer = f"{self._pointer}/{escaped_step(next(iter(m44_keys)))}"
        return self._finding("M023", "theirs", fixes, pointer, keys=keys, words=key_list)

    def _unknown(self, unknown_keys: list[str], known_keys: list[str]) -> Diagnostic:
        quoted_keys: list[Value] = []
        fixes: list[Fix] = []
        for each in unknown_keys:
            similar_keys = similar_words(each, known_keys, 1)
            quoted_keys.append(_quoted_key(each, similar_keys))
            fixes += [
                self._rename(each, similar_key)
                for similar_key in similar_keys
                if similar_key not in self._value
            ]
        pointer = f"{self._pointer}/{escaped_step(unknown_keys[0])}"
        values = {"keys": enumerated(quoted_keys), "known": enumerated(known_keys)}
        return self._finding("M023", "unknown", tuple(fixes), pointer, **values)

    def _rename(self, key: str, word: str) -> Fix:
        pointer = self._pointer
        changes = {
            f"{pointer}/m44/{escaped_step(key)}": None,
            f"{pointer}/{word}": self._value[key],
        }
        return fix("M023", "rename", changes, key=key, word=word)

    def _bound(self) -> Diagnostic:
        low, high = self._schema.get("minimum", 0), self._schema.get("maximum")
        value = _shortened_value(self._value)
        if high is None:
            return self._finding("M024", "at-least", value=value, low=low)
        return self._finding("M024", "between", value=value, low=low, high=high)

    def _pattern(self) -> Diagnostic:
        example: PhraseValue = self._schema.get("examples", [""])[0]
        if "numbers" in self._schema or "integer" in self._schema.get("type", ()):
            example = phrase("number")
        return self._finding("M025", "form", value=_shortened_value(self._value), example=example)

    def _lengths(self) -> Diagnostic:
        value = self._value
        if value in ("", []):
            return self._finding("M025", "empty-list" if value == [] else "empty")
        return self._finding("M020", "no-object", kind=_type_phrase(value))

    def _other(self) -> Diagnostic:
        return self._finding("M025", "other")

    def _subject(self) -> Message:
        path = [str(step) for step in self._fault.path]
        if not path:
            return message("The file")
        if isinstance(self._fault.path[-1], int):
            if len(path) == 1:
                return message("An entry")
            return message('Entry {number} of "{key}"', number=int(path[-1]) + 1, key=path[-2])
        return quoted(path[-1])

    def _finding(
        self,
        code: str,
        key: str,
        fixes: tuple[Fix, ...] = (),
        pointer: str | None = None,
        /,
        **values: PhraseValue,
    ) -> Diagnostic:
        finding_pointer = self._pointer if pointer is None else pointer
        return finding(code, key, finding_pointer, None, fixes, place=self._subject(), **values)


_EXPLANATIONS: Mapping[str, Callable[[_FaultExplainer], Diagnostic]] = {
    "type": _FaultExplainer._type,
    "enum": _FaultExplainer._enum,
    "anyOf": _FaultExplainer._any_of,
    "required": _FaultExplainer._required,
    "minimum": _FaultExplainer._bound,
    "maximum": _FaultExplainer._bound,
    "pattern": _FaultExplainer._pattern,
    "minLength": _FaultExplainer._lengths,
    "minItems": _FaultExplainer._lengths,
    "maxItems": _FaultExplainer._lengths,
}

_CODES: Mapping[str, str] = {
    "type": "M020",
    "enum": "M021",
    "anyOf": "M021",
    "required": "M022",
    "additionalProperties": "M023",
    "minimum": "M024",
    "maximum": "M024",
}
"""The code of the finding about each keyword; M025 for all others."""


def _type_phrase(value: object) -> Phrase:
    """Return the phrase for the JSON type of a value."""
    match value:
        case bool():
            return phrase("boolean")
        case None:
            return phrase("null")
        case int():
            return phrase("number")
        case float():
            return phrase("fraction")
        case str():
            return phrase("string")
        case list():
            return phrase("array")
    return phrase("object")


def _types_phrase(kinds: list[Phrase]) -> Phrase:
    return reduce(lambda first, last: phrase("either", first=first, last=last), kinds)


def _quoted_key(key: str, similar_keys: list[str]) -> Message:
    """Return a quoted key, with a suggestion if a known key is similar."""
    if not similar_keys:
        return quoted(key)
    return message("{word} (did you mean {similar}?)", word=quoted(key), similar=similar_keys[0])


def _shortened_value(value: object) -> Value:
    """Return a value in a short form for a message."""
    if isinstance(value, str):
        return quoted(_shortened_text(value))
    if isinstance(value, dict):
        keys = [_shortened_text(str(key)) for key in list(value)[:3]]
        return f"{{{', '.join(keys)} ...}}" if value else "{}"
    if isinstance(value, list):
        return message("a list of length {number}", number=len(value))
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)[:40]


def _shortened_text(text: str) -> str:
    return f"{text[:40]}..." if len(text) > 43 else text


Schema = Mapping[str, Any]
Path = tuple[str | int, ...]


class SchemaFault(NamedTuple):
    """One value that a schema does not allow.

    Attributes:
        keyword: The keyword that does not allow the value.
        value: The invalid value.
        schema: The subschema with that keyword.
        path: The path to the value.
        missing: The missing key for ``required``, otherwise empty.
    """

    keyword: str
    value: Any
    schema: Schema
    path: Path
    missing: str = ""


class SchemaChecker:
    """Finds all values that one schema does not allow."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._definitions: Schema = schema.get("$defs", {})
        self._quick = QuickCheck(schema)

    def faults(self, value: object) -> Iterator[SchemaFault]:
        """Yield every fault of a value, in the order of the schema."""
        return self._faults_in(self._schema, value, ())

    def _faults_in(self, schema: Schema, value: object, path: Path) -> Iterator[SchemaFault]:
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            if not self._quick.allows(name, value):
                yield from self._faults_in(self._definitions[name], value, path)
            return
        for keyword in schema:
            if keyword in _NESTED_KEYWORDS:
                yield from _NESTED_KEYWORDS[keyword](self, schema, value, path)
            elif keyword == "required":
                yield from _missing_key_faults(schema, value, path)
            elif keyword in _SIMPLE_CHECKS and not self._allows(keyword, schema, value):
                yield SchemaFault(keyword, value, schema, path)

    def _allows(self, keyword: str, schema: Schema, value: object) -> bool:
        """Return whether one keyword allows a value."""
        if keyword == "anyOf":
            return any(not any(self._faults_in(choice, value, ())) for choice in schema["anyOf"])
        return bool(_SIMPLE_CHECKS[keyword](schema[keyword], value))

    def _properties(self, schema: Schema, value: object, path: Path) -> Iterator[SchemaFault]:
        if isinstance(value, dict):
            for key, inner in schema["properties"].items():
                if key in value:
                    yield from self._faults_in(inner, value[key], (*path, key))

    def _additional_properties(
        self, schema: Schema, value: object, path: Path
    ) -> Iterator[SchemaFault]:
        """Yield the faults in additional properties; a single fault if none are allowed."""
        if not isinstance(value, dict):
            return
        properties, schema_of_others = schema.get("properties", {}), schema["additionalProperties"]
        other_keys = [key for key in value if key not in properties]
        if isinstance(schema_of_others, Mapping):
            for key in other_keys:
                yield from self._faults_in(schema_of_others, value[key], (*path, key))
        elif other_keys and not schema_of_others:
            yield SchemaFault("additionalProperties", value, schema, path)

    def _names(self, schema: Schema, value: object, path: Path) -> Iterator[SchemaFault]:
        if isinstance(value, dict):
            for key in value:
                yield from self._faults_in(schema["propertyNames"], key, path)

    def _items(self, schema: Schema, value: object, path: Path) -> Iterator[SchemaFault]:
        if isinstance(value, list):
            for number, inner in enumerate(value):
                yield from self._faults_in(schema["items"], inner, (*path, number))


def _missing_key_faults(schema: Schema, value: object, path: Path) -> Iterator[SchemaFault]:
    if isinstance(value, dict):
        for key in schema["required"]:
            if key not in value:
                yield SchemaFault("required", value, schema, path, key)


def _has_type(type_names: str | list[str], value: object) -> bool:
    type_names = [type_names] if isinstance(type_names, str) else type_names
    is_integral_float = "integer" in type_names and type(value) is float and value.is_integer()
    return is_integral_float or any(type(value) in TYPES[name] for name in type_names)


def _is_number(value: object) -> bool:
    return type(value) in (int, float)


_NESTED_KEYWORDS = {
    "properties": SchemaChecker._properties,
    "additionalProperties": SchemaChecker._additional_properties,
    "propertyNames": SchemaChecker._names,
    "items": SchemaChecker._items,
}
_SIMPLE_CHECKS: Mapping[str, Any] = {
    "type": _has_type,
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


WORKSHOP_WORDS: Mapping[str, str] = {
    theirs: ours for ours, theirs in M44_KEYS.items() if ours != theirs
} | {
    "orientation": "orientation",
}
"""The keys of our files, keyed by those of .m44 files."""

_LAYERS = {layer.value: layer for layer in Layer} | {M44_KEYS["structure"]: Layer.STRUCTURE}


def renaming_changes(
    pointer: str, raw: Mapping[str, object], workshop_keys: Mapping[str, str]
) -> dict[str, object]:
    """Return the changes, by pointer, of a fix that renames keys of .m44 files to ours.

    The result is empty if the whole piece would have to be renamed but its layer is unknown.

    Args:
        pointer: The pointer of the object with the keys.
        raw: The object.
        workshop_keys: Our key for each .m44 key.
    """
    *parents, last = steps(pointer)
    if "is" not in raw and "name" in raw:  # the piece was not read; all of it is below m44
        layer = _LAYERS.get(last)
        if layer is None:
            return {}
        hex_ = "".join(f"/{escaped_step(step)}" for step in parents)
        m44_pointer = f"{hex_}/m44/{escaped_step(M44_KEYS.get(last, last))}"
        return {m44_pointer: None, pointer: _renamed_piece(raw, layer)}
    changes: dict[str, object] = {}
    for m44_key, workshop_key in workshop_keys.items():
        changes[f"{pointer}/m44/{escaped_step(m44_key)}"] = None
        changes[f"{pointer}/{workshop_key}"] = _workshop_value(
            m44_key, raw[m44_key], _LAYERS.get(last)
        )
    return changes


def _renamed_piece(raw: Mapping[str, object], layer: Layer) -> dict[str, object]:
    return {WORKSHOP_WORDS.get(k, k): _workshop_value(k, value, layer) for k, value in raw.items()}


def _workshop_value(m44_key: str, value: object, layer: Layer | None) -> object:
    """Return the value of an .m44 key as our files write it."""
    if isinstance(value, dict) and m44_key in _LAYERS:
        return _renamed_piece(value, _LAYERS[m44_key])
    if not isinstance(value, str):
        return value
    if m44_key == "name" and layer is not None:
        return value if base_catalogue().by_key(layer, value) else key_for(value, layer)
    if m44_key == "nbr_units":
        return int(value) if value.isdecimal() else value
    if m44_key in ("behavior", "original_owner", "side"):
        return word_for(value) if value.isupper() else value
    return value
