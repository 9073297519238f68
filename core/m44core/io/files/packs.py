"""The user packs that a file needs, in use before it is read."""

from __future__ import annotations

from pathlib import Path

from m44core.diagnostics import Diagnostic
from m44core.faults import FaultError, FileError, boundary, why
from m44core.findings.make import finding


def packs_for(path: Path) -> tuple[Diagnostic, ...]:
    """Have the packs in use that ``m44.toml`` names for a file; return what keeps any from it."""
    from m44core.catalogue.packs.nearby import use_packs_near
    from m44core.catalogue.packs.pack import PackError

    try:
        with boundary():
            use_packs_near(path)
    except (PackError, FaultError, FileError) as error:
        found = finding("M036", "pack", "", reason=why(error))
        return (found,)
    return ()
