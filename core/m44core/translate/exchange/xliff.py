"""Writing and reading catalogues as XLIFF 2 files, for translation tools.

Document type declarations are refused, because with them a file could include other files or expand
without end.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat
from xml.parsers.expat import errors
from xml.sax.saxutils import escape, quoteattr

from m44core.errors import ReadError
from m44core.io.files.standard_input import readable_path
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.translate.exchange.po import MAX_FILE_BYTES
from m44core.translate.exchange.translation_catalogue import CatalogueEntry, TranslationCatalogue
from m44core.translate.text_record import TranslationState
from m44core.untrusted_files import read_truncated

_FORBIDDEN_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_KEPT_STATE = "kept"
_STATES: Mapping[TranslationState, str] = {
    TranslationState.NEW: 'state="initial"',
    TranslationState.DRAFT: 'state="translated" subState="m44:draft"',
    TranslationState.STALE: 'state="translated" subState="m44:stale"',
    TranslationState.DONE: 'state="final"',
}
_UNFINISHED_STATES: Mapping[str, TranslationState] = {
    "m44:draft": TranslationState.DRAFT,
    "m44:stale": TranslationState.STALE,
}


def to_xliff(catalogue: TranslationCatalogue) -> str:
    """Return a catalogue as the text of an XLIFF 2.0 file.

    The same catalogue always gives the same text.
    """
    return "".join(f"{line}\n" for line in _xliff_lines(catalogue))


def _xliff_lines(catalogue: TranslationCatalogue) -> Iterator[str]:
    target = f" trgLang={quoteattr(catalogue.target)}" if catalogue.target else ""
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (
        f'<xliff xmlns="{NAMESPACE}" version="2.0" srcLang={quoteattr(catalogue.source)}{target}>'
    )
    yield f'  <file id="texts" original={quoteattr(catalogue.scenario)}>'
    if catalogue.title:
        yield f'    <notes><note category="title">{_escape_note(catalogue.title)}</note></notes>'
    for entry in catalogue.entries:
        yield from _unit_lines(entry, entry.key, entry.field)
    for number, entry in enumerate(catalogue.kept, 1):
        yield from _unit_lines(entry, f"{_KEPT_STATE}.{number}", entry.field)
    yield "  </file>"
    yield "</xliff>"


def _unit_lines(entry: CatalogueEntry, key: str, name: str) -> Iterator[str]:
    yield f"    <unit id={quoteattr(key)} name={quoteattr(name)}>"
    notes = [("about", note) for note in entry.notes]
    notes += [("base", entry.base), ("previous", entry.previous), ("translator", entry.comment)]
    present_notes = [(category, note) for category, note in notes if note]
    if present_notes:
        yield "      <notes>"
        for category, note in present_notes:
            yield f'        <note category="{category}">{_escape_note(note)}</note>'
        yield "      </notes>"
    yield f"      <segment {_STATES[entry.state if entry.target else TranslationState.NEW]}>"
    yield f'        <source xml:space="preserve">{_escape_text(entry.source)}</source>'
    if entry.target:
        yield f'        <target xml:space="preserve">{_escape_text(entry.target)}</target>'
    yield "      </segment>"
    yield "    </unit>"


def _escape_note(text: str) -> str:
    """Escape a note for XML; characters that XML forbids are removed."""
    return escape(_FORBIDDEN_CHARACTERS.sub("", text), {"\r": "&#13;"})


def _escape_text(text: str) -> str:
    """Escape a text for XLIFF; characters that XML forbids become ``<cp>`` elements."""
    escaped = escape(text, {"\r": "&#13;"})
    return _FORBIDDEN_CHARACTERS.sub(lambda match: f'<cp hex="{ord(match[0]):04X}"/>', escaped)


def read_xliff_file(path: Path) -> TranslationCatalogue:
    """Return the catalogue in an XLIFF 2 file.

    Raises:
        ReadError: the file cannot be read, is damaged or is not XLIFF 2; the message names the
            line.
    """
    reader = XliffReader(path)
    reader.read()
    units = reader.units
    return TranslationCatalogue(
        reader.original,
        reader.title,
        reader.source_language,
        reader.target_language,
        tuple(_catalogue_entry(unit) for unit in units if not _is_kept(unit)),
        tuple(_catalogue_entry(unit) for unit in units if _is_kept(unit)),
        reader.language_line,
    )


def _is_kept(unit: XliffUnit) -> bool:
    return unit.key.partition(".")[0] == _KEPT_STATE


def _catalogue_entry(unit: XliffUnit) -> CatalogueEntry:
    field, _, suffix = unit.key.partition(".")
    repeat = suffix.partition(".")[2]
    previous = unit.notes.get("previous", [""])[0]
    state = _state(unit)
    return CatalogueEntry(
        unit.name or field,
        unit.source,
        int(repeat) if repeat.isascii() and repeat.isdecimal() else 1,
        unit.target,
        state,
        previous if state is TranslationState.STALE else "",
        unit.notes.get("base", [""])[0],
        tuple(unit.notes.get("about", ())),
        "\n".join(unit.notes.get("translator", ())),
        unit.line,
        tuple(unit.left_out),
    )


def _state(unit: XliffUnit) -> TranslationState:
    """Return the state of a unit: the least advanced state of its segments."""
    if not unit.target.strip():
        return TranslationState.NEW
    states = {_segment_state(state, substate) for state, substate in unit.states}
    return next(
        (each for each in (TranslationState.STALE, TranslationState.DRAFT) if each in states),
        TranslationState.DONE,
    )


def _segment_state(state: str, substate: str) -> TranslationState:
    """Return the state of a translated segment from its ``state`` and ``subState``.

    *initial* with a translation counts as a draft.
    """
    if state == "initial":
        return TranslationState.DRAFT
    return (
        _UNFINISHED_STATES.get(substate, TranslationState.DONE)
        if state == "translated"
        else TranslationState.DONE
    )


NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
_DECLARED_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']""")
_NAMESPACE_PREFIX = "urn:oasis:names:tc:xliff:document:2."


