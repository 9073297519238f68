"""Catalogues as PO files, for Poedit, Weblate and what else speaks gettext.

A context is the field, so that equal words in two fields are two texts. What is draft or stale is
fuzzy; a stale entry has what the source said before. Needs polib, which brings nothing along; it is
loaded when a file is written or read.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from m44core.errors import M44Error, ReadError
from m44core.messages.message import message
from m44core.translate.exchange.catalogue import Catalogue, Entry
from m44core.translate.exchange.po_lines import check_lines, text_of_file
from m44core.translate.states import State

if TYPE_CHECKING:
    from polib import POEntry

INSTALL = "python3 -m pip install 'm44-workshop[translate]'"
_BASE, _FUZZY = "base ", "fuzzy"
_FROM, _SCENARIO = "X-Source-Language", "X-M44-Scenario"
_LINE = re.compile(r"\(line (\d+)\)(?:: (.*))?$")


class NotInstalledError(M44Error):
    """What reads and writes PO files is not installed."""


def needs_polib() -> None:
    """Do nothing where PO files can be written and read.

    Raises:
        NotInstalledError: polib is not installed.
    """
    if find_spec("polib") is None:
        raise NotInstalledError(
            message(
                "PO files need polib, which is not installed; install it with: {how}", how=INSTALL
            )
        )


def to_po(catalogue: Catalogue) -> str:
    """Return a catalogue as the text of a PO file; the same catalogue gives the same text.

    Raises:
        NotInstalledError: polib is not installed.
    """
    needs_polib()
    from polib import POFile  # 2 ms

    file = POFile(wrapwidth=100)
    file.header = f"{catalogue.title}: made by M44 Workshop; see docs/translating-scenarios.md"
    file.metadata = {
        "Project-Id-Version": catalogue.title or catalogue.scenario,
        "Language": catalogue.target,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        _FROM: catalogue.source,
        _SCENARIO: catalogue.scenario,
    }
    for entry in catalogue.entries:
        file.append(_to_entry(catalogue, entry))
    for kept in catalogue.kept:
        made = _to_entry(catalogue, kept)
        made.obsolete = True
        file.append(made)
    return str(file).rstrip("\n") + "\n"


def _to_entry(catalogue: Catalogue, entry: Entry) -> POEntry:
    from polib import POEntry  # 2 ms

    notes = [*entry.notes, f"{_BASE}{entry.base}"] if entry.base else list(entry.notes)
    made = POEntry(
        msgctxt=entry.field if entry.repeat == 1 else f"{entry.field} {entry.repeat}",
        msgid=entry.source,
        msgstr=entry.target,
        comment="\n".join(notes),
        tcomment=entry.comment,
        occurrences=[(catalogue.scenario.replace(" ", "%20"), "")],
    )
    if entry.target and entry.state in (State.DRAFT, State.STALE):
        made.flags.append(_FUZZY)
    if entry.previous and entry.target:
        made.previous_msgctxt, made.previous_msgid = made.msgctxt, entry.previous
    return made


def from_po(path: Path) -> Catalogue:
    """Return what a PO file says.

    Raises:
        NotInstalledError: polib is not installed.
        ReadError: it is damaged, or no PO file of a scenario; the message has its line.
    """
    needs_polib()
    import polib  # 2 ms

    text = text_of_file(path)
    check_lines(path, text)
    try:
        with TemporaryDirectory() as folder:  # polib splits a text at more than its line ends
            copy = Path(folder, "texts.po")
            copy.write_bytes(text.encode("utf-8", "surrogatepass"))
            file = polib.pofile(str(copy), encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        found = _LINE.search(str(error))
        line, why = (int(found[1]), found[2] or "") if found else (0, str(error))
        raise damaged(path, line, why) from error
    header = file.metadata
    entries = tuple(_from_entry(each) for each in file if not each.obsolete)
    kept = tuple(_from_entry(each) for each in file if each.obsolete)
    return Catalogue(
        header.get(_SCENARIO, ""),
        header.get("Project-Id-Version", ""),
        header.get(_FROM, ""),
        header.get("Language", ""),
        entries,
        kept,
        _line_of_language(text),
    )


def damaged(path: Path, line: int, why: str) -> ReadError:
    """Return what stops the reading of a damaged file."""
    said = message("{file}:{line}: the file is damaged: {why}", file=str(path), line=line, why=why)
    bare = message("{file}:{line}: the file is damaged", file=str(path), line=line)
    return ReadError(said if why else bare)


def _from_entry(each: POEntry) -> Entry:
    field, _, repeat = (each.msgctxt or "").partition(" ")
    notes = each.comment.split("\n") if each.comment else []
    base = next((note.removeprefix(_BASE) for note in notes if note.startswith(_BASE)), "")
    previous = each.previous_msgid or ""
    state = State.DONE if each.msgstr.strip() else State.NEW
    if _FUZZY in each.flags and state is State.DONE:
        state = State.STALE if previous and previous != each.msgid else State.DRAFT
    return Entry(
        field,
        each.msgid,
        int(repeat) if repeat.isdecimal() else 1,
        each.msgstr,
        state,
        previous if state is State.STALE else "",
        base,
        tuple(note for note in notes if not note.startswith(_BASE)),
        each.tcomment,
        each.linenum or 0,
    )


def _line_of_language(text: str) -> int:
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith('"Language:'):
            return number
    return 1
