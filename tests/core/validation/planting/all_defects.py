"""All kinds of defects that are planted."""

from __future__ import annotations

from tests.core.validation.planting import in_boards, in_special_units, in_texts, in_the_game
from tests.core.validation.planting.defect_kinds import (
    PLANTS,
    WITH_LANGUAGES,
    ExpectedFinding,
    Plant,
)

__all__ = [
    "PLANTS",
    "WITH_LANGUAGES",
    "ExpectedFinding",
    "Plant",
    "in_boards",
    "in_special_units",
    "in_texts",
    "in_the_game",
]
