"""Translatable reasons for operating system errors about files and folders."""

from __future__ import annotations

import errno

from m44core.messages.message import Value, message


def os_error_reason(error: OSError | ValueError) -> Value:
    """Return why a file or folder could not be used and what to do, as text to follow its name.

    For rare errors, return the system's own text, usually in English.
    """
    number = error.errno if isinstance(error, OSError) else None
    text: Value | None = {
        errno.ENOENT: message("no such file or folder"),
        errno.EACCES: message(
            "permission denied; change the permissions, or choose another file or folder"
        ),
        errno.EPERM: message(
            "permission denied; change the permissions, or choose another file or folder"
        ),
        errno.EISDIR: message("it is a folder; choose a file name"),
        errno.ENOTDIR: message("there is a file where a folder is expected; choose another folder"),
        errno.EEXIST: message("something with that name already exists; choose another name"),
        errno.ENAMETOOLONG: message("the name is too long; choose a shorter one"),
        errno.ELOOP: message("its links form a loop; fix or remove the link"),
        errno.ENOSPC: message("the disk is full; free some space, or save elsewhere"),
        errno.EDQUOT: message("your disk quota is used up; free some space, or save elsewhere"),
        errno.EFBIG: message(
            "the file is larger than this disk or your limit allows (ulimit -f); save elsewhere, "
            "or raise the limit"
        ),
        errno.EROFS: message("the disk is read-only; save elsewhere"),
        errno.EIO: message("the disk reported an error; check the disk"),
    }.get(number or 0)
    return text or str(getattr(error, "strerror", None) or error)
