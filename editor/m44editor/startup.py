"""Checks for obstacles to starting the editor, reported in a sentence before Qt aborts.

Nothing here calls Qt, because these checks run before that is safe.
"""

from __future__ import annotations

import builtins
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from m44core.messages.languages import PSEUDO, language_code
from m44core.pip_command import extra_install_command, pip_command
from m44editor.interface_text import set_language, tr

LANGUAGE_VARIABLE = "M44_LANGUAGE"

_OFFSCREEN_PACKAGES = "libgl1 libegl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libglib2.0-0"
_X11_PACKAGES = (
    "libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-image0 "
    "libxcb-render-util0 libxcb-shape0 libxcb-xkb1"
)
_DEBIAN_COMMAND = f"sudo apt-get install {_OFFSCREEN_PACKAGES} {_X11_PACKAGES} fonts-dejavu-core"


def supported_language_code(tag: str) -> str:
    """Return the code of a requested language or the pseudo-language; empty if unsupported."""
    return tag if tag in ("", PSEUDO) else language_code(tag)


def set_language_without_qt(
    requested_language: str = "", environment: Mapping[str, str] = os.environ
) -> None:
    """Set the requested language, else the one in ``M44_LANGUAGE``, before Qt is available.

    The stored language and the desktop's language are only known with Qt.
    """
    for code in (requested_language, environment.get(LANGUAGE_VARIABLE, "")):
        if supported := supported_language_code(code):
            set_language(supported)
            return


class _LazyPattern:
    """A regular expression that is compiled when one of its methods is first called."""

    def __init__(self, compile_now: Callable[[], re.Pattern[Any]]) -> None:
        self._compile = cache(compile_now)

    def __getattr__(self, name: str) -> object:
        return lambda *arguments, **options: getattr(self._compile(), name)(*arguments, **options)


_EXPLAINER_PACKAGE = "shibokensupport."
"""The package of PySide6 that explains wrong arguments."""


@contextmanager
def lazy_pattern_compilation() -> Iterator[None]:
    """Let PySide6 compile its own regular expressions when it needs them.

    Importing Qt within the block imports modules that explain wrong arguments. Compiling their
    expressions takes some 28 ms, and the program never needs them. All other modules get compiled
    expressions as usual.
    """
    compile_now = re.compile

    def compile_lazily(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as re.compile
        caller = str(sys._getframe(1).f_globals.get("__name__"))
        if caller.startswith(_EXPLAINER_PACKAGE):
            return _LazyPattern(lambda: compile_now(*arguments, **options))
        return compile_now(*arguments, **options)

    re.compile = compile_lazily
    try:
        yield
    finally:
        re.compile = compile_now


def remove_import_hook() -> None:
    """Remove the hook of PySide6 from ``import``.

    It checks every import for ``__feature__``, and reads the source of every module to see whether
    it may use such names. None of the program's modules does.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def startup_error(environment: Mapping[str, str] = os.environ) -> str | None:
    """Return why no window can be opened, and what to do about it; None if one can be opened."""
    with lazy_pattern_compilation():
        return (
            _unsafe_versions_reason()
            or _missing_screen_reason(environment)
            or missing_library_reason(environment)
        )


def is_unsafe_version_pair(qt_version: str, python_version: tuple[int, int]) -> bool:
    """Return whether this PySide6 miscounts references to None in this Python, and so crashes."""
    release = tuple(int(part) for part in qt_version.split(".")[:2])
    return release >= (6, 12) and python_version < (3, 12)


def _unsafe_versions_reason() -> str | None:
    try:
        from PySide6 import __version__ as qt  # does not load Qt yet
    except ImportError:
        command = extra_install_command("editor")
        return tr("PySide6 is not installed; install it with: {command}", command=command)
    if not is_unsafe_version_pair(qt, sys.version_info[:2]):
        return None
    python = ".".join(map(str, sys.version_info[:2]))
    return tr(
        "PySide6 {qt} crashes with Python {python} (Python 3.12 and later are not affected); "
        "install an older PySide6: {command}",
        qt=qt,
        python=python,
        command=pip_command('"pyside6-essentials<6.12"'),
    )


def _missing_screen_reason(environment: Mapping[str, str]) -> str | None:
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    if not sys.platform.startswith("linux") or any(environment.get(name) for name in screens):
        return None
    return tr(
        "no display is available (neither DISPLAY nor WAYLAND_DISPLAY is set); 'm44 check', "
        "'m44 convert' and 'm44 render' work without one"
    )


def missing_library_reason(environment: Mapping[str, str]) -> str | None:
    """Return why Qt cannot open windows, and how to install the missing library; None if it can."""
    try:
        import PySide6.QtWidgets  # noqa: F401  # the import is the test
    except ImportError as error:
        return unloadable_reason(error, sys.platform, is_bundle=bool(getattr(sys, "frozen", False)))
    if environment.get("QT_QPA_PLATFORM") or environment.get("WAYLAND_DISPLAY"):
        return None
    return (
        _missing_x11_reason(environment.get("DISPLAY", ""))
        if sys.platform.startswith("linux")
        else None
    )


def unloadable_reason(error: ImportError, platform: str, *, is_bundle: bool) -> str:
    """Return why Qt cannot be loaded, and what to do about it on a platform.

    Args:
        error: The exception raised by importing Qt.
        platform: The name of the platform, as in :data:`sys.platform`.
        is_bundle: Whether Qt is part of the program, and not installed by pip.
    """
    reason = str(error)
    if platform.startswith("linux"):
        return tr(
            "Qt cannot be loaded: {why}; install the missing libraries with: {command}",
            why=reason,
            command=_DEBIAN_COMMAND,
        )
    if is_bundle:
        return tr("Qt cannot be loaded: {why}; reinstall M44 Workshop", why=reason)
    command = pip_command("--force-reinstall pyside6-essentials", platform)
    return tr(
        "Qt cannot be loaded: {why}; reinstall it with: {command}", why=reason, command=command
    )


def _missing_x11_reason(display: str) -> str | None:
    import ctypes  # slow to import

    spec = find_spec("PySide6")
    folders = spec.submodule_search_locations if spec else None
    plugin = Path(folders[0], "Qt/plugins/platforms/libqxcb.so") if folders else Path()
    try:
        if plugin.is_file():
            ctypes.CDLL(str(plugin))
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        return tr(
            "Qt cannot open windows: {why}; install the missing libraries with: {command}",
            why=str(error),
            command=_DEBIAN_COMMAND,
        )
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    is_responding = xcb.xcb_connection_has_error(connection) == 0
    xcb.xcb_disconnect(connection)
    if is_responding:
        return None
    return tr("no X server is responding at DISPLAY={display}", display=display)  # Qt would abort
