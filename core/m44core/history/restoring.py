"""A version as a scenario again, as the file of a document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.history.versions import HistoryError
from m44core.io.files.beside import with_rules_beside
from m44core.io.files.open import ReadResult, read_bytes
from m44core.io.files.packs import catalogue_for
from m44core.io.origin import OpenFile, Restored
from m44core.messages.message import message

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack


def read_version(data: bytes, file: Path, packs: Sequence[Pack] = ()) -> ReadResult:
    """Return what a version of a file holds, with the special rules that lie beside the file now.

    Args:
        data: The bytes of the version.
        file: The file; the user packs that hold for it now hold for the version.
        packs: User packs that hold for it besides.

    Raises:
        HistoryError: it holds no scenario.
    """
    catalogue, _ = catalogue_for(file, packs)
    result = read_bytes(data, file.name, catalogue=catalogue)
    if result.scenario is None:
        raise HistoryError(message("This version holds no scenario that could be shown."))
    scenario, _ = with_rules_beside(result.scenario, file)
    return replace(result, content=scenario)


def brought_back(result: ReadResult, data: bytes) -> OpenFile:
    """Return a version as it is to be edited; saved at once, it is the very same bytes.

    Args:
        result: What was read of the version.
        data: Its bytes.
    """
    assert result.scenario is not None, "a version that was read"
    version = Restored(result.scenario, result.format.value, data)
    return OpenFile(result.scenario, replace(result.origin, restored=version))
