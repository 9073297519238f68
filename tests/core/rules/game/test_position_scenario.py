from __future__ import annotations

from collections.abc import Callable

from m44core.board import BOARDS, BoardType
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, HexContent, MedalTerms, Piece, Player, Tag, Unit
from m44core.rules.game.actions import DrawCard, parse_action
from m44core.rules.game.position_scenario import ordered_hexes, scenario_of_position
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.units.unit_changes import relocate

BOARD = BOARDS[BoardType.STANDARD]
G3, SMALL_G4 = (BOARD.hex(name) for name in ("G3", "g4"))


def game_after(
    contents: dict[str, HexContent], *actions: str, card: str = "assault-centre"
) -> GameState:
    """Return a game after *actions*; the Axis is on top, and each side holds one card."""
    spare = {"A1": HexContent(unit=Unit("infger")), "A9": HexContent(unit=Unit("infus"))}
    hexes = {BOARD.hex(name): content for name, content in (spare | contents).items()}
    one_card = Briefing(Player(cards=1), Player(cards=1))
    state = new_game(Scenario(briefing=one_card).with_hexes(hexes))
    for _ in range(2):
        apply_action(state, DrawCard(card if card in state.deck else "assault-centre"))
    for text in actions:
        apply_action(state, parse_action(text))
    return state


def test_a_new_game_looks_like_its_scenario(read_shipped: Callable[[str], Scenario]) -> None:
    for name in ("pegasus-bridge", "first-assault-wave", "vassieux"):
        scenario = read_shipped(name)
        assert scenario_of_position(new_game(scenario)) == scenario


def test_units_not_yet_dropped_are_off_the_board(
    read_shipped: Callable[[str], Scenario],
) -> None:
    bystander = {BOARD.hexes[-1]: HexContent(unit=Unit("vehger"))}
    scenario = read_shipped("sainte-mere-eglise").with_hexes(bystander)
    assert scenario_of_position(new_game(scenario)) == scenario


def test_a_moved_unit_is_on_its_new_hex_and_its_sandbags_are_removed() -> None:
    unit = Unit("infger")
    content = HexContent(Piece("woods"), None, Piece("sand"), unit)
    state = game_after({"G3": content}, "play assault-centre", "order G3", "move G3 g4")
    position = scenario_of_position(state)
    assert position.at(G3) == HexContent(Piece("woods"))
    assert position.at(SMALL_G4) == HexContent(unit=unit)


def test_sandbags_of_a_unit_face_the_enemy() -> None:
    dug_in = game_after(
        {"G3": HexContent(unit=Unit("infger")), "g4": HexContent(Piece("woods"))},
        *("play dig-in", "order G3", "end-orders"),
        card="dig-in",
    )
    assert scenario_of_position(dug_in).at(G3) == HexContent(
        obstacle=Piece("sand", orientation=1), unit=Unit("infger")
    )


def test_sandbags_hide_the_wire_on_their_hex_until_their_unit_leaves() -> None:
    digging = ("play dig-in", "order G3", "end-orders")
    wired = {"G3": HexContent(obstacle=Piece("wire", 2), unit=Unit("infger"))}
    dug_in = game_after(wired, *digging, card="dig-in")
    assert scenario_of_position(dug_in).at(G3).obstacle == Piece("sand", orientation=1)
    lay_bare = dug_in.clone()
    relocate(lay_bare, lay_bare.unit_at[BOARD.index[G3]], BOARD.index[SMALL_G4], [])
    assert scenario_of_position(lay_bare).at(G3).obstacle == Piece("wire", 2)


def test_a_unit_is_shown_with_its_remaining_figures() -> None:
    state = game_after(
        {"G3": HexContent(unit=Unit("infger")), "g4": HexContent(unit=Unit("infus"))},
        *("play assault-centre", "order G3", "end-moves", "battle G3 g4", "roll inf inf star"),
    )
    assert scenario_of_position(state).at(SMALL_G4).unit == Unit("infus", figures=2)


def test_a_permanent_medal_is_off_the_board_once_gained() -> None:
    permanent_medal = Tag("medal2", medal=MedalTerms(permanent=True))
    state = game_after(
        {
            "G3": HexContent(unit=Unit("infger")),
            "g4": HexContent(tags=(Tag("medal2"), permanent_medal)),
        },
        *("play assault-centre", "order G3", "move G3 g4"),
    )
    assert scenario_of_position(state).at(SMALL_G4).tags == (Tag("medal2"),)


def test_ordered_hexes_are_those_of_units_with_orders() -> None:
    state = game_after({"G3": HexContent(unit=Unit("infger"))}, "play assault-centre", "order G3")
    assert ordered_hexes(state) == (G3,)
