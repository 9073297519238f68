"""The appearance of a game: highlights, contrast and uncovered units."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    marks_on_board,
    read_shipped_scenario,
)

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.tokens.medal_art import MEDALS, NEUTRAL_STAR
from m44core.hexes import Hex
from m44core.rules.game.phases import Phase
from m44core.rules.victory.game_end import MedalsBySource
from m44editor.board.board_marks import Highlight
from m44editor.board.geometry import centre
from m44editor.board.painter import paint
from m44editor.playtest.cards.card_widgets import CardButton
from m44editor.playtest.side_panel.score_view import MedalTrack
from m44editor.theme import Theme, apply_theme, art_palette, theme_colour

GOLD = QColor("#ffb300")
SMALL_WINDOW = QSize(800, 600)


@pytest.fixture(params=list(Theme)[1:])
def theme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    """Each theme but the first; the palette is restored afterwards."""
    before = qapp.palette()
    apply_theme(qapp, request.param)
    yield
    qapp.setPalette(before)


@pytest.fixture
def player(open_playtest: OpenPlaytest) -> PlaytestDriver:
    return open_playtest(read_shipped_scenario("pegasus-bridge"))


def has_color_at_edge(button: CardButton, colour: QColor) -> bool:
    """Return whether a color is on the left edge of a card."""
    picture = button.grab().toImage()
    edge = (picture.pixelColor(x, picture.height() // 2) for x in range(5))
    return any(abs(each.hue() - colour.hue()) < 6 and each.saturation() > 200 for each in edge)


def test_no_card_has_the_golden_frame_before_one_is_pointed_at(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    first_card = player.window.hand.cards[0]
    assert first_card.hasFocus(), "Enter plays it"
    assert not has_color_at_edge(first_card, GOLD)
    player.press_key(Qt.Key.Key_Right)
    assert [has_color_at_edge(button, GOLD) for button in player.window.hand.cards][:2] == [
        False,
        True,
    ]


def test_a_card_that_cannot_be_played_has_no_golden_frame(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.reach(Phase.ORDER)
    card = player.window.hand.cards[0]
    assert not card.card.playable
    card.setFocus(Qt.FocusReason.TabFocusReason)
    assert card._is_highlighted
    assert not has_color_at_edge(card, GOLD)


@pytest.mark.parametrize("phase", [Phase.ORDER, Phase.BATTLE])
def test_marks_do_not_change_the_colors_of_units(player: PlaytestDriver, phase: Phase) -> None:
    player.start(TWO_PEOPLE)
    player.reach(phase)
    if player.choices.units:
        player.click_hex(min(player.choices.units))
    state = player.state
    board = state.field.grid.board
    units = {board.hexes[at] for at in state.place if at >= 0}
    filled_marks = [
        m for m in marks_on_board(player, Highlight) if m.fill is not None and m.hexes & units
    ]
    assert filled_marks or phase is Phase.BATTLE
    assert not any(covers_unit(mark, hex_) for mark in filled_marks for hex_ in mark.hexes & units)


def covers_unit(mark: Highlight, hex_: Hex) -> bool:
    """Return whether a mark covers a figure, its counter or its number of figures."""
    picture = QImage(100, 100, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.translate(QPointF(50, 50) - centre(hex_))
    mark.paint(painter, 1.0)
    painter.end()
    counter = {(x, y) for x in range(20, 80, 5) for y in range(32, 78, 5)}
    number = {(78, 75), (87, 75), (78, 66), (78, 85), (84, 82)}
    return any(picture.pixelColor(x, y).alpha() for x, y in counter | number)


def test_the_icons_of_the_playback_bar_have_enough_contrast(
    theme: None, player: PlaytestDriver
) -> None:
    player.start(AGAINST_AXIS)
    player.end_turn()
    player.press_key(Qt.Key.Key_Comma)
    bar = player.window.table.playback_bar
    assert all(icon_contrast(bar, button) > 4 for button in bar.buttons.values())


def icon_contrast(bar: QWidget, button: QAbstractButton) -> float:
    """Return the contrast of a button's icon with its background."""
    picture = bar.grab(button.geometry()).toImage()
    pixel_colors = [picture.pixelColor(x, y) for x in range(4, 22) for y in range(4, 22)]
    lights = sorted(luminance(each) for each in pixel_colors)
    return (lights[-1] + 0.05) / (lights[0] + 0.05)


