"""Compile the modules in compiled.toml with mypyc; a step of ``build.py compiled-wheel``.

It needs mypy, setuptools and a C compiler. Afterwards, the compiled modules are next to the
sources, and Python prefers them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import run
from typing import Any

from native_form import native_form

PACKAGE = "m44core"
_OPTIONS = (
    "--config-file=",
    "--explicit-package-bases",
    "--ignore-missing-imports",
    "--disable-error-code=import-untyped",
    "--always-false=DISTINCT_INDEX_TYPES",
)


def compiled_modules(folder: Path) -> list[Path]:
    """Return the modules to compile, relative to *folder*, the folder of the package."""
    choice = tomllib.loads(Path(__file__).with_name("compiled.toml").read_text("utf-8"))
    left_out = set(_matching_paths(folder, choice["left-out"]))
    return sorted(set(_matching_paths(folder, choice["modules"])) - left_out)


def _matching_paths(folder: Path, globs: Sequence[str]) -> Iterator[Path]:
    return (path.relative_to(folder) for glob in globs for path in folder.glob(glob))


def store_engine_version(folder: Path) -> None:
    """Store the version of the engine before its sources are rewritten.

    The compiled modules play the same games, which can then be combined with those of the pure
    wheel.
    """
    print_version = (
        "from m44core.balance_lab import engine_version as module;"
        "print(module.STORED_VERSION_FILE, module.engine_version(), sep='\\n')"
    )
    command = [sys.executable, "-B", "-c", print_version]  # the wheel gets every file in *folder*
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    result = run(command, env=environment, capture_output=True, text=True, check=True)
    path, version = result.stdout.splitlines()
    Path(path).write_text(f"{version}\n", "ascii")


def compile_modules(folder: Path, jobs: int) -> None:
    """Rewrite and compile the modules of the package in *folder*.

    Args:
        folder: The folder that contains the package.
        jobs: The number of C files to compile at the same time.
    """
    from mypyc.build import mypycify
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class ParallelBuild(build_ext):  # type: ignore[misc]  # setuptools has no types
        """Compiles the files of an extension in parallel."""

        def build_extensions(self) -> None:
            compile_files = self.compiler.compile

            def compile_each(sources: list[str], *args: Any, **kwargs: Any) -> list[str]:  # noqa: ANN401 - those of setuptools
                with ThreadPoolExecutor(jobs) as pool:
                    outputs = pool.map(lambda file: compile_files([file], *args, **kwargs), sources)
                    return [path for paths in outputs for path in paths]

            self.compiler.compile = compile_each
            super().build_extensions()

    os.chdir(folder)
    store_engine_version(Path.cwd())
    modules = [Path(PACKAGE, each) for each in compiled_modules(Path(PACKAGE))]
    for module in modules:
        module.write_text(native_form(module.read_text("utf-8")), "utf-8")
    paths = [path.as_posix() for path in modules]
    extensions = mypycify(
        [*_OPTIONS, *paths], opt_level="2", debug_level="0", multi_file=True, group_name=PACKAGE
    )
    setup(
        name=PACKAGE,
        packages=[],
        ext_modules=extensions,
        cmdclass={"build_ext": ParallelBuild},
        script_args=["--quiet", "build_ext", "--inplace"],
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder that contains the package")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="C files at a time")
    arguments = parser.parse_args()
    compile_modules(arguments.folder, arguments.jobs)
