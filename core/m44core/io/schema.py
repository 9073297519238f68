"""The second stage of reading: does the content have the shape the schema says."""

from __future__ import annotations

from enum import StrEnum

from m44core.diagnostics import Diagnostic


class Profile(StrEnum):
    """Which schema content is held to, by its file name."""

    M44 = "m44"
    SCENARIO = "scenario"


def violations(tree: object, profile: Profile) -> list[Diagnostic]:
    """Return what in *tree* the schema does not allow, in words for people."""
    return []
