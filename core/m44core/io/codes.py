"""The codes of what reading a file can find: M001 to M099."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.hexes import Hex

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of finding about a file.

    Attributes:
        code: The stable code.
        name: The readable name.
        severity: How much it matters.
        page: What ``m44 explain`` prints: what it means and what to do.
    """

    code: str
    name: str
    severity: Severity
    page: str


def finding(
    code: str,
    message: str,
    pointer: str = "",
    *,
    hex_: Hex | None = None,
    line: int | None = None,
    column: int | None = None,
    fixes: tuple[Fix, ...] = (),
) -> Diagnostic:
    """Return a diagnostic of the kind *code*."""
    kind = KINDS[code]
    return Diagnostic(code, kind.name, kind.severity, message, pointer, hex_, fixes, line, column)


MOST = 100


def worth_listing(findings: list[Diagnostic]) -> list[Diagnostic]:
    """Return the findings without those of a code beyond the first hundred, which are counted."""
    if len(findings) <= MOST:
        return findings
    seen: Counter[str] = Counter()
    listed = []
    for found in findings:
        seen[found.code] += 1
        if seen[found.code] <= MOST:
            listed.append(found)
    more = [finding("M032", _more(code, n - MOST)) for code, n in seen.items() if n > MOST]
    return listed + more


def _more(code: str, number: int) -> str:
    return f"There are {number:,} more findings {code} ({KINDS[code].name}) in the file"


_TEXT = (
    Kind("M001", "file-too-large", _E,
         "Scenario files have some kilobytes. A file of several megabytes is not read at all.\n"
         "Instead: open the scenario file itself, not an archive or a picture of it."),
    Kind("M002", "binary-file", _E,
         "The file holds bytes no text has: it may be a picture, an archive or a program.\n"
         "Instead: open the .m44, .yaml or .json file."),
    Kind("M003", "wrong-encoding", _E,
         "Scenario files are in UTF-8. Another encoding was guessed, so accented letters may be "
         "wrong.\nInstead: look at the texts, then save; saving writes UTF-8."),
    Kind("M004", "empty-file", _E,
         "There is nothing in the file, perhaps because a program stopped while it was saving.\n"
         "Instead: look for its backup, the same name with ~ at the end."),
    Kind("M005", "broken-json", _E,
         "The text does not follow the grammar of JSON at the place given, so that nothing can be "
         "read.\nInstead: repair that place in a text editor, or fetch the file again."),
    Kind("M006", "not-a-number", _E,
         "NaN, Infinity and numbers like 1e400 are not numbers in JSON, and other programs refuse "
         "the file.\nInstead: write the number that was meant. It is left out until then."),
    Kind("M007", "number-too-large", _E,
         "Numbers beyond 9,007,199,254,740,992 are rounded by most programs, so the file means "
         "something else to each.\nInstead: put the number in quotation marks if it is an id."),
    Kind("M008", "duplicate-key", _E,
         "One object names the same key twice. Programs differ in which one they read.\n"
         "Instead: delete the one that is wrong. Here the last one counts."),
    Kind("M009", "nested-too-deep", _E,
         "Objects inside objects beyond 64 levels. No scenario is like that.\n"
         "Instead: fetch the file again."),
    Kind("M010", "half-character", _E,
         "A \\u escape stands for one half of a character whose other half is missing, so that no "
         "program could save it.\nInstead: write the character itself."),
    Kind("M011", "byte-order-mark", _I,
         "The file begins with an invisible mark, as some Windows programs write it. It does no "
         "harm here, and saving leaves it out."),
    Kind("M012", "windows-line-ends", _I,
         "Lines end with carriage return and line feed. That is read, and kept on saving."),
    Kind("M013", "broken-yaml", _E,
         "The text does not follow the grammar of YAML at the place given, so that nothing can be "
         "read.\nInstead: repair that place; most often the indentation or a quotation mark."),
    Kind("M014", "yaml-beyond-data", _E,
         "Tags (!...), several documents and keys that are not text are YAML, but not part of "
         "scenario files.\nInstead: write plain values."),
    Kind("M015", "too-many-values", _E,
         "The file has, or unfolds by its aliases to, far more values than a scenario has.\n"
         "Instead: write the values out, or fetch the file again."),
)  # fmt: skip

