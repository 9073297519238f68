"""Special rules for tests, as in .m44 files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from m44core.board import BOARDS, Board, BoardType
from m44core.io.vocabulary.m44_rules import read_options, read_victory
from m44core.model.scenario_parts import Briefing
from m44core.model.special_rules import SpecialRules


def special_rules_of(
    options: Mapping[str, Any] | None = None,
    victory: object = None,
    board: Board = BOARDS[BoardType.STANDARD],
) -> SpecialRules:
    """Return the special rules in the options and victory conditions of an .m44 file."""
    rules, unread_conditions = read_victory(victory, board)
    assert unread_conditions is None, "use briefing_of for conditions that nobody understands"
    return SpecialRules({**read_options(options or {}, board), **rules})


def briefing_of(
    options: Mapping[str, Any] | None = None,
    victory: object = None,
    board: Board = BOARDS[BoardType.STANDARD],
) -> Briefing:
    """Return a briefing with the special rules, and with victory conditions that cannot be read."""
    rules, unread_conditions = read_victory(victory, board)
    extra = {} if unread_conditions is None else {"victory": unread_conditions}
    return Briefing(
        special_rules=SpecialRules({**read_options(options or {}, board), **rules}), extra=extra
    )
