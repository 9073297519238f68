"""Pictures of user packs are drawn correctly, or refused with the unsupported feature named."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.catalogue.packs.pack import PackError
from m44core.drawing.shapes.shapes import Group, Shape
from m44core.drawing.svg_import import import_svg

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
LINE = '<path d="M0 0L1 1" stroke="red"/>'
UNDRAWN = {
    "text": SVG.format('<text x="1" y="5">Hi</text>'),
    "a picture": SVG.format('<image href="http://example.org/x.png"/>'),
    "a script": SVG.format("<script>alert(1)</script>"),
    "a gradient": SVG.format('<rect width="3" height="3" fill="url(#g)"/>'),
    "an entity": '<!DOCTYPE svg [<!ENTITY a "aaaa">]>' + SVG.format("&a;"),
    "nothing": SVG.format(""),
    "no canvas": '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
    "no XML": "<svg",
    "too many shapes": SVG.format('<circle r="1"/>' * 501),
    "too long": SVG.format("<desc>" + "a" * 200_001 + "</desc>"),
    "numbers beyond all": SVG.format('<circle r="1e400"/>'),
    "uses of uses": SVG.format(
        '<g id="a0"><path d="M0 0L1 1" stroke="red"/></g>'
        + "".join(f'<g id="a{k + 1}">' + f'<use href="#a{k}"/>' * 10 + "</g>" for k in range(8))
    ),
    "a symbol": SVG.format('<symbol id="a"/>' + LINE),
    "a style sheet elsewhere": '<?xml-stylesheet href="http://example.org/x.css"?>' + LINE,
    "an import": SVG.format("<style>@import 'http://example.org/x.css';</style>" + LINE),
    "a clip": SVG.format('<rect width="3" height="3" clip-path="url(#c)"/>'),
    "groups in groups": SVG.format("<g>" * 20_000 + LINE + "</g>" * 20_000),
    "a huge canvas": SVG.format(LINE).replace("10 10", "1e300 1e300"),
    "an endless canvas": SVG.format(LINE).replace("10 10", "inf inf"),
    "a point that is none": SVG.format('<circle cx="nan" cy="1" r="1"/>'),
    "a line of any width": SVG.format('<path d="M0 0L1 1" stroke="red" stroke-width="1e300"/>'),
    "dashes backwards": SVG.format('<path d="M0 0L1 1" stroke="red" stroke-dasharray="-1"/>'),
    "a path of 1 MB": SVG.format(f'<path d="M0 0{"h1" * 500_000}"/>'),
    "a long path": SVG.format(f'<path d="M0 0{"h1" * 60_000}"/>'),
    "a path closed again and again": SVG.format(f'<path d="M0 0{"z" * 30_000}"/>'),
    "a number of digits": SVG.format(f'<polygon points="{"1" * 30_000}"/>'),
    "a long transform": SVG.format(f'<path transform="{"rotate(" * 5_000}" d="M0 0L1 1"/>'),
    "a long style sheet": SVG.format(f"<style>{'/*' * 50_000}</style>" + LINE),
}


@pytest.mark.parametrize("name", UNDRAWN)
def test_unsupported_svg_features_are_refused_by_name(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.svg").write_text(UNDRAWN[name], encoding="utf-8")
    with pytest.raises(PackError, match=r"x\.svg"):
        import_svg(tmp_path / "x.svg", 10, 10)


def test_transforms_and_arcs_of_a_picture_are_kept(tmp_path: Path) -> None:
    turned_path = '<g transform="translate(5,5) rotate(90)"><path d="M0 0L4 0" stroke="red"/></g>'
    (tmp_path / "x.svg").write_text(SVG.format(turned_path), encoding="utf-8")
    (group,) = import_svg(tmp_path / "x.svg", 20, 20)
    assert isinstance(group, Group)
    (line,) = group.children
    assert isinstance(line, Shape)
    assert (line.path, line.stroke, group.scale, group.dx) == ("M5 5L5 9", "#ff0000", 2.0, -10.0)


def test_dashes_too_fine_to_see_become_a_solid_line(tmp_path: Path) -> None:
    dashed_line = SVG.format(LINE.replace("/>", ' stroke-dasharray="1e-9"/>'))
    (tmp_path / "x.svg").write_text(dashed_line, encoding="utf-8")
    (group,) = import_svg(tmp_path / "x.svg", 20, 20)
    assert isinstance(group, Group)
    assert [shape.dash for shape in group.children if isinstance(shape, Shape)] == [()]
