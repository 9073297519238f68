"""Drawings as SVG text, each repeated group written once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from m44core.drawing.shapes.paths import number
from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Node, Paint, Shape, Text

_FONT = "'DejaVu Sans', Verdana, Arial, sans-serif"
_CAPITALS = 0.36  # half the height of capital letters, as a part of the em square
_REFERENCE = re.compile(r'(?:href="|url\()#(\w+)')
_Content = tuple[Drawing, str | None]


def to_svg(
    drawing: Drawing, width: float, height: float, palette: Mapping[str, str], title: str = ""
) -> str:
    """Return an SVG document that shows *drawing* with one palette.

    Args:
        drawing: What to show, with its origin in the upper left corner.
        width: Width of the picture in units.
        height: Height of the picture in units.
        palette: Every colour name the drawing uses.
        title: What a viewer may show as the picture's name.
    """
    return SvgPictures(drawing, palette).document(width, height, title)


class SvgPictures:
    """A drawing as SVG documents: the whole of it, and parts of it.

    What several of them show is written once, which is most of the work.

    Args:
        drawing: What to show, with its origin in the upper left corner.
        palette: Every colour name the drawing uses.
    """

    def __init__(self, drawing: Drawing, palette: Mapping[str, str]) -> None:
        self._drawing = drawing
        self._writer = _Writer(palette)
        self._writer.count(drawing)
        self._written: dict[int, tuple[Node, str]] = {}

    def document(self, width: float, height: float, title: str = "") -> str:
        """Return all of it.

        Args:
            width: Width of the picture in units.
            height: Height of the picture in units.
            title: What a viewer may show as the picture's name.
        """
        body = self._body()
        return _document((0, 0, width, height), self._writer.definitions.values(), body, title)

    def part(self, nodes: Drawing, left: float, top: float, width: float, height: float) -> str:
        """Return some of the nodes of the drawing, or like these, as seen in a rectangle of it."""
        self._body()  # so that names do not depend on what is asked for first
        body = "".join(map(self._text, nodes))
        definitions = self._writer.definitions
        needed, new = set[str](), set(_REFERENCE.findall(body))
        while new:
            needed |= new
            found = (_REFERENCE.findall(definitions[name]) for name in new if name in definitions)
            new = {name for names in found for name in names} - needed
        shown = (text for name, text in definitions.items() if name in needed)
        return _document((left, top, width, height), shown, body)

    def _body(self) -> str:
        return "".join(map(self._text, self._drawing))

    def _text(self, node: Node) -> str:
        """Return a node of the drawing as a line of text."""
        if id(node) not in self._written:
            self._written[id(node)] = node, self._writer.nodes((node,))
        return self._written[id(node)][1]


def _document(
    window: tuple[float, float, float, float],
    definitions: Iterable[str],
    body: str,
    title: str = "",
) -> str:
    width, height = map(number, window[2:])
    heading = f"<title>{_text(title)}</title>" if title else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{width}" height="{height}" viewBox="{" ".join(map(number, window))}">{heading}\n'
        f"<defs>\n{''.join(definitions)}</defs>\n"
        f'<g stroke-linecap="round" stroke-linejoin="round">\n{body}</g>\n</svg>\n'
    )


def empty_svg(svg: str) -> str:
    """Return a document of the same size as one of ours with nothing in it."""
    return f"{svg[: svg.index('>') + 1]}</svg>"


@dataclass
class _Writer:
    palette: Mapping[str, str]
    definitions: dict[str, str] = field(default_factory=dict)
    uses: Counter[int] = field(default_factory=Counter)
    ids: dict[int | Gradient | str, str] = field(default_factory=dict)
    numbers: dict[_Content, int] = field(default_factory=dict)
    seen: dict[tuple[int, str | None], int] = field(default_factory=dict)

    def count(self, drawing: Drawing) -> None:
        """Learn which groups occur more than once."""
        for node in drawing:
            if isinstance(node, Group):
                content = self.number(node)
                self.uses[content] += 1
                if self.uses[content] == 1:
                    self.count(node.children)

    def number(self, group: Group) -> int:
        """Return a number for what a group holds, the same for equal contents.

        Comparing them goes through all that is in them: that is done once for each object.
        """
        known = (id(group.children), group.clip)
        if known not in self.seen:
            content = (group.children, group.clip)
            self.seen[known] = self.numbers.setdefault(content, len(self.numbers))
        return self.seen[known]

    def nodes(self, drawing: Drawing) -> str:
        """Return the elements of a drawing, one a line."""
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
            parts.append(f' stroke-width="{number(shape.width)}"')
            if not shape.round:
                parts.append(' stroke-linecap="butt" stroke-linejoin="miter"')
        if shape.dash:
            parts.append(f' stroke-dasharray="{" ".join(map(number, shape.dash))}"')
        return "".join(parts) + _opacity(shape.opacity, _of_what(shape)) + "/>"

    def _text(self, text: Text) -> str:
        x, y = number(text.x), number(text.y + _CAPITALS * text.size)
        weight = ' font-weight="bold"' if text.bold else ""
        start = (
            f'<text x="{x}" y="{y}" font-family="{_FONT}" font-size="{number(text.size)}"'
            f'{weight} text-anchor="middle" xml:space="preserve"'
        )
        words = _text(text.text)
        written = f'{start} fill="{self._paint(text.fill)}">{words}</text>'
        if text.halo is None:
            return written
        halo = f'stroke="{self._paint(text.halo)}" stroke-width="{number(text.size / 5)}"'
        return f'{start} fill="none" {halo}>{words}</text>{written}'

    def _group(self, group: Group) -> str:
        content = self.number(group)
        place = _transform(group) + _opacity(group.opacity)
        if self.uses[content] > 1:
            return f'<use xlink:href="#{self._symbol(content, group)}"{place}/>'
        clip = self._clip(group.clip)
        inner = self.nodes(group.children)
        if not clip:
            return f"<g{place}>\n{inner}</g>"
        return f"<g{place}><g{clip}>\n{inner}</g></g>" if place else f"<g{clip}>\n{inner}</g>"

    def _symbol(self, content: int, group: Group) -> str:
        if content not in self.ids:
            inner, clipped = self.nodes(group.children), self._clip(group.clip)
            self._define(content, "s", f'<g id="{{id}}"{clipped}>\n', f"{inner}</g>\n")
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
                f'<stop offset="{number(offset)}" stop-color="{self._paint(colour)}"/>'
                for offset, colour in gradient.stops
            )
            head = f'<{kind} id="{{id}}" gradientUnits="userSpaceOnUse"{_extent(gradient)}>'
            self._define(gradient, "p", head, f"{stops}</{kind}>\n")
        return self.ids[gradient]

    def _define(self, key: int | Gradient | str, letter: str, head: str, body: str) -> None:
        self.ids[key] = f"{letter}{len(self.ids) + 1}"
        self.definitions[self.ids[key]] = head.format(id=self.ids[key]) + body


def _extent(gradient: Gradient) -> str:
    (x1, y1), (x2, y2) = gradient.start, gradient.end
    if gradient.radial:
        radius = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        return f' cx="{number(x1)}" cy="{number(y1)}" r="{number(radius)}"'
    return f' x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'


def _transform(group: Group) -> str:
    steps = []
    if group.dx or group.dy:
        steps.append(f"translate({number(group.dx)} {number(group.dy)})")
    if group.turn:
        steps.append(f"rotate({number(group.turn)})")
    if group.flip or group.scale != 1:
        factor = f"{group.scale:.4g}"
        steps.append(f"scale(-{factor} {factor})" if group.flip else f"scale({factor})")
    return f' transform="{" ".join(steps)}"' if steps else ""


def _of_what(shape: Shape) -> str:
    """Return what of a shape is seen through, with a hyphen; empty where it is all of it.

    What has no outline, or nothing inside it, looks the same either way, and nothing has to be
    painted apart and laid over the rest: pictures and documents are made in a tenth less time.
    """
    if shape.stroke is None:
        return "fill-"
    return "stroke-" if shape.fill is None else ""


def _opacity(value: float, of_what: str = "") -> str:
    return f' {of_what}opacity="{number(value)}"' if value != 1 else ""


def _text(words: str) -> str:
    """Escape *words*: breaks become spaces, what XML cannot hold the replacement character."""
    return escape("".join(_character(c) for c in words))


def _character(c: str) -> str:
    if c in "\t\n\r":
        return " "
    code = ord(c)
    is_xml = 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
    return c if is_xml else "\N{REPLACEMENT CHARACTER}"
