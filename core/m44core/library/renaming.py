"""Giving a scenario file another name, with what lies beside it and goes by its name."""

from __future__ import annotations

from pathlib import Path

from m44core.errors import WriteError
from m44core.history.file_history import LOCAL_FOLDER
from m44core.io.files.scenario_files import RULES_ENDING, TEXTS_ENDING
from m44core.messages.message import message
from m44core.messages.os_errors import os_error_reason

_FORBIDDEN = set('<>:"/\\|?*') | {chr(number) for number in range(32)}
"""Signs that no file name has on some system."""


def rename(path: Path, name: str) -> Path:
    """Give a file another name and return where it is now.

    What stands beside it (``NAME.rules.yaml``, ``NAME.texts.yaml``) is renamed with it, unless it
    is for another file of that name too; so is a history that lies beside it.

    Args:
        path: The file.
        name: Its new name; where it has another ending, or none, its ending is added.

    Raises:
        WriteError: there is such a file already, no file can be called so, or it cannot be renamed.
    """
    target = path.with_name(_whole_name(path, name))
    if target == path:
        return path
    moves = [(path, target), *_beside(path, target)]
    for _, wanted in moves:
        if wanted.exists():
            raise WriteError(message("{name} is there already", name=wanted.name))
    try:
        for before, after in moves:
            before.rename(after)
    except OSError as error:
        said = message(
            "{name} cannot be renamed: {why}", name=path.name, why=os_error_reason(error)
        )
        raise WriteError(said) from error
    return target


def _whole_name(path: Path, name: str) -> str:
    plain = name.strip()
    if not plain.strip(".") or set(plain) & _FORBIDDEN:
        raise WriteError(message("no file can be called {name!r}", name=name))
    same = Path(plain).suffix.lower() == path.suffix.lower()
    return plain if same else plain + path.suffix


def _beside(path: Path, target: Path) -> list[tuple[Path, Path]]:
    """Return what else is to be renamed."""
    moves = []
    history = path.parent / LOCAL_FOLDER / path.name
    sidecars = [path.with_name(path.stem + ending) for ending in (RULES_ENDING, TEXTS_ENDING)]
    others = [each for each in path.parent.glob(f"{_plain(path.stem)}.*") if each != path]
    shared = any(each not in sidecars and each.stem == path.stem for each in others)
    for each in sidecars:
        if each.is_file() and each != path and not shared:
            moves.append((each, target.with_name(target.stem + each.name.removeprefix(path.stem))))
    if history.is_dir():
        moves.append((history, history.with_name(target.name)))
    return moves


def _plain(name: str) -> str:
    """Return a name as a pattern that finds nothing else."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)
