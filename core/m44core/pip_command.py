"""The command that installs missing libraries, as the system at hand spells it."""

from __future__ import annotations

import sys


def pip_command(packages: str, platform: str = sys.platform) -> str:
    """Return the command for a terminal that installs packages with pip.

    On Windows ``python3`` may open a shop; ``py`` is the launcher that comes with Python.
    """
    python = "py" if platform == "win32" else "python3"
    return f"{python} -m pip install {packages}"


def extra_command(extra: str) -> str:
    """Return the command that installs an extra of the program, such as ``publish``."""
    return pip_command(f'"m44-workshop[{extra}]"')
