"""PO files line by line: what is damaged, and where.

polib says where a line makes no sense, but passes over a text without its last quotation mark, and
over an entry that was cut off; a translation would be lost without a word.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from m44core.errors import ReadError
from m44core.messages.message import Message, message
from m44core.messages.refused import refused
from m44core.untrusted_files import read_ordinary

LARGEST = 32_000_000  # bytes
_SAID = re.compile(r'(?:#~ ?|#\| ?)?(?P<word>msg\w+(?:\[\d+\])?)?\s*(?P<text>".*)')
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_BOM = "\ufeff"
_UTF_8 = "utf-8"
_MARKS = {
    codecs.BOM_UTF8: _UTF_8,
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose mark it begins with
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CHARSET = re.compile(
    rb"^\"Content-Type:[^\n]*?charset=([^\s;\\\"]+)", re.MULTILINE | re.IGNORECASE
)
_NOT_FILLED_IN = b"CHARSET"  # in a template
_HEADER = 8_000  # bytes in which the header names the charset


def check_lines(path: Path, text: str) -> None:
    """Do nothing where every text of a PO file is whole.

    Args:
        path: The file, for messages.
        text: What it says.

    Raises:
        ReadError: it is damaged; the message has the line.
    """
    wants, opened = "", 0
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        found = _SAID.fullmatch(line.strip())
        if found is None:
            continue
        if not _QUOTED.fullmatch(found["text"]):
            raise _damaged(path, number, message("a text without its closing quotation mark"))
        word = found["word"] or ""
        if line.startswith("#|") or not word:
            continue
        if wants and not word.startswith(("msgstr", "msgid_plural")):
            raise _damaged(path, opened, message("the entry has no msgstr"))
        if word.startswith("msgid"):
            wants, opened = word, number
        elif word.startswith("msgstr"):
            wants = ""
    if wants:
        raise _damaged(path, opened, message("the entry has no msgstr"))


def text_of_file(path: Path) -> str:
    r"""Return the text of a PO file, in the charset of its byte order mark or of its header.

    Without either it is UTF-8. The mark is left out, and every line ends with ``\n``.

    Raises:
        ReadError: it cannot be read, is too large, or is not in its charset; the message has the
            line.
    """
    try:
        data = read_ordinary(path, LARGEST)
    except OSError as error:
        said = message("{path} cannot be read: {reason}", path=str(path), reason=refused(error))
        raise ReadError(said) from error
    if len(data) > LARGEST:
        raise ReadError(message("{file}: it is too large for texts of a scenario", file=str(path)))
    charset = _charset_of(path, data)
    try:
        text = data.decode(charset)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        if charset == _UTF_8:
            why = message("it is not UTF-8; save it as UTF-8")
        else:
            why = message("it is not in {charset}, the charset it declares", charset=charset)
        raise _damaged(path, line, why) from error
    return text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")


def _charset_of(path: Path, data: bytes) -> str:
    """Return the name of the codec for the bytes of a PO file.

    Raises:
        ReadError: Python has no codec of that name.
    """
    for mark, charset in _MARKS.items():
        if data.startswith(mark):
            return charset
    found = _CHARSET.search(data, 0, _HEADER)
    if found is None or found[1] == _NOT_FILLED_IN:
        return _UTF_8
    named = found[1].decode("ascii", "replace")
    try:
        codec = codecs.lookup(named)
    except LookupError as error:
        line = data.count(b"\n", 0, found.start()) + 1
        why = message("the charset {charset!r} is unknown; save it as UTF-8", charset=named)
        raise _damaged(path, line, why) from error
    return codec.name


def _damaged(path: Path, line: int, why: Message) -> ReadError:
    said = message("{file}:{line}: the file is damaged: {why}", file=str(path), line=line, why=why)
    return ReadError(said)
