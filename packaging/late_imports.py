#!/usr/bin/env python3
"""Measure the additional cost of imports inside functions after their module has been imported.

    packaging/late_imports.py                 list all, in milliseconds of processor time
    packaging/late_imports.py --write         add the cost as a comment to those without a reason
    packaging/late_imports.py core/m44core/cli    only below a folder

An import that costs nothing, because its module is already loaded, belongs at the top.
"""

from __future__ import annotations

import argparse
import ast
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
ROOTS = (REPOSITORY / "core", REPOSITORY / "editor")
REASON = re.compile(r"#\s*\S")
_ROUNDS = 3
_COST_SCRIPT = """
import importlib, sys, time
importlib.import_module(sys.argv[1])
known, began = set(sys.modules), time.process_time()
for name in sys.argv[2:]:
    importlib.import_module(name)
print((time.process_time() - began) * 1000, len(set(sys.modules) - known))
"""


@dataclass(frozen=True)
class LateImport:
    """An import statement inside a function.

    Attributes:
        path: The file.
        first_line: The first line of the statement, counted from 1.
        last_line: Its last line.
        module: The module that contains it.
        statement: Its syntax tree.
        reason: The comment on its first or last line; empty if there is none.
    """

    path: Path
    first_line: int
    last_line: int
    module: str
    statement: ast.Import | ast.ImportFrom
    reason: str

    @property
    def targets(self) -> tuple[str, ...]:
        """The imported modules; finding them imports the packages that contain them."""
        return _import_targets(self.statement)

    def cost(self) -> tuple[float, int]:
        """Return the processor time in milliseconds and the number of modules that it loads.

        Both come from the fastest of three runs.
        """
        return min(self._measure_once() for _ in range(_ROUNDS))

    def _measure_once(self) -> tuple[float, int]:
        command = [sys.executable, "-c", _COST_SCRIPT, self.module, *self.targets]
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        result = subprocess.run(
            command, capture_output=True, text=True, check=True, env=environment
        )
        milliseconds, module_count = result.stdout.split()[-2:]
        return float(milliseconds), int(module_count)


_INDENTED_IMPORT = re.compile(r"^\s+(?:from|import)\s", re.MULTILINE)


def late_imports(root: Path) -> Iterator[LateImport]:
    """Yield the imports inside functions of a file, or of all modules below a folder."""
    for path in sorted(root.rglob("*.py")) if root.is_dir() else [root]:
        text = path.read_text("utf-8")
        if not _INDENTED_IMPORT.search(text):
            continue  # parsing takes a hundred times longer
        lines = text.splitlines()
        statements = {
            statement.lineno: statement
            for function in ast.walk(ast.parse(text))
            if isinstance(function, ast.FunctionDef)
            for statement in ast.walk(function)
            if isinstance(statement, ast.Import | ast.ImportFrom)
        }
        for first, statement in sorted(statements.items()):
            last = statement.end_lineno or first
            reasons = (REASON.search(lines[number - 1]) for number in (first, last))
            reason = next((match.string[match.start() :] for match in reasons if match), "")
            yield LateImport(path, first, last, _module_name(path), statement, reason)


def _module_name(path: Path) -> str:
    root = next(root for root in ROOTS if path.is_relative_to(root))
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _is_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def _import_targets(statement: ast.Import | ast.ImportFrom) -> tuple[str, ...]:
    if isinstance(statement, ast.ImportFrom):
        names = (f"{statement.module}.{alias.name}" for alias in statement.names)
        return (statement.module or "", *filter(_is_module, names))
    return tuple(alias.name for alias in statement.names)


def add_cost_comment(late_import: LateImport, milliseconds: float) -> None:
    """Add the cost of an import, in whole milliseconds, as a comment on its first line."""
    lines = late_import.path.read_text("utf-8").splitlines(keepends=True)
    line = lines[late_import.first_line - 1].rstrip("\n")
    lines[late_import.first_line - 1] = f"{line}  # {max(1, round(milliseconds))} ms\n"
    late_import.path.write_text("".join(lines), "utf-8")


def main() -> int:
    """List the imports inside functions with their cost, and write it as a comment if requested.

    Always return 0.
    """
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path, default=list(ROOTS))
    parser.add_argument("--write", action="store_true", help="write figures where no reason is")
    options = parser.parse_args()
    for late_import in [
        each for folder in options.folders for each in late_imports(folder.resolve())
    ]:
        if options.write and late_import.reason:
            continue
        milliseconds, module_count = late_import.cost()
        place = f"{late_import.path.relative_to(REPOSITORY)}:{late_import.first_line}"
        print(
            f"{place}: {' '.join(late_import.targets)}: {milliseconds:.1f} ms, "
            f"{module_count} modules {late_import.reason}"
        )
        if options.write and module_count:
            add_cost_comment(late_import, milliseconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