@dataclass(slots=True)
class XliffUnit:
    """A unit of an XLIFF file.

    Attributes:
        key: The id of the unit.
        name: The name of the unit, which is the field of its text.
        line: The line where it starts.
        source: The sources of its segments, joined.
        target: The translations of its segments, joined.
        states: The ``state`` and ``subState`` of each segment.
        notes: The notes, keyed by category.
        codes: The texts of its inline codes, keyed by id.
        left_out: The inline codes without text in its translation, such as ``ph 3``.
    """

    key: str
    name: str
    line: int
    source: str = ""
    target: str = ""
    states: list[tuple[str, str]] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


def _decode_declared_charset(data: bytes) -> bytes | str:
    """Decode a file that declares a charset other than UTF; return other files unchanged.

    Raises:
        LookupError: the declared charset is unknown.
        ValueError: the file is not in its declared charset.
    """
    declaration = _DECLARED_ENCODING.match(data)
    if declaration is None or declaration[1].upper().startswith(b"UTF-"):
        return data
    return data.decode(codecs.lookup(declaration[1].decode("ascii", "replace")).name)


_TRUNCATED = (errors.XML_ERROR_NO_ELEMENTS, errors.XML_ERROR_UNCLOSED_TOKEN)
_BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"  # bytes of byte order marks and white space


def _xml_problem(error: Exception, data: bytes) -> Message:
    """Return what is wrong in a file that is not XML, and what to do."""
    name = str(error).partition(":")[0]
    if not data.strip(_BEFORE_XML):
        return message("it is empty; export it again from the translation program")
    if name in _TRUNCATED or name == errors.XML_ERROR_UNCLOSED_CDATA_SECTION:
        return message("it ends in the middle; export it again from the translation program")
    if name == errors.XML_ERROR_TAG_MISMATCH:
        return message(
            "a tag is not closed before this line; export it again from the translation program"
        )
    if name == errors.XML_ERROR_INVALID_TOKEN and data.lstrip(_BEFORE_XML).startswith(b"<"):
        return message(
            "a character is not allowed here; in a text, & and < must be written &amp; and &lt;"
        )
    if name in (errors.XML_ERROR_SYNTAX, errors.XML_ERROR_INVALID_TOKEN):
        return message("it is not an XLIFF file")
    return message("XML error: {why!r}", why=name)


