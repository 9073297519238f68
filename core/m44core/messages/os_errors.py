"""Translatable reasons for errors of the operating system about files and folders."""

from __future__ import annotations

import errno

from m44core.messages.message import Value, message


def os_error_reason(error: OSError | ValueError) -> Value:
    """Return why a file or folder could not be used and what to do, to follow its name.

    For rare errors it is the system's own text, in English.
    """
    number = error.errno if isinstance(error, OSError) else None
    text: Value | None = {
        errno.ENOENT: message("there is no such file or folder"),
        errno.EACCES: message("you may not use it; change its permissions, or choose another"),
        errno.EPERM: message("you may not use it; change its permissions, or choose another"),
        errno.EISDIR: message("it is a folder; choose a file name"),
        errno.ENOTDIR: message("a file stands where a folder should be; choose another folder"),
        errno.EEXIST: message("there is already something of that name; choose another name"),
        errno.ENAMETOOLONG: message("the name is too long; choose a shorter one"),
        errno.ELOOP: message("its links lead in a circle; mend the link or remove it"),
        errno.ENOSPC: message("the disk is full; make room, or save elsewhere"),
        errno.EDQUOT: message("your share of the disk is used up; make room, or save elsewhere"),
        errno.EROFS: message("the disk is read-only; save elsewhere"),
        errno.EIO: message("the disk could not read or write it; check the disk"),
    }.get(number or 0)
    return text or str(getattr(error, "strerror", None) or error)
