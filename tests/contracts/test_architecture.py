"""docs/architecture.md matches the tree."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from m44core.cli.main import COMMANDS

REPOSITORY = Path(__file__).parents[2]
ROOTS = (REPOSITORY / "core" / "m44core", REPOSITORY / "editor" / "m44editor")
MAP = (REPOSITORY / "docs" / "architecture.md").read_text("utf-8")


def _package_folders() -> list[Path]:
    return [init.parent for root in ROOTS for init in sorted(root.rglob("__init__.py"))]


def _package_row(package: Path) -> str:
    """Return the table row of a package: its name and the first line of its docstring."""
    root = next(root for root in ROOTS if package.is_relative_to(root))
    name = ".".join(package.relative_to(root.parent).parts)
    doc = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    return f"| `{name}` | {doc.splitlines()[0]} |"


def test_the_architecture_map_lists_every_package_with_its_docstring() -> None:
    table = MAP.split("| package | what is in it |")[1].split("\n\n")[0]
    assert table.splitlines()[2:] == [_package_row(package) for package in _package_folders()]


@pytest.mark.parametrize(
    ("contract", "layer_above"),
    [
        ("layers of m44core", "m44core (everything except m44core.cli)\n"),
        ("rooms of the editor", "and m44editor itself\n\n"),
    ],
)
def test_the_diagram_of_layers_matches_the_import_contract(contract: str, layer_above: str) -> None:
    config = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["name"] == contract)
    picture = MAP.split(layer_above)[1].split("\n\n")[0]
    assert [line.strip() for line in picture.splitlines()] == layers


def test_the_readme_has_a_row_for_every_command() -> None:
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| `m44 ([a-z-]+)", readme, re.MULTILINE)
    assert sorted(rows) == sorted(COMMANDS)


def test_every_package_of_the_core_is_named_in_a_contract() -> None:
    config = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    layered_packages = {name for contract in contracts for name in contract.get("containers", ())}
    assert {"m44core", "m44core.rules", "m44core.validation", "m44core.drawing"} <= layered_packages
    assert {
        "m44editor",
        "m44editor.windows",
        "m44editor.panels",
        "m44editor.playtest",
    } <= layered_packages


_WITHOUT_A_SCENARIO = {
    "catalogue/catalogue_loader.py": "makes it",
    "comparing/differences.py": "two scenarios nobody gave",
    "drawing/ground/hex_edges.py": "tiles of the game are drawn the same everywhere",
    "io/files/file_reader.py": "files without a folder",
    "io/files/side_files.py": "files whose packs cannot be told",
    "io/schema/violations.py": "names of the game; pieces of packs have one name everywhere",
    "io/schema_generation/generate.py": "schemas and pages of the game",
    "io/schema_generation/strict_schema.py": "schemas of the game",
    "io/vocabulary/codes.py": "names of the game",
    "io/vocabulary/m44_rules.py": "the same",
    "library/library_search.py": "words for pieces of the game",
    "model/edits/moving.py": "clips of no scenario",
    "model/paths/path_families.py": "tiles of the families, which are the game's",
    "model/paths/path_network.py": "the same",
    "model/scenario.py": "a scenario nobody read",
    "rules/board/hex_ground.py": "sandbags, which are the game's",
    "rules/board/scenario_ground.py": "rice paddies, which are the game's",
    "setup_list/phrase_parser.py": "a list for no board",
    "site/gallery.py": "words for pieces of the game",
    "documents/clip_text.py": "texts that are the same with packs and without",
    "panels/victory_panel.py": "a goal of no scenario",
    "sessions/game_snapshots.py": "texts that are the same with packs and without",
    "sessions/snapshots.py": "texts that are the same with packs and without",
    "tools/brush.py": "until a scenario is shown",
    "windows/editor_context.py": "until a scenario is shown",
}
"""The modules that use the base catalogue, and why no scenario's catalogue applies there."""


def test_code_uses_the_catalogue_of_the_scenario() -> None:
    """The base catalogue lacks the packs of a scenario."""
    modules = {
        path.relative_to(root).as_posix()
        for root in ROOTS
        for path in root.rglob("*.py")
        if "base_catalogue()" in path.read_text("utf-8")
        or "=base_catalogue" in path.read_text("utf-8")
    }
    assert modules == {*_WITHOUT_A_SCENARIO}


def test_no_module_keeps_packs_for_all_scenarios() -> None:
    """A module-level list or set of packs would be shared by all scenarios."""
    packs_kept = [
        f"{path.name}: {ast.unparse(node.target)}"
        for root in ROOTS
        for path in root.rglob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.value, ast.List | ast.Dict | ast.Set | ast.Call)
        and re.search(r"\bPack\b", ast.unparse(node.annotation))
    ]
    assert packs_kept == [
        "configured_packs.py: _pack_cache"
    ]  # as last read, compared with their files
