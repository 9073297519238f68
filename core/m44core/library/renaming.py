"""Renaming a scenario file together with the side files and the history next to it."""

from __future__ import annotations

from pathlib import Path

from m44core.errors import WriteError
from m44core.history.file_history import LOCAL_FOLDER
from m44core.io.files.companion_files import companion_pairs
from m44core.io.files.scenario_files import SIDE_ENDINGS
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason

_FORBIDDEN_CHARACTERS = set('<>:"/\\|?*') | {chr(number) for number in range(32)}
"""Characters that are forbidden in file names on some systems."""


def rename(path: Path, name: str) -> Path:
    """Rename a file and return its new path.

    The history next to it is renamed too, and so are its side files (``NAME.rules.yaml``,
    ``NAME.games.yaml``), unless they are shared with a file that differs only in its suffix.

    Args:
        path: The file to rename.
        name: The new name; the suffix of the file is added unless the name has it.

    Raises:
        WriteError: the name is taken or invalid, or the file cannot be renamed.
    """
    target = path.with_name(_full_name(path, name))
    if target == path:
        return path
    moves = [(path, target), *_companion_moves(path, target)]
    for _, new_path in moves:
        if new_path.exists():
            raise WriteError(message("{name} already exists", name=new_path.name))
    try:
        for before, after in moves:
            before.rename(after)
    except OSError as error:
        problem = message(
            "{name} cannot be renamed: {why}", name=path.name, why=os_error_reason(error)
        )
        raise WriteError(problem) from error
    return target


def _full_name(path: Path, name: str) -> str:
    stripped_name = name.strip()
    if not stripped_name.strip(".") or set(stripped_name) & _FORBIDDEN_CHARACTERS:
        raise WriteError(message("{name!r} cannot be used as a file name", name=name))
    has_suffix = Path(stripped_name).suffix.lower() == path.suffix.lower()
    return stripped_name if has_suffix else stripped_name + path.suffix


def _companion_moves(path: Path, target: Path) -> list[tuple[Path, Path]]:
    """Return the old and new paths of the other files to rename."""
    pairs = companion_pairs(path, target)
    names = {path.name, *(path.stem + suffix for suffix in SIDE_ENDINGS)}
    sibling_files = path.parent.glob(f"{_glob_escaped(path.stem)}.*")
    is_shared = any(each.name not in names and each.stem == path.stem for each in sibling_files)
    moves = [] if is_shared else pairs
    history = path.parent / LOCAL_FOLDER / path.name
    if history.is_dir():
        moves.append((history, history.with_name(target.name)))
    return moves


def _glob_escaped(name: str) -> str:
    """Escape a name for use in a glob pattern."""
    return "".join(f"[{character}]" if character in "*?[" else character for character in name)
