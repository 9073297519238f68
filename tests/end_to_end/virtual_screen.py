"""A virtual screen for one test, with mouse and keyboard."""

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
PATIENCE = 20.0  # seconds to wait for a condition before the test fails
PAUSE = 0.02
_PROGRAM = " — M44 Workshop"  # every title ends with it
_DELAY = "4"  # milliseconds between two typed letters


def missing_program() -> str | None:
    """Return the first required program that is not installed; None if all are."""
    return next((name for name in PROGRAMS if not shutil.which(name)), None)


class Screen:
    """An X server without a window manager.

    Attributes:
        display: Its display name.
        scale: Device pixels per pixel of a program.
    """

    def __init__(self, width: int = SIZE[0], height: int = SIZE[1], scale: int = 1) -> None:
        self.scale = scale
        width, height = width * scale, height * scale
        read_end, write_end = os.pipe()
        size = f"{width}x{height}x24"
        options = [
            "-displayfd",
            str(write_end),
            "-screen",
            "0",
            size,
            "-nolisten",
            "tcp",
            "-noreset",
        ]
        self._server = subprocess.Popen(
            ["Xvfb", *options], pass_fds=[write_end], stderr=subprocess.DEVNULL
        )
        os.close(write_end)
        with os.fdopen(read_end) as number:
            self.display = f":{number.readline().strip()}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE)

    def environment(self, home: str) -> Mapping[str, str]:
        """Return the environment of a program on this screen, with *home* for its state."""
        overridden_names = {
            "WAYLAND_DISPLAY",
            "QT_QPA_PLATFORM",
            "QT_SCALE_FACTOR",
            "QT_STYLE_OVERRIDE",
        }
        kept_variables = {
            name: value for name, value in os.environ.items() if name not in overridden_names
        }
        folders = {f"XDG_{name}_HOME": home for name in ("CONFIG", "STATE", "DATA", "CACHE")}
        own_variables = {"DISPLAY": self.display, "QT_QPA_PLATFORM": "xcb", "HOME": home}
        return {
            **kept_variables,
            **folders,
            **own_variables,
            "LC_ALL": "C.UTF-8",
            "QT_SCALE_FACTOR": str(self.scale),
        }

    def windows(self) -> dict[str, str]:
        """Return the ids of the visible windows by title."""
        numbers = self._xdotool("search", "--onlyvisible", "--name", ".").split()
        return {self._xdotool("getwindowname", number).rstrip("\n"): number for number in numbers}

    def wait_for_window(self, title: str) -> str:
        """Return the id of the program's window with a title, once it is visible."""
        deadline = time.monotonic() + PATIENCE
        while title + _PROGRAM not in (windows := self.windows()):
            assert time.monotonic() < deadline, f"there is no {title!r}, only {list(windows)}"
            time.sleep(PAUSE)
        return windows[title + _PROGRAM]

    def focus_window(self, number: str) -> None:
        """Focus a window, as a window manager would."""
        self._xdotool("windowfocus", number)

    def click(self, x: int, y: int, button: int = 1) -> None:
        """Click a mouse button."""
        self._xdotool("mousemove", str(x), str(y), "click", str(button))

    def drag(self, *points: tuple[int, int]) -> None:
        """Drag with the left button from the first point to the last."""
        move_commands = [["mousemove", str(x), str(y)] for x, y in points]
        arguments = [*move_commands[0], "mousedown", "1"]
        arguments += [word for move in move_commands[1:] for word in move]
        self._xdotool(*arguments, "mouseup", "1")

    def press(self, *keys: str) -> None:
        """Press keys such as ``ctrl+z``, one after the other."""
        self._xdotool("key", "--delay", _DELAY, *keys)

    def type(self, text: str) -> None:
        """Type text."""
        self._xdotool("type", "--delay", _DELAY, text)

    def _xdotool(self, *arguments: str) -> str:
        """Run xdotool and return its output; empty for a search without results."""
        environment = {**os.environ, "DISPLAY": self.display}
        with suppress(subprocess.TimeoutExpired):
            run = subprocess.run(
                ["xdotool", *arguments],
                env=environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                check=False,
            )
            return run.stdout
        raise AssertionError(f"xdotool {' '.join(arguments)} timed out")
