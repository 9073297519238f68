"""Handling output that cannot be written because the disk is full or the reader is gone."""

from __future__ import annotations

import os
import sys

from m44core.messages.message import Message, label_with_text, message
from m44core.messages.os_errors import os_error_reason


def discard_output() -> None:
    """Discard the remaining output, so that Python does not write it again on exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def os_error_message(error: OSError) -> Message:
    """Return the message for an operating system error about a file or the output."""
    file = str(error.filename) if error.filename else message("the output")
    return label_with_text(file, os_error_reason(error))
