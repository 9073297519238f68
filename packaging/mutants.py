"""Test the tests: mutate the engine and report mutants that no test notices.

    python packaging/mutants.py board/line_of_sight units/retreat victory/game_end

The arguments are modules of ``m44core.rules``. If no test notices a mutant, a rule is untested or
the change makes no difference; look at each. At least 85% must be noticed.

Needs ``cosmic-ray`` on the path, or in ``M44_COSMIC_RAY``; it is not part of the environment
(``uv tool install cosmic-ray``). It was chosen because it changes the source itself, so that
cached functions, properties and tables are mutated too, and because it keeps its progress in a
file. Everything runs in a copy of the checkout.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOOL = Path(os.environ.get("M44_COSMIC_RAY", shutil.which("cosmic-ray") or "cosmic-ray"))
MIN_NOTICED_SHARE = 0.85
TESTS = {  # that compare a module with the rules; the others would find no more in an hour
    "board/line_of_sight": ("rules/board/test_sight.py",),
    "units/retreat": ("rules/units/test_retreat.py", "rules/test_cases.py"),
    "victory/game_end": ("rules/victory", "rules/test_cases.py"),
}

# One change per operator is enough; decorators here are caches and dataclasses.
_KEPT_OPERATORS = (
    *("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul", "Mod_FloorDiv"),
    *("BitAnd_BitOr", "BitOr_BitAnd", "BitXor_BitOr", "LShift_RShift", "RShift_LShift"),
    *("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is", "Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt"),
    *("Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt", "Delete_Not", "Delete_Invert", "Delete_USub"),
)
_EXCLUDED_OPERATORS = (
    f"core/Replace(Binary|Comparison|Unary)Operator_(?!({'|'.join(_KEPT_OPERATORS)})$)",
    "core/RemoveDecorator",
)


def main(modules: list[str]) -> int:
    """Print the unnoticed mutants of each module and the share noticed.

    Return 1 if the share of a module is too low, else 0.
    """
    shares = [_test_mutants(module) for module in modules]
    return int(any(share < MIN_NOTICED_SHARE for share in shares))


def _test_mutants(module: str) -> float:
    with tempfile.TemporaryDirectory(prefix="m44-mutants-") as folder:
        root = Path(folder)
        copy_checkout(root)
        (root / "mutants.toml").write_text(_settings_text(module), encoding="utf-8")
        for command in ("init", "baseline", "filter", "exec"):
            _run_cosmic_ray(root, command)
        return _report_unnoticed(module, list(_mutant_results(root)))


def copy_checkout(root: Path) -> None:
    """Copy the working tree, without ignored files, to the folder *root*."""
    list_command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(
        list_command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for name in names.splitlines():
        if (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)


def _settings_text(module: str) -> str:
    tests = " ".join(f"tests/core/{name}" for name in TESTS.get(module, ("rules",)))
    return "\n".join(
        (
            "[cosmic-ray]",
            f'module-path = "core/m44core/rules/{module}.py"',
            "timeout = 600.0",
            "excluded-modules = []",
            f'test-command = "{sys.executable} -m pytest -q -x -p no:cacheprovider {tests}"',
            "[cosmic-ray.distributor]",
            'name = "local"',
            "[cosmic-ray.filters.operators-filter]",
            f"exclude-operators = {json.dumps(_EXCLUDED_OPERATORS)}",
            "",
        )
    )


def _run_cosmic_ray(root: Path, command: str) -> None:
    tool = TOOL.with_name("cr-filter-operators") if command == "filter" else TOOL
    arguments = {
        "init": ("init", "mutants.toml", "mutants.sqlite"),
        "baseline": ("baseline", "mutants.toml"),
        "filter": ("mutants.sqlite", "mutants.toml"),
        "exec": ("exec", "mutants.toml", "mutants.sqlite"),
    }
    own_variables = {"PYTHONPATH": str(root / "core"), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run(
        [str(tool), *arguments[command]], cwd=root, env={**os.environ, **own_variables}, check=True
    )


def _mutant_results(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the outcome of each mutant whose tests could be run, and its change as diff lines."""
    dump = [str(TOOL), "dump", "mutants.sqlite"]
    lines = subprocess.run(dump, cwd=root, capture_output=True, text=True, check=True).stdout
    for line in lines.splitlines():
        _, result = json.loads(line)
        if result and result["worker_outcome"] == "normal":
            yield result["test_outcome"], _changed_lines(result)


def _changed_lines(result: dict[str, Any]) -> str:
    lines = (result["diff"] or "").splitlines()
    diff_lines = [line for line in lines if line.startswith(("@@", "-", "+")) and line[1:3] != "--"]
    return "\n".join(line for line in diff_lines if not line.startswith(("---", "+++")))


def _report_unnoticed(module: str, results: list[tuple[str, str]]) -> float:
    unnoticed = [change for outcome, change in results if outcome == "survived"]
    share = 1 - len(unnoticed) / max(1, len(results))
    for change in unnoticed:
        print(change, end="\n\n")
    print(f"{module}: {len(results)} mutants, {share:.0%} noticed, {len(unnoticed)} not")
    return share


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
