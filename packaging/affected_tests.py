"""List the tests that a change can affect, the nearest first.

    python packaging/affected_tests.py

The change is the difference from the branch `main`, or from the last commit when on that branch,
including untracked files. A test is affected if it imports a changed module, directly or
indirectly; the fewer modules in between, the nearer it is. Tests in the folder that mirrors the
module's are nearest.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"m44core": "core", "m44editor": "editor"}
_MAIN_BRANCHES = ("main", "origin/main")  # a clone of another branch has only the second
_DOCUMENTS = "tests/contracts"  # compares documents, recipes and packaging tools with the code
_BENCHMARKS = "tests/benchmarks"  # measured in a run of their own
_FOLDER_DISTANCE = 2  # of tests in the folders above the mirroring one
_RESOURCES_MODULE = "m44core.resources"  # reads schemas and scenarios


def changed_files(root: Path = ROOT) -> list[str]:
    """Return the paths of the files changed since the branch left `main`, including untracked ones.

    On `main` itself, and without such a branch, return those changed since the last commit.

    Raises:
        CalledProcessError: this is not a git checkout.
    """
    main = next((name for name in _MAIN_BRANCHES if _has_branch(root, name)), "HEAD")
    base = _git_lines(root, "merge-base", "HEAD", main)
    new = _git_lines(root, "ls-files", "--others", "--exclude-standard")
    differing = _git_lines(root, "diff", "--name-only", *base)
    return sorted({*differing, *new})


def _has_branch(root: Path, name: str) -> bool:
    command = ["git", "rev-parse", "--verify", "--quiet", name]
    return subprocess.run(command, cwd=root, capture_output=True, check=False).returncode == 0


def _git_lines(root: Path, *words: str) -> list[str]:
    run = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def affected_test_files(files: Iterable[str], root: Path = ROOT) -> list[str]:
    """Return the test files that a change of *files* can affect, the nearest first.

    Benchmarks are left out.
    """
    files = list(files)
    importers = _importers_by_module(root)
    module_distances = _distances(
        {module for file in files for module in _modules_of_file(file, root)}, importers
    )
    distances = {
        _path_of_module(module): distance
        for module, distance in module_distances.items()
        if _is_test(module)
    }
    for folder in {folder for file in files for folder in _mirroring_tests(file)}:
        for path in sorted((root / folder).rglob("test_*.py")):
            distances[path.relative_to(root).as_posix()] = 0
    above = {folder for file in files for folder in _folders_above(file)}
    paths = (path for folder in above for path in (root / folder).glob("test_*.py"))
    distances = {path.relative_to(root).as_posix(): _FOLDER_DISTANCE for path in paths} | distances
    distances |= dict.fromkeys(distances.keys() & {*files}, 0)
    existing = [
        file for file in distances if (root / file).is_file() and not file.startswith(_BENCHMARKS)
    ]
    return sorted(existing, key=lambda file: (distances[file], file))


@cache
def _importers_by_module(root: Path) -> Mapping[str, set[str]]:
    """Return, for each module, the modules that import it.

    A test counts as importing the conftest modules of its folders.
    """
    sys.path[:0] = [str(root), *(str(root / folder) for folder in PACKAGES.values())]
    graph = grimp.build_graph(*PACKAGES, "tests", cache_dir=None)
    importers = {
        module: set(graph.find_modules_that_directly_import(module)) for module in graph.modules
    }
    for module in graph.modules:
        folder = module.removesuffix(".conftest")
        if folder != module:
            importers[module] |= {m for m in graph.modules if m.startswith(f"{folder}.")}
    return importers


def _distances(
    changed_modules: Iterable[str], importers: Mapping[str, set[str]]
) -> Mapping[str, int]:
    """Return the distance of each module that depends on *changed_modules*, directly or not.

    The distance is 1 for the changed modules themselves, 2 for modules that import them, and so on.
    """
    distances = dict.fromkeys(changed_modules, 1)
    last = [*distances]
    while last:
        further = {up for module in last for up in importers.get(module, ()) if up not in distances}
        distances |= dict.fromkeys(further, distances[last[0]] + 1)
        last = [*further]
    return distances


def _is_test(module: str) -> bool:
    return module.startswith("tests.") and module.rpartition(".")[2].startswith("test_")


def _path_of_module(module: str) -> str:
    return module.replace(".", "/") + ".py"


def _modules_of_file(file: str, root: Path) -> Iterator[str]:
    """Yield the module of a Python file, or the modules that may read a data file.

    A data file is read by the modules in the nearest folder that has any; schemas and scenarios by
    the module of the shipped resources. Files outside the packages and tests yield nothing.
    """
    path = PurePosixPath(file)
    if path.parts[0] in ("schema", "scenarios"):
        yield _RESOURCES_MODULE
    if path.parts[0] not in (*PACKAGES.values(), "tests"):
        return
    if path.suffix == ".py":
        yield _module_name(path)
        return
    while not any((root / path).glob("*.py")) and path.parts:
        path = path.parent
    yield from (
        _module_name(PurePosixPath(each.relative_to(root))) for each in (root / path).glob("*.py")
    )


def _module_name(path: PurePosixPath) -> str:
    parts = path.with_suffix("").parts
    inside = parts[1:] if parts[0] in PACKAGES.values() else parts
    return ".".join(inside).removesuffix(".__init__")


def _mirroring_tests(file: str) -> Iterator[str]:
    """Yield the folder of tests that mirrors the folder of a file.

    For Markdown files, and for files outside the packages and tests, yield the contract tests.
    """
    path = PurePosixPath(file)
    first, *_ = path.parts
    if path.suffix == ".md" or first not in (*PACKAGES.values(), "tests"):
        yield _DOCUMENTS
    if first in PACKAGES.values() and len(path.parts) > 3:
        yield PurePosixPath("tests", first, *path.parts[2:-1]).as_posix()


def _folders_above(file: str) -> Iterator[str]:
    """Yield the folders of tests above the one that mirrors the folder of a file.

    They test what is loaded by name, such as art, which no importer leads to.
    """
    path = PurePosixPath(file)
    for end in range(3, len(path.parts) - 1):
        if path.parts[0] in PACKAGES.values():
            yield PurePosixPath("tests", path.parts[0], *path.parts[2:end]).as_posix()


if __name__ == "__main__":
    print(*affected_test_files(changed_files()), sep="\n")
