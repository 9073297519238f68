from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import example, given
from hypothesis import strategies as st

from m44core.drawing.shapes.shapes import Drawing, Gradient, Group, Shape, Text
from m44core.drawing.svg_export import SvgPictures, to_svg

SVG = "{http://www.w3.org/2000/svg}"
COLOURS = {"sea": "#123456", "sky": "#abcdef"}
HREF = "{http://www.w3.org/1999/xlink}href"
BOX = "M0 0H10V10Z"


def export_and_parse(drawing: Drawing, title: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(drawing, 100, 50, COLOURS, title))


@given(st.text())
@example("a\r\nb\t\x00]]>&<'\"")
def test_any_text_gives_well_formed_xml(text: str) -> None:
    root = export_and_parse((Text(text, 1, 2, 10, "sea"),), title=text)
    exported_text = next(root.iter(f"{SVG}text")).text or ""
    assert len(exported_text) == len(text)


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Cn", "Co"]), min_size=1))
def test_printable_text_comes_through_unchanged(text: str) -> None:
    root = export_and_parse((Text(text, 1, 2, 10, "sea"),))
    assert next(root.iter(f"{SVG}text")).text == text


@given(st.text(st.characters(categories=["Cs"]), min_size=1))
def test_lone_surrogates_are_replaced(text: str) -> None:
    assert "�" in to_svg((Text(text, 1, 2, 10, "sea"),), 9, 9, COLOURS).encode().decode()


def test_colours_come_from_the_palette_or_are_taken_as_they_are() -> None:
    root = export_and_parse((Shape(BOX, "sea", stroke="#ff0000"),))
    path = next(root.iter(f"{SVG}path"))
    assert (path.get("fill"), path.get("stroke")) == ("#123456", "#ff0000")


def test_a_hollow_shape_is_not_filled() -> None:
    assert (
        next(export_and_parse((Shape(BOX, stroke="sea"),)).iter(f"{SVG}path")).get("fill") == "none"
    )


def test_a_group_that_occurs_twice_is_written_once() -> None:
    tree = (Shape(BOX, "sea"),)
    root = export_and_parse((Group(tree, dx=1), Group(tree, dx=2, scale=2)))
    use_elements = list(root.iter(f"{SVG}use"))
    assert [use.get("transform") for use in use_elements] == [
        "translate(1 0)",
        "translate(2 0) scale(2)",
    ]
    assert len(list(root.iter(f"{SVG}path"))) == 1


def test_a_group_inside_a_repeated_group_is_written_once() -> None:
    leaf = Group((Shape(BOX, "sea"),), dx=3)
    tree = (leaf, leaf)
    root = export_and_parse((Group(tree, dx=1), Group(tree, dx=2)))
    assert len(list(root.iter(f"{SVG}path"))) == 1


def test_transforms_apply_flip_scale_turn_and_move_in_order() -> None:
    root = export_and_parse(
        (Group((Shape(BOX, "sea"),), dx=1, dy=2, turn=30, scale=0.5, flip=True),)
    )
    group = next(g for g in root.iter(f"{SVG}g") if g.get("transform"))
    assert group.get("transform") == "translate(1 2) rotate(30) scale(-0.5 0.5)"


def test_a_clip_lies_inside_the_transform_of_its_group() -> None:
    root = export_and_parse((Group((Shape(BOX, "sea"),), dx=1, clip=BOX),))
    outer = next(g for g in root.iter(f"{SVG}g") if g.get("transform"))
    assert outer.get("clip-path") is None
    (inner,) = outer
    clip = next(root.iter(f"{SVG}clipPath"))
    assert inner.get("clip-path") == f"url(#{clip.get('id')})"


def test_gradients_are_defined_once_and_resolved() -> None:
    fade = Gradient(((0, "sea"), (1, "sky")), (0, 0), (3, 4), radial=True)
    root = export_and_parse((Shape(BOX, fade), Shape(BOX, stroke=fade)))
    (gradient,) = root.iter(f"{SVG}radialGradient")
    assert gradient.get("r") == "5"
    assert [stop.get("stop-color") for stop in gradient] == ["#123456", "#abcdef"]


def test_a_halo_is_drawn_under_the_letters() -> None:
    root = export_and_parse((Text("A", 1, 2, 10, "sea", halo="sky"),))
    first, second = root.iter(f"{SVG}text")
    assert (first.get("stroke"), second.get("fill")) == ("#abcdef", "#123456")


def test_every_reference_is_defined_before_it_is_used() -> None:
    inner = Group((Shape(BOX, "sea"),), dx=3)
    text = to_svg((Group((inner, inner)), Group((inner, inner))), 9, 9, COLOURS)
    for use in text.split("<use ")[1:]:
        name = use.split('"#')[1].split('"')[0]
        assert text.index(f'id="{name}"') < text.index(f'"#{name}"')


def test_a_part_has_only_its_own_definitions() -> None:
    fade = Gradient(((0, "sea"), (1, "sky")), (0, 0), (3, 4))
    leaf = Group((Shape(BOX, fade),), dx=3)
    tree, other = (leaf, leaf), (Shape(BOX, "sky"),)
    nodes = (Group(tree, dx=1), Group(tree, dx=2), Group(other), Group(other, dx=9))
    pictures = SvgPictures(nodes, COLOURS)
    for part_nodes, kinds in ((nodes[:1], "linearGradient gg"), (nodes[2:], "g"), (nodes[:0], "")):
        root = ElementTree.fromstring(pictures.part(part_nodes, 4, 5, 20, 10))
        assert root.get("viewBox") == "4 5 20 10"
        (defined,) = root.iter(f"{SVG}defs")
        names = [str(node.get("id")) for node in defined]
        assert "".join(node.tag.removeprefix(SVG) for node in defined) == kinds.replace(" ", "")
        used_ids = {str(use.get(HREF)).removeprefix("#") for use in root.iter(f"{SVG}use")}
        assert used_ids == {name for name in names if name.startswith("s")}


def test_parts_equal_separately_exported_drawings() -> None:
    nodes = (Group((Shape(BOX, "sea"),), dx=1), Text("A", 1, 2, 10, "sky"))
    pictures = SvgPictures(nodes, COLOURS)
    assert pictures.document(9, 9, "B") == to_svg(nodes, 9, 9, COLOURS, "B")
    for node in nodes:
        assert pictures.part((node,), 0, 0, 9, 9) == to_svg((node,), 9, 9, COLOURS)
