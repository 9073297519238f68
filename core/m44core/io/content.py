"""What a file can hold: a scenario, or what is known to be something else."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeAlias

from m44core.model.scenario import Scenario
from m44core.values import dataclass


class ContentKind(StrEnum):
    """What the content of a file is, where it is no scenario."""

    CAMPAIGN = "campaign"  # of the official editor: several scenarios that follow one another


@dataclass(frozen=True, slots=True)
class OtherContent:
    """Content of a file that is known for what it is, and of which nothing more is understood.

    Attributes:
        kind: What it is.
        tree: The content as it was read.
    """

    kind: ContentKind
    tree: Mapping[str, Any]


Content: TypeAlias = Scenario | OtherContent
"""What a file holds. What asks for one has to say what it does with each."""
