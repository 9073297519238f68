"""Errors of the operating system get our own translatable text that says what to do."""

from __future__ import annotations

import errno
import os

import pytest

from m44core.messages.message import Message
from m44core.messages.os_errors import os_error_reason

COMMON = (
    *("ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "EEXIST", "ENAMETOOLONG"),
    *("ELOOP", "ENOSPC", "EDQUOT", "EROFS", "EIO"),
)


@pytest.mark.parametrize("name", COMMON)
def test_common_errors_have_a_translatable_message(name: str) -> None:
    number = getattr(errno, name)
    reason = os_error_reason(OSError(number, os.strerror(number), "a.yaml"))
    assert isinstance(reason, Message)
    assert os.strerror(number) not in str(reason)


def test_rare_errors_have_the_text_of_the_system() -> None:
    assert os_error_reason(OSError(errno.ENOTTY, "Not a terminal", "a.yaml")) == "Not a terminal"
    assert os_error_reason(ValueError("embedded null byte")) == "embedded null byte"
