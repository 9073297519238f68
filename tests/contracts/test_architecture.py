"""The map of the program is the program: docs/architecture.md against the tree."""

import ast
import re
import tomllib
from pathlib import Path

from m44core.cli.main import COMMANDS

REPOSITORY = Path(__file__).parents[2]
ROOTS = (REPOSITORY / "core" / "m44core", REPOSITORY / "editor" / "m44editor")
MAP = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8")


def _packages() -> list[Path]:
    return [init.parent for root in ROOTS for init in sorted(root.rglob("__init__.py"))]


def _row(package: Path) -> str:
    """Return the row of the table: a package, and the first line of its docstring."""
    root = next(root for root in ROOTS if package.is_relative_to(root))
    name = ".".join(package.relative_to(root.parent).parts)
    doc = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    return f"| `{name}` | {doc.splitlines()[0]} |"


def test_the_map_has_every_package_with_what_it_says_of_itself() -> None:
    table = MAP.split("| package | what is in it |")[1].split("\n\n")[0]
    assert table.splitlines()[2:] == [_row(package) for package in _packages()]


def test_the_picture_of_the_layers_is_that_of_the_contract() -> None:
    config = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["name"] == "layers of m44core")
    picture = MAP.split("m44core (everything except m44core.cli)\n")[1].split("\n\n")[0]
    assert [line.strip() for line in picture.splitlines()] == layers


def test_the_readme_has_a_row_for_every_command() -> None:
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `m44 ([a-z]+)", readme, re.MULTILINE)
    assert sorted(rows) == sorted(COMMANDS)


def test_every_room_of_the_core_is_named_in_a_contract() -> None:
    config = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    layered = {name for contract in contracts for name in contract.get("containers", ())}
    assert {"m44core", "m44core.rules", "m44core.validation", "m44core.drawing"} <= layered
    assert {"m44editor", "m44editor.panels", "m44editor.playtest"} <= layered
