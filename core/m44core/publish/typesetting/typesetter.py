"""Typesetting with Typst: templates are files anybody can copy and change, content is data.

Whatever a scenario says reaches the template as JSON, never as markup, so that no text of a file
can do anything. The same input gives the same bytes: no clock and no path enters a document.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.values import dataclass

if TYPE_CHECKING:
    from typst import Compiler, TypstError

TEMPLATES = Path(__file__).parent.parent / "templates"
"""Our templates."""
INSTALL = "python3 -m pip install 'm44-workshop[publish]'"
_PLACE = re.compile(r"([\w.-]+\.typ):(\d+):\d+")
_MISSING = re.compile(r"the text `\"(.+?)\"` could not be displayed")
_AROUND = 20  # letters of a text on either side of one of them that are told
_REPLACEMENT = "\N{WHITE SQUARE}"  # printed for what no font here has


class TypesettingError(M44Error):
    """A document cannot be typeset: its template is wrong, or what typesets is not installed."""


@dataclass(frozen=True, slots=True)
class Typeset:
    """A document.

    Attributes:
        pdf: It, as a PDF.
        pages: How many pages it has.
        missing: The characters no font here has; a square is printed for each.
        where: The words in which the first of them stands, below their heading if they have one.
    """

    pdf: bytes
    pages: int
    missing: tuple[str, ...] = ()
    where: str = ""


class Typesetter:
    """Makes PDF documents of templates.

    Args:
        folder: Where the templates are.

    Attributes:
        folder: The same.

    Raises:
        TypesettingError: Typst is not installed.
    """

    def __init__(self, folder: Path) -> None:
        if find_spec("typst") is None:
            said = message(
                "printing needs Typst, which is not installed; install it with: {how}", how=INSTALL
            )
            raise TypesettingError(said)
        from typst import Compiler

        self.folder = folder
        self._compiler: Compiler = Compiler(root=str(folder))

    def typeset(
        self, template: str, data: Mapping[str, Any], pictures: Mapping[str, str] | None = None
    ) -> Typeset:
        """Return the document a template makes of data.

        Args:
            template: The name of its file: ``sheet.typ``.
            data: Its content, as plain data.
            pictures: SVG documents by the names the data have for them.

        Raises:
            TypesettingError: the template is wrong; the message has its file and line.
        """
        from typst import TypstError

        missing: set[str] = set()
        pictures = dict(pictures or {})
        text = json.dumps(data, ensure_ascii=False)
        for _ in range(3):  # replacing what cannot be shown takes one round, seldom two
            try:
                made = self._made(template, text, pictures, tuple(sorted(missing)))
                return replace(made, where=_first_place(data, missing)) if missing else made
            except TypstError as error:
                new = _missing(error) - missing
                if not new:
                    raise _explained(error) from error
                missing |= new
                text = _without(text, new)
                pictures = {name: _without(svg, new) for name, svg in pictures.items()}
        raise TypesettingError(message("no font here has all characters of the texts"))

    def picture(self, template: str, pictures: Mapping[str, str]) -> bytes:
        """Return the one page a template makes of pictures as a PNG, with a pixel a point.

        Args:
            template: The name of its file.
            pictures: SVG documents by the names the template has for them.

        Raises:
            TypesettingError: the template is wrong; the message has its file and line.
        """
        return self.pictures(template, {}, pictures, 72.0)[0]

    def pictures(
        self,
        template: str,
        data: Mapping[str, Any],
        pictures: Mapping[str, str] | None = None,
        dots: float = 110.0,
    ) -> list[bytes]:
        """Return the pages of the same document as PNG pictures, with *dots* to the inch.

        Raises:
            TypesettingError: the template is wrong; the message has its file and line.
        """
        from typst import TypstError

        text = json.dumps(data, ensure_ascii=False)
        inputs = _inputs(text, pictures or {})
        try:
            made = self._compiler.compile(
                input=str(self.folder / template), sys_inputs=inputs, format="png", ppi=dots
            )
        except TypstError as error:
            raise _explained(error) from error
        pages = made if isinstance(made, list) else [made]
        return [page for page in pages if page is not None]

    def _made(
        self, template: str, text: str, pictures: Mapping[str, str], missing: tuple[str, ...]
    ) -> Typeset:
        pdf = self._compiler.compile(
            input=str(self.folder / template),
            sys_inputs=_inputs(text, pictures),
            format="pdf",
            pdf_standards="ua-1",  # tagged, so that it can be read aloud
        )
        assert isinstance(pdf, bytes)
        return Typeset(pdf, _pages(pdf), missing)


@contextmanager
def typesetter(own: Path | None = None, room: Path | None = None) -> Iterator[Typesetter]:
    """Yield a typesetter of our templates, and of a user's where he has some of that name.

    Args:
        own: The folder of the user's templates, and of what they import or show.
        room: Where a folder is made for them meanwhile; the system's usual place if None.

    Raises:
        TypesettingError: Typst is not installed, or there is no such folder.
    """
    if own is not None and not own.is_dir():
        raise TypesettingError(message("{folder} is no folder of templates", folder=str(own)))
    with tempfile.TemporaryDirectory(prefix="m44-templates-", dir=room) as name:
        folder = Path(name)
        shutil.copytree(TEMPLATES, folder, dirs_exist_ok=True)
        if own is not None:
            shutil.copytree(own, folder, dirs_exist_ok=True)
        yield Typesetter(folder)


def _inputs(text: str, pictures: Mapping[str, str]) -> dict[str, str]:
    return {"data": text, **{f"picture-{name}": svg for name, svg in pictures.items()}}


def _pages(pdf: bytes) -> int:
    """Return how many pages a PDF of Typst has: its first page tree says so."""
    found = re.search(rb"/Type\s*/Pages\b.*?/Count\s+(\d+)", pdf, re.DOTALL)
    assert found, "a PDF without pages"
    return int(found[1])


def _missing(error: TypstError) -> set[str]:
    """Return the characters an error says no font has."""
    return {sign for text in _MISSING.findall(error.diagnostic) for sign in text}


def _first_place(data: object, signs: set[str], heading: str = "") -> str:
    """Return the words of the data in which one of some characters stands first."""
    if isinstance(data, str):
        at = next((place for place, sign in enumerate(data) if sign in signs), None)
        if at is None:
            return ""
        words = data[max(0, at - _AROUND) : at + _AROUND].strip()
        return f"{heading}: {words}" if heading else words
    if isinstance(data, Mapping):
        below = data.get("heading")
        heading = below if isinstance(below, str) else heading
        data = list(data.values())
    parts = data if isinstance(data, list | tuple) else ()
    return next(filter(None, (_first_place(part, signs, heading) for part in parts)), "")


def _without(text: str, signs: set[str]) -> str:
    return text.translate({ord(sign): _REPLACEMENT for sign in signs})


def _explained(error: TypstError) -> TypesettingError:
    place, why = _PLACE.search(error.diagnostic), str(error.message)
    if place is None:
        return TypesettingError(message("the template cannot be typeset: {why}", why=why))
    return TypesettingError(
        message("{file}, line {line}: {why}", file=place[1], line=int(place[2]), why=why)
    )
