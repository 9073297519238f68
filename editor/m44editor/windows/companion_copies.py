"""Choosing the companion files to copy when a scenario is saved under another name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from m44core.io.files.companion_files import Pair, companion_pairs, pairs_to_overwrite
from m44editor.answers import Answer

if TYPE_CHECKING:
    from m44editor.windows.file_dialogs import FileDialogs


def companions_to_copy(
    dialogs: FileDialogs, source: Path | None, target: Path
) -> list[Pair] | None:
    """Return the companion files to copy, asking first if any would be overwritten.

    Args:
        dialogs: The file dialogs of the window.
        source: The file that the scenario was read from, if any.
        target: The file it is saved to.

    Returns:
        The files with their targets; None if the user cancels.
    """
    pairs = companion_pairs(source, target) if source is not None else []
    existing_files = pairs_to_overwrite(pairs)
    if not existing_files:
        return pairs
    answer = dialogs.ask_about_companions([target.name for _, target in existing_files])
    if answer is Answer.CANCEL:
        return None
    return (
        pairs
        if answer is Answer.OVERWRITE
        else [each for each in pairs if each not in existing_files]
    )