_SHAPE = (
    Kind("M020", "wrong-type", _E,
         "A value is of another kind than the format says: a text where a number has to stand, a "
         "list where an object has to stand.\nInstead: write a value as the message says. Until "
         "then it is left out, and kept as it is on saving."),
    Kind("M021", "unknown-value", _E,
         "The format has a list of values for this place, and this is none of them.\n"
         "Instead: use one of those the message names."),
    Kind("M022", "missing-value", _E,
         "The format wants a value here.\nInstead: write it."),
    Kind("M023", "unknown-key", _E,
         "Our own files have no such key; it is probably a slip of the pen.\nInstead: use the key "
         "the message proposes. Keys of .m44 files we have no word for stand below \"m44\"."),
    Kind("M024", "out-of-range", _E,
         "The number is smaller or larger than any game can use.\nInstead: see the message."),
    Kind("M025", "wrong-form", _E,
         "The text is not written as this place wants it, such as a date that is not "
         "YYYY-MM-DD.\nInstead: see the message."),
    Kind("M026", "no-board", _E,
         "The file is well written but is no scenario: it has no board.\n"
         "Instead: open the scenario file itself."),
    Kind("M027", "unknown-board", _E,
         "The format knows the boards STANDARD, BRKTHRU and OVERLORD. The board was guessed from "
         "the hexes used.\nInstead: set the board."),
    Kind("M028", "hex-off-board", _E,
         "The hex is beyond the edge of this board. What lies on it is left out, and kept in the "
         "file as it is.\nInstead: choose the larger board, or remove it."),
    Kind("M029", "half-hex", _E,
         "Row and column of a hex are both even or both odd. Anything else is a place between two "
         "hexes, or a half hex at the edge, which does not exist. What lies on it is left out, and "
         "kept in the file as it is.\nInstead: correct row or column."),
    Kind("M030", "no-such-orientation", _E,
         "The piece has fewer orientations than that. It is shown in its first one.\n"
         "Instead: turn the piece as it should lie."),
    Kind("M031", "no-such-hex", _E,
         "A text names a hex this board does not have.\nInstead: correct its name."),
    Kind("M032", "many-faults", _W,
         "There are more faults than are worth listing. The first ones are shown."),
    Kind("M033", "newer-format", _E,
         "The file says that it is written in a later edition of our format.\n"
         "Instead: use a newer version of the program."),
)  # fmt: skip

_DIALECTS = (
    Kind("M041", "lower-case-value", _I,
         "Values such as the board, the face and the sides are in capitals; some programs write "
         "them small. They are read as capitals and saved so."),
    Kind("M042", "object-for-list", _I,
         "Hexes or labels stand as an object with numbers for keys, which happens when a list "
         "with gaps goes through PHP. They are read and saved as a list in the order of the keys."),
    Kind("M043", "item-wrapper", _I,
         'A list stands inside {"item": ...}, as server exports have it. It is read and saved as '
         "a list."),
    Kind("M044", "tags-as-object", _I,
         "The tags of a hex stand as an object with numbers for keys. They are read and saved as a "
         "list."),
    Kind("M045", "list-for-object", _I,
         "An empty list stands where the format has an object, because PHP does not tell them "
         "apart. It is read as empty."),
    Kind("M046", "number-as-text", _I,
         "A count stands in quotation marks. It is read and saved as a number."),
    Kind("M047", "null-value", _I,
         "A key has the value null. It is read as if the key were not there."),
    Kind("M048", "absent-key", _I,
         "The official editor always writes these keys. They are read as unknown, and packs as "
         "none."),
    Kind("M049", "empty-value", _I,
         "An empty text stands for a nation. It is read as if the key were not there."),
    Kind("M050", "hex-listed-twice", _W,
         "Two entries stand for one hex. They are merged; where both have the same layer, the "
         "later one counts, which may not be what the author meant."),
    Kind("M051", "empty-hex-entry", _I,
         "An entry stands for a hex with nothing on it. It is left out."),
    Kind("M052", "unsorted-entries", _I,
         "The official editor writes hexes row by row, and the row before the column. They are "
         "read in any order and saved so."),
    Kind("M053", "needless-orientation", _I,
         "Only pieces that can be turned have an orientation. It is left out."),
    Kind("M054", "label-without-text", _I,
         "A label has no text. There is nothing to show; the file keeps it."),
    Kind("M055", "same-id", _I,
         "Two files carry the same scenario id, so the id does not tell them apart. Files are "
         "known by their names here."),
    Kind("M056", "unknown-word", _I,
         "The file has a key or a special rule that the description of the format does not know. "
         "It is kept as it is, and has no effect here."),
    Kind("M057", "options-misplaced", _I,
         "The rule options stand beside game_info instead of in it. They are read and saved in "
         "game_info."),
    Kind("M058", "medal-of-either-side", _I,
         "medal0 is not a piece of the official editor, which puts two medals on the hex when "
         "either side may take it. It is read and saved as these two."),
    Kind("M059", "campaign-file", _E,
         "The file lists the scenarios of a campaign and has no board of its own.\n"
         "Instead: open the scenarios it names one by one."),
    Kind("M060", "missing-orientation", _I,
         "A piece that can be turned has no orientation. It is read and saved as the first one."),
)  # fmt: skip

KINDS: Mapping[str, Kind] = {kind.code: kind for kind in (*_TEXT, *_SHAPE, *_DIALECTS)}
