"""M44 Workshop's core, which needs no GUI: scenarios, files, checks, drawing and playtests.

Other programs use :mod:`m44core.api`, whose functions are also available here.
"""

from __future__ import annotations

from m44core.version import __version__

TYPE_CHECKING = False  # importing `typing` takes as long as starting Python
if TYPE_CHECKING:
    from typing import Any

    from m44core.api import balance, check, play, read, render, said, simulate, write

__all__ = ["__version__", "balance", "check", "play", "read", "render", "said", "simulate", "write"]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any attribute
    """Return a function of :mod:`m44core.api`, which is imported when one is first used.

    Raises:
        AttributeError: the package has no such attribute.
    """
    if name in __all__:
        from m44core import api  # nearly every module of the package

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
