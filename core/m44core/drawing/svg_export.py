"""Exporting drawings as SVG documents, with each repeated group written once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from m44core.drawing.shapes.paths import format_number
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Node, Paint, Shape, Text

_FONT = "'DejaVu Sans', Verdana, Arial, sans-serif"
_HALF_CAPITAL_HEIGHT = 0.36  # half the height of capital letters, in ems
_REFERENCE = re.compile(r'(?:href="|url\()#(\w+)')
_Content = tuple[Drawing, str | None]


def to_svg(
    drawing: Drawing, width: float, height: float, palette: Mapping[str, str], title: str = ""
) -> str:
    """Return a drawing as an SVG document.

    Args:
        drawing: The drawing, with its origin in the upper left corner.
        width: Width of the picture in units.
        height: Height of the picture in units.
        palette: Every color name the drawing uses.
        title: Title of the document; "" if it has none.
    """
    return SvgPictures(drawing, palette).document(width, height, title)


class SvgPictures:
    """The SVG documents of a complete drawing and of parts of it.

    A node that several documents show is converted to text only once, which saves most of the work.

    Args:
        drawing: The drawing, with its origin in the upper left corner.
        palette: Every color name the drawing uses.
    """

    def __init__(self, drawing: Drawing, palette: Mapping[str, str]) -> None:
        self._drawing = drawing
        self._writer = _Writer(palette)
        self._writer.count(drawing)
        self._written: dict[int, tuple[Node, str]] = {}

    def document(self, width: float, height: float, title: str = "") -> str:
        """Return the complete drawing as an SVG document.

        Args:
            width: Width of the picture in units.
            height: Height of the picture in units.
            title: Title of the document; "" if it has none.
        """
        body = self._body()
        return _document((0, 0, width, height), self._writer.definitions.values(), body, title)

    def part(self, nodes: Drawing, left: float, top: float, width: float, height: float) -> str:
        """Return an SVG document of a rectangle of the drawing, showing only *nodes*.

        The nodes can include substitutes that are not part of the drawing.
        """
        self._body()  # so that ids do not depend on which part is made first
        body = "".join(map(self._text, nodes))
        definitions = self._writer.definitions
        needed_ids, new_ids = set[str](), set(_REFERENCE.findall(body))
        while new_ids:
            needed_ids |= new_ids
            references = (
                _REFERENCE.findall(definitions[name]) for name in new_ids if name in definitions
            )
            new_ids = {name for names in references for name in names} - needed_ids
        shown_definitions = (text for name, text in definitions.items() if name in needed_ids)
        return _document((left, top, width, height), shown_definitions, body)

    def _body(self) -> str:
        return "".join(map(self._text, self._drawing))

    def _text(self, node: Node) -> str:
        """Return a node of the drawing as SVG text; each node is converted only once."""
        if id(node) not in self._written:
            self._written[id(node)] = node, self._writer.write_nodes((node,))
        return self._written[id(node)][1]


def _document(
    window: tuple[float, float, float, float],
    definitions: Iterable[str],
    body: str,
    title: str = "",
) -> str:
    width, height = map(format_number, window[2:])
    heading = f"<title>{_escaped_text(title)}</title>" if title else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{width}" height="{height}" viewBox="{" ".join(map(format_number, window))}">'
        f"{heading}\n"
        f"<defs>\n{''.join(definitions)}</defs>\n"
        f'<g stroke-linecap="round" stroke-linejoin="round">\n{body}</g>\n</svg>\n'
    )


def empty_svg(svg: str) -> str:
    """Return an SVG document of the size of *svg* without any content."""
    return f"{svg[: svg.index('>') + 1]}</svg>"


@dataclass
class _Writer:
    palette: Mapping[str, str]
    definitions: dict[str, str] = field(default_factory=dict)
    uses: Counter[int] = field(default_factory=Counter)
    ids: dict[int | Gradient | str, str] = field(default_factory=dict)
    numbers: dict[_Content, int] = field(default_factory=dict)
    numbers_by_id: dict[tuple[int, str | None], int] = field(default_factory=dict)

    def count(self, drawing: Drawing) -> None:
        """Count how often each group occurs."""
        for node in drawing:
            if isinstance(node, Group):
                content = self.content_number(node)
                self.uses[content] += 1
                if self.uses[content] == 1:
                    self.count(node.children)

    def content_number(self, group: Group) -> int:
        """Return a number for the content of a group, the same for equal contents.

        Comparing contents is slow, so it is done once for each object.
        """
        content_id = (id(group.children), group.clip)
        if content_id not in self.numbers_by_id:
            content = (group.children, group.clip)
            self.numbers_by_id[content_id] = self.numbers.setdefault(content, len(self.numbers))
        return self.numbers_by_id[content_id]

    def write_nodes(self, drawing: Drawing) -> str:
        """Return the SVG elements of a drawing, one per line."""
        return "".join(self._node(node) + "\n" for node in drawing)

    def _node(self, node: Node) -> str:
        match node:
            case Shape():
                return self._shape(node)
            case Text():
                return self._text(node)
            case Group():
                return self._group(node)

    def _shape(self, shape: Shape) -> str:
        parts = [f'<path d="{shape.path}"']
        parts.append(f' fill="{self._paint(shape.fill)}"')
        if shape.stroke is not None:
            parts.append(f' stroke="{self._paint(shape.stroke)}"')
            parts.append(f' stroke-width="{format_number(shape.width)}"')
            if not shape.round:
                parts.append(' stroke-linecap="butt" stroke-linejoin="miter"')
        if shape.dash:
            parts.append(f' stroke-dasharray="{" ".join(map(format_number, shape.dash))}"')
        return "".join(parts) + _opacity_attribute(shape.opacity, _opacity_prefix(shape)) + "/>"

    def _text(self, text: Text) -> str:
        x, y = format_number(text.x), format_number(text.y + _HALF_CAPITAL_HEIGHT * text.size)
        weight = ' font-weight="bold"' if text.bold else ""
        start = (
            f'<text x="{x}" y="{y}" font-family="{_FONT}" font-size="{format_number(text.size)}"'
            f'{weight} text-anchor="middle" xml:space="preserve"'
        )
        escaped = _escaped_text(text.text)
        element = f'{start} fill="{self._paint(text.fill)}">{escaped}</text>'
        if text.halo is None:
            return element
        halo = f'stroke="{self._paint(text.halo)}" stroke-width="{format_number(text.size / 5)}"'
        return f'{start} fill="none" {halo}>{escaped}</text>{element}'

    def _group(self, group: Group) -> str:
        content = self.content_number(group)
        attributes = _transform_attribute(group) + _opacity_attribute(group.opacity)
        if self.uses[content] > 1:
            return f'<use xlink:href="#{self._symbol_id(content, group)}"{attributes}/>'
        clip = self._clip(group.clip)
        inner = self.write_nodes(group.children)
        if not clip:
            return f"<g{attributes}>\n{inner}</g>"
        return (
            f"<g{attributes}><g{clip}>\n{inner}</g></g>"
            if attributes
            else f"<g{clip}>\n{inner}</g>"
        )

    def _symbol_id(self, content: int, group: Group) -> str:
        if content not in self.ids:
            inner, clip = self.write_nodes(group.children), self._clip(group.clip)
            self._define(content, "s", f'<g id="{{id}}"{clip}>\n', f"{inner}</g>\n")
        return self.ids[content]

    def _clip(self, path: str | None) -> str:
        if path is None:
            return ""
        if path not in self.ids:
            self._define(path, "c", '<clipPath id="{id}">', f'<path d="{path}"/></clipPath>\n')
        return f' clip-path="url(#{self.ids[path]})"'

    def _paint(self, paint: Paint | None) -> str:
        match paint:
            case None:
                return "none"
            case str():
                return paint if paint.startswith("#") else self.palette[paint]
            case Gradient():
                return f"url(#{self._gradient(paint)})"

    def _gradient(self, gradient: Gradient) -> str:
        if gradient not in self.ids:
            kind = "radialGradient" if gradient.radial else "linearGradient"
            stops = "".join(
                f'<stop offset="{format_number(offset)}" stop-color="{self._paint(colour)}"/>'
                for offset, colour in gradient.stops
            )
            coordinates = _gradient_coordinates(gradient)
            head = f'<{kind} id="{{id}}" gradientUnits="userSpaceOnUse"{coordinates}>'
            self._define(gradient, "p", head, f"{stops}</{kind}>\n")
        return self.ids[gradient]

    def _define(self, key: int | Gradient | str, prefix: str, head: str, body: str) -> None:
        self.ids[key] = f"{prefix}{len(self.ids) + 1}"
        self.definitions[self.ids[key]] = head.format(id=self.ids[key]) + body


def _gradient_coordinates(gradient: Gradient) -> str:
    (x1, y1), (x2, y2) = gradient.start, gradient.end
    if gradient.radial:
        radius = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        return f' cx="{format_number(x1)}" cy="{format_number(y1)}" r="{format_number(radius)}"'
    start = f' x1="{format_number(x1)}" y1="{format_number(y1)}"'
    return f'{start} x2="{format_number(x2)}" y2="{format_number(y2)}"'


def _transform_attribute(group: Group) -> str:
    steps = []
    if group.dx or group.dy:
        steps.append(f"translate({format_number(group.dx)} {format_number(group.dy)})")
    if group.turn:
        steps.append(f"rotate({format_number(group.turn)})")
    if group.flip or group.scale != 1:
        factor = f"{group.scale:.4g}"
        steps.append(f"scale(-{factor} {factor})" if group.flip else f"scale({factor})")
    return f' transform="{" ".join(steps)}"' if steps else ""


def _opacity_prefix(shape: Shape) -> str:
    """Return the attribute prefix (``fill-``, ``stroke-``) for the opacity; "" for the whole shape.

    A shape with only a fill or only a stroke looks the same either way, and is rendered without a
    separate layer, which saves a tenth of the time.
    """
    if shape.stroke is None:
        return "fill-"
    return "stroke-" if shape.fill is None else ""


def _opacity_attribute(value: float, prefix: str = "") -> str:
    return f' {prefix}opacity="{format_number(value)}"' if value != 1 else ""


def _escaped_text(text: str) -> str:
    """Escape *text* for XML: line breaks become spaces, invalid characters U+FFFD."""
    return escape("".join(_escaped_character(c) for c in text))


def _escaped_character(character: str) -> str:
    if character in "\t\n\r":
        return " "
    code = ord(character)
    is_xml = 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
    return character if is_xml else "\N{REPLACEMENT CHARACTER}"
