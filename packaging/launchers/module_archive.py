"""The compiled modules of the bundle in two files, from which modules are imported.

To import a module from a file of its own takes six requests to the file system. Where a program
answers them, as in an AppImage, these requests take most of the time of a start.

``package_formats/module_archive.py`` writes the files. The first has the length of the index in
eight bytes, the index, and the ``.pyc`` files of the modules imported at the start of the programs.
The second has those of the others. The index contains the source of each module, or its ``.pyc``
file if the bundle has no source, whether it is in the first file, and its place and size there.
"""

from __future__ import annotations

import marshal
import os
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader, SourcelessFileLoader

NAME = "modules.archive"
NAME_OF_OTHERS = "other-modules.archive"
LENGTH_SIZE = 8  # bytes, the lowest first
_Place = tuple[int, int, int]  # the file descriptor of the archive, the size, and the place


def import_from_archive(folder: str) -> None:
    """Import modules from the archive in a folder of the bundle, if there is one."""
    try:
        archive = ModuleArchive(folder)
    except OSError:
        return  # each module still has a file of its own, or a source
    place = sys.meta_path.index(PathFinder) if PathFinder in sys.meta_path else 0
    sys.meta_path.insert(place, archive)


class ModuleArchive:
    """Finds modules in the archive.

    Args:
        folder: The folder of the archive and of the sources.

    Raises:
        OSError: there is no archive.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._file = _open(f"{folder}/{NAME}")
        length = int.from_bytes(os.pread(self._file, LENGTH_SIZE, 0), "little")
        self._index = marshal.loads(os.pread(self._file, length, LENGTH_SIZE))
        self._start = LENGTH_SIZE + length
        self._others: int | None = None

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return how to import a module; None if the archive does not contain it."""
        if name not in self._index:
            return None
        file_name, is_package, is_first, place, size = self._index[name]
        file = f"{self._folder}/{file_name}"
        kind = _SourceLoader if file.endswith(".py") else _SourcelessLoader
        loader = kind(name, file, self._place(is_first, place, size))
        spec = ModuleSpec(name, loader, origin=file, is_package=is_package)
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(file.rpartition("/")[0])
        return spec

    def _place(self, is_first: bool, place: int, size: int) -> _Place:
        if is_first:
            return self._file, size, self._start + place
        if self._others is None:
            self._others = _open(f"{self._folder}/{NAME_OF_OTHERS}")
        return self._others, size, place


def _open(path: str) -> int:
    """Open a file that is read from its beginning, so that the system reads further ahead."""
    file = os.open(path, os.O_RDONLY)
    if sys.platform == "linux":
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_SEQUENTIAL)
    return file


class _SourceLoader(SourceFileLoader):
    """Loads a module from the archive; its source is read only to show it."""

    def __init__(self, name: str, path: str, compiled: _Place) -> None:
        super().__init__(name, path)
        self._compiled = compiled

    def path_stats(self, path: str) -> dict[str, int]:
        """Return nothing about the source, to which the compiled module is not compared."""
        return {"mtime": 0, "size": 0}

    def get_data(self, path: str) -> bytes:
        """Return the content of the compiled module, the source or a resource."""
        return os.pread(*self._compiled) if path.endswith(".pyc") else super().get_data(path)


class _SourcelessLoader(SourcelessFileLoader):
    """Loads a module without source from the archive."""

    def __init__(self, name: str, path: str, compiled: _Place) -> None:
        super().__init__(name, path)
        self._compiled = compiled

    def get_data(self, path: str) -> bytes:
        """Return the content of the compiled module or a resource."""
        return os.pread(*self._compiled) if path.endswith(".pyc") else super().get_data(path)