class XliffReader:
    """Reads one XLIFF file.

    Attributes:
        units: The units of the file, after :meth:`read`.
        original: The name of the scenario's file.
        title: The title of the scenario.
        source_language: The source language.
        target_language: The target language; "" if there is none.
        language_line: The line that names the languages.
    """

    def __init__(self, path: Path) -> None:
        self.units: list[XliffUnit] = []
        self.original = self.title = self.source_language = self.target_language = ""
        self.language_line = 1
        self._path = path
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._open_elements: list[str] = []
        self._closing_texts: list[str] = []  # the text to insert at the end of each open element
        self._text: list[str] = []
        self._category = ""
        self._blank: str | None = None  # the source of an <ignorable> without translation

    def read(self) -> None:
        """Read the file into the attributes.

        Raises:
            ReadError: the file cannot be read, is damaged or is not XLIFF 2; the message names
                the line.
        """
        try:
            data = read_truncated(readable_path(self._path), MAX_FILE_BYTES)
        except OSError as error:
            path, reason = str(self._path), os_error_reason(error)
            raise ReadError(
                message("{path} cannot be read: {reason}", path=path, reason=reason)
            ) from error
        if len(data) > MAX_FILE_BYTES:
            problem = message("{file}: too large to be a translation file", file=str(self._path))
            raise ReadError(problem)
        self._parser.StartElementHandler = self._start_element
        self._parser.EndElementHandler = self._end_element
        self._parser.CharacterDataHandler = self._text.append
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        try:
            self._parser.Parse(_decode_declared_charset(data), True)
        except (expat.ExpatError, LookupError, OverflowError, ValueError) as error:
            raise self._damaged_error(_xml_problem(error, data)) from error

    def _damaged_error(self, reason: Message) -> ReadError:
        line = self._parser.ErrorLineNumber or self._parser.CurrentLineNumber
        return ReadError(
            message(
                "{file}:{line}: the file is damaged: {why}",
                file=str(self._path),
                line=line,
                why=reason,
            )
        )

    def _refuse_doctype(self, *_: object) -> None:
        raise self._damaged_error(
            message("it has a document type declaration, which XLIFF does not allow")
        )

    def _start_element(self, tag: str, values: Mapping[str, str]) -> None:
        namespace, _, name = tag.rpartition(" ")
        if not self._open_elements:
            self._start_document(namespace, name, values)
        elif not namespace.startswith(_NAMESPACE_PREFIX):
            name = ""  # an extension of another program, which is ignored
        self._open_elements.append(name)
        self._closing_texts.append("")
        match name:
            case "file":
                self.original = values.get("original", "")
            case "unit":
                line = self._parser.CurrentLineNumber
                self.units.append(XliffUnit(values.get("id", ""), values.get("name", ""), line))
            case "segment" if self.units:
                state = values.get("state", "initial"), values.get("subState", "")
                self.units[-1].states.append(state)
            case "note" | "source" | "target":
                self._category = values.get("category", "")
                self._text.clear()
            case "data":
                self._category = values.get("id", "")
                self._text.clear()
            case _:
                self._append_inline_text(name, values)

    def _append_inline_text(self, name: str, values: Mapping[str, str]) -> None:
        """Append the text of an inline element; annotations have no text."""
        match name:
            case "cp":
                self._text.append(chr(int(values.get("hex", "FFFD"), 16)))
            case "ph" | "sc" | "ec":
                self._text.append(self._code(name, values, ""))
            case "pc":
                self._text.append(self._code(name, values, "Start"))
                self._closing_texts[-1] = self._code(name, values, "End")

    def _code(self, name: str, values: Mapping[str, str], end: str) -> str:
        """Return the text of an inline code; a code without text is recorded in ``left_out``.

        The text is the original data, or else ``equiv``, or else ``disp``.
        """
        if not self.units:
            return ""
        unit = self.units[-1]
        reference = values.get(f"dataRef{end}")
        if reference in unit.codes:
            return unit.codes[reference]
        text = values.get(f"equiv{end}") or values.get(f"disp{end}") or ""
        code = f"{name} {values.get('id') or values.get('startRef', '')}".strip()
        if not text and "target" in self._open_elements and code not in unit.left_out:
            unit.left_out.append(code)
        return text

    def _start_document(self, namespace: str, name: str, values: Mapping[str, str]) -> None:
        if name != "xliff" or not namespace.startswith(_NAMESPACE_PREFIX):
            raise self._damaged_error(
                message("it is not an XLIFF 2 file; export it as XLIFF 2, or as PO")
            )
        self.source_language = values.get("srcLang", "")
        self.target_language = values.get("trgLang", "")
        self.language_line = self._parser.CurrentLineNumber

    def _end_element(self, _tag: str) -> None:
        name = self._open_elements.pop()
        self._text.append(self._closing_texts.pop())
        if name == "ignorable" and self._blank is not None and self.units:
            self.units[-1].target += self._blank if self.units[-1].target else ""
            self._blank = None
        if name not in ("note", "source", "target", "data"):
            return
        text = "".join(self._text)
        self._text.clear()
        is_ignorable = "ignorable" in self._open_elements
        if name == "note" and "unit" in self._open_elements:
            self.units[-1].notes.setdefault(self._category, []).append(text)
        elif name == "note":
            self.title = text if self._category == "title" else self.title
        elif name == "data" and self.units:
            self.units[-1].codes[self._category] = text
        elif name == "source" and self.units:
            self.units[-1].source += text
            self._blank = text if is_ignorable else None
        elif name == "target" and self.units:
            self.units[-1].target += text
            self._blank = None
