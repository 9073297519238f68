"""M44 Workshop's core, which needs no GUI: scenarios, files, checks, drawing and playtests.

Other programs use :mod:`m44core.api`, whose functions are also available here.
"""

from __future__ import annotations

from m44core.version import __version__

TYPE_CHECKING = False  # importing `typing` takes as long as starting Python
if TYPE_CHECKING:
    from typing import Any

    from m44core.api import balance, check, finding_text, play, read, render, simulate, write

__all__ = [
    "__version__",
    "balance",
    "check",
    "finding_text",
    "play",
    "read",
    "render",
    "simulate",
    "write",
]

_OLD_NAMES = {"said": "finding_text"}  # accepted until 2.0


def __getattr__(name: str) -> Any:  # noqa: ANN401 - any attribute
    """Return a function of :mod:`m44core.api`, which is imported when one is first used.

    Raises:
        AttributeError: the package has no such attribute.
    """
    if name in _OLD_NAMES:
        import warnings  # takes time that only old programs need

        new_name = _OLD_NAMES[name]
        text = f"m44core.{name} is now m44core.{new_name}"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        name = new_name
    if name in __all__:
        from m44core import api  # nearly every module of the package

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
