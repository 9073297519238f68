"""Creating new scenarios, and converting scenarios to a different board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.hexes import Hex
from m44core.model.edits.briefing_edits import moved_allowances
from m44core.model.edits.contents import same_if_equal, with_group_hexes_mapped
from m44core.model.edits.losses import (
    Conversion,
    Loss,
    lost_contents,
    lost_groups,
    lost_label,
    lost_rule_hexes,
)
from m44core.model.edits.rule_hexes import with_rule_hexes
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import BattleKind, Briefing, FirstPlayer, Front, Player, Texts

_TOP_LEFT = Hex(0, 0)


def new_scenario(
    board_type: BoardType = BoardType.STANDARD,
    face: Face = Face.COUNTRY,
    title: str = "New scenario",
) -> Scenario:
    """Return an empty scenario with the default values of the official editor."""
    return Scenario(
        board=BOARDS[board_type],
        face=face,
        briefing=Briefing(
            top=Player(Side.AXIS, "DE", cards=4, medals=4),
            bottom=Player(Side.ALLIES, "US", cards=4, medals=4),
            first=FirstPlayer.BOTTOM,
            kind=BattleKind.HISTORICAL,
            front=Front.WESTERN,
            begins=date(1944, 6, 6),
        ),
        texts={"en": Texts(title, historical="", description="", victory="", rules="")},
        meta={"status": "PRIVATE", "software": "M44 Workshop"},
    )


def change_face(scenario: Scenario, face: Face) -> Scenario:
    """Return the scenario with a different printed face; its pieces are unchanged."""
    return same_if_equal(scenario, replace(scenario, face=face))


def change_board(
    scenario: Scenario, board_type: BoardType, face: Face | None = None, at: Hex = _TOP_LEFT
) -> Conversion:
    """Return the scenario on a different board, and the losses: everything that does not fit there.

    Args:
        scenario: The scenario to convert.
        board_type: The type of the new board.
        face: The new printed face; None to keep the current one.
        at: The hex of the new board on which the top left hex of the old one lands.
    """
    board = BOARDS[board_type]

    def place(hex_: Hex) -> Hex | None:
        new_hex = Hex(hex_.col + at.col, hex_.row + at.row)
        return new_hex if new_hex in board else None

    hexes = {place(h): with_group_hexes_mapped(c, place) for h, c in scenario.hexes.items()}
    labels = {place(h): lines for h, lines in scenario.labels.items()}
    after = replace(
        scenario,
        board=board,
        face=face or scenario.face,
        hexes={h: content for h, content in hexes.items() if h},
        labels={h: lines for h, lines in labels.items() if h},
        briefing=with_rule_hexes(scenario.briefing, place),
        allowed=moved_allowances(scenario.allowed, scenario.board, board, place),
        position=scenario.position and scenario.position.with_moved_hexes(place),
    )
    return Conversion(same_if_equal(scenario, after), tuple(_conversion_losses(scenario, place)))


def _conversion_losses(scenario: Scenario, mapping: Callable[[Hex], Hex | None]) -> Iterator[Loss]:
    """Yield the losses of a conversion: contents and groups, then labels, then special rules."""
    for hex_, content in scenario.hexes.items():
        if mapping(hex_) is None:
            yield from lost_contents(scenario.board, hex_, content)
        else:
            yield from lost_groups(scenario.board, content, lambda h: mapping(h) is not None)
    for hex_, lines in scenario.labels.items():
        if mapping(hex_) is None:
            yield lost_label(scenario.board, hex_, lines)
    yield from lost_rule_hexes(scenario, mapping)
