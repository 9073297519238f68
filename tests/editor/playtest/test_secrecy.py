"""The window and its texts look the same whatever hidden hand the enemy has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QWidget
from tests.editor.playtest.conftest import (
    CTRL,
    SHIFT,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    make_script,
    skirmish,
)

from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.rules.game.phases import Phase
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.recorded_game import parse_recorded_game, replay_game
from m44editor.interface_text import sentence
from m44editor.playtest.game.chance_script import ChanceScript
from m44editor.playtest.game.game_branches import branch_description
from m44editor.playtest.game.secrecy import Viewer
from m44editor.playtest.playtest_window import PlaytestWindow

FACING = "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"
ALLIES = ["probe-centre", "recon-centre"]
AXIS = {
    "an ambush": ["ambush", "probe-centre"],
    "a general's card": ["behind-enemy-lines", "probe-centre"],
    "a section card": ["assault-left", "probe-centre"],
}
DRAWN_CARDS = {
    "an ambush": "barrage",
    "a general's card": "recon-right",
    "a section card": "attack-left",
}
Step = Callable[[PlaytestDriver], object]
VisibleContent = tuple[QImage, list[tuple[str, ...]]]
_MAX_EDGE_DIFFERENCE = 24  # of 255
_MAX_OBJECTS = 4000  # accessible objects of a window


def script_with_hand(hand: str) -> ChanceScript:
    """Return the script of a game in which *hand* changes only hidden cards."""
    draws = [*AXIS[hand], *ALLIES, "attack-right", DRAWN_CARDS[hand], "recon-left"]
    rolls = ["roll flag star star"]
    return make_script("\n".join([*(f"draw {card}" for card in draws), *rolls]))


def visible_content(player: PlaytestDriver) -> VisibleContent:
    """Return a picture of the window, and every text a screen reader can reach."""
    image = _window_picture(player)
    while image != (later := _window_picture(player)):
        image = later
    window = player.window
    return image, [
        *_texts_of(window),
        *_accessible_texts(window),
        *_window_and_command_texts(window),
    ]


def _window_picture(player: PlaytestDriver) -> QImage:
    """Return a picture of the window once its board is fully drawn."""
    player.window.board.fit()
    player.window.restyle()
    QApplication.processEvents()
    player.qtbot.waitUntil(lambda: player.window.board.is_settled)
    QApplication.processEvents()
    return player.window.grab().toImage()


def are_pictures_alike(one: QImage, other: QImage) -> bool:
    """Return whether two pictures are equal, except for the antialiased edge of the board.

    At the edge, a pixel depends on which parts were painted before.
    """
    if one == other:
        return True
    pixels = (np.frombuffer(image.constBits(), np.uint8).astype(np.int16) for image in (one, other))
    differences = np.abs(np.subtract(*pixels))
    differences[3::4] = 0  # the unused byte of each pixel
    return bool((differences <= _MAX_EDGE_DIFFERENCE).all())


def _texts_of(window: QWidget) -> Iterator[tuple[str, ...]]:
    for widget in window.findChildren(QWidget):
        label_text = widget.text() if isinstance(widget, QLabel) else ""
        yield label_text, widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()


def _window_and_command_texts(window: PlaytestWindow) -> Iterator[tuple[str, ...]]:
    """Yield the title, the status bar, and the state of every command."""
    yield window.windowTitle(), str(window.isWindowModified()), window.statusBar().currentMessage()
    for name, action in window.actions_by_name.items():
        yield name, action.text(), str(action.isEnabled()), str(action.isChecked())


def _accessible_texts(window: QWidget) -> Iterator[tuple[str, ...]]:
    interfaces = [QAccessible.queryAccessibleInterface(window)]
    for _ in range(_MAX_OBJECTS):
        if not interfaces:
            return
        each: QAccessibleInterface | None = interfaces.pop()
        if each is None or not each.isValid():
            continue
        yield tuple(
            each.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Description)
        )
        interfaces += [each.child(number) for number in range(each.childCount())]


def begin_hidden_game(player: PlaytestDriver) -> None:
    """Start a game between two people who hide their hands from each other."""
    page = player.window.start_page
    page.choose_players(TWO_PEOPLE)
    page.curtain.setChecked(True)
    page.seed.setText("7")
    QTest.mouseClick(page.start, Qt.MouseButton.LeftButton)


@pytest.fixture
def start_hidden_game(open_playtest: OpenPlaytest) -> Callable[[str], PlaytestDriver]:
    """Return a function that starts a game in which the Axis has the given hand."""

    def start(hand: str) -> PlaytestDriver:
        player = open_playtest(skirmish(FACING), script_with_hand(hand))
        begin_hidden_game(player)
        return player

    return start


def open_curtain(player: PlaytestDriver) -> None:
    player.press_key(Qt.Key.Key_Space)


def close_assault(player: PlaytestDriver) -> None:
    player.reach(Phase.BATTLE)
    player.click_hex("g4")
    player.click_hex("G5")


def look_back(player: PlaytestDriver) -> None:
    player.press_key(Qt.Key.Key_Comma)


def play_axis_turn(player: PlaytestDriver) -> None:
    """Play the card that every hand of the Axis holds, out of sight of the Allies."""
    open_curtain(player)
    player.play("probe-centre")


TURN_OF_THE_ALLIES: tuple[Step, ...] = (
    open_curtain,
    lambda player: player.play("probe-centre"),
    lambda player: player.click_hex("g4"),
    close_assault,  # the Axis is asked whether it ambushes
    lambda player: player.press("No ambush"),  # and has to retreat
    lambda player: player.click_hex(min(player.choices.hexes)),
    lambda player: player.press("Stay"),  # a card is drawn, and the Axis is to play
)
STEPS_BACK: tuple[Step, ...] = (
    *(look_back,) * 9,
    lambda player: player.press_key(Qt.Key.Key_BracketLeft),
    lambda player: player.press_key(Qt.Key.Key_Escape),
)
TURN_OF_THE_AXIS: tuple[Step, ...] = (
    play_axis_turn,
    lambda player: player.end_turn(),  # draws a card nobody else may see
    open_curtain,
)
UNDO_STEPS: tuple[Step, ...] = (lambda player: player.press_key(Qt.Key.Key_Z, CTRL),) * 3
GAME = (*TURN_OF_THE_ALLIES, *STEPS_BACK, *TURN_OF_THE_AXIS, *UNDO_STEPS)


def watch_steps(player: PlaytestDriver, steps: tuple[Step, ...]) -> list[VisibleContent]:
    """Return the visible content before and after each step; then close the window."""
    visible_contents = [visible_content(player)]
    for step in steps:
        step(player)
        visible_contents.append(visible_content(player))
    player.window._saving.mark_saved(player.session)
    player.window.close()
    return visible_contents


@pytest.mark.rule("B-SETUP-07")
def test_nothing_on_the_screen_depends_on_the_enemys_hand(
    start_hidden_game: Callable[[str], PlaytestDriver],
) -> None:
    """The screens are compared throughout two turns, with a declined ambush and a retreat."""
    first, *others = (watch_steps(start_hidden_game(hand), GAME) for hand in AXIS)
    for other in others:
        for number, (one, another) in enumerate(zip(first, other, strict=True)):
            assert one[1] == another[1], f"texts after step {number}"
            assert are_pictures_alike(one[0], another[0]), f"picture after step {number}"


@dataclass(frozen=True)
class HiddenHandsCase:
    """A game that must look the same to the Allies with each of several Axis hands."""

    hands: Sequence[Sequence[str]]  # of the Axis: those dealt, then the card it draws
    rolls: Sequence[str]
    steps: Sequence[Step]


def retreat_if_required(player: PlaytestDriver) -> None:
    if player.state.phase is Phase.RETREAT:
        player.click_hex(min(player.choices.hexes))


def end_turn(player: PlaytestDriver) -> None:
    player.press("End the turn")


def answer_with_counter_attack(player: PlaytestDriver) -> None:
    """Copy the card of the Allies, out of their sight."""
    open_curtain(player)
    player.play("counter-attack")


CASES = {
    "an ambush that is played": HiddenHandsCase(
        [["ambush", "counter-attack", "barrage"], ["ambush", "recon-right", "ambush"]],
        ["roll flag armor armor"],
        [
            *TURN_OF_THE_ALLIES[:4],
            lambda player: player.press("Ambush!"),
            retreat_if_required,  # nobody is left to battle: the turn ends
            *STEPS_BACK,
            *(lambda player: player.press_key(Qt.Key.Key_Z, CTRL),) * 2,
            lambda player: player.press("Ambush!"),
        ],
    ),
    "a counter-attack": HiddenHandsCase(
        [["counter-attack", "ambush", "barrage"], ["counter-attack", "probe-left", "ambush"]],
        [],
        [
            *TURN_OF_THE_ALLIES[:3],
            lambda player: player.press("Done moving"),
            end_turn,
            answer_with_counter_attack,
            lambda player: player.click_hex("G5"),
            lambda player: player.press("Done moving"),
            end_turn,
            *STEPS_BACK,
            *UNDO_STEPS,
        ],
    ),
}


@pytest.mark.rule("B-SETUP-07", "B-CARD-AMB", "B-CARD-CNT")
@pytest.mark.parametrize("name", CASES)
def test_nothing_reveals_the_other_cards_of_a_hand(open_playtest: OpenPlaytest, name: str) -> None:
    case, visible_contents = CASES[name], []
    for *hand, drawn in case.hands:
        later_cards = [drawn, "recon-left"] if "ambush" in name else ["recon-left", drawn]
        draws = [f"draw {card}" for card in (*hand, *ALLIES, *later_cards)]
        player = open_playtest(skirmish(FACING), make_script("\n".join([*draws, *case.rolls])))
        begin_hidden_game(player)
        visible_contents.append(watch_steps(player, tuple(case.steps)))
    for number, (one, another) in enumerate(zip(*visible_contents, strict=True)):
        assert one[1] == another[1], f"texts after step {number}"
        assert are_pictures_alike(one[0], another[0]), f"picture after step {number}"


@pytest.mark.rule("B-SETUP-07")
def test_a_resumed_game_keeps_its_secrets(
    start_hidden_game: Callable[[str], PlaytestDriver], tmp_path: Path
) -> None:
    visible_contents = []
    for hand in AXIS:
        player = start_hidden_game(hand)
        for step in TURN_OF_THE_ALLIES[:5]:
            step(player)
        path = tmp_path / "game.txt"
        player.window.save_game(path)
        player.window.show_start_page()
        player.window.start_page.choose_players({Side.ALLIES: "person", Side.AXIS: "sergeant"})
        player.window.start_page.seed.setText("7")
        player.window.open_game(path)
        assert not player.session.agents
        assert player.window.table.hides_hands
        visible_contents.append(watch_steps(player, (*TURN_OF_THE_ALLIES[5:6], *(look_back,) * 5)))
    assert [texts for _, texts in visible_contents[0]] == [
        texts for _, texts in visible_contents[1]
    ]
    assert [texts for _, texts in visible_contents[0]] == [
        texts for _, texts in visible_contents[2]
    ]
    for other in visible_contents[1:]:
        assert all(
            are_pictures_alike(a[0], b[0]) for a, b in zip(visible_contents[0], other, strict=True)
        )


TO_CHOOSE_FROM = {"alike": "recon-left", "different": "attack-left"}


def start_game_with_card_choice(open_playtest: OpenPlaytest, first_card: str) -> PlaytestDriver:
    """Start a hidden game in which the Allies draw two cards to choose from; return its player."""
    draws = ["ambush", "probe-centre", "recon-centre", "probe-centre", first_card, "recon-left"]
    player = open_playtest(
        skirmish(FACING), make_script("\n".join(f"draw {card}" for card in draws))
    )
    begin_hidden_game(player)
    return player


def play_recon_up_to_card_choice(player: PlaytestDriver) -> None:
    """Play Recon up to the choice, out of sight of the Axis."""
    open_curtain(player)
    player.play("recon-centre")
    player.click_hex("g4")
    player.press("Done moving")
    player.press("End the turn")


def keep_one_card(player: PlaytestDriver) -> None:
    """Keep the card that is not a Recon on the left; if both are, keep either."""
    open_curtain(player)
    *cards, card_in_hand = player.window.hand.cards
    assert (len(cards), card_in_hand.card.playable) == (2, False)
    chosen_card = next((card for card in cards if card.card.key != "recon-left"), cards[0])
    QTest.mouseClick(chosen_card, Qt.MouseButton.LeftButton)


def save_and_reopen(player: PlaytestDriver) -> None:
    path = Path(player.window.property("folder")) / "game.txt"
    player.window.save_game(path)
    player.window.show_start_page()
    player.window.start_page.seed.setText("7")
    player.window.open_game(path)
    recording = parse_recorded_game(path.read_text("utf-8"))
    state = replay_game(recording, player.session.scenario)
    assert (state.hands, state.phase) == (player.state.hands, player.state.phase)


def undo(player: PlaytestDriver) -> None:
    player.press_key(Qt.Key.Key_Z, CTRL)


def redo(player: PlaytestDriver) -> None:
    player.press_key(Qt.Key.Key_Z, CTRL | SHIFT)


CHOICE: tuple[Step, ...] = (
    play_recon_up_to_card_choice,
    look_back,
    lambda player: player.press_key(Qt.Key.Key_BracketLeft),
    lambda player: player.press_key(Qt.Key.Key_Escape),
    save_and_reopen,
    keep_one_card,
    undo,
    redo,
    save_and_reopen,
    look_back,
    lambda player: player.press_key(Qt.Key.Key_Escape),
    play_axis_turn,
    save_and_reopen,
    undo,
    undo,
    redo,
    redo,
)


@pytest.mark.rule("B-CARD-02")
def test_nothing_reveals_that_the_cards_to_choose_from_are_identical(
    open_playtest: OpenPlaytest, tmp_path: Path
) -> None:
    visible_contents = []
    for first_card in TO_CHOOSE_FROM.values():
        player = start_game_with_card_choice(open_playtest, first_card)
        player.window.setProperty("folder", str(tmp_path))
        visible_contents.append(watch_steps(player, CHOICE))
    for number, (one, another) in enumerate(zip(*visible_contents, strict=True)):
        assert one[1] == another[1], f"texts after step {number}"
        assert are_pictures_alike(one[0], another[0]), f"picture after step {number}"


FOR_THE_TOKEN = {
    "alike": ["recon-left", "recon-left"],
    "one and an ambush": ["recon-left", "ambush"],
    "different": ["recon-left", "attack-left"],
}


def start_game_with_commissar(
    open_playtest: OpenPlaytest, hand: Sequence[str], first_player: str
) -> PlaytestDriver:
    """Start a hidden game in which the Allies have the commissar token; return its player."""
    scenario = skirmish(FACING, first=first_player, rules="{commissar: allies}")
    top, bottom = scenario.briefing.top, scenario.briefing.bottom
    extended_briefing = replace(
        scenario.briefing, top=replace(top, cards=3), bottom=replace(bottom, cards=len(hand))
    )
    draws = ["probe-centre", "barrage", "recon-right", *hand, "probe-left", "attack-right"]
    script = make_script("\n".join(f"draw {card}" for card in draws))
    player = open_playtest(replace(scenario, briefing=extended_briefing), script)
    begin_hidden_game(player)
    return player


def put_first_card_under_token(player: PlaytestDriver) -> None:
    """Choose the first card for the token, out of sight of the Axis."""
    open_curtain(player)
    player.play("recon-left")


def play_turn_with_token(player: PlaytestDriver) -> None:
    """Reveal a card, put another down and end the turn, out of sight of the Axis."""
    open_curtain(player)
    player.play("probe-centre")
    player.play("probe-centre")
    player.play("recon-left")
    player.click_hex("g4")
    player.press("Done moving")
    player.press("End the turn")


LATER_STEPS: tuple[Step, ...] = (
    save_and_reopen,
    *(look_back,) * 3,
    lambda player: player.press_key(Qt.Key.Key_BracketLeft),
    lambda player: player.press_key(Qt.Key.Key_Escape),
)
UNDER_THE_TOKEN: dict[str, tuple[str, Sequence[str], tuple[Step, ...]]] = {
    "the first card": (
        "top",
        [],
        (
            put_first_card_under_token,
            undo,
            redo,
            *LATER_STEPS,
            save_and_reopen,
            play_axis_turn,
            undo,
        ),
    ),
    "the next card": (
        *("bottom", ["probe-centre"]),
        (play_turn_with_token, *LATER_STEPS, *(undo,) * 4, *(redo,) * 4, play_axis_turn, undo),
    ),
}


@pytest.mark.rule("TH-COM-01", "TH-COM-02", "B-SETUP-07")
@pytest.mark.parametrize("name", UNDER_THE_TOKEN)
def test_nothing_reveals_that_only_one_card_could_go_under_the_token(
    open_playtest: OpenPlaytest, tmp_path: Path, name: str
) -> None:
    first_player, extra_cards, steps = UNDER_THE_TOKEN[name]
    visible_contents = []
    for hand in FOR_THE_TOKEN.values():
        player = start_game_with_commissar(open_playtest, [*extra_cards, *hand], first_player)
        player.window.setProperty("folder", str(tmp_path))
        visible_contents.append(watch_steps(player, steps))
    for other in visible_contents[1:]:
        for number, (one, another) in enumerate(zip(visible_contents[0], other, strict=True)):
            assert one[1] == another[1], f"texts after step {number}"
            assert are_pictures_alike(one[0], another[0]), f"picture after step {number}"


@pytest.mark.rule("B-CARD-02")
def test_the_choice_of_a_computer_between_drawn_cards_is_not_shown(
    open_playtest: OpenPlaytest,
) -> None:
    draws = ["recon-left", "recon-left", "probe-centre", "probe-left", "attack-left", "recon-right"]
    script = make_script("\n".join(f"draw {card}" for card in draws))
    player = open_playtest(skirmish(FACING, first="top"), script)
    phases_shown: list[Phase] = []
    player.window.table.refreshed.connect(
        lambda: (
            phases_shown.append(player.window.session.state.phase)
            if player.window.session
            else None
        )
    )
    player.start({Side.ALLIES: "person", Side.AXIS: "sergeant"})
    player.qtbot.waitUntil(lambda: player.session.waits_for_person)
    assert "The Axis draws 2 cards." in player.log
    assert phases_shown
    assert Phase.KEEP not in phases_shown


@pytest.mark.rule("B-CARD-AMB")
def test_an_ambush_without_the_card_is_refused(
    start_hidden_game: Callable[[str], PlaytestDriver],
) -> None:
    player = start_hidden_game("a section card")
    for step in TURN_OF_THE_ALLIES[:4]:
        step(player)
    actions_before = player.session.timeline.length
    player.press("Ambush!")
    assert player.window.game_page.details.text() == "You have no Ambush card."
    assert player.session.timeline.length == actions_before
    player.press("No ambush")
    assert player.session.timeline.length > actions_before


def test_visibility_depends_on_the_players_and_on_who_is_alone() -> None:
    two_people, against_computer = TWO_PEOPLE, {Side.ALLIES: "person", Side.AXIS: "general"}
    state = new_game(skirmish(FACING))
    assert Viewer(two_people, hides_hands=True).visible_sides(state) == set()
    assert Viewer(two_people, hides_hands=True, side_alone=Side.AXIS).visible_sides(state) == {
        Side.AXIS
    }
    assert Viewer(two_people).visible_sides(state) == set(Side)
    assert Viewer(against_computer).visible_sides(state) == {Side.ALLIES}
    assert Viewer(against_computer, hides_hands=True).visible_sides(state) == set()
    assert Viewer(against_computer, is_live=False).visible_sides(state) == set(Side)
    assert Viewer(dict.fromkeys(Side, "general")).visible_sides(state) == set(Side)


@pytest.mark.rule("B-SETUP-07")
def test_an_edited_position_reveals_no_hidden_card(
    start_hidden_game: Callable[[str], PlaytestDriver],
) -> None:
    player = start_hidden_game("an ambush")
    open_curtain(player)
    requested_scenarios: list[Scenario] = []
    player.window.position_requested.connect(requested_scenarios.append)
    player.press_key(Qt.Key.Key_E, CTRL)
    (box,) = player.window.findChildren(QMessageBox)
    assert "Hidden cards stay secret" in box.text()
    box.accept()
    for _ in range(11):
        player.window.actions_by_name["position"].trigger()
    hands = [scenario.position.hands for scenario in requested_scenarios if scenario.position]
    assert len(hands) == len(requested_scenarios)
    assert {hand[Side.ALLIES] for hand in hands} == {tuple(sorted(ALLIES))}
    axis = {hand[Side.AXIS] for hand in hands}
    assert {len(hand) for hand in axis} == {2}
    assert len(axis) > 1, "hidden cards are drawn at random each time"
    for scenario in requested_scenarios:
        new_game(scenario)


@pytest.mark.rule("B-SETUP-07")
def test_the_branch_menu_does_not_name_an_undone_card(
    start_hidden_game: Callable[[str], PlaytestDriver],
) -> None:
    player = start_hidden_game("a section card")
    open_curtain(player)
    player.play("recon-centre")
    player.press_key(Qt.Key.Key_Z, CTRL)
    open_curtain(player)
    player.play("probe-centre")
    (branch,) = player.session.abandoned_branches
    visible_sides = player.window.table.viewer.visible_sides(player.state)
    assert "Recon" not in sentence(
        branch_description(player.session.timeline, branch, visible_sides)
    )
    assert "Recon" in sentence(branch_description(player.session.timeline, branch))
