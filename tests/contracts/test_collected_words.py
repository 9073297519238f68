"""What translators get to see: every message of the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent
MAKERS = ("m44core.messages.message", "m44editor.words")


def makers(tree: ast.Module) -> set[str]:
    """Return the functions a module has to make messages with."""
    found = (node for node in tree.body if isinstance(node, ast.ImportFrom))
    return {alias.name for node in found if node.module in MAKERS for alias in node.names}


def hidden(path: Path) -> Iterator[str]:
    """Yield the messages made inside an f-string, where the collector does not look."""
    tree = ast.parse(path.read_bytes())
    known = makers(tree)
    for text in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
        for call in (node for node in ast.walk(text) if isinstance(node, ast.Call)):
            literal = bool(call.args) and isinstance(call.args[0], ast.Constant)
            if literal and isinstance(call.func, ast.Name) and call.func.id in known:
                yield f"{path.relative_to(REPOSITORY)}:{call.lineno}: {ast.unparse(call)}"


def test_no_message_is_hidden_in_an_f_string() -> None:
    folders = (REPOSITORY / "core", REPOSITORY / "editor")
    found = [each for folder in folders for path in folder.rglob("*.py") for each in hidden(path)]
    assert not found
