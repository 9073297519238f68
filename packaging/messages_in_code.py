"""The messages in our Python code, extracted by Babel."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.extract import extract

from m44core.messages.message import COUNTED

_MODULES = ("m44core.messages.message", "m44editor.interface_text")
_MAKERS = "m44core/messages/message.py"
_IN_CONTEXT = ((1, "c"), 2)
_KEYWORDS = {
    "message": (1,),
    "message_in": _IN_CONTEXT,
    "several": (1, 2),
    "several_in": ((1, "c"), 2, 3),
    "tr": (1,),
    "tr_in": _IN_CONTEXT,
    "tr_n": (1, 2),
}
_SORTS = (
    (_KEYWORDS, ""),
    ({"name": _IN_CONTEXT}, "forms"),
    ({"counted": (1, 2)}, "counted_forms"),
)
MESSAGE_CALLS: dict[str, tuple[bool, tuple[int, ...]]] = {
    call: (_IN_CONTEXT[0] in places, tuple(each for each in places if isinstance(each, int)))
    for calls, _ in _SORTS
    for call, places in calls.items()
}
"""The functions that make messages: whether a context is first, and which arguments are texts
(the first is 1)."""

# Which of our code belongs to which area, the narrower folder first.
AREA_OF_FOLDER = {
    "editor/m44editor/playtest": "playtest",
    "editor/m44editor/balance": "playtest",
    "editor/m44editor": "window",
    "core/m44core/playtest": "playtest",
    "core/m44core/balance_lab": "playtest",
    "core/m44core/balance_report": "pages",
    "core/m44core/rules": "playtest",
    "core/m44core/arguments": "command-line",
    "core/m44core/cli": "command-line",
    "core/m44core/comparing": "command-line",
    "core/m44core/standard_sentences": "playtest",
    "core/m44core/translate": "command-line",
    "core/m44core": "findings",
}


@dataclass(frozen=True)
class Entry:
    """One message for translators.

    Attributes:
        area: The file it goes into.
        id: The English text, or the singular and plural of a message with a number.
        context: The context that distinguishes it from messages with the same text.
        place: Its source file.
        comments: Comments for translators.
        takes: The attribute of a language that lists the forms of this text: ``forms`` for a name,
            ``counted_forms`` for a number with its noun; empty for other messages.
    """

    area: str
    id: str | tuple[str, str]
    context: str
    place: str
    comments: tuple[str, ...] = ()
    takes: str = ""


def entries_of_code(root: Path) -> Iterator[Entry]:
    """Yield the messages of all modules, in the order of their paths."""
    for folder in ("core/m44core", "editor/m44editor"):
        for path in sorted((root / folder).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            yield from _entries(path, place, area_of(place))


def area_of(place: str) -> str:
    """Return the area of a module, given its path in the checkout."""
    return next(area for folder, area in AREA_OF_FOLDER.items() if place.startswith(f"{folder}/"))


def _entries(path: Path, place: str, area: str) -> Iterator[Entry]:
    imported = _imported(path)
    for keywords, takes in _SORTS:
        wanted = {word: where for word, where in keywords.items() if word in imported}
        if not wanted:
            continue  # reading a module word by word takes long
        with path.open("rb") as file:
            entries = extract("python", file, wanted, ("Translators:",), strip_comment_tags=True)
            for _, text, comments, context in entries:
                parts = (text[0], text[1]) if isinstance(text, tuple) else text
                of = "pieces" if takes else area
                within = COUNTED if takes == "counted_forms" else context or ""
                yield Entry(of, parts, within, place, tuple(comments), takes)


def _imported(path: Path) -> frozenset[str]:
    """Return the message functions a module imports, or defines itself."""
    body = ast.parse(path.read_bytes()).body
    if path.as_posix().endswith(_MAKERS):
        return frozenset(node.name for node in body if isinstance(node, ast.FunctionDef))
    return frozenset(
        alias.name
        for node in body
        if isinstance(node, ast.ImportFrom) and node.module in _MODULES
        for alias in node.names
    )
