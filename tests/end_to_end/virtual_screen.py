"""A screen of its own for one test, with a mouse and a keyboard."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self

PROGRAMS = ("Xvfb", "xdotool")
SIZE = (1600, 1000)
PATIENCE = 20.0  # seconds until something that should happen counts as not happening
PAUSE = 0.02
_PROGRAM = " — M44 Workshop"  # every title ends with it
_DELAY = "4"  # milliseconds between two typed letters


def missing_program() -> str | None:
    """Return the first program that is needed and not installed, or None."""
    return next((name for name in PROGRAMS if not shutil.which(name)), None)


class Screen:
    """An X server nobody looks at, and no window manager on it.

    Attributes:
        display: What programs call it.
        scale: How many of its dots are one of a program's.
    """

    def __init__(self, width: int = SIZE[0], height: int = SIZE[1], scale: int = 1) -> None:
        self.scale = scale
        width, height = width * scale, height * scale
        reading, writing = os.pipe()
        size = f"{width}x{height}x24"
        options = ["-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
        self._server = subprocess.Popen(
            ["Xvfb", *options], pass_fds=[writing], stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as number:
            self.display = f":{number.readline().strip()}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE)

    def environment(self, home: str) -> Mapping[str, str]:
        """Return what a program needs to show itself here, with *home* for all it remembers."""
        other = {"WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE"}
        kept = {name: value for name, value in os.environ.items() if name not in other}
        folders = {f"XDG_{name}_HOME": home for name in ("CONFIG", "STATE", "DATA", "CACHE")}
        own = {"DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb", "HOME": home}
        return {**kept, **folders, **own, "LC_ALL": "C.UTF-8", "QT_SCALE_FACTOR": str(self.scale)}

    def windows(self) -> dict[str, str]:
        """Return the numbers of the windows that are shown, by title."""
        numbers = self._xdotool("search", "--onlyvisible", "--name", ".").split()
        return {self._xdotool("getwindowname", number).rstrip("\n"): number for number in numbers}

    def wait_for_window(self, title: str) -> str:
        """Return the number of the program's window with a title, once it is shown."""
        deadline = time.monotonic() + PATIENCE
        while title + _PROGRAM not in (windows := self.windows()):
            assert time.monotonic() < deadline, f"there is no {title!r}, only {list(windows)}"
            time.sleep(PAUSE)
        return windows[title + _PROGRAM]

    def give_keyboard(self, number: str) -> None:
        """Let a window have the keyboard, as a window manager would."""
        self._xdotool("windowfocus", number)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Press and release a button of the mouse."""
        self._xdotool("mousemove", str(x), str(y), "click", str(button))

    def drag(self, *points: tuple[int, int]) -> None:
        """Press the left button at the first point and let it go at the last."""
        moves = [["mousemove", str(x), str(y)] for x, y in points]
        words = [*moves[0], "mousedown", "1"]
        words += [word for move in moves[1:] for word in move]
        self._xdotool(*words, "mouseup", "1")

    def press(self, *keys: str) -> None:
        """Press keys one after the other, such as ``ctrl+z``."""
        self._xdotool("key", "--delay", _DELAY, *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self._xdotool("type", "--delay", _DELAY, text)

    def _xdotool(self, *words: str) -> str:
        """Run xdotool and return what it says; a search that finds nothing says nothing."""
        environment = {**os.environ, "DISPLAY": self.display}
        with suppress(subprocess.TimeoutExpired):
            run = subprocess.run(
                ["xdotool", *words],
                env=environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            return run.stdout
        raise AssertionError(f"xdotool {' '.join(words)} does not come back")
