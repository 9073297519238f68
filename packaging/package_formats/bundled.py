"""The libraries and fonts in the bundle that are not Python packages, from ``bundled.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePath

from package_formats.build_tools import BuildError
from package_formats.source_tree import PACKAGING

DATA = PACKAGING / "bundled.toml"
_LIBRARY = re.compile(
    r"^(?!.*\.(?:cpython|abi3)[-.\w]*\.so$).*(?:\.so(?:\.[\d.]+)?|\.dll|\.dylib)$"
)


@dataclass(frozen=True)
class BundledComponent:
    """A library or font in the bundle.

    Attributes:
        name: Its name.
        licence: Its licence, as an SPDX expression.
        address: Its web page.
        files: Patterns of the names of its shared libraries.
        package: The Python package that contains it; empty if none does.
        version: A regular expression that finds its version in a file name; empty if none does.
    """

    name: str
    licence: str
    address: str
    files: tuple[str, ...] = ()
    package: str = ""
    version: str = ""

    def has(self, file: str) -> bool:
        """Return whether a file with this name belongs to it."""
        return any(fnmatchcase(file, pattern) for pattern in self.files)

    def version_in(self, files: Iterable[str]) -> str:
        """Return the version that the names of files show; empty if they show none."""
        found = (re.search(self.version, file) for file in files if self.version)
        return next((match[1] for match in found if match), "")


def all_bundled_components() -> list[BundledComponent]:
    """Return everything in ``bundled.toml``."""
    return [
        BundledComponent(
            name=entry["name"],
            licence=entry["licence"],
            address=entry["address"],
            files=tuple(entry.get("files", ())),
            package=entry.get("in", ""),
            version=entry.get("version", ""),
        )
        for entry in tomllib.loads(DATA.read_text("utf-8"))["bundled"]
    ]


def shared_libraries(folder: Path) -> Iterator[str]:
    """Yield the names of the shared libraries below a folder that are not Python modules."""
    names = {path.name for path in folder.rglob("*") if path.is_file()}
    yield from sorted(name for name in names if _LIBRARY.match(name))


def components_in_bundle(
    libraries: Iterable[str], packages: Iterable[str]
) -> list[tuple[BundledComponent, str]]:
    """Return the components in a bundle, each with its version, which is empty if unknown.

    Args:
        libraries: The file names of its shared libraries.
        packages: The normalized names of the Python packages in it.

    Raises:
        BuildError: a library is not in ``bundled.toml``.
    """
    found, names = list(libraries), set(packages)
    known = all_bundled_components()
    unknown = [name for name in found if not any(each.has(name) for each in known)]
    if unknown:
        raise BuildError(f"add these libraries and their licences to {DATA.name}: {unknown}")
    return [
        (each, each.version_in(found))
        for each in known
        if any(map(each.has, found)) or (each.package in names if each.package else not each.files)
    ]


def python_packages_in(folder: Path) -> set[str]:
    """Return the normalized names of the Python packages in a bundle."""
    infos = (path for path in folder.rglob("*.dist-info") if path.is_dir())
    return {normalised_name(PurePath(path.stem).name.split("-")[0]) for path in infos}


def normalised_name(name: str) -> str:
    """Return the name of a package in the form in which the package index compares names."""
    return re.sub(r"[-_.]+", "-", name).lower()
