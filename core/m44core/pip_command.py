"""The command that installs missing libraries on the current system."""

from __future__ import annotations

import sys


def pip_command(packages: str, platform: str = sys.platform) -> str:
    """Return the command for a terminal that installs packages with pip.

    On Windows ``python3`` may open the Microsoft Store; ``py`` is the launcher of Python itself.
    """
    python = "py" if platform == "win32" else "python3"
    return f"{python} -m pip install {packages}"


def extra_install_command(extra: str) -> str:
    """Return the command that installs an extra of the program, such as ``publish``."""
    return pip_command(f'"m44-workshop[{extra}]"')
