"""Changing a few values in a JSON or YAML text while keeping the layout of the rest.

The changes are the difference between two documents, before and after; the text may represent the
first document in a different form. Callers must parse the result and compare it with the second.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, Protocol, TypeGuard

import yaml

from m44core.io.text.json_pointers import escaped_step
from m44core.io.text.json_text import dump_json, style_of
from m44core.io.text.text_style import TextStyle
from m44core.io.text.yaml_read import LOADER
from m44core.io.text.yaml_text import block_lines, literal_block, to_flow, to_key

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODE = json.JSONDecoder().raw_decode
_ROW_AND_COLUMN = ("row", "col")  # identifies the entries of a list of hexes


class LayoutError(Exception):
    """The layout of the text does not allow the changes to be made."""


class Node(NamedTuple):
    """The extent of a value in a text.

    Attributes:
        start: The offset of its first character.
        end: The offset after its last character.
        members: The members of an object or list, by key or index, each with the offset of its
            key; None for other values.
        block: Whether it is a mapping in YAML's block style.
        in_block: Whether it belongs to such a mapping, and may be a literal block itself.
        pointer: The JSON Pointer of a mapping.
    """

    start: int
    end: int
    members: Mapping[str, tuple[int, Node]] | None
    block: bool = False
    in_block: bool = False
    pointer: str = ""


class Edit(NamedTuple):
    """A range of offsets in the text and its replacement."""

    start: int
    end: int
    text: str


def splice_json(text: str, before: object, after: object) -> str:
    """Return a JSON text with the changes from *before* to *after* made in it.

    Raises:
        LayoutError: the layout of the text does not allow the changes.
    """
    root = _json_node(text, _after_space(text, text.startswith("\ufeff")))
    return _apply_edits(text, _value_edits(text, root, before, after, _JsonWriter(style_of(text))))


def splice_yaml(text: str, before: object, after: object) -> str:
    """Return a YAML text with the changes from *before* to *after* made in it.

    Raises:
        LayoutError: the layout of the text does not allow the changes.
    """
    root = yaml.compose(text, Loader=LOADER)
    if root is None:
        raise LayoutError
    node = _yaml_node(text, root)
    return _apply_edits(text, _value_edits(text, node, before, after, _YamlWriter()))


class _Writer(Protocol):
    """Writes new values and keys in the style of a text."""

    comma: str

    def value(self, value: object, margin: str, *, in_block: bool = False) -> str:
        """Return a value as text, with all lines but the first indented by *margin*.

        A text with several lines may become a literal block if it belongs to a block mapping.
        """

    def member(self, key: str, value: object, margin: str) -> str:
        """Return a key with its value as text."""


class _YamlWriter:
    """Writes YAML in flow style, and literal blocks where they are possible."""

    comma = ", "

    def value(self, value: object, margin: str, *, in_block: bool = False) -> str:
        block = literal_block(value, margin) if in_block and isinstance(value, str) else None
        return block or to_flow(value)

    def member(self, key: str, value: object, margin: str) -> str:
        return f"{to_key(key)}: {self.value(value, margin)}"


class _JsonWriter:
    """Writes JSON in the style of the text."""

    def __init__(self, style: TextStyle) -> None:
        self._style = replace(style, newline="\n", final_newline=False)
        self.comma = style.comma

    def value(self, value: object, margin: str, *, in_block: bool = False) -> str:
        if not margin:
            return dump_json(value, replace(self._style, indent=None))
        return dump_json(value, self._style).replace("\n", f"\n{margin}")

    def member(self, key: str, value: object, margin: str) -> str:
        return f"{self.value(key, '')}{self._style.colon}{self.value(value, margin)}"


def _value_edits(
    text: str, node: Node, before: object, after: object, writer: _Writer
) -> Iterator[Edit]:
    """Yield the smallest edits that change the text of *before* into that of *after*."""
    if before == after:
        return
    if node.members is not None and isinstance(before, dict) and isinstance(after, dict):
        yield from _member_edits(text, node, before, after, writer)
    elif node.members is not None and isinstance(before, list) and isinstance(after, list):
        yield from _list_edits(text, node, before, after, writer)
    else:
        margin = _line_indentation(text, node.start)
        yield Edit(node.start, node.end, writer.value(after, margin, in_block=node.in_block))


def _member_edits(
    text: str,
    node: Node,
    before: Mapping[str, object],
    after: Mapping[str, object],
    writer: _Writer,
) -> Iterator[Edit]:
    members = node.members or {}
    removed_keys = [key for key in before if key not in after and key in members]
    new = {key: after[key] for key in after if key not in before and key not in members}
    # without a remaining member, there is no model for new ones
    if (removed_keys or new) and len(removed_keys) == len(members):
        if node.block:
            raise LayoutError
        yield Edit(node.start, node.end, writer.value(after, _line_indentation(text, node.start)))
        return
    for key, value in before.items():
        if key in after and value != after[key]:
            if key not in members:
                raise LayoutError
            yield from _value_edits(text, members[key][1], value, after[key], writer)
    for key in after.keys() - before.keys() - new.keys():
        yield from _value_edits(text, members[key][1], None, after[key], writer)
    yield from _removal_edits(text, node, removed_keys)
    if new:
        yield _addition_edit(text, node, new, writer)


def _removal_edits(text: str, node: Node, removed_keys: list[str]) -> Iterator[Edit]:
    members = node.members or {}
    kept_keys = [key for key in members if key not in removed_keys]
    order = list(members)
    for key in removed_keys:
        start, value = members[key]
        if node.block:
            line_end = text.find("\n", value.end)
            yield Edit(
                text.rfind("\n", 0, start) + 1, len(text) if line_end < 0 else line_end + 1, ""
            )
        elif order.index(key) < order.index(kept_keys[-1]):
            yield Edit(start, members[order[order.index(key) + 1]][0], "")
        else:
            yield Edit(members[order[order.index(key) - 1]][1].end, value.end, "")


def _addition_edit(text: str, node: Node, new: Mapping[str, object], writer: _Writer) -> Edit:
    """Return the edit that adds members after the last one, in the same layout.

    Raises:
        LayoutError: the members are a block that begins on a line with other text.
    """
    start, last_value = list((node.members or {}).values())[-1]
    margin = _indentation(text, start)
    if node.block:
        if margin is None:
            raise LayoutError
        lines = "".join(
            f"\n{margin}{each}" if each else "\n" for each in block_lines(new, node.pointer)
        )
        line_end = text.find("\n", last_value.end)
        position = len(text) if line_end < 0 else line_end
        return Edit(position, position, lines)
    separator = writer.comma if margin is None else f",\n{margin}"
    members_text = (writer.member(key, value, margin or "") for key, value in new.items())
    return Edit(last_value.end, last_value.end, "".join(separator + each for each in members_text))


def _list_edits(
    text: str, node: Node, before: list[object], after: list[object], writer: _Writer
) -> Iterator[Edit]:
    """Yield the edits of a list; entries of hexes are identified by row and column.

    The text can have such entries in a different order than *before*; it keeps that order. A list
    whose entries were reordered is replaced as a whole.

    Raises:
        LayoutError: the entries in the text do not match those of *before*.
    """
    nodes = [entry for _, entry in (node.members or {}).values()]
    if not nodes or not after:
        yield Edit(node.start, node.end, writer.value(after, _line_indentation(text, node.start)))
        return
    old, new = _entries_by_identity(before, after), _entries_by_identity(after, before)
    names = (
        [*_entries_by_identity(_DECODE(text, node.start)[0], before)]
        if _have_row_and_column(before)
        else [*old]
    )
    kept_names = [name for name in names if name in new]
    if {*names} != {*old} or len(names) != len(nodes):
        raise LayoutError
    if not kept_names or kept_names != [name for name in new if name in old]:
        yield Edit(node.start, node.end, writer.value(after, _line_indentation(text, node.start)))
        return
    entries = dict(zip(names, nodes, strict=True))
    for name in kept_names:
        yield from _value_edits(text, entries[name], old[name], new[name], writer)
    members = {name: (entry.start, entry) for name, entry in entries.items()}
    yield from _removal_edits(
        text, node._replace(members=members), [n for n in names if n not in new]
    )
    yield from _insertion_edits(text, entries, new, writer)


def _insertion_edits(
    text: str, entries: Mapping[str, Node], new: Mapping[str, object], writer: _Writer
) -> Iterator[Edit]:
    """Yield the edits that insert new entries of a list after their predecessors."""
    first = next(iter(entries.values()))
    margin = _indentation(text, first.start)
    separator = writer.comma if margin is None else f",\n{margin}"
    names_by_predecessor: dict[str, list[str]] = {"": []}  # by the name of their predecessor
    predecessor = ""
    for name, value in new.items():
        if name in entries:
            predecessor = name
        else:
            names_by_predecessor.setdefault(predecessor, []).append(
                writer.value(value, margin or "")
            )
    for name, entry_texts in names_by_predecessor.items():
        if name and entry_texts:
            position = entries[name].end
            yield Edit(position, position, "".join(separator + each for each in entry_texts))
        elif entry_texts:
            yield Edit(first.start, first.start, "".join(each + separator for each in entry_texts))


def _entries_by_identity(
    entries: Sequence[object], other_entries: Sequence[object]
) -> dict[str, object]:
    """Return the entries of a list, keyed by names that match those of another version of it.

    The names are derived from row and column if all entries have them, otherwise from the index
    if both versions have the same length, otherwise from the content.
    """
    if _have_row_and_column(entries) and _have_row_and_column(other_entries):
        names = [json.dumps([str(entry[key]) for key in _ROW_AND_COLUMN]) for entry in entries]
    elif len(entries) == len(other_entries):
        names = [""] * len(entries)
    else:
        names = [json.dumps(entry, sort_keys=True) for entry in entries]
    name_counts = Counter[str]()
    result = {}
    for name, entry in zip(names, entries, strict=True):
        result[f"{name} {name_counts[name]}"] = entry
        name_counts[name] += 1
    return result


def _have_row_and_column(entries: Sequence[object]) -> TypeGuard[Sequence[dict[str, object]]]:
    return all(isinstance(entry, dict) and {*_ROW_AND_COLUMN} <= entry.keys() for entry in entries)


def _indentation(text: str, offset: int) -> str | None:
    """Return the indentation before an offset; None if other text precedes it on its line.

    It is also None if the whole text is a single line.
    """
    before = text[text.rfind("\n", 0, offset) + 1 : offset]
    return None if before.strip() or "\n" not in text else before


def _apply_edits(text: str, edits: Iterator[Edit]) -> str:
    parts, position = [], 0
    newline = "\r\n" if "\r\n" in text else "\n"
    for edit in sorted(edits):
        if edit.start < position:
            raise LayoutError
        parts += [text[position : edit.start], edit.text.replace("\n", newline)]
        position = edit.end
    return "".join([*parts, text[position:]])


def _line_indentation(text: str, offset: int) -> str:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return line[: len(line) - len(line.lstrip())]


def _json_node(text: str, offset: int) -> Node:
    end = _DECODE(text, offset)[1]
    if text[offset] not in "{[":
        return Node(offset, end, None)
    return Node(offset, end, dict(_json_members(text, offset)))


def _json_members(text: str, offset: int) -> Iterator[tuple[str, tuple[int, Node]]]:
    is_object, number = text[offset] == "{", 0
    offset = _after_space(text, offset + 1)
    while text[offset] not in "}]":
        start, key = offset, str(number)
        if is_object:
            key, offset = _DECODE(text, offset)
            offset = _after_space(text, _after_space(text, offset) + 1)
        node = _json_node(text, offset)
        yield key, (start, node)
        offset = _after_space(text, node.end)
        if text[offset] == ",":
            offset = _after_space(text, offset + 1)
        number += 1


def _after_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def _yaml_node(text: str, node: yaml.Node, pointer: str = "", *, in_block: bool = False) -> Node:
    start, end = node.start_mark.index, node.end_mark.index
    if not isinstance(node, yaml.MappingNode):
        # the end of a literal block is where the next key starts
        return Node(start, start + len(text[start:end].rstrip()), None, in_block=in_block)
    block = not node.flow_style
    members = {}
    for key, value in node.value:
        name = str(key.value)
        value_pointer = f"{pointer}/{escaped_step(name)}"
        members[name] = (
            key.start_mark.index,
            _yaml_node(text, value, value_pointer, in_block=block),
        )
    if block and members:
        end = max(value.end for _, value in members.values())
    return Node(start, end, members, block, in_block, pointer)
