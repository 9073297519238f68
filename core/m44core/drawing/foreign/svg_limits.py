"""What an SVG of a user pack may have before anything is made of it.

A pack may be by anybody. So what our shapes have no word for is refused by name, and so is what
makes much of little (uses of uses, entities) or keeps whoever reads it busy (nesting, endless
numbers, path data without measure).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from m44core.errors import M44Error
from m44core.messages.message import Message, message

SHAPES_LIMIT = 500
_NODES = 4_000
_DEPTH = 32
_OUTLINES = 40_000  # letters of all paths and polygons
_TRANSFORM = 1_000  # letters
_SHEETS = 20_000  # letters
_REOPENED = 100  # parts of a path that go on from where another was closed
_DIGITS = 32

_DRAWN = ("circle", "ellipse", "line", "path", "polygon", "polyline", "rect")
_PASSED_OVER = (*_DRAWN, "svg", "g", "defs", "style", "title", "desc", "metadata")
_OUTLINE = ("d", "points")
_FREE = ("id", "class")  # what is no number, whatever it looks like
_NO_NUMBER = re.compile(r"(?<![\w#.])[-+]?(?:nan|inf|infinity)(?![\w-])", re.IGNORECASE)
_LONG_NUMBER = re.compile(rf"\d{{{_DIGITS + 1}}}")
_GOES_ON = re.compile(r"[zZ](?=[\s,]*[^\smM,])")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)


class SvgRefusedError(M44Error):
    """A picture cannot be drawn; the message says what it has."""


def refuse_beyond_limits(source: str) -> None:
    """Let a picture pass that can be drawn in good time.

    Raises:
        SvgRefusedError: it cannot; the message says why.
    """
    if "<!" in source.replace("<!--", "").replace("<![CDATA[", ""):
        # entities could be a billion times as long
        raise SvgRefusedError(message("it declares a document type; remove the line"))
    if "<?xml-stylesheet" in source:
        raise SvgRefusedError(message("its style sheet is another file; put it inside"))
    try:
        root = ElementTree.fromstring(source)
    except (ElementTree.ParseError, ValueError) as error:
        raise SvgRefusedError(message("it is no XML ({reason})", reason=str(error))) from error
    _refuse_size(root)
    for node in root.iter():
        if not _is_foreign(node):
            _refuse_node(node)


def _refuse_size(root: ElementTree.Element) -> None:
    """Refuse too many of anything."""
    outlines = 0
    for nodes, (depth, node) in enumerate(_with_depth(root), 1):
        outlines += sum(len(node.get(name, "")) for name in _OUTLINE)
        if depth > _DEPTH:
            raise SvgRefusedError(message("more than {most} groups in one another", most=_DEPTH))
        if nodes > _NODES:
            raise SvgRefusedError(message("it has more than {most} elements", most=_NODES))
    if outlines > _OUTLINES:
        raise SvgRefusedError(
            message("its paths have more than {most} letters; simplify them", most=_OUTLINES)
        )
    shapes = sum(_name(node) in _DRAWN for node in root.iter())
    if shapes > SHAPES_LIMIT:
        raise SvgRefusedError(wrong_count(shapes))


def wrong_count(shapes: int) -> Message:
    """Return what is said of a picture of so many shapes."""
    return message("it has {count} shapes; 1 to {most} are drawn", count=shapes, most=SHAPES_LIMIT)


def _with_depth(root: ElementTree.Element) -> Iterator[tuple[int, ElementTree.Element]]:
    left = [(1, root)]
    while left:
        depth, node = left.pop()
        yield depth, node
        left += [(depth + 1, child) for child in node]


def _refuse_node(node: ElementTree.Element) -> None:
    name = _name(node)
    if name not in _PASSED_OVER:
        raise SvgRefusedError(message("it has <{name}>; make paths of it", name=name[:40]))
    if name == "style":
        _refuse_sheet("".join(node.itertext()))
    for attribute, value in node.attrib.items():
        if "}" not in attribute and attribute not in _FREE:
            _refuse_value(attribute, value)
    if len(_GOES_ON.findall(node.get("d", ""))) > _REOPENED:
        raise SvgRefusedError(message("a path goes on too often where it was closed"))


def _refuse_sheet(sheet: str) -> None:
    if len(sheet) > _SHEETS:
        raise SvgRefusedError(message("its style sheet has more than {most} letters", most=_SHEETS))
    if "@" in _COMMENT.sub("", sheet):
        raise SvgRefusedError(message("its style sheet has rules with @; remove them"))
    _refuse_reference("style", sheet)


def _refuse_value(attribute: str, value: str) -> None:
    _refuse_reference(attribute, value)
    if attribute == "transform" and len(value) > _TRANSFORM:
        raise SvgRefusedError(message("a transform has more than {most} letters", most=_TRANSFORM))
    wrong = _NO_NUMBER.search(value) or _LONG_NUMBER.search(value)
    if wrong:
        raise SvgRefusedError(
            message(
                "{attribute} has {value}, which is no number here",
                attribute=attribute[:40],
                value=wrong[0].strip(),
            )
        )


def _refuse_reference(attribute: str, value: str) -> None:
    """Refuse gradients, patterns, clips, filters, and whatever is in another file."""
    if "url(" in value.lower():
        raise SvgRefusedError(
            message(
                "{attribute} refers to a gradient, a clip, a filter or a file; make paths of it",
                attribute=attribute[:40],
            )
        )


def _name(node: ElementTree.Element) -> str:
    return str(node.tag).rpartition("}")[2]


def _is_foreign(node: ElementTree.Element) -> bool:
    """Tell whether an element is of another language than SVG; nothing of it is drawn."""
    return "}" in str(node.tag) and "w3.org/2000/svg" not in str(node.tag)
