"""Two files with the compiled modules of a bundle; ``launchers/module_archive.py`` reads them."""

from __future__ import annotations

import marshal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from launchers.module_archive import LENGTH_SIZE, NAME, NAME_OF_OTHERS

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

    The modules that are not imported at the start go to a second file, so that an AppImage can
    leave the first one uncompressed. Compiled modules with a source are removed: without the
    archive, Python compiles the source. Those without a source stay, because the first of them are
    needed to read the archive.

    Args:
        folder: The folder of the bundle with all modules.
        first_modules: The modules for the first file, in this order: the system reads ahead.
    """
    ranks = {name: rank for rank, name in enumerate(first_modules)}
    modules = [_CompiledModule.of(path, folder) for path in folder.rglob("*.pyc")]
    modules = [module for module in modules if module.name.partition(".")[0] in _PACKAGES]
    first = sorted((each for each in modules if each.name in ranks), key=lambda m: ranks[m.name])
    others = sorted(each for each in modules if each.name not in ranks)
    places = {**_index_entries(first, is_first=True), **_index_entries(others, is_first=False)}
    index = marshal.dumps(places)
    length = len(index).to_bytes(LENGTH_SIZE, "little")
    target = folder / NAME
    target.write_bytes(b"".join((length, index, *(each.path.read_bytes() for each in first))))
    contents = b"".join(each.path.read_bytes() for each in others)
    (folder / NAME_OF_OTHERS).write_bytes(contents)
    for module in modules:
        if module.path.parent.name == _CACHE:
            module.path.unlink()
    return target


class _CompiledModule(NamedTuple):
    """A compiled module: its name, its file, and its source, or itself if it has none."""

    name: str
    path: Path
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
        return cls(".".join(parts), path, str(source), is_package)


def _index_entries(
    modules: Sequence[_CompiledModule], *, is_first: bool
) -> dict[str, tuple[str, bool, bool, int, int]]:
    """Return the entries of the index for the modules in one file, by their names."""
    place = 0
    places = {}
    for module in modules:
        size = module.path.stat().st_size
        places[module.name] = (module.source, module.is_package, is_first, place, size)
        place += size
    return places
