"""The file formats for exchanging texts with translators, recognized by their suffixes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

from m44core.io.files.standard_input import is_standard_input, readable_path
from m44core.translate.exchange.po import read_po_file, to_po
from m44core.translate.exchange.translation_catalogue import TranslationCatalogue
from m44core.translate.exchange.xliff import read_xliff_file, to_xliff
from m44core.untrusted_files import read_truncated


class ExchangeFormat(StrEnum):
    """A file format for exchanging texts with translators."""

    PO = "po"
    XLIFF = "xliff"

    @property
    def suffix(self) -> str:
        """The suffix of its files."""
        return _SUFFIXES[self]


_SUFFIXES = {ExchangeFormat.PO: ".po", ExchangeFormat.XLIFF: ".xlf"}
TEMPLATE = ".pot"
_PO_ENTRY = re.compile(rb'^msgid "', re.MULTILINE)
_MAX_EXAMINED = 64 * 1024  # bytes of standard input
_BY_SUFFIX = {
    ".po": ExchangeFormat.PO,
    TEMPLATE: ExchangeFormat.PO,
    ".xlf": ExchangeFormat.XLIFF,
    ".xliff": ExchangeFormat.XLIFF,
}
_WRITE: Mapping[ExchangeFormat, Callable[[TranslationCatalogue], str]] = {
    ExchangeFormat.PO: to_po,
    ExchangeFormat.XLIFF: to_xliff,
}
_READERS: Mapping[ExchangeFormat, Callable[[Path], TranslationCatalogue]] = {
    ExchangeFormat.PO: read_po_file,
    ExchangeFormat.XLIFF: read_xliff_file,
}


def exchange_format_of(path: Path) -> ExchangeFormat | None:
    """Return the format of a file by its suffix; None if it is not a translator's file.

    The format of standard input is determined by its content.
    """
    if is_standard_input(path):
        return _format_of_content(read_truncated(readable_path(path), _MAX_EXAMINED))
    return _BY_SUFFIX.get(path.suffix.lower())


def _format_of_content(data: bytes) -> ExchangeFormat | None:
    if b"<xliff" in data:
        return ExchangeFormat.XLIFF
    return ExchangeFormat.PO if _PO_ENTRY.search(data) else None


def catalogue_bytes(catalogue: TranslationCatalogue, file_format: ExchangeFormat) -> bytes:
    """Return a catalogue as the bytes of a file in a format.

    Raises:
        NotInstalledError: the library for the format is not installed.
    """
    return _WRITE[file_format](catalogue).encode("utf-8", "surrogatepass")


def read_catalogue(path: Path) -> TranslationCatalogue:
    """Return the catalogue in a translator's file, which must have a known suffix.

    Raises:
        NotInstalledError: the library for its format is not installed.
        ReadError: the file is damaged; the message names the line.
    """
    file_format = exchange_format_of(path)
    assert file_format is not None, "the suffix is known"
    return _READERS[file_format](path)
