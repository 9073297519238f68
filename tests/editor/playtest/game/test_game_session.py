from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete
from tests.editor.playtest.conftest import deal_script, make_script, skirmish

from m44core.catalogue.catalogue_types import Side
from m44core.errors import IllegalActionError
from m44core.messages.message import Message, message
from m44core.model.scenario import Scenario
from m44core.rules.game.actions import Action, Play, Roll, Stay, parse_action
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.play.recorded_game import format_recorded_game, parse_recorded_game
from m44editor.interface_text import translated
from m44editor.playtest.game.chance_script import NO_SCRIPT, ChanceScript
from m44editor.playtest.game.computer_player import _player_thread
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.game.players import PERSON

DUEL = "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"


def start_session(
    scenario: Scenario, seed: str, *computers: Side, script: ChanceScript = NO_SCRIPT
) -> GameSession:
    players = {side: "recruit" if side in computers else PERSON for side in Side}
    game_session = GameSession(scenario, seed, players, script=script)
    game_session.set_delay(0)
    game_session.begin()
    return game_session


def choose_first_actions(game: GameSession, times: int) -> list[Action]:
    """Choose the first legal action a number of times; return the actions."""
    actions = []
    for _ in range(times):
        action = game.legal_actions()[0]
        game.choose(action)
        actions.append(action)
    return actions


def text(game: GameSession) -> str:
    """Return the text of the file of a game, without branches."""
    return format_recorded_game(replace(game.recording("pegasus"), others=()), game.scenario)


def test_the_same_seed_and_decisions_give_the_same_game(qapp: object, pegasus: Scenario) -> None:
    first, second = start_session(pegasus, "7"), start_session(pegasus, "7")
    choose_first_actions(first, 60)
    choose_first_actions(second, 60)
    assert text(first) == text(second)


def test_another_seed_gives_another_game(qapp: object, pegasus: Scenario) -> None:
    assert text(start_session(pegasus, "7")) != text(start_session(pegasus, "8"))


def test_undo_takes_back_the_last_decision(qapp: object, pegasus: Scenario) -> None:
    game = start_session(pegasus, "3")
    choose_first_actions(game, 25)
    before, log = text(game), list(game.log.lines)
    choose_first_actions(game, 1)
    game.undo()
    assert (text(game), game.log.lines) == (before, log)


def test_undoing_and_redoing_everything_restores_the_game(qapp: object, pegasus: Scenario) -> None:
    game = start_session(pegasus, "3")
    start = text(game)
    choose_first_actions(game, 40)
    end, log = text(game), list(game.log.lines)
    while game.can_undo:
        game.undo()
    assert text(game) == start
    while game.can_redo:
        game.redo()
    assert (text(game), game.log.lines) == (end, log)


def test_undo_and_redo_work_across_turns_of_the_computer(qtbot: QtBot, pegasus: Scenario) -> None:
    game = start_session(pegasus, "11", Side.AXIS)
    qtbot.waitUntil(lambda: game.waits_for_person)
    first_turn = game.state.turn
    while game.state.turn < first_turn + 2:
        qtbot.waitUntil(lambda: game.waits_for_person)
        choose_first_actions(game, 1)
    qtbot.waitUntil(lambda: game.waits_for_person)
    end = text(game)
    while game.state.turn != first_turn:
        game.undo()
    assert game.waits_for_person
    while game.can_redo:
        game.redo()
    assert text(game) == end
    assert game.waits_for_person


def test_repeating_an_undone_decision_gives_the_same_dice(qapp: object, pegasus: Scenario) -> None:
    game = start_session(pegasus, "3")
    actions = choose_first_actions(game, 60)
    text_before = text(game)
    for _ in range(30):
        game.undo()
    for action in actions[30:]:
        game.choose(action)
    assert text(game) == text_before


def test_another_decision_clears_redo(qapp: object, pegasus: Scenario) -> None:
    game = start_session(pegasus, "3")
    choose_first_actions(game, 10)
    game.undo()
    game.choose(game.legal_actions()[-1])
    assert not game.can_redo


def test_repeating_an_undone_decision_keeps_the_rest_of_redo(
    qapp: object, pegasus: Scenario
) -> None:
    game = start_session(pegasus, "3")
    actions = choose_first_actions(game, 10)
    text_before = text(game)
    for _ in range(3):
        game.undo()
    game.choose(actions[7])
    assert game.can_redo
    game.redo()
    game.redo()
    assert text(game) == text_before


