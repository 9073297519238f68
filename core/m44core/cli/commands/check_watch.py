"""``m44 check --watch``: check again whenever a file changes.

The files are polled. Polling works on every system and disk, in containers and over networks, where
change notifications are often missing.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

from m44core.cli.control_characters import escape_controls
from m44core.cli.file_arguments import candidate_files
from m44core.errors import M44Error
from m44core.faults import boundary
from m44core.messages.message import Message, Renderer, enumerated, message
from m44core.messages.renderers import message_of_error
from m44core.validation.configuration import CONFIGURATION_NAME

_PAUSE_SECONDS = 0.4  # seconds between two polls
_PAUSE_FACTOR = 20  # a pause is at least this many times as long as a poll takes
_SETTLE_SECONDS = 0.1  # seconds without a change before checking
_MAX_NAMED_FILES = 3
_STREAMS = (1, 2)  # the output may be redirected to a file

State = Mapping[str, tuple[int, int, int]]
"""The time, size and inode of each file, keyed by name; they show any change."""


def watch_files(
    paths: Sequence[str], check: Callable[[], object], renderer: Renderer, output: str | None = None
) -> NoReturn:
    """Check now, and again after every change of a file, until interrupted.

    Changes the check makes itself, to *output* and to redirected streams, do not count.
    """
    read_state = partial(_state, paths, output)
    current_state = read_state()
    check()  # invalid options end the command
    while True:
        sys.stdout.flush()
        _print_status(renderer.render(message("waiting for changes; press Ctrl-C to stop")))
        before, current_state = current_state, _wait_for_next_state(read_state, current_state)
        _print_status(renderer.render(_changed_files_message(before, current_state)))
        try:
            with boundary():
                check()
        except M44Error as error:  # m44.toml is being written, for example
            _print_status(escape_controls(renderer.render(message_of_error(error))))


def _state(paths: Sequence[str], output: str | None) -> State:
    """Return the state of the files that the paths match, except files the command writes to."""
    stream_identities = {_file_identity(os.fstat(stream)) for stream in _STREAMS}
    stream_identities |= {
        _file_identity(status) for status in map(_file_status, [output] if output else []) if status
    }
    identities = {}
    for name in _watched_files(paths):
        status = _file_status(name)
        if (
            status
            and stat.S_ISREG(status.st_mode)
            and _file_identity(status) not in stream_identities
        ):
            identities[name] = status.st_mtime_ns, status.st_size, status.st_ino
    return identities


def _watched_files(paths: Sequence[str]) -> Iterator[str]:
    """Yield every file that can affect the check: scenarios, and each possible ``m44.toml``."""
    names = list(candidate_files(paths))
    yield from names
    folders = {os.path.dirname(os.path.abspath(name)) for name in names}  # noqa: PTH100, PTH120 - a Path would resolve links
    above = {parent for folder in folders for parent in Path(folder, CONFIGURATION_NAME).parents}
    yield from (str(folder / CONFIGURATION_NAME) for folder in above)


def _file_status(name: str) -> os.stat_result | None:
    """Return the status of a file; None if it was removed or is being replaced."""
    try:
        return os.stat(name)  # noqa: PTH116 - a Path may raise instead
    except (OSError, ValueError):
        return None


def _file_identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _wait_for_next_state(read_state: Callable[[], State], before: State) -> State:
    """Wait until something has changed and settled; return the new state."""
    current_state = before
    while current_state == before:
        began = time.perf_counter()
        current_state = read_state()
        if current_state == before:
            time.sleep(max(_PAUSE_SECONDS, _PAUSE_FACTOR * (time.perf_counter() - began)))
    last: State = {}
    while current_state != last:
        last = current_state
        time.sleep(_SETTLE_SECONDS)
        current_state = read_state()
    return current_state


def _changed_files_message(before: State, current_state: State) -> Message:
    """Return a message that names the changed files."""
    names = [
        name for name in {**before, **current_state} if before.get(name) != current_state.get(name)
    ]
    files = [escape_controls(name) for name in sorted(names)]
    named_files, more_count = enumerated(files[:_MAX_NAMED_FILES]), len(files) - _MAX_NAMED_FILES
    if more_count > 0:
        return message("changed: {files} and {number} more", files=named_files, number=more_count)
    return message("changed: {files}", files=named_files)


def _print_status(text: str) -> None:
    print(f"--- {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)
