"""One file with the compiled modules of a bundle; ``launchers/module_archive.py`` reads it."""

from __future__ import annotations

import marshal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from launchers.module_archive import LENGTH_SIZE, NAME

_PACKAGES = {"m44core", "m44editor", "yaml", *sys.stdlib_module_names}
_CACHE = "__pycache__"
_IMPORTS_OF_START = """
import os, sys
from m44core.cli.main import main
from m44core.resources import scenarios_folder
main(["check", "--output", os.devnull, str(scenarios_folder() / "pegasus-bridge.m44")])
try:
    import m44editor.windows.main_window, m44editor.windows.tab_sessions
except ImportError:
    pass # without the libraries of Qt, only the order of these modules differs
print("\\n".join(sys.modules), file=sys.__stderr__)
"""


def modules_imported_at_start(python: Path) -> list[str]:
    """Return the modules that the programs import when they start, in the order of imports.

    Args:
        python: The Python of an environment with the program.
    """
    command = [str(python), "-c", _IMPORTS_OF_START]
    return subprocess.run(command, capture_output=True, text=True, check=True).stderr.splitlines()


def write_module_archive(folder: Path, first_modules: Sequence[str] = ()) -> Path:
    """Write the modules of the program, of Python and of YAML to an archive; return its path.

    Compiled modules with a source are removed: without the archive, Python compiles the source.
    Those without a source stay, because the first of them are needed to read the archive.

    Args:
        folder: The folder of the bundle with all modules.
        first_modules: The modules to write first, in this order: the system reads ahead.
    """
    ranks = {name: rank for rank, name in enumerate(first_modules)}
    index: dict[str, tuple[str, bool, int, int]] = {}
    contents: list[bytes] = []
    place = 0
    modules = [_CompiledModule.of(path, folder) for path in folder.rglob("*.pyc")]
    for module in sorted(modules, key=lambda each: (ranks.get(each.name, len(ranks)), each.name)):
        if module.name.partition(".")[0] not in _PACKAGES:
            continue
        content = module.path.read_bytes()
        index[module.name] = (module.source, module.is_package, place, len(content))
        contents.append(content)
        place += len(content)
        if module.path.parent.name == _CACHE:
            module.path.unlink()
    packed_index = marshal.dumps(index)
    target = folder / NAME
    length = len(packed_index).to_bytes(LENGTH_SIZE, "little")
    target.write_bytes(b"".join((length, packed_index, *contents)))
    return target


class _CompiledModule(NamedTuple):
    """A compiled module: its file, its name, and its source, or itself if it has none."""

    path: Path
    name: str
    source: str
    is_package: bool

    @classmethod
    def of(cls, path: Path, folder: Path) -> _CompiledModule:
        """Describe the module in a file of the bundle."""
        source = PurePosixPath(path.relative_to(folder).as_posix())
        if source.parent.name == _CACHE:
            source = source.parent.parent / f"{source.name.partition('.')[0]}.py"
        is_package = source.stem == "__init__"
        parts = source.parent.parts if is_package else source.with_suffix("").parts
        return cls(path, ".".join(parts), str(source), is_package)