def test_an_illegal_action_is_rejected_and_changes_nothing(qapp: object, pegasus: Scenario) -> None:
    game = start_session(pegasus, "3")
    before = text(game)
    with pytest.raises(IllegalActionError):
        game.choose(Stay())
    assert text(game) == before
    assert not game.can_undo


def test_the_computer_plays_its_turn_by_itself(qtbot: QtBot, pegasus: Scenario) -> None:
    game = start_session(pegasus, "11", Side.ALLIES)
    qtbot.waitUntil(lambda: game.waits_for_person)
    assert game.state.turn >= 2 or game.state.phase is Phase.AMBUSH
    assert any(translated(line.text).startswith("The Allies play ") for line in game.log.lines)


def test_the_computer_plays_a_whole_game_against_itself(qtbot: QtBot, pegasus: Scenario) -> None:
    game = start_session(pegasus, "12", *Side)
    qtbot.waitUntil(lambda: game.state.result is not None)
    assert game.state.result
    assert not game.legal_actions()


def test_a_saved_game_is_read_back_and_continues(
    qapp: object, pegasus: Scenario, tmp_path: Path
) -> None:
    game = start_session(pegasus, "21")
    choose_first_actions(game, 30)
    (tmp_path / "game.txt").write_text(text(game), "utf-8")
    recording = parse_recorded_game((tmp_path / "game.txt").read_text("utf-8"))
    continued_session = GameSession(pegasus, recording.seed, dict.fromkeys(Side, PERSON))
    continued_session.resume(recording.actions)
    assert text(continued_session) == text(game)
    assert choose_first_actions(continued_session, 5) == choose_first_actions(game, 5)


def test_a_recording_names_its_players(qapp: object, pegasus: Scenario) -> None:
    recording = start_session(pegasus, "11", Side.ALLIES).recording("pegasus")
    assert recording.players == {Side.ALLIES: "recruit", Side.AXIS: PERSON}


def test_people_cannot_decide_while_the_computer_acts(qapp: object, pegasus: Scenario) -> None:
    game = start_session(pegasus, "11", Side.ALLIES)
    assert game.state.side is Side.ALLIES
    assert not game.waits_for_person
    assert not game.legal_actions()


def test_a_paused_computer_waits_until_every_reason_to_pause_is_gone(
    qtbot: QtBot, pegasus: Scenario
) -> None:
    game = start_session(pegasus, "11", Side.ALLIES)
    game.set_paused("pause", True)
    game.set_paused("looking back", True)
    before = text(game)
    game.set_paused("pause", False)
    QApplication.processEvents()
    assert text(game) == before
    game.set_paused("looking back", False)
    qtbot.waitUntil(lambda: game.waits_for_person)


def test_a_paused_computer_takes_single_steps(qtbot: QtBot, pegasus: Scenario) -> None:
    game = start_session(pegasus, "11", Side.ALLIES)
    game.set_paused("steps", True)
    for _ in range(3):
        with qtbot.waitSignal(game.changed):
            before = game.timeline.length
            game.step()
        after = game.timeline.length
        QApplication.processEvents()
        assert before < after == game.timeline.length


def test_a_decision_found_during_a_pause_is_kept(qtbot: QtBot, pegasus: Scenario) -> None:
    game = start_session(pegasus, "11", Side.ALLIES)
    with qtbot.waitSignal(game._player_worker.answered):
        QApplication.processEvents()  # it has begun to think
        game.set_paused("pause", True)
    before = game.timeline.length
    QApplication.processEvents()
    assert game.timeline.length == before
    with qtbot.waitSignal(game.changed):
        game.set_paused("pause", False)
    assert game.timeline.length > before


def test_undo_drops_the_pending_decision_of_the_computer(qtbot: QtBot, pegasus: Scenario) -> None:
    game = start_session(pegasus, "11", Side.AXIS)
    qtbot.waitUntil(lambda: game.waits_for_person)
    while game.waits_for_person:
        game.choose(game.legal_actions()[-1])
    QApplication.processEvents()
    game.undo()
    before = text(game)
    _player_thread().submit(int).result()  # earlier jobs have finished
    QApplication.processEvents()
    assert text(game) == before
    assert game.waits_for_person


