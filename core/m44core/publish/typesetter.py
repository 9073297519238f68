"""Typesetting with Typst: fills templates, which users can copy and change, with data.

The texts of a scenario reach the template as JSON, never as markup, so they cannot run code. The
same input gives the same bytes: documents contain no time and no path.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from m44core.errors import M44Error
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.pip_command import extra_install_command
from m44core.publish.printable_text import (
    FontCoverage,
    PrintableData,
    first_context,
    strip_unprintable,
)
from m44core.untrusted_files import open_regular_file
from m44core.values import dataclass

if TYPE_CHECKING:
    from typst import Compiler, TypstError

TEMPLATES = Path(__file__).parent / "templates"
"""The built-in templates."""
FONTS = Path(__file__).parent / "fonts"
"""The fonts for Chinese; Typst includes fonts for Latin and Cyrillic letters."""
INSTALL = extra_install_command("publish")
_PLACE = re.compile(r"([\w.-]+\.typ):(\d+):\d+")
_STANDARD: Final = "ua-1"  # accessible (tagged) PDF; characters without a font are an error
_DOCUMENTS_UNTIL_FORGOTTEN = 11  # documents: Typst forgets what was last used before them
_WITHIN = "A {} A"  # joiners and the like only fail between letters
_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>{}</text></svg>'
_PROBE_OF_PICTURE = (
    b'#set document(title: "-")\n#image(bytes(sys.inputs.picture-svg), format: "svg", alt: "-")'
)
_PROBE = b'#set document(title: "-")\n#json(bytes(sys.inputs.data)).text'


class TypesettingError(M44Error):
    """A document cannot be typeset: its template is wrong, or Typst is not installed."""


@dataclass(frozen=True, slots=True)
class TypesetDocument:
    """A typeset document.

    Attributes:
        pdf: The content of the PDF file.
        pages: Number of pages.
        missing: The characters that no font has, printed as squares.
        first_context: The text around the first missing (or else dropped) character, after its
            heading.
        dropped: The control characters and the like that were removed.
    """

    pdf: bytes
    pages: int
    missing: tuple[str, ...] = ()
    first_context: str = ""
    dropped: tuple[str, ...] = ()


class Typesetter:
    """Makes PDF documents from templates.

    Args:
        folder: The folder of the templates.

    Attributes:
        folder: The folder of the templates.

    Raises:
        TypesettingError: Typst is not installed.
    """

    def __init__(self, folder: Path) -> None:
        if find_spec("typst") is None:
            text = message(
                "printing needs Typst, which is not installed; install it with: {how}", how=INSTALL
            )
            raise TypesettingError(text)
        from typst import Compiler  # 3 ms

        self.folder = folder
        self._compiler: Compiler = Compiler(root=str(folder), font_paths=[str(FONTS)])
        self._text_coverage, self._picture_coverage = (
            FontCoverage(self._can_print),
            FontCoverage(self._can_draw),
        )

    def typeset(
        self, template: str, data: Mapping[str, object], pictures: Mapping[str, str] | None = None
    ) -> TypesetDocument:
        """Return the document of a template filled with data.

        Args:
            template: The file name of the template: ``sheet.typ``.
            data: The content, as plain data.
            pictures: SVG documents, keyed by the names used in the data.

        Raises:
            TypesettingError: the template is wrong; the message names its file and line.
        """
        from typst import TypstError  # 3 ms

        prepared = _PreparedInput.combine(
            self._text_coverage.make_printable(data),
            self._picture_coverage.make_printable(pictures or {}),
        )
        try:
            return self._compile(template, prepared, data)
        except TypstError as error:
            word_input = _PreparedInput.combine(
                self._text_coverage.replace_unprintable_words(prepared.data),
                self._picture_coverage.replace_unprintable_words(prepared.pictures),
            )
            if not word_input.missing:
                raise _typesetting_error(error) from error
        try:
            return self._compile(template, prepared.merged_with(word_input), data)
        except TypstError as error:
            raise _typesetting_error(error) from error

    def picture(self, template: str, pictures: Mapping[str, str]) -> bytes:
        """Return the first page of a template with pictures as PNG, one pixel per point.

        Args:
            template: The file name of the template.
            pictures: SVG documents, keyed by the names used in the template.

        Raises:
            TypesettingError: the template is wrong; the message names its file and line.
        """
        return self.pictures(template, {}, pictures, 72.0)[0]

    def pictures(
        self,
        template: str,
        data: Mapping[str, object],
        pictures: Mapping[str, str] | None = None,
        dpi: float = 110.0,
    ) -> list[bytes]:
        """Return the pages of a document as PNG pictures with a resolution of *dpi*.

        The other arguments are those of :meth:`typeset`.

        Raises:
            TypesettingError: the template is wrong; the message names its file and line.
        """
        from typst import TypstError  # 3 ms

        inputs = _typst_inputs(strip_unprintable(data), strip_unprintable(pictures or {}))
        try:
            result = self._compiler.compile(
                input=str(self.folder / template), sys_inputs=inputs, format="png", ppi=dpi
            )
        except TypstError as error:
            raise _typesetting_error(error) from error
        pages = result if isinstance(result, list) else [result]
        return [page for page in pages if page is not None]

    def release_memory(self) -> None:
        """Empty Typst's cache of earlier documents, to free its memory.

        The cache speeds up similar documents; it holds the data of the last ten.
        """
        for _ in range(_DOCUMENTS_UNTIL_FORGOTTEN):
            self._compiler.compile(input=b"", sys_inputs={}, format="pdf")

    def missing_characters(self, text: str) -> set[str]:
        """Return the characters of a text that are missing from all fonts."""
        return self._text_coverage.missing_characters(text)

    def _compile(
        self, template: str, prepared: _PreparedInput, data: Mapping[str, object]
    ) -> TypesetDocument:
        pdf = self._compiler.compile(
            input=str(self.folder / template),
            sys_inputs=_typst_inputs(prepared.data, prepared.pictures),
            format="pdf",
            pdf_standards=_STANDARD,
        )
        assert isinstance(pdf, bytes)
        context = first_context(data, prepared.missing) or first_context(data, prepared.dropped)
        missing_characters, dropped = sorted(prepared.missing), sorted(prepared.dropped)
        return TypesetDocument(
            pdf, _page_count(pdf), tuple(missing_characters), context, tuple(dropped)
        )

    def _can_print(self, text: str) -> bool:
        """Return whether a page with only this text can be typeset."""
        return self._can_compile(_typst_inputs({"text": _WITHIN.format(text)}, {}), _PROBE)

    def _can_draw(self, text: str) -> bool:
        """Return whether a page with only a picture of this text can be typeset."""
        return self._can_compile(
            _typst_inputs({}, {"svg": _PICTURE.format(_WITHIN.format(text))}), _PROBE_OF_PICTURE
        )

    def _can_compile(self, inputs: dict[str, str], page: bytes) -> bool:
        from typst import TypstError  # 3 ms

        try:
            self._compiler.compile(
                input=page, sys_inputs=inputs, format="pdf", pdf_standards=_STANDARD
            )
        except TypstError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class _PreparedInput:
    """Printable data and pictures, with the characters that were replaced or removed."""

    data: Mapping[str, object]
    pictures: Mapping[str, str]
    missing: frozenset[str]
    dropped: frozenset[str]

    @classmethod
    def combine(cls, data: PrintableData, pictures: PrintableData) -> _PreparedInput:
        missing_characters, dropped = (
            data.missing | pictures.missing,
            data.dropped | pictures.dropped,
        )
        return cls(data.data, pictures.data, missing_characters, dropped)

    def merged_with(self, after: _PreparedInput) -> _PreparedInput:
        missing_characters, dropped = self.missing | after.missing, self.dropped | after.dropped
        return _PreparedInput(after.data, after.pictures, missing_characters, dropped)


@contextmanager
def open_typesetter(
    user_templates: Path | None = None, temporary_parent: Path | None = None
) -> Iterator[Typesetter]:
    """Yield a typesetter with the built-in templates, overridden by the user's own.

    Args:
        user_templates: The folder of the user's templates and of the files they use; None if there
            is none.
        temporary_parent: The parent of the temporary folder; None for the system's default.

    Raises:
        TypesettingError: Typst is not installed, the folder does not exist, or the templates
            cannot be copied.
    """
    if user_templates is not None and not user_templates.is_dir():
        raise TypesettingError(
            message("{folder} is not a template folder", folder=str(user_templates))
        )
    with tempfile.TemporaryDirectory(prefix="m44-templates-", dir=temporary_parent) as name:
        folder = Path(name)
        _copy_contents(TEMPLATES, folder)
        if user_templates is not None:
            _copy_contents(user_templates, folder)
        yield Typesetter(folder)


def _copy_contents(source: Path, folder: Path) -> None:
    """Copy the contents of a folder; the copies are writable even if the originals are not.

    Links are followed.

    Raises:
        TypesettingError: a file cannot be read, or cannot be copied, for example because the disk
            is full.
    """
    for parent, _, names in os.walk(source, followlinks=True):
        copies = folder / Path(parent).relative_to(source)
        with _reported_as_unwritable(folder):
            copies.mkdir(exist_ok=True)
        for name in names:
            _copy_file(Path(parent, name), copies / name, folder)


def _copy_file(path: Path, copy: Path, folder: Path) -> None:
    try:
        with open_regular_file(path) as file:
            content = file.read()
    except OSError as error:
        problem = message(
            "{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error)
        )
        raise TypesettingError(problem) from error
    with _reported_as_unwritable(folder):
        copy.write_bytes(content)


@contextmanager
def _reported_as_unwritable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = message(
            "temporary files cannot be written to {folder}: {reason}",
            folder=str(folder.parent),
            reason=os_error_reason(error),
        )
        raise TypesettingError(problem) from error


def _typst_inputs(data: Mapping[str, object], pictures: Mapping[str, str]) -> dict[str, str]:
    text = json.dumps(data, ensure_ascii=False)
    return {"data": text, **{f"picture-{name}": svg for name, svg in pictures.items()}}


def _page_count(pdf: bytes) -> int:
    """Return the number of pages of a PDF made by Typst."""
    match = re.search(rb"/Type\s*/Pages\b.*?/Count\s+(\d+)", pdf, re.DOTALL)
    assert match, "a PDF without pages"
    return int(match[1])


def _typesetting_error(error: TypstError) -> TypesettingError:
    diagnostic = error.diagnostic.partition("warning: ")[0]  # warnings have lines of their own
    location, reason = _PLACE.search(diagnostic), str(error.message)
    if location is None:
        return TypesettingError(message("cannot typeset the template: {why}", why=reason))
    return TypesettingError(
        message("{file}, line {line}: {why}", file=location[1], line=int(location[2]), why=reason)
    )
