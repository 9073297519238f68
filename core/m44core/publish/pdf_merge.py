"""Joining PDF documents of Typst into one, so that a long document can be typeset part by part.

Typst keeps the whole layout of a document in memory. A booklet is therefore typeset in parts whose
memory is released, and the parts are joined here, object by object. The result is tagged like its
parts: the structure tree, the outline and the tab order continue from part to part.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from io import BytesIO
from typing import Final, NamedTuple

from m44core.errors import M44Error
from m44core.messages.message import message

PAGE_LINK: Final = "m44-page:"
"""The start of a link to a page of the joined document: ``m44-page:12``."""

_CATALOG, _PAGES, _OUTLINES, _TREE, _DOCUMENT, _METADATA, _INFO = range(1, 8)
_FIRST_FREE = 8
_REFERENCE = re.compile(rb"\\.|[()]|(\d+) 0 R\b|(/StructParents? )(\d+)", re.DOTALL)
_LINK = re.compile(rb"/A<</Type/Action/S/URI/URI\(" + PAGE_LINK.encode() + rb"(\d+)\)>>", re.DOTALL)
_PAGE_COUNT = re.compile(rb"(<xmpTPg:NPages>)\d+")
_TOP_OF_PAGE = 10_000  # points: above the top of every page


class PdfPart(NamedTuple):
    """A document that has been added to the joined one.

    Attributes:
        pages: The object numbers of its pages.
        starts: The indices of the pages that its top-level bookmarks point to.
    """

    pages: tuple[int, ...]
    starts: tuple[int, ...]


class _Outline(NamedTuple):
    """The top-level bookmarks of a part; its ends are written once all parts are known."""

    first: int
    last: int
    visible: int
    ends: dict[int, bytes]


class _AddedDocument(NamedTuple):
    part: PdfPart
    root: int
    element: int
    outline: _Outline | None
    parents: bytes
    catalog: bytes
    info: bytes
    metadata: bytes
    role_map: bytes


class PdfMerger:
    """Joins documents. A part may link to pages of parts that were added before."""

    def __init__(self) -> None:
        self._out = BytesIO()
        self._out.write(b"%PDF-1.7\n%\x80\x80\x80\x80\n\n")
        self._offsets: dict[int, int] = {}
        self._next_object, self._next_parent = _FIRST_FREE, 0
        self._documents: list[_AddedDocument] = []

    def add(self, pdf: bytes, linked: Sequence[int] = ()) -> PdfPart:
        """Add a document made by Typst and return its pages.

        Args:
            pdf: The document.
            linked: The object numbers of the pages of the whole document, from the first; 0 for
                pages that are not known yet. Links to these pages are removed.

        Raises:
            M44Error: the document has a structure that is not supported.
        """
        source = _Source(pdf)
        shift = self._next_object - 1
        renumber = self._renumbering(source, shift)
        link = _link_resolver(linked)
        outline_ends = {n for n in source.outline_ends if n}
        objects: dict[int, bytes] = {}
        for old, body in source.objects():
            if old in source.dropped:
                continue
            dictionary, stream = _split_stream(body)
            dictionary = source.adapted_dictionary(old, link(renumber(dictionary)))
            if old in outline_ends:
                objects[old + shift] = dictionary + stream
            else:
                self._write(old + shift, dictionary + stream)
        added = self._describe(source, shift, objects)
        self._documents.append(added)
        self._next_object += source.size - 1
        self._next_parent += source.parent_count
        return added.part

    def finish(self, order: Sequence[PdfPart]) -> bytes:
        """Return the joined document, with the parts in *order*; the first determines the title."""
        parts = [next(each for each in self._documents if each.part is part) for part in order]
        first = parts[0]
        pages = sum(len(each.part.pages) for each in parts)
        kids = _references(each.root for each in parts)
        elements = _references(each.element for each in parts)
        parents = b" ".join(each.parents for each in sorted(parts, key=_first_parent))
        self._write(_CATALOG, first.catalog)
        self._write(_PAGES, b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, kids))
        self._write_outline([each.outline for each in parts if each.outline])
        self._write(
            _TREE,
            b"<</Type/StructTreeRoot%s/K[%d 0 R]/ParentTree<</Nums[%s]>>/ParentTreeNextKey %d>>"
            % (first.role_map, _DOCUMENT, parents, self._next_parent),
        )
        self._write(
            _DOCUMENT, b"<</Type/StructElem/S/Document/P %d 0 R/K[%s]>>" % (_TREE, elements)
        )
        self._write(_METADATA, _with_page_count(first.metadata, pages))
        self._write(_INFO, first.info)
        return self._with_cross_references()

    def _renumbering(self, source: _Source, shift: int) -> Callable[[bytes], bytes]:
        """Return a function that renumbers the references in an object, outside of its strings."""
        fixed_numbers = {source.outlines: _OUTLINES, source.tree: _DOCUMENT}
        depth, parents = 0, self._next_parent

        def replace(match: re.Match[bytes]) -> bytes:
            nonlocal depth
            depth += {b"(": 1, b")": -1}.get(match[0], 0)
            if depth == 0 and match[1]:
                old = int(match[1])
                return b"%d 0 R" % fixed_numbers.get(old, old + shift)
            return (
                b"%s%d" % (match[2], int(match[3]) + parents)
                if depth == 0 and match[3]
                else match[0]
            )

        return lambda text: _REFERENCE.sub(replace, text)

    def _describe(
        self,
        source: _Source,
        shift: int,
        objects: dict[int, bytes],
    ) -> _AddedDocument:
        first, last = source.outline_ends
        outline = (
            _Outline(first + shift, last + shift, source.outline_count, objects) if first else None
        )
        parents = re.sub(
            rb"(\d+) (\d+) 0 R",
            lambda each: b"%d %d 0 R" % (int(each[1]) + self._next_parent, int(each[2]) + shift),
            source.parents,
        )
        return _AddedDocument(
            PdfPart(tuple(page + shift for page in source.pages), source.starts()),
            source.page_root + shift,
            source.element + shift,
            outline,
            parents,
            source.catalog(),
            source.body(source.info),
            source.body(source.metadata),
            source.role_map,
        )

    def _write_outline(self, outlines: Sequence[_Outline]) -> None:
        if not outlines:
            self._write(_OUTLINES, b"<</Type/Outlines/Count 0>>")
            return
        for number, each in enumerate(outlines):
            before = outlines[number - 1].last if number else 0
            after = outlines[number + 1].first if number + 1 < len(outlines) else 0
            for item, body in each.ends.items():
                if item == each.first and before:
                    body = body.replace(b"<<", b"<</Prev %d 0 R" % before, 1)
                if item == each.last and after:
                    body = body.replace(b"<<", b"<</Next %d 0 R" % after, 1)
                self._write(item, body)
        count = sum(each.visible for each in outlines)
        ends = outlines[0].first, outlines[-1].last
        self._write(
            _OUTLINES, b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % (*ends, count)
        )

    def _write(self, number: int, body: bytes) -> None:
        self._offsets[number] = self._out.tell()
        self._out.write(b"%d 0 obj\n%s\nendobj\n\n" % (number, body))

    def _with_cross_references(self) -> bytes:
        start, size = self._out.tell(), max(self._offsets) + 1
        self._out.write(b"xref\n0 %d\n0000000000 65535 f\r\n" % size)
        for number in range(1, size):
            offset = self._offsets.get(number)
            self._out.write(b"%010d 00000 n\r\n" % offset if offset else b"0000000000 00001 f\r\n")
        identifier = _file_identifier(self._out.getbuffer())
        self._out.write(
            b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%s><%s>]>>\nstartxref\n%d\n%%%%EOF"
            % (size, _CATALOG, _INFO, identifier, identifier, start)
        )
        return self._out.getvalue()


class _Source:
    """The objects of a document made by Typst."""

    def __init__(self, pdf: bytes) -> None:
        self._pdf = pdf
        self._offsets = _object_offsets(pdf)
        ends = dict(
            zip(
                sorted(self._offsets.values()),
                [*sorted(self._offsets.values())[1:], len(pdf)],
                strict=True,
            )
        )
        self._spans = {number: (offset, ends[offset]) for number, offset in self._offsets.items()}
        self.size = max(self._offsets) + 1
        trailer = pdf[pdf.rindex(b"trailer") :]
        self.root, self.info = (
            _referenced_object_number(trailer, b"Root"),
            _referenced_object_number(trailer, b"Info"),
        )
        self._catalog = self.body(self.root)
        self.page_root = _referenced_object_number(self._catalog, b"Pages")
        self.metadata = _referenced_object_number(self._catalog, b"Metadata")
        self.tree = _referenced_object_number(self._catalog, b"StructTreeRoot")
        self.outlines = _referenced_object_number(self._catalog, b"Outlines", is_optional=True)
        self.dropped = {self.root, self.info, self.metadata, self.tree, self.outlines}
        self._read_tree()
        self._read_outline()
        self.pages = tuple(self._pages_below(self.page_root))

    def _read_tree(self) -> None:
        tree = self.body(self.tree)
        roles = re.search(rb"/RoleMap<<.*?>>", tree, re.DOTALL)
        parents = _required_match(rb"/ParentTree<</Nums\[(.*?)\]>>", tree)
        self.role_map = roles[0] if roles else b""
        self.parents: bytes = parents[1]
        self.parent_count = int(_required_match(rb"/ParentTreeNextKey (\d+)", tree)[1])
        self.element = int(_required_match(rb"/K\[?(\d+) 0 R", tree)[1])

    def _read_outline(self) -> None:
        root = self.body(self.outlines) if self.outlines else b""
        self.outline_ends = tuple(
            _referenced_object_number(root, key, is_optional=True) for key in (b"First", b"Last")
        )
        count = re.search(rb"/Count (-?\d+)", root)
        self.outline_count = int(count[1]) if count else 0

    def body(self, number: int) -> bytes:
        """Return an object without ``obj`` and ``endobj``."""
        start, end = self._spans[number]
        text = self._pdf[start:end]
        return text[text.index(b"obj\n") + 4 : text.rindex(b"\nendobj")]

    def objects(self) -> Iterator[tuple[int, bytes]]:
        """Yield the number and the body of each object."""
        for number in sorted(self._spans):
            yield number, self.body(number)

    def adapted_dictionary(self, number: int, dictionary: bytes) -> bytes:
        """Return the dictionary of an object, adapted to the joined document."""
        if number == self.page_root:
            return dictionary.replace(b"/Type/Pages", b"/Type/Pages/Parent %d 0 R" % _PAGES, 1)
        if number == self.element:
            return dictionary.replace(b"/S/Document", b"/S/Part", 1)
        return dictionary

    def catalog(self) -> bytes:
        """Return the catalog with the references of the joined document."""
        numbers = {
            b"Pages": _PAGES,
            b"Metadata": _METADATA,
            b"StructTreeRoot": _TREE,
            b"Outlines": _OUTLINES,
        }
        catalog = self._catalog
        for key, number in numbers.items():
            catalog = re.sub(rb"(/%s) \d+ 0 R" % key, rb"\1 %d 0 R" % number, catalog)
        return catalog

    def starts(self) -> tuple[int, ...]:
        """Return the indices of the pages that the top-level bookmarks point to."""
        page_indexes, item = list[int](), self.outline_ends[0]
        while item:
            body = self.body(item)
            direct_page = re.search(rb"/Dest\[(\d+) 0 R", body)
            page = direct_page or _required_match(
                rb"(\d+) 0 R", self.body(_referenced_object_number(body, b"Dest"))
            )
            page_indexes.append(self.pages.index(int(page[1])))
            item = _referenced_object_number(body, b"Next", is_optional=True)
        return tuple(page_indexes)

    def _pages_below(self, number: int) -> Iterator[int]:
        body = self.body(number)
        kids = re.search(rb"/Kids\[(.*?)\]", body, re.DOTALL)
        if kids is None:
            yield number
            return
        for kid in re.finditer(rb"(\d+) 0 R", kids[1]):
            yield from self._pages_below(int(kid[1]))


def _object_offsets(pdf: bytes) -> dict[int, int]:
    """Return the offset of each object, from the cross-reference table."""
    offset = int(_required_match(rb"startxref\s+(\d+)\s+%%EOF\s*\Z", pdf)[1])
    header = re.compile(rb"xref\s+0 (\d+)\s+").match(pdf, offset)
    if header is None:
        raise _unknown_structure_error()
    rows = pdf[header.end() : header.end() + 20 * int(header[1])]
    entries = (rows[20 * number : 20 * number + 20] for number in range(int(header[1])))
    return {n: int(entry[:10]) for n, entry in enumerate(entries) if entry[17:18] == b"n"}


def _split_stream(body: bytes) -> tuple[bytes, bytes]:
    """Return the dictionary of an object, and its stream with the line before it."""
    if not body.endswith(b"endstream"):
        return body, b""
    offset = body.index(b"stream\n")
    return body[:offset], body[offset:]


def _link_resolver(pages: Sequence[int]) -> Callable[[bytes], bytes]:
    """Return a function that turns links to page numbers into links to the pages.

    Links to unknown pages are removed.
    """

    def replace(match: re.Match[bytes]) -> bytes:
        page = next(iter(pages[int(match[1]) - 1 : int(match[1])]), 0)
        return b"/Dest[%d 0 R/XYZ 0 %d 0]" % (page, _TOP_OF_PAGE) if page else b""

    return lambda text: _LINK.sub(replace, text)


def _required_match(pattern: bytes, text: bytes) -> re.Match[bytes]:
    match = re.search(pattern, text, re.DOTALL)
    if match is None:
        raise _unknown_structure_error()
    return match


def _referenced_object_number(text: bytes, key: bytes, *, is_optional: bool = False) -> int:
    """Return the object number that a dictionary key refers to; 0 if an optional key is missing.

    Raises:
        M44Error: a required key is missing.
    """
    match = re.search(rb"/%s (\d+) 0 R" % key, text)
    if match is None and not is_optional:
        raise _unknown_structure_error()
    return int(match[1]) if match else 0


def _unknown_structure_error() -> M44Error:
    return M44Error(message("this version of Typst cannot join the parts of the document"))


def _references(numbers: Iterable[int]) -> bytes:
    return b" ".join(b"%d 0 R" % number for number in numbers)


def _first_parent(added: _AddedDocument) -> int:
    return int(added.parents.split(b" ", 1)[0] or 0)


def _with_page_count(metadata: bytes, pages: int) -> bytes:
    dictionary, stream = _split_stream(metadata)
    stream = _PAGE_COUNT.sub(rb"\g<1>%d" % pages, stream)
    length = len(stream) - len(b"stream\n") - len(b"\nendstream")
    return re.sub(rb"/Length \d+", b"/Length %d" % length, dictionary) + stream


def _file_identifier(content: memoryview) -> bytes:
    return sha256(content).hexdigest()[:32].encode()
