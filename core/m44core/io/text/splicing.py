"""Changing a few values of a JSON or YAML text, and leaving all the rest as it was typed.

What changes is told by two documents, before and after; the text may type the first of them
otherwise. Whoever splices reads the result again: it must say what the document after says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from m44core.io.text.yaml_read import LOADER
from m44core.io.text.yaml_text import flow, key_of

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODE = json.JSONDecoder().raw_decode
_PLACED = ("row", "col")  # what tells the entries of a list of hexes apart


class UnfitError(Exception):
    """The text is laid so differently that nothing can be changed in its place."""


class Node(NamedTuple):
    """A value where it stands in a text; its members, by key or by number, if it has any."""

    start: int
    end: int
    members: Mapping[str, tuple[int, Node]] | None
    block: bool = False


class Edit(NamedTuple):
    """A piece of the text and what stands there afterwards."""

    start: int
    end: int
    text: str


def spliced_json(text: str, before: object, after: object) -> str:
    """Return a JSON text with the changes between two documents.

    Raises:
        UnfitError: it is laid otherwise than the first of them.
    """
    root = _json_node(text, _after_space(text, 0))
    return _applied(text, _changes(text, root, before, after, _typed_json))


def spliced_yaml(text: str, before: object, after: object) -> str:
    """Return a YAML text with the changes between two documents.

    Raises:
        UnfitError: it is laid otherwise than the first of them.
    """
    root = yaml.compose(text, Loader=LOADER)
    if root is None:
        raise UnfitError
    edits = _changes(text, _yaml_node(root), before, after, lambda value, _: flow(value))
    return _applied(text, edits)


_Typed = Callable[[object, str], str]


def _changes(text: str, node: Node, before: object, after: object, typed: _Typed) -> Iterator[Edit]:
    """Yield what is to be changed of a value; the smallest parts that can be."""
    if before == after:
        return
    if node.members is not None and isinstance(before, dict) and isinstance(after, dict):
        yield from _member_changes(text, node, before, after, typed)
    elif node.members is not None and isinstance(before, list) and isinstance(after, list):
        by_place = _by_place(text, node, before, after)
        yield from _member_changes(text, *by_place, typed)
    else:
        yield Edit(node.start, node.end, typed(after, _margin(text, node.start)))


def _member_changes(
    text: str, node: Node, before: Mapping[str, Any], after: Mapping[str, Any], typed: _Typed
) -> Iterator[Edit]:
    members = node.members or {}
    gone = [key for key in before if key not in after and key in members]
    new = {key: after[key] for key in after if key not in before and key not in members}
    if (gone or new) and len(gone) == len(members):
        raise UnfitError  # nothing is left to lay the others by
    for key, value in before.items():
        if key in after and value != after[key]:
            if key not in members:
                raise UnfitError
            yield from _changes(text, members[key][1], value, after[key], typed)
    for key in after.keys() - before.keys() - new.keys():
        yield from _changes(text, members[key][1], None, after[key], typed)
    yield from _without(text, node, gone)
    if new:
        yield _with(text, node, new, typed)


def _without(text: str, node: Node, gone: list[str]) -> Iterator[Edit]:
    members = node.members or {}
    kept = [key for key in members if key not in gone]
    order = list(members)
    for key in gone:
        start, value = members[key]
        if node.block:
            line_end = text.find("\n", value.end)
            yield Edit(
                text.rfind("\n", 0, start) + 1, len(text) if line_end < 0 else line_end + 1, ""
            )
        elif order.index(key) < order.index(kept[-1]):
            yield Edit(start, members[order[order.index(key) + 1]][0], "")
        else:
            yield Edit(members[order[order.index(key) - 1]][1].end, value.end, "")


def _with(text: str, node: Node, new: Mapping[str, Any], typed: _Typed) -> Edit:
    """Return the edit that adds members after the last one, laid as that is."""
    start, last = list((node.members or {}).values())[-1]
    margin = text[text.rfind("\n", 0, start) + 1 : start]
    indented = not margin.strip()
    if node.block:
        if not indented:
            raise UnfitError
        lines = "".join(f"\n{margin}{key_of(key)}: {typed(v, '')}" for key, v in new.items())
        line_end = text.find("\n", last.end)
        at = len(text) if line_end < 0 else line_end
        return Edit(at, at, lines)
    between = f",\n{margin}" if indented else ", " if typed is not _typed_json else ","
    is_list = text[node.start] == "["
    said = (
        typed(v, margin if indented else "")
        if is_list
        else f"{_flow_key(key, typed)}: {typed(v, margin if indented else '')}"
        for key, v in new.items()
    )
    return Edit(last.end, last.end, "".join(between + each for each in said))


def _flow_key(key: str, typed: _Typed) -> str:
    return json.dumps(key, ensure_ascii=False) if typed is _typed_json else key_of(key)


def _by_place(
    text: str, node: Node, before: list[Any], after: list[Any]
) -> tuple[Node, dict[str, Any], dict[str, Any]]:
    """Return a list of hexes as one with a name for each entry: its row and its column."""
    laid = {}
    for start, entry in (node.members or {}).values():
        laid[_place(_DECODE(text, entry.start)[0])] = (start, entry)
    named = [{_place(entry): entry for entry in entries} for entries in (before, after)]
    if len(laid) != len(node.members or {}) or [*map(len, named)] != [len(before), len(after)]:
        raise UnfitError
    return node._replace(members=laid), named[0], named[1]


def _place(entry: object) -> str:
    if not isinstance(entry, dict) or not all(key in entry for key in _PLACED):
        raise UnfitError
    return json.dumps([str(entry[key]) for key in _PLACED])


def _applied(text: str, edits: Iterator[Edit]) -> str:
    parts, at = [], 0
    newline = "\r\n" if "\r\n" in text else "\n"
    for edit in sorted(edits):
        if edit.start < at:
            raise UnfitError
        parts += [text[at : edit.start], edit.text.replace("\n", newline)]
        at = edit.end
    return "".join([*parts, text[at:]])


def _margin(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]


def _typed_json(value: object, margin: str) -> str:
    """Return a value as JSON; what has members goes over lines where a margin is given."""
    unit = "\t" if margin.startswith("\t") else "  "
    if not margin or not isinstance(value, dict | list) or not value:
        return json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False, indent=unit).replace("\n", f"\n{margin}")


def _json_node(text: str, at: int) -> Node:
    end = _DECODE(text, at)[1]
    if text[at] not in "{[":
        return Node(at, end, None)
    return Node(at, end, dict(_json_members(text, at)))


def _json_members(text: str, at: int) -> Iterator[tuple[str, tuple[int, Node]]]:
    named, number = text[at] == "{", 0
    at = _after_space(text, at + 1)
    while text[at] not in "}]":
        start, key = at, str(number)
        if named:
            key, at = _DECODE(text, at)
            at = _after_space(text, _after_space(text, at) + 1)
        node = _json_node(text, at)
        yield key, (start, node)
        at = _after_space(text, node.end)
        if text[at] == ",":
            at = _after_space(text, at + 1)
        number += 1


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _yaml_node(node: yaml.Node) -> Node:
    start, end = node.start_mark.index, node.end_mark.index
    if not isinstance(node, yaml.MappingNode):
        return Node(start, end, None)
    members = {
        str(key.value): (key.start_mark.index, _yaml_node(value)) for key, value in node.value
    }
    block = not node.flow_style
    if block and members:
        end = max(value.end for _, value in members.values())
    return Node(start, end, members, block)
