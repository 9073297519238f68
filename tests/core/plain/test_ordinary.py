"""Ordinary files alone are read: whatever else has a name is refused at once."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from m44core.plain.ordinary import NotOrdinaryError, read_ordinary, read_within


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link_to_a_device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def bound_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


@pytest.mark.parametrize("make", [pipe, link_to_a_device, bound_socket])
def test_what_has_no_end_is_refused_before_it_is_opened(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "x"
    make(path)
    with pytest.raises(NotOrdinaryError, match="not an ordinary file"):
        read_ordinary(path, 10)


def test_a_folder_is_called_one(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_ordinary(tmp_path, 10)


def test_a_file_is_read_to_one_byte_more_than_it_may_have(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"0123456789")
    assert read_ordinary(path, 10) == read_within(path, 10) == b"0123456789"
    assert read_ordinary(path, 4) == b"01234"
    with pytest.raises(OSError, match="too large"):
        read_within(path, 9)


def test_a_link_to_a_file_is_the_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"here")
    (tmp_path / "y").symlink_to("x")
    assert read_ordinary(tmp_path / "y", 10) == b"here"
