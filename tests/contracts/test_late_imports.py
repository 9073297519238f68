"""Every import inside a function gives a reason."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """``packaging/late_imports.py``, which belongs to no package."""
    path = REPOSITORY / "packaging" / "late_imports.py"
    spec = importlib.util.spec_from_file_location("late_imports", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module


def test_every_import_inside_a_function_gives_its_reason(tool: ModuleType) -> None:
    late_imports = [each for root in tool.ROOTS for each in tool.late_imports(root)]
    assert len(late_imports) > 100
    without_reason = [
        f"{each.path.name}:{each.first_line}" for each in late_imports if not each.reason
    ]
    assert without_reason == [], "move it to the top, or run: packaging/late_imports.py --write"