def luminance(colour: QColor) -> float:
    red, green, blue = colour.redF(), colour.greenF(), colour.blueF()
    return float(0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2)


def test_a_hand_of_five_is_legible_on_a_small_screen(open_playtest: OpenPlaytest) -> None:
    player = open_playtest(read_shipped_scenario("sword-beach"))
    player.window.resize(SMALL_WINDOW)
    player.start(TWO_PEOPLE)
    cards = player.window.hand.cards
    assert len(cards) == 5
    assert not any(a.geometry().intersects(b.geometry()) for a, b in pairwise(cards))
    assert is_hidden_or_inside(player.window.game_page.speed_bar, player.window)


def is_hidden_or_inside(widget: QWidget, window: QWidget) -> bool:
    corner = widget.mapTo(window, widget.rect().bottomRight())
    return not widget.isVisible() or window.rect().contains(corner)


def test_the_score_names_each_side_once(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    score_text = player.window.game_page.score.accessibleDescription()
    assert score_text == "Axis (human): 0 of 4 medals; Allies (human): 0 of 4 medals"


def test_the_start_page_has_one_column_of_labels(player: PlaytestDriver) -> None:
    page = player.window.start_page
    boxes = [*page.players.values(), page.curtain, page.variants]
    places = [box.mapTo(page, box.rect().topLeft()) for box in boxes]
    assert len({place.x() for place in places}) == 1
    assert page.seed.mapTo(page, page.seed.rect().topLeft()).y() > max(p.y() for p in places)


@pytest.mark.parametrize("nation", ["", "GB"])
def test_a_medal_for_a_unit_is_drawn_as_at_the_edge_of_the_board(qtbot: QtBot, nation: str) -> None:
    track = MedalTrack(Side.ALLIES)
    qtbot.addWidget(track)
    track.resize(track.sizeHint())
    pictures = []
    for sources in (MedalsBySource(1, 0, 0), MedalsBySource(0, 1, 0), MedalsBySource(0, 0, 1)):
        track.show_medals(sources, 4, Side.ALLIES, nation)
        pictures.append(track.grab().toImage())
    medal = QImage(pictures[0].size(), pictures[0].format())
    medal.fill(track.palette().color(QPalette.ColorRole.Window))
    with QPainter(medal) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(12.5, track.height() / 2)
        painter.scale(23 / 32, 23 / 32)
        paint(painter, MEDALS["medal4" if nation else NEUTRAL_STAR](), art_palette())
    first = QRect(0, 0, 24, track.height())
    assert pictures[0].copy(first) == medal.copy(first)
    assert pictures[1].copy(first) != pictures[0].copy(first) != pictures[2].copy(first)


def test_the_button_that_starts_a_game_is_right_below_the_settings(player: PlaytestDriver) -> None:
    player.window.resize(1600, 1000)
    QApplication.processEvents()
    page = player.window.start_page
    seed_bottom = page.seed.mapTo(page, page.seed.rect().bottomLeft()).y()
    assert 0 < page.start.y() - seed_bottom < 2 * page.start.height()


def test_lines_of_the_log_start_where_their_heading_does(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    page = player.window.table.page
    heading, log = page.log_heading, page.log
    pictures = heading.grab().toImage(), log.grab().toImage()
    ground = QApplication.palette().color(QPalette.ColorRole.Window)
    (heading_start, log_start) = (
        next(
            x
            for x in range(picture.width())
            if any(picture.pixelColor(x, y) != ground for y in range(picture.height()))
        )
        for picture in pictures
    )
    assert abs(heading.x() + heading_start - log.x() - log_start) <= 1


def test_the_caption_of_a_closed_hand_leaves_the_middle_of_the_cards_visible(
    player: PlaytestDriver,
) -> None:
    player.start(TWO_PEOPLE)
    hand = player.window.hand
    hand.show_caption("Allies: face-down cards. Click to reveal them.")
    assert hand._caption.y() > hand.cards[0].geometry().center().y()
    assert hand.rect().contains(hand._caption.geometry())


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK], indirect=True)
@pytest.mark.usefixtures("theme")
def test_what_can_be_done_now_is_marked(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    prompt = player.window.table.page.prompt
    assert prompt.isVisible()
    picture = prompt.grab().toImage()
    assert picture.pixelColor(1, picture.height() // 2) == theme_colour("accent_2")
