"""The form of our modules that mypyc compiles.

An instance of a compiled class has neither slots nor a dictionary, only declared attributes. So
value classes lose ``slots=True``, and each ``cached_property`` becomes a property that stores its
value in an attribute. The result is valid Python that computes the same results.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_FIELD = "field(init=False, default=None, compare=False, repr=False)"


class _Edit(NamedTuple):
    """Text that replaces the lines from *first* up to, but not including, *end*, counted from 0."""

    first: int
    end: int
    text: str


def native_form(source: str) -> str:
    """Return the source of a module in the form that mypyc compiles."""
    lines = source.splitlines(keepends=True)
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    edits = [edit for each in classes for edit in _class_edits(each, lines)]
    for first, end, text in sorted(edits, reverse=True):
        lines[first:end] = [text]
    return "".join(lines)


def _class_edits(node: ast.ClassDef, lines: Sequence[str]) -> Iterator[_Edit]:
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    cached = [each for each in methods if _has_decorator(each, "cached_property")]
    is_value = _has_decorator(node, "dataclass")
    for decorator in node.decorator_list if is_value else ():
        if isinstance(decorator, ast.Call):
            yield _decorator_edit(decorator, stores=bool(cached))
    for method in cached:
        yield from _property_edits(method, lines)
    if cached and is_value:
        last = max(each.end_lineno or 0 for each in node.body if isinstance(each, ast.AnnAssign))
        fields = (f"    _cached_{m.name}: {_cache_type(m)} = {_FIELD}\n" for m in cached)
        yield _Edit(last, last, "".join(fields))
    elif cached:
        (start,) = (each.body[0].lineno - 1 for each in methods if each.name == "__init__")
        sets = (f"        self._cached_{m.name}: {_cache_type(m)} = None\n" for m in cached)
        yield _Edit(start, start, "".join(sets))


def _decorator_edit(decorator: ast.Call, *, stores: bool) -> _Edit:
    """Return the edit that removes ``slots``, and ``frozen`` if the class *stores* values."""
    left_out = {"slots", "frozen"} if stores else {"slots"}
    options = (each for each in decorator.keywords if each.arg not in left_out)
    options_text = ", ".join(f"{each.arg}={ast.unparse(each.value)}" for each in options)
    line = decorator.lineno - 1
    return _Edit(line, line + 1, f"@{ast.unparse(decorator.func)}({options_text})\n")


def _property_edits(method: ast.FunctionDef, lines: Sequence[str]) -> Iterator[_Edit]:
    """Yield the edits that turn a cached property into one that stores its value."""
    name, attribute = method.name, f"self._cached_{method.name}"
    decorator, line = method.decorator_list[0].lineno - 1, method.lineno - 1
    yield _Edit(
        decorator,
        decorator + 1,
        f"    @property\n"
        f"    def {name}(self) -> {_type(method)}:\n"
        f"        cached = {attribute}\n"
        f"        if cached is None:\n"
        f"            cached = {attribute} = (self._compute_{name}(),)\n"
        f"        return cached[0]\n\n",
    )
    computing = lines[line].replace(f"def {name}(", f"def _compute_{name}(", 1)
    yield _Edit(line, line + 1, computing)


def _has_decorator(node: ast.ClassDef | ast.FunctionDef, name: str) -> bool:
    calls = (each.func if isinstance(each, ast.Call) else each for each in node.decorator_list)
    return any(ast.unparse(each).rpartition(".")[2] == name for each in calls)


def _cache_type(method: ast.FunctionDef) -> str:
    """Return the type of the attribute that stores the value: a tuple with the value, or None."""
    return f"tuple[{_type(method)}] | None"


def _type(method: ast.FunctionDef) -> str:
    assert method.returns is not None, "mypy is strict"
    return ast.unparse(method.returns)
