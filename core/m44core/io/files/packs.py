"""The catalogue that a file is read with: that of the game, and the packs that hold for it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import base_catalogue
from m44core.diagnostics import Diagnostic
from m44core.faults import FaultError, FileError, boundary, why
from m44core.findings.make import finding

if TYPE_CHECKING:
    from m44core.catalogue.packs.pack import Pack


def catalogue_for(
    path: Path, packs: Sequence[Pack] = ()
) -> tuple[Catalogue, tuple[Diagnostic, ...]]:
    """Return the catalogue that holds for a file, and a finding for each pack that is not in it.

    Args:
        path: The file; the nearest ``m44.toml`` above it names packs.
        packs: Packs that hold for it besides.
    """
    from m44core.catalogue.packs.nearby import catalogue_near  # 4 ms

    try:
        with boundary():
            catalogue, errors = catalogue_near(path, packs)
    except (FaultError, FileError) as error:
        return base_catalogue(), (finding("M036", "pack", "", reason=why(error)),)
    return catalogue, tuple(finding("M036", "pack", "", reason=why(error)) for error in errors)
