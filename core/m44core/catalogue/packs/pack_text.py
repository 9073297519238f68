"""Parsing the text of a ``pack.yaml`` safely, with the line of every value.

Packs are untrusted. Constructs that expand without bounds (anchors and aliases), create objects
(tags) or are unlimited (nesting, numbers) are rejected with their line.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from m44core.errors import M44Error
from m44core.messages.message import Message, message
from m44core.untrusted_files import LineIndex
from m44core.values import dataclass

if TYPE_CHECKING:
    import yaml

DEPTH_LIMIT = 16
"""The maximum number of nested lists and mappings; a pack needs at most six."""

KeyPath = list[str | int]

_MAX_ERROR_LENGTH = 300  # characters of an error message of YAML
_TEXT = "tag:yaml.org,2002:str"
_FLOAT = "tag:yaml.org,2002:float"


class PackTextError(M44Error):
    """The text of a pack contains something that is not allowed.

    Attributes:
        line: The line, from 1.
        what: The problem and what to do about it.
    """

    def __init__(self, line: int, problem: Message) -> None:
        super().__init__(problem)
        self.line = line
        self.what = problem


class _RefusedError(Exception):
    """The text contains something that is not allowed, at a mark of the parser."""

    def __init__(self, mark: Any, reason: Message) -> None:  # noqa: ANN401 - of either parser
        super().__init__(mark, reason)
        self.mark, self.why = mark, reason


@dataclass(frozen=True, slots=True, eq=False)
class PackText:
    """The parsed text of a pack.

    Attributes:
        content: The data; keys are always strings, even if YAML would parse them as other types.
    """

    content: object
    _root: Any
    _lines: LineIndex

    def line(self, place: KeyPath) -> int:
        """Return the line, from 1, of the value at a path, or of its nearest existing parent."""
        import yaml  # 13 ms

        node, line = self._root, 1
        for step in place:
            if isinstance(node, yaml.MappingNode):
                pair = next((each for each in node.value if each[0].value == step), None)
                if pair is None:
                    break
                line, node = _editor_line_number(self._lines, pair[0].start_mark), pair[1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
                node = node.value[step]
                line = _editor_line_number(self._lines, node.start_mark)
        return line


def parse_pack_text(text: str) -> PackText:
    """Parse the text of a pack.

    Raises:
        PackTextError: it contains something that is not allowed.
        ValueError: it is not YAML.
    """
    import yaml  # slow, and only needed for packs

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _refuse_unsafe_events(yaml.parse(text, loader))
        reader = loader(text)
        root = reader.get_single_node()
        _make_json_compatible(root)
        content = None if root is None else reader.construct_document(root)
        return PackText(content, root, LineIndex(text))
    except _RefusedError as refused:
        raise PackTextError(
            _editor_line_number(LineIndex(text), refused.mark), refused.why
        ) from None
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())[:_MAX_ERROR_LENGTH]) from error


def _refuse_unsafe_events(events: Iterator[yaml.Event]) -> None:
    """Raise _RefusedError for anchors, tags and deep nesting, before values are created."""
    import yaml  # 13 ms

    depth = 0
    for event in events:
        if getattr(event, "anchor", None):
            _refuse(
                event, message("anchors (&) and aliases (*) are not supported; write the value out")
            )
        if getattr(event, "tag", None) not in (None, "!"):
            _refuse(event, message("tags (!) are not supported; remove this one"))
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEPTH_LIMIT:
                _refuse(
                    event,
                    message("more than {most} nested levels are not supported", most=DEPTH_LIMIT),
                )
        depth -= isinstance(event, yaml.CollectionEndEvent)


def _make_json_compatible(node: yaml.Node | None) -> None:
    """Turn all keys into strings as written; refuse keys and numbers that JSON does not allow."""
    import yaml  # 13 ms

    if isinstance(node, yaml.MappingNode):
        seen_keys = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                _refuse(key, message("a key must be text"))
            if key.value in seen_keys:
                _refuse(key, message('"{key}" appears twice', key=key.value[:80]))
            seen_keys.add(key.value)
            key.tag = _TEXT
            _make_json_compatible(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _make_json_compatible(value)
    elif node is not None and node.tag == _FLOAT and not _is_finite(node.value):
        _refuse(node, message("{number} is not a valid number", number=node.value[:20]))


def _is_finite(text: str) -> bool:
    try:
        return math.isfinite(float(text.replace("_", "")))
    except ValueError:
        return False  # sexagesimal numbers, .inf and .nan


def _refuse(part: yaml.Event | yaml.Node, reason: Message) -> None:
    raise _RefusedError(part.start_mark, reason)


def _editor_line_number(lines: LineIndex, mark: Any) -> int:  # noqa: ANN401 - of either parser
    """Return the line of a mark as editors count it.

    PyYAML also counts U+2028 and other characters as line ends.
    """
    return lines.line_and_column(mark.index)[0] + 1 if mark else 1
