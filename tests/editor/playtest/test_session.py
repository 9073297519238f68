from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from m44core.catalogue.types import Side
from m44core.errors import IllegalActionError
from m44core.model.scenario import Scenario
from m44core.playtest.agents import SimpleAgent
from m44core.rules.actions import Action, Stay
from m44core.rules.replay import read_game, write_game
from m44editor.playtest.session import Session


def session(scenario: Scenario, seed: str, *computers: Side) -> Session:
    made = Session(scenario, seed, {side: SimpleAgent() for side in computers})
    made.set_pace(0)
    made.begin()
    return made


def decide(game: Session, times: int) -> list[Action]:
    """Take the first legal action so often; return what was done."""
    done = []
    for _ in range(times):
        action = game.legal_actions()[0]
        game.choose(action)
        done.append(action)
    return done


def text(game: Session) -> str:
    return write_game(game.recording("pegasus"), game.scenario)


def test_the_same_seed_and_decisions_give_the_same_game(qapp: object, pegasus: Scenario) -> None:
    first, second = session(pegasus, "7"), session(pegasus, "7")
    decide(first, 60)
    decide(second, 60)
    assert text(first) == text(second)


def test_another_seed_gives_another_game(qapp: object, pegasus: Scenario) -> None:
    assert text(session(pegasus, "7")) != text(session(pegasus, "8"))


def test_undo_returns_to_before_the_last_decision(qapp: object, pegasus: Scenario) -> None:
    game = session(pegasus, "3")
    decide(game, 25)
    before, log = text(game), list(game.report.log)
    decide(game, 1)
    game.undo()
    assert (text(game), game.report.log) == (before, log)


def test_undoing_everything_leads_to_the_first_decision(qapp: object, pegasus: Scenario) -> None:
    game = session(pegasus, "3")
    start = text(game)
    decide(game, 40)
    while game.can_undo:
        game.undo()
    assert text(game) == start


def test_a_decision_undone_and_taken_again_meets_the_same_dice(
    qapp: object, pegasus: Scenario
) -> None:
    game = session(pegasus, "3")
    done = decide(game, 60)
    once = text(game)
    for _ in range(30):
        game.undo()
    for action in done[30:]:
        game.choose(action)
    assert text(game) == once


def test_what_is_not_legal_is_refused_and_changes_nothing(qapp: object, pegasus: Scenario) -> None:
    game = session(pegasus, "3")
    before = text(game)
    with pytest.raises(IllegalActionError):
        game.choose(Stay())
    assert text(game) == before
    assert not game.can_undo


def test_the_computer_plays_its_turn_by_itself(qtbot: QtBot, pegasus: Scenario) -> None:
    game = session(pegasus, "11", Side.ALLIES)
    qtbot.waitUntil(lambda: game.waits_for_person, timeout=20_000)
    assert game.state.turn >= 2
    assert any(sentence.startswith("The Allies play ") for _, sentence in game.report.log)


def test_the_computer_plays_a_whole_game_against_itself(qtbot: QtBot, pegasus: Scenario) -> None:
    game = session(pegasus, "12", *Side)
    qtbot.waitUntil(lambda: game.state.result is not None, timeout=60_000)
    assert game.state.result
    assert not game.legal_actions()


def test_a_saved_game_is_read_back_and_goes_on(
    qapp: object, pegasus: Scenario, tmp_path: Path
) -> None:
    game = session(pegasus, "21")
    decide(game, 30)
    (tmp_path / "game.txt").write_text(text(game), "utf-8")
    recording = read_game((tmp_path / "game.txt").read_text("utf-8"))
    again = Session(pegasus, recording.seed, {})
    again.resume(recording.actions)
    assert text(again) == text(game)
    assert decide(again, 5) == decide(game, 5)


def test_people_decide_nothing_while_the_computer_acts(qapp: object, pegasus: Scenario) -> None:
    game = session(pegasus, "11", Side.ALLIES)
    assert game.state.side is Side.ALLIES
    assert not game.waits_for_person
    assert not game.legal_actions()


def test_a_paused_computer_waits(qtbot: QtBot, pegasus: Scenario) -> None:
    game = session(pegasus, "11", Side.ALLIES)
    game.pause(True)
    QApplication.processEvents()
    before = text(game)
    QApplication.processEvents()
    assert text(game) == before
    game.pause(False)
    qtbot.waitUntil(lambda: game.waits_for_person, timeout=20_000)
