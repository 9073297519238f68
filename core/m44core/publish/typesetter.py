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
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.publish.printable_text import FontCoverage, Printable, first_context, strip_unprintable
from m44core.values import dataclass

if TYPE_CHECKING:
    from typst import Compiler, TypstError

TEMPLATES = Path(__file__).parent / "templates"
"""Our templates."""
INSTALL = "python3 -m pip install 'm44-workshop[publish]'"
_PLACE = re.compile(r"([\w.-]+\.typ):(\d+):\d+")
_STANDARD: Final = "ua-1"  # tagged, so that it can be read aloud; what no font has is refused
_WITHIN = "A {} A"  # joiners and the like are passed over where they stand alone
_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>{}</text></svg>'
_PROBE_OF_PICTURE = (
    b'#set document(title: "-")\n#image(bytes(sys.inputs.picture-svg), format: "svg", alt: "-")'
)
_PROBE = b'#set document(title: "-")\n#json(bytes(sys.inputs.data)).text'


class TypesettingError(M44Error):
    """A document cannot be typeset: its template is wrong, or what typesets is not installed."""


@dataclass(frozen=True, slots=True)
class Typeset:
    """A document.

    Attributes:
        pdf: It, as a PDF.
        pages: How many pages it has.
        missing: The characters no font here has; a square is printed for each.
        where: The words in which the first of them stands, below their heading if they have one;
            of those that were left out, where none is missing.
        dropped: The control characters and the like that were left out.
    """

    pdf: bytes
    pages: int
    missing: tuple[str, ...] = ()
    where: str = ""
    dropped: tuple[str, ...] = ()


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
        from typst import Compiler  # 3 ms

        self.folder = folder
        self._compiler: Compiler = Compiler(root=str(folder))
        self._letters, self._drawn = FontCoverage(self._takes), FontCoverage(self._draws)

    def typeset(
        self, template: str, data: Mapping[str, object], pictures: Mapping[str, str] | None = None
    ) -> Typeset:
        """Return the document a template makes of data.

        Args:
            template: The name of its file: ``sheet.typ``.
            data: Its content, as plain data.
            pictures: SVG documents by the names the data have for them.

        Raises:
            TypesettingError: the template is wrong; the message has its file and line.
        """
        from typst import TypstError  # 3 ms

        ready = _Ready.of(
            self._letters.make_printable(data), self._drawn.make_printable(pictures or {})
        )
        try:
            return self._made(template, ready, data)
        except TypstError as error:
            words = _Ready.of(
                self._letters.replace_unprintable_words(ready.data),
                self._drawn.replace_unprintable_words(ready.pictures),
            )
            if not words.missing:
                raise _explained(error) from error
        try:
            return self._made(template, ready.then(words), data)
        except TypstError as error:
            raise _explained(error) from error

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
        data: Mapping[str, object],
        pictures: Mapping[str, str] | None = None,
        dpi: float = 110.0,
    ) -> list[bytes]:
        """Return the pages of the same document as PNG pictures, with *dpi* to the inch.

        Raises:
            TypesettingError: the template is wrong; the message has its file and line.
        """
        from typst import TypstError  # 3 ms

        inputs = _inputs(strip_unprintable(data), strip_unprintable(pictures or {}))
        try:
            made = self._compiler.compile(
                input=str(self.folder / template), sys_inputs=inputs, format="png", ppi=dpi
            )
        except TypstError as error:
            raise _explained(error) from error
        pages = made if isinstance(made, list) else [made]
        return [page for page in pages if page is not None]

    def _made(self, template: str, ready: _Ready, data: Mapping[str, object]) -> Typeset:
        pdf = self._compiler.compile(
            input=str(self.folder / template),
            sys_inputs=_inputs(ready.data, ready.pictures),
            format="pdf",
            pdf_standards=_STANDARD,
        )
        assert isinstance(pdf, bytes)
        where = first_context(data, ready.missing) or first_context(data, ready.dropped)
        missing, dropped = sorted(ready.missing), sorted(ready.dropped)
        return Typeset(pdf, _pages(pdf), tuple(missing), where, tuple(dropped))

    def _takes(self, text: str) -> bool:
        """Return whether a page with nothing but a text can be made."""
        return self._can_make(_inputs({"text": _WITHIN.format(text)}, {}), _PROBE)

    def _draws(self, text: str) -> bool:
        """Return whether a page with a picture of nothing but a text can be made."""
        return self._can_make(
            _inputs({}, {"svg": _PICTURE.format(_WITHIN.format(text))}), _PROBE_OF_PICTURE
        )

    def _can_make(self, inputs: dict[str, str], page: bytes) -> bool:
        from typst import TypstError  # 3 ms

        try:
            self._compiler.compile(
                input=page, sys_inputs=inputs, format="pdf", pdf_standards=_STANDARD
            )
        except TypstError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class _Ready:
    """What can be printed of data and pictures, and the characters that cannot."""

    data: Mapping[str, object]
    pictures: Mapping[str, str]
    missing: frozenset[str]
    dropped: frozenset[str]

    @classmethod
    def of(cls, data: Printable, pictures: Printable) -> _Ready:
        missing, dropped = data.missing | pictures.missing, data.dropped | pictures.dropped
        return cls(data.data, pictures.data, missing, dropped)

    def then(self, after: _Ready) -> _Ready:
        missing, dropped = self.missing | after.missing, self.dropped | after.dropped
        return _Ready(after.data, after.pictures, missing, dropped)


@contextmanager
def open_typesetter(
    user_templates: Path | None = None, temporary_parent: Path | None = None
) -> Iterator[Typesetter]:
    """Yield a typesetter of our templates, and of a user's where he has some of that name.

    Args:
        user_templates: The folder of the user's templates, and of what they import or show.
        temporary_parent: Where their temporary folder is made; None for that of the system.

    Raises:
        TypesettingError: Typst is not installed, or there is no such folder.
    """
    if user_templates is not None and not user_templates.is_dir():
        raise TypesettingError(
            message("{folder} is no folder of templates", folder=str(user_templates))
        )
    with tempfile.TemporaryDirectory(prefix="m44-templates-", dir=temporary_parent) as name:
        folder = Path(name)
        shutil.copytree(TEMPLATES, folder, dirs_exist_ok=True)
        if user_templates is not None:
            shutil.copytree(user_templates, folder, dirs_exist_ok=True)
        yield Typesetter(folder)


def _inputs(data: Mapping[str, object], pictures: Mapping[str, str]) -> dict[str, str]:
    text = json.dumps(data, ensure_ascii=False)
    return {"data": text, **{f"picture-{name}": svg for name, svg in pictures.items()}}


def _pages(pdf: bytes) -> int:
    """Return how many pages a PDF of Typst has: its first page tree says so."""
    found = re.search(rb"/Type\s*/Pages\b.*?/Count\s+(\d+)", pdf, re.DOTALL)
    assert found, "a PDF without pages"
    return int(found[1])


def _explained(error: TypstError) -> TypesettingError:
    of_error = error.diagnostic.partition("warning: ")[0]  # warnings have places of their own
    place, why = _PLACE.search(of_error), str(error.message)
    if place is None:
        return TypesettingError(message("the template cannot be typeset: {why}", why=why))
    return TypesettingError(
        message("{file}, line {line}: {why}", file=place[1], line=int(place[2]), why=why)
    )
