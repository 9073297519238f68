"""The messages in our Python code.

Babel finds the same ones, but it tokenizes every module, which takes twice as long as parsing it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from m44core.messages.message import COUNTED

_MODULES = ("m44core.messages.message", "m44editor.interface_text")
_MAKERS = "m44core/messages/message.py"
_FOR_TRANSLATORS = "Translators:"
Place = int | tuple[int, str]
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
_CALL_KINDS = (
    (_KEYWORDS, ""),
    ({"name": _IN_CONTEXT}, "forms"),
    ({"counted": (1, 2)}, "counted_forms"),
)
MESSAGE_CALLS: dict[str, tuple[bool, tuple[int, ...]]] = {
    call: (_IN_CONTEXT[0] in places, tuple(each for each in places if isinstance(each, int)))
    for calls, _ in _CALL_KINDS
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
class MessageEntry:
    """One message for translators.

    Attributes:
        area: The translation file it goes into.
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


def entries_of_code(root: Path) -> Iterator[MessageEntry]:
    """Yield the messages of all modules, in the order of their paths."""
    for folder in ("core/m44core", "editor/m44editor"):
        for path in sorted((root / folder).rglob("*.py")):
            place = path.relative_to(root).as_posix()
            yield from _entries_of_module(path, place, area_of(place))


def area_of(place: str) -> str:
    """Return the area of a module, given its path in the checkout."""
    return next(area for folder, area in AREA_OF_FOLDER.items() if place.startswith(f"{folder}/"))


def _entries_of_module(path: Path, place: str, area: str) -> Iterator[MessageEntry]:
    source = path.read_bytes()
    if not any(f"{function}(".encode() in source for function in MESSAGE_CALLS):
        return  # parsing a module takes a hundred times longer
    tree = ast.parse(source)
    imported = _imported_message_functions(tree, path)
    calls, lines = _message_calls(tree, imported), source.decode().splitlines()
    for keywords, takes in _CALL_KINDS:
        entry_area = "pieces" if takes else area
        for call, function in calls:
            if function in keywords and (texts := _literal_texts(call, keywords[function])):
                context, *parts = texts
                entry_context = COUNTED if takes == "counted_forms" else context
                entry_id = (parts[0], parts[1]) if len(parts) > 1 else parts[0]
                comments = _translator_comments(lines, call.lineno)
                yield MessageEntry(entry_area, entry_id, entry_context, place, comments, takes)


def _imported_message_functions(tree: ast.Module, path: Path) -> frozenset[str]:
    """Return the message functions a module imports, or defines itself."""
    if path.as_posix().endswith(_MAKERS):
        return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return frozenset(
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module in _MODULES
        for alias in node.names
    )


def _message_calls(tree: ast.Module, functions: frozenset[str]) -> list[tuple[ast.Call, str]]:
    """Return the calls of some functions, in the order of the source.

    Calls inside f-strings are left out, as in Babel; a test finds them.
    """
    calls, nodes = list[tuple[ast.Call, str]](), list[ast.AST]([tree])
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.append((node, node.func.id))
        if not isinstance(node, ast.JoinedStr):
            nodes += ast.iter_child_nodes(node)
    calls.sort(key=lambda call: (call[0].lineno, call[0].col_offset))
    return [call for call in calls if call[1] in functions]


def _translator_comments(lines: list[str], number: int) -> tuple[str, ...]:
    """Return the comment for translators directly above a line, given its number; else nothing."""
    above = list[str]()
    while number > 1 and (text := lines[number - 2].strip()).startswith("#"):
        above.insert(0, text.lstrip("# "))
        number -= 1
        if above[0].startswith(_FOR_TRANSLATORS):
            return (" ".join(above).removeprefix(_FOR_TRANSLATORS).strip(),)
    return ()


def _literal_texts(call: ast.Call, places: tuple[Place, ...]) -> tuple[str, ...]:
    """Return the context and the texts of a call; empty if one of them is not a literal."""
    argument_numbers = [place if isinstance(place, int) else place[0] for place in places]
    text_arguments = [
        call.args[number - 1] for number in argument_numbers if number <= len(call.args)
    ]
    texts = tuple(
        node.value
        for node in text_arguments
        if isinstance(node, ast.Constant) and node.value.__class__ is str
    )
    if len(texts) < len(places):
        return ()
    return texts if isinstance(places[0], tuple) else ("", *texts)
