"""The text of a ``pack.yaml``: plain YAML, bounded before it unfolds, the line of each place known.

It may be written by anybody. So what makes much of little (anchors and their aliases), means
more than data (tags) or has no end (nesting, numbers) is refused with its line.
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
"""Lists and mappings within each other; the deepest a pack needs are six."""

Place = list[str | int]

_LONGEST = 300  # letters of what YAML says is wrong
_TEXT = "tag:yaml.org,2002:str"
_FLOAT = "tag:yaml.org,2002:float"


class PackTextError(M44Error):
    """The text of a pack has what no pack may have.

    Attributes:
        line: The line where it is.
        what: What it is, and what to do.
    """

    def __init__(self, line: int, what: Message) -> None:
        super().__init__(what)
        self.line = line
        self.what = what


class _RefusedError(Exception):
    """What no pack may have, at a mark."""

    def __init__(self, mark: Any, why: Message) -> None:  # noqa: ANN401 - of either parser
        super().__init__(mark, why)
        self.mark, self.why = mark, why


@dataclass(frozen=True, slots=True, eq=False)
class PackText:
    """What a text says.

    Attributes:
        said: Its content; keys are texts, also where YAML sees numbers or truth.
    """

    content: object
    _root: Any
    _lines: LineIndex

    def line(self, place: Place) -> int:
        """Return the line of a place, or of the nearest one around it that is written."""
        import yaml  # 13 ms

        node, line = self._root, 1
        for step in place:
            if isinstance(node, yaml.MappingNode):
                found = next((pair for pair in node.value if pair[0].value == step), None)
                if found is None:
                    break
                line, node = _line(self._lines, found[0].start_mark), found[1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int):
                node = node.value[step]
                line = _line(self._lines, node.start_mark)
        return line


def parse_pack_text(text: str) -> PackText:
    """Return what a text says.

    Raises:
        PackTextError: it has what no pack may have.
        ValueError: it is no YAML.
    """
    import yaml  # only who has packs waits for it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        _refuse_what_unfolds(yaml.parse(text, loader))
        reader = loader(text)
        root = reader.get_single_node()
        _make_plain(root)
        said = None if root is None else reader.construct_document(root)
        return PackText(said, root, LineIndex(text))
    except _RefusedError as refused:
        raise PackTextError(_line(LineIndex(text), refused.mark), refused.why) from None
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())[:_LONGEST]) from error


def _refuse_what_unfolds(events: Iterator[yaml.Event]) -> None:
    """Refuse what only grows, or means more, when values are made of it."""
    import yaml  # 13 ms

    depth = 0
    for event in events:
        if getattr(event, "anchor", None):
            _refuse(event, message("anchors (&) and aliases (*) are not read; write it out"))
        if getattr(event, "tag", None) not in (None, "!"):
            _refuse(event, message("tags (!) are not read; remove it"))
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEPTH_LIMIT:
                _refuse(event, message("more than {most} levels are not read", most=DEPTH_LIMIT))
        depth -= isinstance(event, yaml.CollectionEndEvent)


def _make_plain(node: yaml.Node | None) -> None:
    """Let keys be the texts that are written, and refuse keys and numbers that JSON lacks."""
    import yaml  # 13 ms

    if isinstance(node, yaml.MappingNode):
        known = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                _refuse(key, message("a key has to be a text"))
            if key.value in known:
                _refuse(key, message('"{key}" is there twice', key=key.value[:80]))
            known.add(key.value)
            key.tag = _TEXT
            _make_plain(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _make_plain(value)
    elif node is not None and node.tag == _FLOAT and not _is_finite(node.value):
        _refuse(node, message("{number} is no number", number=node.value[:20]))


def _is_finite(written: str) -> bool:
    try:
        return math.isfinite(float(written.replace("_", "")))
    except ValueError:
        return False  # times of the day, .inf and .nan


def _refuse(part: yaml.Event | yaml.Node, why: Message) -> None:
    raise _RefusedError(part.start_mark, why)


def _line(lines: LineIndex, mark: Any) -> int:  # noqa: ANN401 - of either parser
    """Return the line of a mark as editors count: PyYAML begins lines at U+2028 and others."""
    return lines.place(mark.index)[0] + 1 if mark else 1
