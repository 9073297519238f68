"""Joined documents: all pages in order, one outline, one structure tree, links across parts."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from tests.core.publish.pdf_inspection import page_texts, pdf_reader

from m44core.errors import M44Error
from m44core.publish.pdf_merge import PdfMerger
from m44core.publish.typesetter import Typesetter

TEMPLATE = """
#let data = json(bytes(sys.inputs.data))
#set document(title: data.title)
#set page(width: 60mm, height: 60mm)
#for (number, name) in data.names.enumerate() {
  if number > 0 { pagebreak() }
  heading(level: 1, name)
  [(#name) and #link("https://example.org")[a site]]
  for page in data.links { link("m44-page:" + str(page))[ to #page] }
}
"""


@pytest.fixture
def parts(typesetter: Typesetter) -> list[bytes]:
    (typesetter.folder / "part.typ").write_text(TEMPLATE, "utf-8")
    contents: list[dict[str, object]] = [
        {"title": "Last (7 0 R)", "names": ["Two", "Three (of 9 0 R)"], "links": []},
        {"title": "First", "names": ["One"], "links": [1, 3]},
    ]
    return [typesetter.typeset("part.typ", content).pdf for content in contents]


@pytest.fixture
def joined_document(parts: list[bytes]) -> bytes:
    merger = PdfMerger()
    body = merger.add(parts[0])
    front = merger.add(parts[1], [0, *body.pages])
    assert (body.starts, front.starts) == ((0, 1), (0,))
    return merger.finish([front, body])


def test_pages_and_bookmarks_are_in_order(joined_document: bytes) -> None:
    assert [text.split(" ")[0] for text in page_texts(joined_document)] == [
        "One",
        "Two",
        "Three",
    ]
    document = PdfReader(BytesIO(joined_document), strict=True)
    bookmarks = [each for each in document.outline if not isinstance(each, list)]
    titles = [(each.title, document.get_destination_page_number(each)) for each in bookmarks]
    assert titles == [("One", 0), ("Two", 1), ("Three (of 9 0 R)", 2)]
    assert document.metadata
    assert document.metadata.title == "First"


def test_links_lead_to_pages_of_other_parts(joined_document: bytes) -> None:
    document: Any = pdf_reader(joined_document)
    links = [note.get_object() for note in document.pages[0]["/Annots"]]
    assert [str(link["/A"]["/URI"]) for link in links if "/A" in link] == ["https://example.org"]
    places = [link["/Dest"][0].idnum for link in links if "/Dest" in link]
    third_page = document.pages[2].indirect_reference
    assert third_page
    assert places == [third_page.idnum], "there is no page before it yet"


def test_the_structure_trees_of_the_parts_are_merged_into_one(joined_document: bytes) -> None:
    document: Any = pdf_reader(joined_document)
    tree = document.trailer["/Root"]["/StructTreeRoot"]
    numbers = tree["/ParentTree"]["/Nums"]
    keys = numbers[::2]
    assert sorted(keys) == list(range(int(tree["/ParentTreeNextKey"])))
    parent_keys = [int(page["/StructParents"]) for page in document.pages]
    assert len(set(parent_keys)) == len(parent_keys)
    assert set(parent_keys) <= set(keys)
    root = tree["/K"][0].get_object()
    assert root["/S"] == "/Document"
    kinds = [each.get_object()["/S"] for each in root["/K"]]
    assert kinds == ["/Part", "/Part"]
    for part in root["/K"]:
        assert part.get_object()["/P"].get_object()["/S"] == "/Document"
    assert {page for element in structure_elements(root) for page in page_ids_of(element)} == {
        page.indirect_reference.idnum for page in document.pages if page.indirect_reference
    }


def test_an_unsupported_pdf_is_refused() -> None:
    with pytest.raises(M44Error, match="cannot join"):
        PdfMerger().add(b"%PDF-1.7\nnothing")


def structure_elements(element: Any) -> Iterator[Any]:  # noqa: ANN401 - of pypdf
    yield element
    for kid in element.get("/K", ()) if isinstance(element.get("/K"), list) else ():
        kid_object = kid.get_object()
        if isinstance(kid_object, dict) and "/S" in kid_object:
            yield from structure_elements(kid_object)


def page_ids_of(element: Any) -> list[int]:  # noqa: ANN401 - of pypdf
    return [element.raw_get("/Pg").idnum] if "/Pg" in element else []
