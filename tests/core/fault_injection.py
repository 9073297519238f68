"""Injecting random faults into the program: a call fails while the program handles a file.

Within :func:`inject_fault`, the n-th call of one of our functions that has the file among its
arguments, or is called by such a function, raises :class:`InjectedError`. Python's tracing raises
it, so no code is replaced, and processes forked in the meantime do the same.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import CO_GENERATOR
from pathlib import Path, PurePath
from types import CodeType, FrameType
from typing import Any

import m44core

_OURS = str(Path(m44core.__file__).parent) + os.sep
_GLUE = ("cli" + os.sep, "faults.py", "work" + os.sep)
"""Modules that pass files on, without reading, checking, drawing or counting anything."""
_PATH_ATTRIBUTES = ("path", "source", "member")
"""The attributes in which values about a file store its path."""
_WORK = "cli" + os.sep + "reporting"
_LOOKUPS = frozenset({"checked", "worst", "at_least", "is_whole"})
"""Functions that look up a value of a result after the work on its file."""


class InjectedError(Exception):
    """The injected fault."""


class Injection:
    """Counts the calls that work on a file, and makes one of them raise.

    Args:
        name: The name of the file.
        at: The number of the call that raises, from 1; 0 if none should.
        deadly: Whether, instead of raising, the first call in a child process from that number on
            kills the child.

    Attributes:
        calls: The number of calls so far.
        where: The function that raised the error; "" if none has.
    """

    def __init__(self, name: str, at: int = 0, *, deadly: bool = False) -> None:
        self.calls = 0
        self._parent = os.getpid() if deadly else None
        self.where = ""
        self._name, self._at = name, at
        self._working: FrameType | None = None

    def __call__(self, frame: FrameType, event: str, _: object) -> Callable[..., Any] | None:
        """Count a call, and raise at the chosen one; a trace function for :func:`sys.settrace`.

        Return this object to trace the end of a function that works on the file, else None.
        """
        if event == "return":
            if frame is self._working:
                self._working = None
            return None
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(_OURS):
            return None
        is_beginning = self._working is None and self._handles_file(frame)
        if is_beginning:
            self._working = frame
            frame.f_trace_lines = False
        if self._working is None or not _is_file_work(code):
            return self if is_beginning else None
        self.calls += 1
        if self._parent is not None:
            self._kill_child_if_due()
        elif self.calls == self._at:
            self.where = f"{code.co_filename.removeprefix(_OURS)}:{code.co_name}"
            self._working = None
            raise InjectedError(f"in {self.where}")
        return self if is_beginning else None

    def _kill_child_if_due(self) -> None:
        if self.calls >= self._at and os.getpid() != self._parent:
            os.kill(os.getpid(), signal.SIGKILL)

    def _handles_file(self, frame: FrameType) -> bool:
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        local_values = frame.f_locals
        return any(self._mentions_file(local_values.get(name)) for name in names)

    def _mentions_file(self, value: object, depth: int = 2) -> bool:
        if isinstance(value, str):
            return value.endswith(self._name) and "\n" not in value
        if isinstance(value, PurePath):
            return value.name == self._name
        if isinstance(value, tuple):
            return bool(value) and depth > 0 and self._mentions_file(value[0], depth - 1)
        if depth == 0 or not hasattr(type(value), "__dataclass_fields__"):
            return False
        parts = (getattr(value, name, None) for name in _PATH_ATTRIBUTES)
        return any(self._mentions_file(part, depth - 1) for part in parts)


def _is_file_work(code: CodeType) -> bool:
    """Return whether a function is part of the work on a file, not of the fault handling."""
    place = code.co_filename.removeprefix(_OURS)
    is_glue = place.startswith(_GLUE) and not place.startswith(_WORK)
    is_bound = (
        "boundary" in code.co_names or code.co_flags & CO_GENERATOR
    )  # generators are also closed
    return not is_glue and not is_bound and code.co_name not in _LOOKUPS


@contextmanager
def inject_fault(name: str, at: int = 0, *, deadly: bool = False) -> Iterator[Injection]:
    """Make call number *at* of the work on a file raise; yield the counter of its calls."""
    injection = Injection(name, at, deadly=deadly)
    before = sys.gettrace()
    sys.settrace(injection)
    try:
        yield injection
    finally:
        sys.settrace(before)
