"""The files of the bundle, without those excluded by ``bundle.toml`` and unused libraries."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import PurePosixPath, PureWindowsPath

Entry = tuple[str, str, str]
"""A file as PyInstaller lists it: its path in the bundle, its source, and its kind."""


def wanted_files(entries: Iterable[Entry], removed: Iterable[str]) -> list[Entry]:
    """Return the entries whose path matches none of the patterns; ``*`` also matches slashes."""
    patterns = tuple(removed)
    return [
        entry
        for entry in entries
        if not any(fnmatch(PureWindowsPath(entry[0]).as_posix(), each) for each in patterns)
    ]


def needed_libraries(
    entries: Iterable[Entry], imports_of: Callable[[str], Iterable[str]]
) -> list[Entry]:
    """Return the entries, leaving out shared libraries that nothing else in the bundle loads.

    System libraries are at the top of the bundle. They are kept if an extension module, a Qt plugin
    or another kept library is linked with them.

    Args:
        entries: The binaries of the bundle.
        imports_of: Returns the file names of the libraries that a source file is linked with.
    """
    libraries = list(entries)
    named: dict[str, list[Entry]] = {}
    for entry in libraries:
        named.setdefault(PurePosixPath(entry[0]).name, []).append(entry)
    waiting = [entry for entry in libraries if not _is_system_library(entry)]
    kept = set(waiting)
    while waiting:
        entry = waiting.pop()
        if entry[2] == "SYMLINK":
            continue
        linked = [each for name in imports_of(entry[1]) for each in named.get(name, ())]
        waiting += (new := [each for each in linked if each not in kept])
        kept |= set(new)
    return [entry for entry in libraries if entry in kept]


def linked_libraries(binary: str) -> list[str]:
    """Return the file names of the shared libraries that an ELF file is directly linked with."""
    run = subprocess.run(["objdump", "-p", binary], capture_output=True, text=True, check=True)
    return re.findall(r"^ *NEEDED +(\S+)$", run.stdout, re.MULTILINE)


def _is_system_library(entry: Entry) -> bool:
    path = PurePosixPath(entry[0])
    if path.name.startswith("libpython"):  # loaded by the program itself
        return False
    return len(path.parts) == 1 and path.name.startswith("lib") and ".so" in path.name
