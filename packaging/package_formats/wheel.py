"""The wheel and the source archive, the same bytes whenever and wherever they are built."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from package_formats.build_tools import run_tool
from package_formats.source_tree import ROOT

_TARGETS = ("wheel", "sdist")


def build_wheel(python: Path, output: Path, *, root: Path = ROOT) -> Path:
    """Build the wheel and the source archive of a checkout, and return the path of the wheel.

    Args:
        python: A Python with Hatchling and the requirements of the build hook.
        output: The folder for the two files.
        root: The checkout.
    """
    output.mkdir(parents=True, exist_ok=True)
    targets = [word for target in _TARGETS for word in ("--target", target)]
    with tempfile.TemporaryDirectory() as folder:
        run_tool([str(python), "-m", "hatchling", "build", *targets, "--directory", folder], root)
        for path in Path(folder).iterdir():
            shutil.move(path, output / path.name)
        (wheel,) = (path.name for path in output.glob("*.whl"))
    return output / wheel
