"""Tokens on the board of a game: crosshairs, smoke, hits on ships."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.editor.playtest.conftest import (
    TWO_PEOPLE,
    OpenPlaytest,
    make_script,
    marks_on_board,
    skirmish,
)

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.shapes.shapes import Shape
from m44core.drawing.tokens.markers import smoke
from m44core.rules.game.phases import Phase
from m44editor.board.board_marks import TextMark
from m44editor.board.geometry import centre
from m44editor.playtest.game_marks import Crosshair, MineStrength, ShipMark, SmokeCloud

GUN = "  A1: {unit: {is: american-artillery, badge: big-gun}}\n  E1: {unit: german-infantry}\n"
HANDS = "".join(
    f"draw {card}\n" for card in ("recon-left", "recon-right", "artillery-bombard", "recon-left")
)


@pytest.mark.rule("E-BIGGUN-03")
def test_crosshairs_are_shown_on_a_unit_hit_by_a_big_gun(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(skirmish(GUN), make_script(HANDS + "roll grenade star"))
    player.start(TWO_PEOPLE)
    player.play("artillery-bombard")
    if player.state.phase is Phase.ORDER:
        player.click_hex("A1")
    if player.state.phase is Phase.MOVE:
        player.press("Done moving")
    player.click_hex("A1")
    player.click_hex("E1")
    assert [mark.hex for mark in marks_on_board(player, Crosshair)] == [player.hex("E1")]
    board = player.window.board
    board_image = board.viewport().grab().toImage()
    board.set_mark(f"cross-hair {player.hex('E1')}", None)
    assert board.viewport().grab().toImage() != board_image


NEBELWERFER = (
    "  A1: {unit: {is: american-artillery, equipment: nebelwerfer}}\n"
    "  E1: {unit: german-infantry}\n"
)


@pytest.mark.rule("E-NEBEL-05")
def test_smoke_is_laid_by_clicks_and_shown_on_the_board(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(skirmish(NEBELWERFER), make_script(HANDS))
    player.start(TWO_PEOPLE)
    player.play("artillery-bombard")
    if player.state.phase is Phase.ORDER:
        player.click_hex("A1")
    if player.state.phase is Phase.MOVE:
        player.press("Done moving")
    player.click_hex("A1")
    player.click_hex("C1")
    player.click_hex("B1")
    player.press("Done laying smoke")
    smoke_marks = [(mark.hex, mark.is_thin) for mark in marks_on_board(player, SmokeCloud)]
    assert smoke_marks == [(player.hex("C1"), False), (player.hex("B1"), False)]
    board = player.window.board
    board_image = board.viewport().grab().toImage()
    board.set_mark(f"smoke {player.hex('C1')}", None)
    assert board.viewport().grab().toImage() != board_image


def test_the_prompt_counts_the_remaining_smoke_hexes(open_playtest: OpenPlaytest) -> None:
    units = "  A1: {unit: american-infantry}\n  E1: {unit: german-infantry}\n"
    player = open_playtest(skirmish(units, rules="{smoke-screen: allies}"), make_script(HANDS))
    player.start(TWO_PEOPLE)
    prompt = player.window.game_page.prompt
    assert prompt.text() == "Click a hex to lay smoke on; 3 left."
    player.click_hex("C1")
    player.click_hex("B1")
    assert prompt.text() == "Click a hex to lay smoke on; 1 left."


def test_smoke_is_visible_on_dark_ground() -> None:
    for is_thin in (False, True):
        outermost_shape = smoke(thin=is_thin)[0]
        assert isinstance(outermost_shape, Shape)
        assert outermost_shape.fill == "#f4f3ee"


SHIP = (
    "  E1: {structure: {is: destroyer, owner: axis}}\n"
    "  G5: {unit: {is: american-artillery, badge: big-gun}}\n"
    "  E7: {unit: german-infantry}\n"
)


@pytest.mark.rule("TH-DD-01")
def test_a_ship_shows_its_owner_and_remaining_hits(open_playtest: OpenPlaytest) -> None:
    hands = HANDS.replace("artillery-bombard", "assault-centre")
    player = open_playtest(skirmish(SHIP), make_script(hands + "roll grenade star"))
    player.start(TWO_PEOPLE)
    (ship_mark,) = marks_on_board(player, ShipMark)
    assert (ship_mark.hex, ship_mark.side, ship_mark.hits) == (player.hex("E1"), Side.AXIS, 3)
    player.play("assault-centre")
    player.click_hex("G5")
    player.reach(Phase.BATTLE)
    player.click_hex("G5")
    player.click_hex("E1")
    (ship_mark,) = marks_on_board(player, ShipMark)
    assert ship_mark.hits == 2


BRIDGE = (
    "  G5: {terrain: river, structure: {is: bridge, behaves: can-be-blown}}\n"
    "  g4: {unit: american-infantry}\n"
    "  G9: {unit: german-infantry}\n"
)


@pytest.mark.rule("TH-BLOW-01", "TH-BLOW-03")
@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ("grenade flag", "Bridge on G5: intact"),
        ("star grenade", "Bridge on G5: destroyed"),
    ],
)
def test_a_bridge_is_blown_up_by_clicks_and_the_roll_shows_the_result(
    open_playtest: OpenPlaytest, dice: str, text: str
) -> None:
    hands = HANDS.replace("artillery-bombard", "assault-centre")
    scenario = skirmish(BRIDGE, rules="{blow-bridges: {side: allies}}")
    player = open_playtest(scenario, make_script(f"{hands}roll {dice}"))
    player.start(TWO_PEOPLE)
    player.play("assault-centre")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert [action.text() for action in menu.actions()][1] == "Blow up the bridge on G5"
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    player.qtbot.waitUntil(lambda: player.state.turn == 2)
    assert player.window.game_page.dice.caption.text() == text


CAVE = "  G3: {terrain: cave, unit: american-infantry}\n  G9: {unit: japanese-infantry}\n"


@pytest.mark.rule("TH-CAVE-05")
def test_a_unit_that_can_only_seal_a_cave_needs_no_target(open_playtest: OpenPlaytest) -> None:
    hands = HANDS.replace("artillery-bombard", "assault-centre")
    player = open_playtest(skirmish(CAVE), make_script(hands + "roll star flag flag"))
    player.start(TWO_PEOPLE)
    player.play("assault-centre")
    player.click_hex("G3")
    player.press("Done moving")
    player.click_hex("G3")
    page = player.window.game_page
    assert page.prompt.text() == "Choose the unit's action below."
    assert page.details.isHidden()
    player.press("Seal the cave")
    assert page.dice.caption.text() == "Cave on G3: sealed"


ALONE = "  G3: {unit: american-infantry}\n  G9: {unit: german-infantry}\n"


@pytest.mark.rule("SO-ATTRITION")
def test_the_caption_of_the_attrition_roll_gives_the_number_of_losses(
    open_playtest: OpenPlaytest,
) -> None:
    scenario = skirmish(ALONE, rules="{attrition: {side: allies, dice: 3, face: grenade}}")
    player = open_playtest(scenario, make_script(HANDS + "roll grenade flag grenade"))
    player.start(TWO_PEOPLE)
    page = player.window.game_page
    assert page.dice.caption.text() == "Figures to lose: 2"
    assert page.prompt.text() == "Click the unit that will lose a figure."
    player.click_hex("G3")
    player.click_hex("G3")
    state = player.state
    assert state.figures[state.unit_at[state.field.grid.index["G3"]]] == 2
    assert state.phase is Phase.PLAY


@pytest.mark.rule("SO-DAM-SABOTAGE")
def test_the_caption_of_the_sabotage_roll_gives_its_effect_on_the_dam(
    open_playtest: OpenPlaytest,
) -> None:
    dam = "  G3: {terrain: dam, unit: american-infantry}\n  G9: {unit: german-infantry}\n"
    scenario = skirmish(dam, rules="{dam-sabotage: {side: allies, hexes: [G3], dice: 2}}")
    player = open_playtest(scenario, make_script(HANDS + "roll star flag"))
    player.start(TWO_PEOPLE)
    assert player.window.game_page.dice.caption.text() == "Dam on G3: 1 star"


PETARD = (
    "  G3: {unit: {is: british-armor, equipment: hobart-petard}}\n"
    "  g4: {structure: bunker}\n  G9: {unit: german-infantry}\n"
)


@pytest.mark.rule("E-HOB-08")
@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ("flag flag flag flag", "Bunker on g4: intact"),
        ("star flag flag flag", "Bunker on g4: destroyed"),
    ],
)
def test_an_empty_bunker_is_breached_by_clicks(
    open_playtest: OpenPlaytest, dice: str, text: str
) -> None:
    hands = HANDS.replace("artillery-bombard", "assault-centre")
    player = open_playtest(skirmish(PETARD), make_script(f"{hands}roll {dice}"))
    player.start(TWO_PEOPLE)
    player.play("assault-centre")
    player.click_hex("G3")
    player.press("Done moving")
    player.click_hex("G3")
    player.click_hex("g4")
    assert player.window.game_page.dice.caption.text() == text
    assert (player.state.ground.hexes[player.state.field.grid.index["g4"]].structure is None) == (
        "destroyed" in text
    )


@pytest.mark.rule("TH-NIGHT-01")
def test_the_caption_of_the_night_visibility_roll_gives_the_number_of_stars(
    open_playtest: OpenPlaytest,
) -> None:
    night = skirmish(CAVE, rules="{night-visibility: true}")
    player = open_playtest(night, make_script(HANDS + "roll star star flag grenade"))
    player.start(TWO_PEOPLE)
    assert player.window.game_page.dice.caption.text() == "Night: 2 stars"


MINE = "tags: [{is: minefield, side: axis, behaves: mine-field}]"
MINED = (
    "  G3: {unit: american-armor}\n  H3: {unit: american-infantry}\n  g8: {unit: german-infantry}\n"
    f"  g4: {{{MINE}}}\n  h4: {{{MINE}}}\n"
)


@pytest.mark.rule("TH-MINE-03")
def test_the_strength_of_a_mine_is_shown_after_its_explosion(open_playtest: OpenPlaytest) -> None:
    hands = "".join(f"draw {card}\n" for card in ("recon-left",) * 2 + ("assault-centre",) * 2)
    player = open_playtest(skirmish(MINED), make_script(hands + "mine 3\nroll star star star"))
    player.start(TWO_PEOPLE)
    assert marks_on_board(player, MineStrength) == []
    player.point_at("g4")
    assert "dice" not in player.window.status_label.text(), "the strength of hidden mines is secret"
    player.play("assault-centre")
    player.reach(Phase.MOVE)
    player.click_hex("G3")
    player.click_hex("g4")
    (mark,) = marks_on_board(player, MineStrength)
    assert (mark.hex, mark.strength) == (player.hex("g4"), 3)
    player.point_at("h4")
    assert "the minefield rolls" not in player.window.status_label.text()
    player.point_at("g4")
    assert "the minefield rolls 3 dice" in player.window.status_label.text()
    for scale in (0.4, 0.7, 1.0, 2.0):
        tick = next(words for words in marks_on_board(player, TextMark) if words.hex == mark.hex)
        assert not painted_pixels(tick, scale) & painted_pixels(mark, scale), (
            "the tick does not cover the strength"
        )


def painted_pixels(mark: TextMark | MineStrength, scale: float) -> set[tuple[int, int]]:
    """Return the pixels a mark covers in a picture of a hex; *scale* is pixels per unit."""
    side = round(300 * scale)
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(QPointF(150, 150) - centre(mark.hex))
    mark.paint(painter, scale)
    painter.end()
    pixels = ((x, y) for x in range(side) for y in range(side))
    return {(x, y) for x, y in pixels if image.pixelColor(x, y).alpha() > 40}
