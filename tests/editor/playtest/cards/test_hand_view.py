"""The hand of cards by mouse, keyboard and screen reader."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from tests.editor.contrast import contrast_ratio
from tests.editor.playtest.conftest import (
    AGAINST_ALLIES,
    AGAINST_AXIS,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    deal_script,
    face_up_card_buttons,
    skirmish,
)

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import message
from m44core.rules.cards.command_cards import cards, summary_of_card, title_of_card
from m44core.rules.cards.deck_choice import cards_of_deck
from m44core.rules.game.phases import Phase
from m44editor.interface_language import switch_language
from m44editor.interface_text import translated
from m44editor.playtest.cards.card_widgets import FACE_DOWN, Card, CardPreview
from m44editor.playtest.cards.hand_view import Curtain, HandView
from m44editor.theme import Theme

DUEL = "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"


@pytest.fixture
def hand(qtbot: QtBot) -> HandView:
    hand = HandView()
    qtbot.addWidget(hand)
    hand.resize(860, 144)
    with qtbot.waitExposed(hand):
        hand.show()
    return hand


def make_hand(count: int) -> list[Card]:
    keys = sorted(set(cards_of_deck("standard")))
    return [Card(keys[n], digit=f"{n + 1}", playable=True) for n in range(count)]


def wait_for_preview(player: PlaytestDriver) -> CardPreview:
    player.qtbot.waitUntil(lambda: bool(player.window.findChildren(CardPreview)))
    return player.window.findChildren(CardPreview)[0]


@pytest.mark.parametrize("count", [1, 2, 6, 8, 12])
def test_every_card_of_a_hand_is_inside_it(hand: HandView, count: int) -> None:
    hand.show_cards(make_hand(count))
    rects = [button.geometry() for button in hand.cards]
    assert len(rects) == count
    assert all(hand.rect().contains(rect) for rect in rects)
    lefts = [rect.left() for rect in rects]
    assert lefts == sorted(set(lefts)), "each card shows a part of itself"
    assert all(b - a >= 20 for a, b in pairwise(lefts))


def dark_pixels_of_card(hand: HandView, digit: str) -> set[tuple[int, int]]:
    """Return the dark pixels, below its picture, of a French card with a digit."""
    switch_language("fr")
    hand.show_cards([Card("probe-left", digit=digit, playable=True)])
    image = hand.cards[0].grab().toImage()
    points = ((x, y) for x in range(10, 84) for y in range(104, image.height() - 10))
    return {(x, y) for x, y in points if image.pixelColor(x, y).lightness() < 110}


@pytest.mark.usefixtures("theme")
@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK], indirect=True)
def test_the_number_of_a_card_does_not_cover_its_text(hand: HandView) -> None:
    text_pixels, all_pixels = dark_pixels_of_card(hand, ""), dark_pixels_of_card(hand, "1")
    assert text_pixels
    assert all_pixels > text_pixels
    digit_pixels = {(x, y) for x, y in all_pixels - text_pixels}
    assert max(y for _, y in text_pixels) < min(y for _, y in digit_pixels)


def test_no_card_covers_the_curtain_when_the_pointer_leaves_it(hand: HandView) -> None:
    hand.show_cards(make_hand(4))
    curtain = Curtain(hand)
    centers = [button.geometry().center() for button in hand.cards]
    QTest.mouseMove(hand.cards[1])
    curtain.close_for(message("Axis"))
    QTest.mouseMove(hand, QPoint(2, 2))
    hand.show_cards(make_hand(6))
    assert {hand.childAt(center) for center in centers} <= {curtain, curtain.label}


def test_few_cards_do_not_overlap(hand: HandView) -> None:
    hand.show_cards(make_hand(6))
    rects = [button.geometry() for button in hand.cards]
    assert not any(a.intersects(b) for a, b in pairwise(rects))


def test_a_card_has_its_name_and_effect_for_screen_readers(
    hand: HandView, subtests: pytest.Subtests
) -> None:
    empty = HandView().grab().toImage()
    for key in sorted(cards()):
        with subtests.test(key):
            hand.show_cards([Card(key, digit="1", playable=True)])
            (button,) = hand.cards
            assert button.accessibleName() == translated(title_of_card(key))
            description = f"{translated(summary_of_card(key))} Shortcut: 1."
            assert button.accessibleDescription() == description
            assert button.grab().toImage() != empty


def test_a_card_that_cannot_be_played_states_the_reason(hand: HandView) -> None:
    hand.show_cards([Card("ambush", digit="1")])
    assert hand.cards[0].accessibleDescription().endswith("This card cannot be played now.")


def test_a_card_that_would_order_no_unit_states_the_reason(open_playtest: OpenPlaytest) -> None:
    script = deal_script(["probe-left"] * 2, ["recon-left", "recon-centre"])
    player = open_playtest(skirmish(DUEL), script)
    player.start(TWO_PEOPLE)
    descriptions = {b.card.key: b.accessibleDescription() for b in face_up_card_buttons(player)}
    idle_cards = {
        key
        for key, description in descriptions.items()
        if "The card would not order any units now." in description
    }
    assert set(descriptions) == {"recon-left", "recon-centre"}
    assert idle_cards == {"recon-left"}


def test_a_digit_plays_the_card_in_that_place(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    name = player.window.hand.cards[2].card.name
    player.press_key(Qt.Key.Key_3)
    assert f"The Allies play {name}." in player.log


def test_the_card_under_the_pointer_is_shown_large(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    card = player.window.hand.cards[1]
    middle = card.mapTo(player.window, card.rect().center())
    for point in (QPoint(5, 5), middle - QPoint(3, 3), middle):  # wherever it was before
        QTest.mouseMove(player.window.windowHandle(), point)
        QApplication.processEvents()
    card_preview = wait_for_preview(player)
    assert card_preview.isVisible()
    assert card_preview.card == card.card
    assert card_preview.geometry().bottom() < card.mapTo(player.window, QPoint()).y()
    QTest.mouseMove(player.window.windowHandle(), QPoint(300, 300))
    QApplication.processEvents()
    assert not card_preview.isVisible()


def test_arrow_keys_move_through_the_cards(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.press_key(Qt.Key.Key_H)
    player.press_key(Qt.Key.Key_Right)
    second_card = player.window.hand.cards[1]
    assert second_card.hasFocus()
    card = second_card.card
    assert wait_for_preview(player).card == card
    player.press_key(Qt.Key.Key_Return)
    assert f"The Allies play {card.name}." in player.log
    assert not wait_for_preview(player).isVisible()


def test_a_card_that_cannot_be_played_can_still_be_read(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.play_any_card()
    assert player.state.phase is Phase.ORDER
    player.press_key(Qt.Key.Key_H)
    assert wait_for_preview(player).isVisible()
    before = player.session.timeline.length
    player.press_key(Qt.Key.Key_Return)
    player.click_card(0)
    assert player.session.timeline.length == before


def test_the_computers_hand_is_not_shown(player: PlaytestDriver) -> None:
    player.start(AGAINST_ALLIES, "9")
    axis = player.state.field.player(Side.AXIS)
    visible_cards = sorted(button.card.key for button in face_up_card_buttons(player))
    assert visible_cards == sorted(player.state.hands[axis])


def test_the_top_player_sees_the_sections_from_the_top(
    open_playtest: OpenPlaytest,
) -> None:
    player = open_playtest(skirmish(DUEL), deal_script(["probe-left"] * 2, ["recon-left"] * 2))
    player.start(AGAINST_ALLIES)
    assert all(button.card.from_top for button in player.window.hand.cards)


def test_after_a_recon_the_cards_to_choose_from_come_before_the_hand(
    open_playtest: OpenPlaytest,
) -> None:
    script = deal_script(
        ["recon-left"] * 2, ["recon-centre", "probe-left"], ["probe-left", "dig-in"]
    )
    player = open_playtest(skirmish(DUEL), script)
    player.start(TWO_PEOPLE)
    player.play("recon-centre")
    while player.state.phase is not Phase.KEEP:
        player.decide()
    shown_cards = [(button.card.key, button.card.playable) for button in player.window.hand.cards]
    assert shown_cards == [("probe-left", True), ("dig-in", True), ("probe-left", False)]
    player.click_card(2)
    assert player.state.phase is Phase.KEEP
    player.click_card(1)
    assert player.state.hands[1] == ("dig-in", "probe-left")


def test_the_card_under_the_commissar_is_chosen_shown_and_played(
    open_playtest: OpenPlaytest,
) -> None:
    script = deal_script(["recon-left"] * 2, ["probe-centre", "recon-centre"])
    player = open_playtest(skirmish(DUEL, first="top", rules="{commissar: allies}"), script)
    player.start(AGAINST_AXIS)
    prompt = player.window.game_page.prompt
    assert prompt.text() == "Choose the card to place under the Commissar token."
    player.play("probe-centre")
    covered_buttons = [button for button in player.window.hand.cards if button.card.under_token]
    assert [button.accessibleName() for button in covered_buttons] == [
        "Probe (center), under the Commissar token"
    ]
    player.qtbot.waitUntil(lambda: player.state.phase is Phase.PLAY and player.state.turn == 2)
    assert prompt.text().startswith("Play the card under the Commissar token")
    texts = [label.text() for label in player.window.game_page.score.findChildren(QLabel)]
    assert texts.count("2 cards, 1 unit") == 2, texts
    player.play("probe-centre")
    assert (player.state.card, player.state.token) == ("probe-centre", "recon-centre")


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK, Theme.CONTRAST_DARK], indirect=True)
def test_the_caption_over_face_down_cards_hides_what_is_below(hand: HandView, theme: Theme) -> None:
    hand.show_cards([FACE_DOWN] * 4)
    hand.show_caption("Axis: face-down cards. Click to reveal them.")
    ground = hand.palette().color(QPalette.ColorRole.Window)
    caption = hand._caption.geometry()
    picture = hand.grab().toImage()
    columns = range(caption.left() + 6, caption.right() - 6)
    row = [picture.pixelColor(x, caption.top() + 4) for x in columns]
    assert set(map(QColor.name, row)) == {ground.name()}
    edge = picture.pixelColor(caption.left(), caption.center().y())
    assert contrast_ratio(edge, ground) >= 3.0
