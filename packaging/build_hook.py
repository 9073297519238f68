"""What the build makes of what people write: a hook of hatchling, and a command.

    python packaging/build_hook.py     make anew what is out of date

Built files lie below ``core/m44core/_built``, each under the digest of its source, and are no
part of the repository. The wheel takes them along, an editable installation makes them in the
checkout, and ``workshop.py`` keeps them up to date. The program is right without them, only slower.
To build one more kind of file, add a step.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent.parent / "core"))  # in a build nothing is installed

from m44core.data_files import BUILT, PACKAGE, as_json, built_form, built_path, stamp_of


class BuildHook(BuildHookInterface[Any]):
    """Builds everything before the wheel is packed or the checkout installed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build; ``artifacts`` in pyproject.toml takes what git ignores into the wheel."""
        build()


class Step(NamedTuple):
    """One kind of file that is built.

    Attributes:
        sources: Which files of the package it is made of, as a glob.
        make: Turns the source into what is built.
    """

    sources: str
    make: Callable[[bytes], bytes]


STEPS = (Step("**/*.yaml", as_json),)


def build() -> list[Path]:
    """Make what is missing or out of date, remove what has no source; return what changed."""
    current = {built_path(source): (step, source) for step in STEPS for source in _sources(step)}
    changed = [path for path in sorted(BUILT.rglob("*.built")) if path not in current]
    for path in changed:
        path.unlink()
    return changed + [
        path for path, (step, source) in current.items() if _made_anew(path, step, source)
    ]


def _sources(step: Step) -> Iterator[Path]:
    return (path for path in sorted(PACKAGE.glob(step.sources)) if BUILT not in path.parents)


def _made_anew(path: Path, step: Step, source: Path) -> bool:
    """Write the file whole or not at all; return whether it was out of date."""
    says = source.read_bytes()
    if built_form(source, says) is not None:
        return False
    try:
        content = step.make(says)
    except ValueError as error:
        raise SystemExit(f"{source}: {error}") from error
    part = path.with_suffix(f".{os.getpid()}")
    part.parent.mkdir(parents=True, exist_ok=True)
    part.write_bytes(stamp_of(says) + b"\n" + content)
    part.replace(path)
    return True


if __name__ == "__main__":
    build()
