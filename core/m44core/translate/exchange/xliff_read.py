"""Reading XLIFF 2 files: units with their segments and notes, and the line of each.

Nothing but the markup is believed: a document type declaration, through which a file could ask for
other files or unfold without end, is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from m44core.errors import ReadError
from m44core.messages.message import Message, message
from m44core.plain.ordinary import read_ordinary
from m44core.translate.exchange.po_lines import LARGEST

NAMESPACE = "urn:oasis:names:tc:xliff:document:2.0"
_SPACE = "urn:oasis:names:tc:xliff:document:2."


@dataclass(slots=True)
class XliffUnit:
    """A unit of a file.

    Attributes:
        key: Its id.
        name: Its name, which is the field of its text.
        line: Where it begins.
        source: What its segments say, one after the other.
        target: Their translations, in the same way.
        states: The state of each segment, and what is said besides.
        notes: Its notes by their categories.
    """

    key: str
    name: str
    line: int
    source: str = ""
    target: str = ""
    states: list[tuple[str, str]] = field(default_factory=list)
    notes: dict[str, list[str]] = field(default_factory=dict)


class XliffReader:
    """Reads one file.

    Attributes:
        units: Its units, after :meth:`read`.
        original: The file its texts are of.
        title: What that is called.
        source_language: The language to translate from.
        target_language: That to translate to; empty where it names none.
        language_line: Where it names them.
    """

    def __init__(self, path: Path) -> None:
        self.units: list[XliffUnit] = []
        self.original = self.title = self.source_language = self.target_language = ""
        self.language_line = 1
        self._path = path
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._open: list[str] = []
        self._text: list[str] = []
        self._category = ""

    def read(self) -> None:
        """Read the file.

        Raises:
            ReadError: it cannot be read, is damaged, or no XLIFF 2; the message has the line.
        """
        try:
            data = read_ordinary(self._path, LARGEST)
        except OSError as error:
            path, why = str(self._path), str(error.strerror)
            raise ReadError(
                message("{path} cannot be read: {reason}", path=path, reason=why)
            ) from error
        if len(data) > LARGEST:
            said = message("{file}: it is too large for texts of a scenario", file=str(self._path))
            raise ReadError(said)
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        try:
            self._parser.Parse(data, True)
        except (expat.ExpatError, LookupError, ValueError) as error:
            said = message("{why!r} of the XML reader", why=str(error).partition(":")[0])
            raise self._wrong(said) from error

    def _wrong(self, why: Message) -> ReadError:
        line = self._parser.ErrorLineNumber or self._parser.CurrentLineNumber
        return ReadError(
            message(
                "{file}:{line}: the file is damaged: {why}",
                file=str(self._path),
                line=line,
                why=why,
            )
        )

    def _refuse_doctype(self, *_: object) -> None:
        raise self._wrong(message("a document type declaration, which no XLIFF has"))

    def _start(self, tag: str, values: Mapping[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        if not self._open:
            self._begin(space, name, values)
        elif not space.startswith(_SPACE):
            name = ""  # of another program; kept by nobody, read by nobody
        self._open.append(name)
        match name:
            case "file":
                self.original = values.get("original", "")
            case "unit":
                line = self._parser.CurrentLineNumber
                self.units.append(XliffUnit(values.get("id", ""), values.get("name", ""), line))
            case "segment" if self.units:
                said = values.get("state", "initial"), values.get("subState", "")
                self.units[-1].states.append(said)
            case "note" | "source" | "target":
                self._category = values.get("category", "")
                self._text.clear()
            case "cp":
                self._text.append(chr(int(values.get("hex", "FFFD"), 16)))
            case "ph":
                raise self._wrong(
                    message("a placeholder element, which texts of scenarios have not")
                )

    def _begin(self, space: str, name: str, values: Mapping[str, str]) -> None:
        if name != "xliff" or not space.startswith(_SPACE):
            raise self._wrong(message("it is no XLIFF 2"))
        self.source_language = values.get("srcLang", "")
        self.target_language = values.get("trgLang", "")
        self.language_line = self._parser.CurrentLineNumber

    def _end(self, _tag: str) -> None:
        name = self._open.pop()
        if name not in ("note", "source", "target"):
            return
        text = "".join(self._text)
        self._text.clear()
        if name == "note" and "unit" in self._open:
            self.units[-1].notes.setdefault(self._category, []).append(text)
        elif name == "note":
            self.title = text if self._category == "title" else self.title
        elif name == "source" and self.units:
            self.units[-1].source += text
        elif name == "target" and self.units:
            self.units[-1].target += text
