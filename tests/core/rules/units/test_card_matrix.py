"""The special units that each card orders, and their abilities: the table of E-GEN-08.

The expected values are in ``card_matrix.yaml``, taken from the rules and not from the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.core.rules.test_cases import Case, carry_out, game_of_case
from tests.reference_data import load_yaml

from m44core.rules.game.actions import Move
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.units.battle import bonus_dice, may_battle
from m44core.rules.units.orders import max_move_to_battle

FOLDER = Path(__file__).parent
UNIT_HEX, ADJACENT_HEX, DISTANT_HEX = "G3", "g4", "G5"
FACES = ("inf", "armor", "star")
ENEMY_HEXES = {"close-assault": ADJACENT_HEX, "firefight": DISTANT_HEX}
CARDS_FOR_ALL = ("probe-centre", "general-advance", "recon-in-force")


@dataclass(frozen=True)
class MatrixCell:
    """One unit with one card, and its entry in the table: None if the card does not order it."""

    unit: str
    card: str
    expected: Mapping[str, Any] | None
    begins: str


def cell_parameters() -> Iterator[pytest.ParameterSet]:
    for row in load_yaml(FOLDER / "card_matrix.yaml").values():
        for name, unit in row["units"].items():
            for card, entry in ({key: {} for key in CARDS_FOR_ALL} | row["cards"]).items():
                expected = None if entry == "no" else entry
                cell = MatrixCell(unit, card, expected, row.get("begins", "1944-06-06"))
                yield pytest.param(cell, id=f"{name}, {card}")


@pytest.mark.rule("E-GEN-08")
@pytest.mark.parametrize("cell", list(cell_parameters()))
@pytest.mark.bulk
def test_a_card_orders_a_unit_according_to_the_table(cell: MatrixCell) -> None:
    expected = cell.expected
    assert is_ordered(cell) is (expected is not None)
    if expected is not None and cell.card != "ambush":
        actual_abilities = unit_abilities(cell)
        assert {key: actual_abilities[key] for key in expected} == expected


def is_ordered(cell: MatrixCell) -> bool:
    """Return whether the card orders the unit, with any dice, or lets it ambush."""
    if cell.card == "ambush":
        return f"play {cell.card}" in legal_action_texts(game_with_attack(cell))
    return any(game_with_orders(cell, face) is not None for face in die_faces_for(cell.card))


def unit_abilities(cell: MatrixCell) -> dict[str, Any]:
    """Return the abilities of the unit after it has been ordered."""
    ordering_faces = [
        face for face in die_faces_for(cell.card) if game_with_orders(cell, face) is not None
    ]
    state = game_with_orders(cell, ordering_faces[0])
    assert state is not None
    unit = state.unit_at[state.field.grid.index[UNIT_HEX]]
    bonus = {
        "dice": bonus_dice(state, unit, close=True),
        "fire": bonus_dice(state, unit, close=False),
    }
    times = state.command_of(unit)
    return {
        "by": ordering_faces,
        **bonus,
        **move_limits(state),
        "times": times.battles if times else 0,
    }


def move_limits(state: GameState) -> dict[str, Any]:
    """Return how far the unit can move, and how far it can move and still battle, in hexes."""
    unit = state.unit_at[state.field.grid.index[UNIT_HEX]]
    if state.phase is Phase.ORDER:
        carry_out(state, "end-orders")
    end_hexes = [a.end for a in legal_actions(state) if isinstance(a, Move) and a.start == UNIT_HEX]
    grid = state.field.grid
    farthest_distance = max(
        (grid.distance(grid.index[UNIT_HEX], grid.index[end]) for end in end_hexes), default=0
    )
    rolls = bool(state.field.units[unit].rules.dice) and may_battle(state, unit)
    max_move_with_battle = min(farthest_distance, max_move_to_battle(state, unit))
    return {"move": farthest_distance, "battles": max_move_with_battle if rolls else "none"}


def game_with_orders(cell: MatrixCell, face: str) -> GameState | None:
    """Return the game after the card has ordered the unit; None if the card cannot order it."""
    state = game_of_case(case_of_cell(cell, ENEMY_HEXES.get(cell.card)))
    unit = state.unit_at[state.field.grid.index[UNIT_HEX]]
    if "medics" in cell.card:
        state.figures[unit] -= state.figures[unit] > 1
    carry_out(state, f"play {cell.card}")
    for phase, choice in ((Phase.SECTION, "section centre"), (Phase.TARGET, f"target {UNIT_HEX}")):
        if state.phase is phase and choice in legal_action_texts(state):
            carry_out(state, choice)
    if state.phase is Phase.CARD_ROLL:
        carry_out(state, f"roll {face} {' '.join(['grenade'] * (state.dice - 1))}")
    if state.phase is Phase.ORDER and f"order {UNIT_HEX}" in legal_action_texts(state):
        carry_out(state, f"order {UNIT_HEX}")
    return state if state.ordered >> unit & 1 else None


def game_with_attack(cell: MatrixCell) -> GameState:
    """Return a game in which an enemy close assaults the unit, whose side holds the card."""
    case = case_of_cell(cell, ADJACENT_HEX)
    state = game_of_case(replace(case, first="top", card="probe-centre", enemy=(cell.card,)))
    for text in (
        "play probe-centre",
        f"order {ADJACENT_HEX}",
        "end-moves",
        f"battle {ADJACENT_HEX} {UNIT_HEX}",
    ):
        carry_out(state, text)
    return state


def case_of_cell(cell: MatrixCell, enemy_hex: str | None) -> Case:
    """Return a case with the unit in the open.

    Its side also has a unit of each class, so that no card orders one unit of any kind instead.
    """
    nation = cell.unit.split("-")[0]
    enemy_nation = "american" if nation == "german" else "german"
    hexes = {UNIT_HEX: cell.unit}
    hexes |= {"A1": f"{nation}-infantry", "B1": f"{nation}-armor", "C1": f"{nation}-artillery"}
    hexes |= {enemy_hex: f"{enemy_nation}-infantry"} if enemy_hex else {}
    return Case(
        hexes=hexes,
        top="ALLIES" if nation == "german" else "AXIS",
        card=cell.card,
        enemy=("move-out",),
        begins=cell.begins,
        board="BREAKTHROUGH" if cell.card.startswith("breakthrough") else "STANDARD",
        options={"italy-royal-army": True, "furia-francese": True},
    )


def legal_action_texts(state: GameState) -> list[str]:
    while state.phase is Phase.DRAW:
        carry_out(state, f"draw {state.deck[0]}")
    return [str(action) for action in legal_actions(state)]


def die_faces_for(card: str) -> tuple[str, ...]:
    rolls_dice = card in ("medics-and-mechanics", "their-finest-hour")
    return FACES if rolls_dice else FACES[:1]
