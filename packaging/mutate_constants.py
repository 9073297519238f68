"""Test the tests: change each constant of the engine slightly and see whether a test fails.

    python packaging/mutate_constants.py                  all modules of m44core.rules
    python packaging/mutate_constants.py play/overlord    some of them
    python packaging/mutate_constants.py --package playtest --tests tests/core/playtest

A number is increased or decreased by one, a boolean is negated, and an entry is removed from a
tuple (from a tuple of names, such as rules, each in turn). This is done with the constants of a
module, and with numbers of 2 or more in its functions. Each change is tried alone, in a copy of the
checkout. If no test notices a change, either a limit is untested or the change makes no difference;
look at each. Cards, terrain and units are data with their own tests. Each change takes a few
seconds.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mutants import copy_checkout

ROOT = Path(__file__).resolve().parent.parent
_TESTS = ("tests/core/rules/test_cases.py",)
_TIMEOUT = 240  # seconds; a change that makes a game endless is noticed
_MAX_NUMBER = 40  # larger numbers are cache sizes and sentinels
_MIN_NUMBER = 2  # in functions: 0 and 1 are bounds, bits and neighbours


class ConstantChange(NamedTuple):
    """A changed constant.

    Attributes:
        path: The module, relative to the checkout.
        line: Its line, from 1.
        start: The offset of the old text in its line, in bytes.
        end: The offset of its end.
        text: The new text.
    """

    path: Path
    line: int
    start: int
    end: int
    text: str

    def apply_to(self, source: str) -> str:
        """Return the source of the module with the change."""
        lines = source.encode().splitlines(keepends=True)
        before = lines[self.line - 1]
        lines[self.line - 1] = before[: self.start] + self.text.encode() + before[self.end :]
        return b"".join(lines).decode()

    def description(self, source: str) -> str:
        """Return one line: the file, the line number, the old and new text, and the source line."""
        line = source.splitlines()[self.line - 1]
        old = line.encode()[self.start : self.end].decode()
        return f"{self.path}:{self.line}: {old} -> {self.text}   | {line.strip()}"


def constant_changes(path: Path) -> Iterator[ConstantChange]:
    """Yield the changes to try in a module."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    constants = [value for each in tree.body if (value := _constant_value(each)) is not None]
    constant_nodes = {id(node) for constant in constants for node in ast.walk(constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and node.end_lineno == node.lineno:
            for text in _mutated_texts(node, is_in_constant=id(node) in constant_nodes):
                end = node.end_col_offset
                assert end is not None, "an expression of a source ends somewhere"
                yield ConstantChange(path, node.lineno, node.col_offset, end, text)


def _constant_value(node: ast.stmt) -> ast.expr | None:
    """Return the value of a constant, recognized by its capital letters; None for other nodes."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return None
    is_constant = isinstance(target, ast.Name) and target.id.isupper()
    return node.value if is_constant else None


def _mutated_texts(node: ast.expr, *, is_in_constant: bool) -> Iterator[str]:
    match node:
        case ast.Constant(value=bool(value)) if is_in_constant:
            yield str(not value)
        case ast.Constant(value=int(value)) if value < _MAX_NUMBER and (
            is_in_constant or value >= _MIN_NUMBER
        ):
            yield from (str(value + 1), str(value - 1))
        case ast.Constant(value=float(value)) if is_in_constant:
            yield from (repr(value * 2), repr(value / 2))
        case ast.Tuple(elts=[_, *_]) if is_in_constant and isinstance(node.ctx, ast.Load):
            names = all(isinstance(each, ast.Name) for each in node.elts)
            for left_out in range(len(node.elts) if names else 1):
                kept_elements = node.elts[: len(node.elts) - 1 - left_out]
                kept_elements += node.elts[len(node.elts) - left_out :]
                yield ast.unparse(ast.fix_missing_locations(ast.Tuple(kept_elements, node.ctx)))
        case _:
            return


def main() -> int:
    """Try the changes and print those no test notices; return 1 if there are any, else 0.

    With ``--list``, print the changes without trying them.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="such as play/overlord")
    parser.add_argument("--package", default="rules", help="where they are in m44core")
    parser.add_argument("--tests", nargs="+", default=_TESTS, help="what is to notice them")
    parser.add_argument("--list", action="store_true", help="only print the changes")
    arguments = parser.parse_args()
    folder = Path("core/m44core") / arguments.package
    module_paths = [folder / f"{name}.py" for name in arguments.modules]
    paths = module_paths or sorted(p.relative_to(ROOT) for p in (ROOT / folder).rglob("*.py"))
    all_changes = [change for path in paths for change in constant_changes(path)]
    if arguments.list:
        print(
            "\n".join(
                each.description((ROOT / each.path).read_text("utf-8")) for each in all_changes
            )
        )
        return 0
    with tempfile.TemporaryDirectory(prefix="m44-constants-") as copy:
        root = Path(copy)
        copy_checkout(root)
        unnoticed = [each for each in all_changes if not _is_noticed(each, root, arguments.tests)]
    print(f"{len(all_changes)} changes, {len(unnoticed)} not noticed")
    return int(bool(unnoticed))


def _is_noticed(change: ConstantChange, root: Path, tests: list[str]) -> bool:
    """Return whether a test fails with a change; print the change if no test fails."""
    source = (ROOT / change.path).read_text("utf-8")
    (root / change.path).write_text(change.apply_to(source), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    own_variables = {"PYTHONPATH": str(root / "core"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        run = subprocess.run(
            command,
            cwd=root,
            env={**os.environ, **own_variables},
            capture_output=True,
            timeout=_TIMEOUT,
        )
        noticed = run.returncode != 0
    except subprocess.TimeoutExpired:
        noticed = True
    finally:
        (root / change.path).write_text(source, encoding="utf-8")
    if not noticed:
        print(change.description(source), flush=True)
    return noticed


if __name__ == "__main__":
    sys.exit(main())
