"""PO files line by line: what is damaged, and where.

polib says where a line makes no sense, but passes over a text without its last quotation mark, and
over an entry that was cut off; a translation would be lost without a word.
"""

from __future__ import annotations

import re
from pathlib import Path

from m44core.errors import ReadError
from m44core.messages.message import Message, message
from m44core.plain.ordinary import read_ordinary

LARGEST = 32_000_000  # bytes
_SAID = re.compile(r'(?:#~ ?|#\| ?)?(?P<word>msg\w+(?:\[\d+\])?)?\s*(?P<text>".*)')
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_BOM = "\ufeff"


def check_lines(path: Path) -> None:
    """Do nothing where every text of a PO file is whole.

    Raises:
        ReadError: it cannot be read, or is damaged; the message has the line.
    """
    wants, opened = "", 0
    lines = text_of_file(path).removeprefix(_BOM).split("\n")
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
    """Return the text of a file of a translator.

    Raises:
        ReadError: it cannot be read, is too large or no UTF-8; the message has the line.
    """
    try:
        data = read_ordinary(path, LARGEST)
    except OSError as error:
        said = message(
            "{path} cannot be read: {reason}", path=str(path), reason=str(error.strerror)
        )
        raise ReadError(said) from error
    if len(data) > LARGEST:
        raise ReadError(message("{file}: it is too large for texts of a scenario", file=str(path)))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _damaged(path, line, message("it is not UTF-8; save it as UTF-8")) from error


def _damaged(path: Path, line: int, why: Message) -> ReadError:
    said = message("{file}:{line}: the file is damaged: {why}", file=str(path), line=line, why=why)
    return ReadError(said)
