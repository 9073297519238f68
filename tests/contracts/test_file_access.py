"""Files are parsed by the bounded readers and written by the safe writer; exceptions are listed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
FOLDERS = ("core/m44core", "editor/m44editor", "packaging")

PARSERS = {
    "json": {"load", "loads", "JSONDecoder"},
    "tomllib": {"load", "loads"},
    "yaml": {
        *("load", "load_all", "safe_load", "safe_load_all", "full_load", "unsafe_load"),
        *("compose", "parse", "scan"),
    },
}
PARSING_MODULES: Mapping[str, str] = {
    "core/m44core/untrusted_files.py": "the one reader of TOML, and of JSON by others",
    "core/m44core/io/text/yaml_read.py": "the one reader of YAML, with findings",
    "core/m44core/io/text/json_text.py": "the one reader of scenarios in JSON, with findings",
    "core/m44core/catalogue/packs/pack_text.py": "packs: below the findings, bounded likewise",
    "core/m44core/io/text/json_pointers.py": "a text that the reader of JSON has taken before",
    "core/m44core/io/text/splicing.py": "a text that the reader of YAML has taken before",
    "core/m44core/io/files/side_rules_update.py": "a text that the reader of YAML has taken before",
    "core/m44core/io/files/serialization.py": "texts that the program itself wrote a moment ago",
    "core/m44core/io/m44/m44_pointers.py": "a text that the reader of JSON has taken before",
    "core/m44core/io/m44/m44_format.py": "what a browser would do with a scenario",
    "core/m44core/io/m44/patch.py": "a text that the reader of JSON has taken before",
    "core/m44core/data_files.py": "data files of the program",
    "core/m44core/io/schema/schemas.py": "schemas of the program",
    "core/m44core/catalogue/packs/pack.py": "schemas of the program",
    "core/m44core/catalogue/unit_traits.py": "a value that the line above wrote",
    "packaging/messages_in_data.py": "test data of the repository",
    "packaging/check.py": "the output of another tool of the gate",
    "packaging/messages.py": "the list of reworded messages in the repository",
    "packaging/reword.py": "lists of reworded messages in the repository",
    "packaging/mutants.py": "the output of another step of the same tool",
    "packaging/package_formats/bundled.py": "data of the build in the repository",
    "packaging/package_formats/components.py": "the output of another tool of the build",
    "packaging/package_formats/deb.py": "data of the build in the repository",
    "packaging/package_formats/source_tree.py": "pyproject.toml of the repository",
    "packaging/release.py": "pyproject.toml of the repository",
    "packaging/compile_modules.py": "packaging/compiled.toml of the repository",
}
"""Modules that parse, each with the reason; all other modules call one of the first four."""


WRITING_MODULES: Mapping[str, str] = {
    "core/m44core/io/files/save.py": "the one writer: a temporary file, flushed and renamed",
    "core/m44core/cli/output_file.py": "appends to a pipe or device",
    "core/m44core/io/files/standard_input.py": "the temporary copy of standard input",
    "core/m44core/cli/main.py": "the null device, for streams that are closed",
    "core/m44core/faults.py": "below the writer; a temporary file that is renamed, too",
    "core/m44core/translate/exchange/po.py": "a copy in a temporary folder, for polib to read",
    "core/m44core/publish/typesetter.py": "copies in a temporary folder, for Typst",
    "core/m44core/io/schema_generation/generate.py": "schemas and pages of the repository",
}
"""Modules of core and editor that write files without the safe writer, each with the reason."""

_METHODS = {"write_text", "write_bytes", "touch", "save_as_pofile"}
_FUNCTIONS = {
    *("mkstemp", "NamedTemporaryFile", "fdopen", "QSaveFile", "QFile"),
    *("copy", "copy2", "copyfile", "copytree", "copyfileobj", "move"),
}


def syntax_nodes(words: Iterable[str], *folders: str) -> Iterator[tuple[str, ast.AST]]:
    """Yield each syntax node of the files below *folders* with one of *words*, after its file."""
    for path in (path for folder in folders for path in (REPOSITORY / folder).rglob("*.py")):
        text = path.read_text("utf-8")
        if any(word in text for word in words):  # parsing takes a hundred times as long
            for node in ast.walk(ast.parse(text)):
                yield path.relative_to(REPOSITORY).as_posix(), node


def files_with_calls(
    is_match: Callable[[ast.Call], bool], words: Iterable[str], *folders: str
) -> set[str]:
    """Return the files that contain one of *words* and a call for which *is_match* is true."""
    all_nodes = syntax_nodes(words, *folders)
    return {file for file, node in all_nodes if isinstance(node, ast.Call) and is_match(node)}


def is_parser_call(call: ast.Call) -> bool:
    return (
        isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.attr in PARSERS.get(call.func.value.id, ())
    )


def test_untrusted_files_are_parsed_by_the_bounded_readers_only() -> None:
    words = [f"{module}." for module in PARSERS]
    assert files_with_calls(is_parser_call, words, *FOLDERS) == PARSING_MODULES.keys()


@pytest.mark.parametrize("module", PARSERS)
def test_no_parser_function_is_imported_from_its_module(module: str) -> None:
    for file, node in syntax_nodes([f"from {module} "], *FOLDERS):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            assert not {name.name for name in node.names} & PARSERS[module], file


def is_file_write(call: ast.Call) -> bool:
    """Return whether a call opens, copies or writes a file."""
    func = call.func
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
    owner = (
        func.value.id
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name)
        else ""
    )
    if name == "open" and owner not in ("os", "wave"):
        arguments = [*call.args, *(word.value for word in call.keywords if word.arg == "mode")]
        modes = [each.value for each in arguments if isinstance(each, ast.Constant)]
        return any(isinstance(mode, str) and set(mode) & set("wax+") for mode in modes)
    if name == "fdopen":
        return any(isinstance(each, ast.Constant) and "w" in str(each.value) for each in call.args)
    if name in _FUNCTIONS:
        return (
            owner in ("shutil", "tempfile", "") and name not in ("copy", "move")
        ) or owner == "shutil"
    return name in _METHODS


def test_files_are_written_by_the_one_safe_writer() -> None:
    words = [f"{name}(" for name in ("open", *_METHODS, *_FUNCTIONS)]
    assert (
        files_with_calls(is_file_write, words, "core/m44core", "editor/m44editor")
        == WRITING_MODULES.keys()
    )


def test_system_errors_are_reported_as_translatable_messages() -> None:
    handlers = {
        file
        for file, node in syntax_nodes(["strerror"], *FOLDERS[:2])
        if _uses_raw_error_text(node)
    }
    assert handlers == {"core/m44core/messages/os_errors.py"}


def _uses_raw_error_text(node: ast.AST) -> bool:
    """Return whether a node reads the raw system text of an exception (``strerror``)."""
    if isinstance(node, ast.Constant):
        return node.value == "strerror"
    if not isinstance(node, ast.Attribute) or node.attr != "strerror":
        return False
    return not (isinstance(node.value, ast.Name) and node.value.id == "os")
