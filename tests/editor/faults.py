"""Internal errors injected at random places of the code that handles one scenario."""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType

from m44core.model.scenario import Scenario

MARK = "Faulty"
"""The title of the scenario whose processing fails."""

_ENTRIES = frozenset({"read_file", "FileController.fill", "Canvas.paint", "thumbnail"})
"""The qualified names of the functions that start the work on one scenario."""


class InjectedError(Exception):
    """The injected error."""


class FaultInjector:
    """Counts the calls made while the program works on one scenario, and makes one of them fail.

    Attributes:
        failing_call: The number of the call that fails, from 0; None if calls are only counted.
        calls: The number of calls.
        raised: The name of the function that the error was raised in; empty before that.
    """

    def __init__(self, name: str, failing_call: int | None = None) -> None:
        self.failing_call = failing_call
        self.calls = 0
        self.raised = ""
        self._name = name
        self._entry: FrameType | None = None

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        """Count a call, as a Python profile function; raise the error if it should fail."""
        if self.raised:
            return
        if event == "return" and frame is self._entry:
            self._entry = None
        elif event == "call" and _is_program_code(frame.f_code):
            if self._entry is None and self._is_entry_point(frame):
                self._entry = frame
            if self._entry is not None:
                self._count(frame.f_code.co_qualname)

    def _count(self, function: str) -> None:
        self.calls += 1
        if self.calls - 1 == self.failing_call:
            self.raised = function
            raise InjectedError(function)

    def _is_entry_point(self, frame: FrameType) -> bool:
        if frame.f_code.co_qualname not in _ENTRIES:
            return False
        for value in frame.f_locals.values():
            scenario = getattr(value, "scenario", value)
            texts = scenario.texts if isinstance(scenario, Scenario) else {}
            if any(each.name == MARK for each in texts.values()):
                return True
            if isinstance(value, Path) and value.name == self._name:
                return True
        return False


@cache
def _is_program_code(code: CodeType) -> bool:
    return "m44core" in code.co_filename or "m44editor" in code.co_filename


@contextmanager
def trace_all_threads(injector: FaultInjector) -> Iterator[FaultInjector]:
    """Make an injector the profile function of all threads within a ``with`` block."""
    threading.setprofile(injector)
    sys.setprofile(injector)
    try:
        yield injector
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def calls_to_fail(calls: int, number: int, seed: int) -> list[int]:
    """Return the numbers of *number* calls to fail, spread at random over all *calls*."""
    chance = random.Random(seed)
    step = calls / number
    return [min(int((n + chance.random()) * step), calls - 1) for n in range(number)]
