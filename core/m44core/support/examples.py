"""Copying the scenarios and the pack that come with the program to a folder of the user."""

from __future__ import annotations

from pathlib import Path

from m44core.errors import WriteError
from m44core.io.files.save import make_folder, write
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason
from m44core.resources import scenarios_folder
from m44core.values import dataclass

_SUFFIXES = frozenset({".m44", ".yaml", ".json", ".svg", ".toml", ".md"})


@dataclass(frozen=True, slots=True)
class CopiedExamples:
    """The result of copying the examples.

    Attributes:
        folder: The folder they were copied to.
        copied_count: The number of files that were copied.
        kept_files: The existing files with other content, which are left unchanged.
    """

    folder: Path
    copied_count: int
    kept_files: tuple[str, ...] = ()


def example_files() -> tuple[Path, ...]:
    """Return the paths of the examples relative to their folder: scenarios, templates, a pack."""
    folder = scenarios_folder()
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return tuple(path.relative_to(folder) for path in files if path.suffix in _SUFFIXES)


def copy_examples(target: Path) -> CopiedExamples:
    """Copy the examples to a folder; return how many were copied, and which files were kept.

    The folder is created if needed. Existing files are never replaced.

    Raises:
        WriteError: a file cannot be read or written.
    """
    if target.exists() and not target.is_dir():
        raise WriteError(message("{file} is a file; choose a folder", file=str(target)))
    copied_count, kept_files = 0, []
    for name in example_files():
        data, target_file = (scenarios_folder() / name).read_bytes(), target / name
        try:
            is_same = target_file.is_file() and target_file.read_bytes() == data
        except OSError as error:
            why = os_error_reason(error)
            raise WriteError(
                message("{file} cannot be read: {error}", file=str(target_file), error=why)
            ) from error
        if target_file.exists() and not is_same:
            kept_files.append(str(name))
        elif not is_same:
            make_folder(target_file.parent)
            write(data, target_file, backup=False)
            copied_count += 1
    return CopiedExamples(target, copied_count, tuple(kept_files))
