"""Writing and reading catalogues as PO files, for Poedit, Weblate and other gettext tools.

The context of an entry is its field, so that equal texts in two fields stay separate. Draft and
stale entries are fuzzy; a stale entry has its previous source. This requires polib, which has no
dependencies and is loaded when a file is written or read.

polib reports a malformed line, but ignores a missing closing quotation mark or a truncated entry.
The lines are therefore checked first, so that no translation is lost silently.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from m44core.errors import M44Error, ReadError
from m44core.io.files.standard_input import readable_path
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.pip_command import extra_install_command
from m44core.translate.exchange.translation_catalogue import CatalogueEntry, TranslationCatalogue
from m44core.translate.text_record import TranslationState
from m44core.untrusted_files import read_truncated

if TYPE_CHECKING:
    from polib import POEntry

INSTALL = extra_install_command("translate")
_BASE, _FUZZY, _KEPT = "base ", "fuzzy", "kept"
_SOURCE_HEADER, _SCENARIO_HEADER = "X-Source-Language", "X-M44-Scenario"
_LINE = re.compile(r"\(line (\d+)\)(?:: (.*))?$")


class PolibNotInstalledError(M44Error):
    """polib, which reads and writes PO files, is not installed."""


def require_polib() -> None:
    """Check that PO files can be written and read.

    Raises:
        NotInstalledError: polib is not installed.
    """
    if find_spec("polib") is None:
        raise PolibNotInstalledError(
            message(
                "PO files need polib, which is not installed; install it with: {how}", how=INSTALL
            )
        )


def to_po(catalogue: TranslationCatalogue) -> str:
    """Return a catalogue as the text of a PO file; the same catalogue always gives the same text.

    Raises:
        NotInstalledError: polib is not installed.
    """
    require_polib()
    from polib import POFile  # 2 ms

    file = POFile(wrapwidth=100)
    file.header = f"{catalogue.title}: made by M44 Workshop; see docs/translating-scenarios.md"
    file.metadata = {
        "Project-Id-Version": catalogue.title or catalogue.scenario,
        "Language": catalogue.target,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        _SOURCE_HEADER: catalogue.source,
        _SCENARIO_HEADER: catalogue.scenario,
    }
    for entry in catalogue.entries:
        file.append(_to_po_entry(catalogue, entry))
    keys = {(entry.msgctxt, entry.msgid) for entry in file}
    for kept_entry in catalogue.kept:
        po_entry = _to_po_entry(catalogue, kept_entry)
        po_entry.msgctxt = next(
            c for c in _kept_contexts(po_entry) if (c, po_entry.msgid) not in keys
        )
        keys.add((po_entry.msgctxt, po_entry.msgid))
        po_entry.obsolete = True
        file.append(po_entry)
    return str(file).rstrip("\n") + "\n"


def _kept_contexts(po_entry: POEntry) -> Iterator[str]:
    """Yield contexts for an obsolete entry, its own first.

    gettext's tools reject a file in which two entries have the same context and source, even if one
    of them is obsolete. A context that is not followed by a number is read as the field alone.
    """
    yield po_entry.msgctxt
    yield from (f"{po_entry.msgctxt} {_KEPT}{number or ''}" for number in count())


def _to_po_entry(catalogue: TranslationCatalogue, entry: CatalogueEntry) -> POEntry:
    from polib import POEntry  # 2 ms

    notes = [*entry.notes, f"{_BASE}{entry.base}"] if entry.base else list(entry.notes)
    po_entry = POEntry(
        msgctxt=entry.field if entry.repeat == 1 else f"{entry.field} {entry.repeat}",
        msgid=entry.source,
        msgstr=entry.target,
        comment="\n".join(notes),
        tcomment=entry.comment,
        occurrences=[(catalogue.scenario.replace(" ", "%20"), "")],
    )
    if entry.target and entry.state in (TranslationState.DRAFT, TranslationState.STALE):
        po_entry.flags.append(_FUZZY)
    if entry.previous and entry.target:
        po_entry.previous_msgctxt, po_entry.previous_msgid = po_entry.msgctxt, entry.previous
    return po_entry


def read_po_file(path: Path) -> TranslationCatalogue:
    """Return the catalogue in a PO file.

    Raises:
        NotInstalledError: polib is not installed.
        ReadError: the file cannot be read or is damaged; the message names the line.
    """
    require_polib()
    import polib  # 2 ms

    text = read_po_text(path)
    check_entries_are_complete(path, text)
    try:
        with TemporaryDirectory() as folder:  # polib splits a given text at more than line breaks
            copy = Path(folder, "texts.po")
            copy.write_bytes(text.encode("utf-8", "surrogatepass"))
            file = polib.pofile(str(copy), encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        match = _LINE.search(str(error))
        line, reason = (int(match[1]), match[2] or "") if match else (0, str(error))
        raise damaged_file_error(path, line, reason) from error
    header = file.metadata
    entries = tuple(_from_po_entry(each) for each in file if not each.obsolete)
    kept_entries = tuple(_from_po_entry(each) for each in file if each.obsolete)
    return TranslationCatalogue(
        header.get(_SCENARIO_HEADER, ""),
        header.get("Project-Id-Version", ""),
        header.get(_SOURCE_HEADER, ""),
        header.get("Language", ""),
        entries,
        kept_entries,
        _line_of_language(text),
    )


def damaged_file_error(path: Path, line: int, reason: str) -> ReadError:
    """Return the error for a damaged file; *reason* can be empty."""
    problem = message(
        "{file}:{line}: the file is damaged: {why}", file=str(path), line=line, why=reason
    )
    plain_message = message("{file}:{line}: the file is damaged", file=str(path), line=line)
    return ReadError(problem if reason else plain_message)


def _from_po_entry(po_entry: POEntry) -> CatalogueEntry:
    field, _, repeat = (po_entry.msgctxt or "").partition(" ")
    notes = po_entry.comment.split("\n") if po_entry.comment else []
    base = next((note.removeprefix(_BASE) for note in notes if note.startswith(_BASE)), "")
    previous = po_entry.previous_msgid or ""
    state = TranslationState.DONE if po_entry.msgstr.strip() else TranslationState.NEW
    if _FUZZY in po_entry.flags and state is TranslationState.DONE:
        state = (
            TranslationState.STALE
            if previous and previous != po_entry.msgid
            else TranslationState.DRAFT
        )
    return CatalogueEntry(
        field,
        po_entry.msgid,
        int(repeat) if repeat.isdecimal() else 1,
        po_entry.msgstr,
        state,
        previous if state is TranslationState.STALE else "",
        base,
        tuple(note for note in notes if not note.startswith(_BASE)),
        po_entry.tcomment,
        po_entry.linenum or 0,
    )


def _line_of_language(text: str) -> int:
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith('"Language:'):
            return number
    return 1


MAX_FILE_BYTES = 32_000_000
_TEXT_LINE = re.compile(r'(?:#~ ?|#\| ?)?(?P<word>msg\w+(?:\[\d+\])?)?\s*(?P<text>".*)')
_QUOTED_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BOM = "\ufeff"
_UTF_8 = "utf-8"
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: _UTF_8,
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark it starts with
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CHARSET = re.compile(
    rb"^\"Content-Type:[^\n]*?charset=([^\s;\\\"]+)", re.MULTILINE | re.IGNORECASE
)
_CHARSET_PLACEHOLDER = b"CHARSET"  # in a template
_MAX_HEADER_BYTES = 8_000  # bytes searched for the charset in the header


def check_entries_are_complete(path: Path, text: str) -> None:
    """Check that all entries of a PO file are complete.

    Args:
        path: The path of the file, for error messages.
        text: The content of the file.

    Raises:
        ReadError: an entry is incomplete; the message names the line.
    """
    expected_by, entry_line = "", 0
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        match = _TEXT_LINE.fullmatch(line.strip())
        if match is None:
            continue
        if not _QUOTED_STRING.fullmatch(match["text"]):
            raise _damaged_at(path, number, message("a string has no closing quotation mark"))
        word = match["word"] or ""
        if line.startswith("#|") or not word:
            continue
        if expected_by and not word.startswith(("msgstr", "msgid_plural")):
            raise _damaged_at(path, entry_line, message("the entry has no msgstr"))
        if word.startswith("msgid"):
            expected_by, entry_line = word, number
        elif word.startswith("msgstr"):
            expected_by = ""
    if expected_by:
        raise _damaged_at(path, entry_line, message("the entry has no msgstr"))


def read_po_text(path: Path) -> str:
    r"""Read a PO file in the charset of its byte order mark or header, by default UTF-8.

    The mark is removed, and every line ends with ``\n``.

    Raises:
        ReadError: the file cannot be read, is too large, or is not in its charset; for a wrong
            charset, the message names the line.
    """
    try:
        data = read_truncated(readable_path(path), MAX_FILE_BYTES)
    except OSError as error:
        problem = message(
            "{path} cannot be read: {reason}", path=str(path), reason=os_error_reason(error)
        )
        raise ReadError(problem) from error
    if len(data) > MAX_FILE_BYTES:
        raise ReadError(message("{file}: too large to be a translation file", file=str(path)))
    charset = _charset_of(path, data)
    try:
        text = data.decode(charset)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        if charset == _UTF_8:
            reason = message("it is not UTF-8; save it as UTF-8")
        else:
            reason = message("it is not in {charset}, the encoding it declares", charset=charset)
        raise _damaged_at(path, line, reason) from error
    return text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")


def _charset_of(path: Path, data: bytes) -> str:
    """Return the name of the codec of a PO file.

    Raises:
        ReadError: its charset is unknown.
    """
    for byte_order_mark, charset in _BYTE_ORDER_MARKS.items():
        if data.startswith(byte_order_mark):
            return charset
    match = _CHARSET.search(data, 0, _MAX_HEADER_BYTES)
    if match is None or match[1] == _CHARSET_PLACEHOLDER:
        return _UTF_8
    charset_name = match[1].decode("ascii", "replace")
    try:
        codec = codecs.lookup(charset_name)
    except LookupError as error:
        line = data.count(b"\n", 0, match.start()) + 1
        reason = message("unknown encoding {charset!r}; save it as UTF-8", charset=charset_name)
        raise _damaged_at(path, line, reason) from error
    return codec.name


def _damaged_at(path: Path, line: int, reason: Message) -> ReadError:
    problem = message(
        "{file}:{line}: the file is damaged: {why}", file=str(path), line=line, why=reason
    )
    return ReadError(problem)
