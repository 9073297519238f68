"""The build: turns source data into the files the program loads; a Hatchling hook and a command.

    python packaging/build_hook.py     rebuild what is out of date

Built files are below ``core/m44core/_built``, each stamped with the digest of its sources, and
are not committed; nor are the compiled catalogues next to the translations. The wheel contains
them, an editable installation builds them in the checkout, and ``workshop.py`` keeps them up to
date. Without them the program works, but more slowly and in English only. To build a new kind of
file, add a step.
"""

from __future__ import annotations

import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "core"))  # in a build nothing is installed

from build_patterns import is_up_to_date, patterns_of
from compile_messages import compile_messages
from m44core.catalogue.built import BUILT_CATALOGUE, prebuilt_catalogue
from m44core.catalogue.entries import DATA
from m44core.cli.built_help import built_help_path, is_help_up_to_date
from m44core.data_files import BUILT, PACKAGE, built_form, built_path, checksum_line, yaml_to_json
from m44core.errors import CatalogueError
from m44core.messages.languages import languages
from m44core.validation.text_analysis.compiled_patterns import patterns_path
from m44core.validation.text_analysis.language_patterns import LANGUAGES


class BuildHook(BuildHookInterface[Any]):
    """Builds everything before the wheel is packed or the checkout is installed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build; ``artifacts`` in pyproject.toml adds ignored files to the wheel."""
        build()


class BuildStep(NamedTuple):
    """One kind of built file.

    Attributes:
        sources: The source files in the package, as a glob.
        make: Turns a source file into the built file.
    """

    sources: str
    make: Callable[[bytes], bytes]


_ROOT = Path(__file__).parent.parent
STEPS = (BuildStep("**/*.yaml", yaml_to_json),)


def build() -> list[Path]:
    """Build what is missing or out of date, and delete orphans; return the changed files."""
    current = {
        built_path(source): (step, source) for step in STEPS for source in _source_files(step)
    }
    pattern_sources = sorted(LANGUAGES.glob("*.yaml"))
    kept_files = {
        *current,
        *map(patterns_path, pattern_sources),
        BUILT_CATALOGUE,
        Path(built_help_path()),
    }
    changed = [path for path in sorted(BUILT.rglob("*.built")) if path not in kept_files]
    for path in changed:
        path.unlink()
    changed += [
        path for path, (step, source) in current.items() if _rebuild_if_outdated(path, step, source)
    ]
    changed += [patterns_path(each) for each in pattern_sources if _build_patterns(each)]
    return changed + _build_catalogue() + _build_messages() + _build_help()


def _build_help() -> list[Path]:
    """Lay out the help, if anything it depends on has changed; return the files written."""
    if is_help_up_to_date(list(languages())):
        return []
    _write_atomically(Path(built_help_path()), _script_output("build_help.py"))
    return [Path(built_help_path())]


def _build_patterns(language: Path) -> bool:
    """Compile the patterns of a language if they are outdated; return whether this was done."""
    if is_up_to_date(language):
        return False
    try:
        _write_atomically(patterns_path(language), patterns_of(language))
    except (CatalogueError, LookupError, TypeError, ValueError, re.error) as error:
        raise SystemExit(f"{language}: {error!r}") from error
    return True


def _build_catalogue() -> list[Path]:
    """Build the catalogue, if anything it depends on has changed; return the files written."""
    if prebuilt_catalogue(DATA) is not None:
        return []
    _write_atomically(BUILT_CATALOGUE, _script_output("build_catalogue.py"))
    return [BUILT_CATALOGUE]


def _script_output(script: str) -> bytes:
    """Return the output of a build script.

    It runs in a process with a fixed hash seed, so that sets have a fixed order and the wheel is
    reproducible.
    """
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    command = [sys.executable, str(Path(__file__).with_name(script))]
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE)
    if result.returncode:
        raise SystemExit(result.returncode)
    return result.stdout


def _build_messages() -> list[Path]:
    """Compile the languages that have changed; return the files written."""
    return compile_messages(Path(__file__).resolve().parent.parent)


def _source_files(step: BuildStep) -> Iterator[Path]:
    return (path for path in sorted(PACKAGE.glob(step.sources)) if BUILT not in path.parents)


def _rebuild_if_outdated(path: Path, step: BuildStep, source: Path) -> bool:
    """Build a file if it is out of date; return whether this was done."""
    source_bytes = source.read_bytes()
    if built_form(source, source_bytes) is not None:
        return False
    try:
        content = step.make(source_bytes)
    except ValueError as error:
        raise SystemExit(f"{source}: {error}") from error
    _write_atomically(path, checksum_line(source_bytes) + b"\n" + content)
    return True


def _write_atomically(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    temporary = path.with_suffix(f".{os.getpid()}")
    temporary.parent.mkdir(parents=True, exist_ok=True)
    temporary.write_bytes(content)
    temporary.replace(path)


if __name__ == "__main__":
    build()
