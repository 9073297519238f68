"""Making findings and fixes, and every call that makes one of the reader's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import m44core.io
from m44core.diagnostics import Diagnostic, Fix, Severity
from m44core.errors import CatalogueError
from m44core.findings.kinds import FindingKind
from m44core.findings.load import kind
from m44core.findings.make import finding, finding_at, fix
from m44core.findings.render import render, render_title
from m44core.hexes import Hex
from m44core.messages.message import placeholders

MODULES = sorted(Path(m44core.io.__file__).parent.rglob("*.py"))
CODE = re.compile(r"[MP]\d\d\d")
ADDED = {"violations": {"place"}}  # values a module gives with every message


def test_a_finding_has_the_words_of_its_code_and_key() -> None:
    fixes = (fix("M021", "choose", {"/hexes/A9/terrain": "hill"}, choice="hill"),)
    choice = {"choice": "hill"}
    assert fixes == (Fix("M021", "choose", {"/hexes/A9/terrain": "hill"}, choice),)
    here = "/hexes/A9/terrain", Hex(0, 0), fixes
    said = {"name": "hil", "layer": "terrain", "similar": "hill"}
    found = finding("M021", "name-resembling", *here, **said)
    assert found == Diagnostic("M021", "name-resembling", Severity.ERROR, said, *here)
    assert render(found, "en") == '"hil" is no terrain we know; did you mean hill?'
    assert render_title(found.fixes[0], "en") == "Make it hill"


def test_a_finding_in_a_text_has_its_line_and_column() -> None:
    found = finding_at((3, 7), "M008", "again", key="row")
    assert (found.line, found.column, found.pointer) == (3, 7, "")
    assert render(found, "en") == 'The key "row" stands here again; the last one is read'


def test_a_finding_nobody_described_is_an_error() -> None:
    with pytest.raises(CatalogueError, match="M098"):
        finding("M098", "again")


def calls(path: Path) -> Iterator[tuple[ast.Call, FindingKind, str]]:
    """Yield the calls that name a code and after it the key of a message or a fix."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            words = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            for code, key in pairwise(words):
                if isinstance(code, str) and CODE.fullmatch(code) and isinstance(key, str):
                    yield node, kind(code), key


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_call_gives_the_values_its_words_name(path: Path) -> None:
    for call, of, key in calls(path):
        words = of.messages[key].template if key in of.messages else of.fixes[key].template
        wanted = placeholders(words) - ADDED.get(path.stem, set())
        given = {keyword.arg for keyword in call.keywords}
        at = f"{path.name}:{call.lineno}"
        assert given - {None} <= wanted, at
        assert None in given or given == wanted, at  # None stands for values in a dictionary


def test_calls_are_found() -> None:
    assert sum(len(list(calls(path))) for path in MODULES) > 60