class ReasoningPlayer:
    """A computer player that gives reasons."""

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        return actions[0]

    def explain(self, view: PlayerView, action: Action) -> Message:
        return message("because of {action}", action=str(action))

    def rejected_alternatives(
        self, view: PlayerView, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        return ()


def test_the_computers_reason_is_kept_until_it_decides_again(
    qtbot: QtBot, pegasus: Scenario
) -> None:
    game = start_session(pegasus, "11", Side.ALLIES)
    game.set_paused("steps", True)
    game.agents = {Side.ALLIES: ReasoningPlayer()}
    hand = game.timeline.state.hands[game.state.player]
    with qtbot.waitSignal(game.changed):
        game.step()
    assert str(game.reason) == f"because of {Play(hand[0])}"


def test_the_computers_reason_is_cleared_when_a_person_decides(pegasus: Scenario) -> None:
    game = start_session(pegasus, "11", Side.AXIS)
    game.reason = message("because of this")
    game.choose(game.legal_actions()[0])
    assert game.reason is None


# Scripts


def test_dice_and_draws_come_from_a_script(qapp: object) -> None:
    script = deal_script(["ambush", "probe-left"], ["close-assault", "recon-centre"])
    game = start_session(skirmish(DUEL), "1", script=script)
    top, bottom = game.state.hands
    assert top == ("ambush", "probe-left")
    assert bottom == ("close-assault", "recon-centre")


def test_each_kind_of_chance_has_its_own_order_in_a_script(qapp: object) -> None:
    script = make_script("roll grenade grenade grenade\ndraw barrage\ndraw barrage\ndraw dig-in")
    game = start_session(skirmish(DUEL), "1", script=script)
    action_texts = [str(action) for action in game.timeline.actions]
    assert action_texts[0] == "draw barrage"
    assert action_texts[1] != "draw barrage", "the deck has only one"
    assert action_texts[2] == "draw dig-in"


def choose_battle(game: GameSession) -> None:
    action = next(a for a in game.legal_actions() if str(a).startswith("battle"))
    game.choose(action)


@pytest.mark.parametrize(
    ("outcome", "is_used"),
    [("roll grenade flag star star", True), ("roll grenade", False), ("draw barrage", False)],
)
def test_scripted_dice_are_used_where_their_number_fits(
    qapp: object, outcome: str, is_used: bool
) -> None:
    hands = [["recon-left"] * 2, ["close-assault", "recon-centre"]]
    draws = "".join(f"draw {card}\n" for hand in hands for card in hand)
    game = start_session(skirmish(DUEL), "1", script=make_script(draws + outcome))
    game.choose(Play("close-assault"))
    for _ in range(5):
        if game.state.phase is not Phase.BATTLE:
            game.choose(game.legal_actions()[0])
    choose_battle(game)
    first_roll = next(action for action in game.timeline.actions if isinstance(action, Roll))
    assert (str(first_roll) == outcome) is is_used
    assert len(first_roll.faces) == 4


def test_redone_actions_get_the_same_scripted_dice(qapp: object) -> None:
    draws = "draw recon-left\ndraw recon-left\ndraw close-assault\ndraw recon-centre\n"
    game = start_session(skirmish(DUEL), "1", script=make_script(f"{draws}roll inf inf inf star"))
    game.choose(Play("close-assault"))
    while game.state.phase is not Phase.BATTLE:
        game.choose(game.legal_actions()[0])
    choose_battle(game)
    text_before = text(game)
    game.undo()
    choose_battle(game)
    assert "roll inf inf inf star" in text_before
    assert text(game) == text_before


class EndlessThinker(ReasoningPlayer):
    """A computer player that thinks until it is stopped."""

    def __init__(self) -> None:
        self.may_stop = Event()

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        self.may_stop.wait(20)
        return actions[0]


def test_the_window_stays_responsive_and_can_close_while_the_computer_thinks(
    qtbot: QtBot, pegasus: Scenario, caplog: pytest.LogCaptureFixture
) -> None:
    game, ponderer = start_session(pegasus, "11", Side.ALLIES), EndlessThinker()
    game.agents = {Side.ALLIES: ponderer}
    length = game.timeline.length
    game.step()
    QApplication.processEvents()
    assert game.timeline.length == length
    game.stop()
    delete(game)
    ponderer.may_stop.set()
    _player_thread().submit(int).result()
    QApplication.processEvents()
    assert not caplog.records


def test_a_person_does_not_see_the_computer_being_asked_for_its_ambush(qapp: object) -> None:
    scenario = skirmish(DUEL)
    game = start_session(
        scenario,
        "3",
        Side.AXIS,
        script=deal_script(["ambush", "probe-left"], ["assault-centre", "probe-left"]),
    )
    for text in ("play assault-centre", "order g4", "end-moves", "battle g4 G5"):
        phases_shown: list[Phase] = []
        game.changed.connect(lambda seen=phases_shown: seen.append(game.state.phase))
        game.choose(parse_action(text))
        assert Phase.AMBUSH not in phases_shown
    answers = [str(action) for action in game.timeline.actions]
    assert {"play ambush", "no-ambush"} & set(answers)
