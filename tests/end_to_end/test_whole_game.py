"""A whole game of Sword Beach by mouse: played, saved, replayed, and undone to its start."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.conftest import Start
from tests.end_to_end.program import Program
from tests.end_to_end.rehearsed_game import LEVEL, Decision, Rehearsal, rehearse

from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_text
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.rules.board.hex_grid import BOTTOM, TOP
from m44core.rules.cards.command_cards import title_of_card
from m44core.rules.game import actions as act
from m44core.rules.game.events import TurnBegun
from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import scenario_of_position
from m44core.rules.game.state import GameState
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.recorded_game import parse_recorded_game

ENGLISH = renderer_in("en")

pytestmark = pytest.mark.gui

TITLE = "Playtest: Sword Beach"
GAME = "my-game.txt"
CARDS_DRAWN = re.compile(r"The (Axis|Allies) draws? (a|\d+) cards?\.")
_ENDS = {
    act.Step.ORDERS: "Done ordering",
    act.Step.MOVES: "Done moving",
    act.Step.BATTLES: "End the turn",
    act.Step.TARGETS: "Attack these targets",
}
_PATIENCE = 60


def test_a_whole_game_is_played_saved_replayed_and_undone(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "home"  # where the program runs, and so where its dialogs begin
    file = Path(shutil.copy(scenarios_folder() / "sword-beach.yaml", folder))
    rehearsal = rehearse(read_saved_scenario(file))
    window = start_scripted_game(start, file, rehearsal)
    for decision in rehearsal.decisions:
        make_decision(window, rehearsal, decision)
    assert_game_ended(window, rehearsal)
    save_game(window)
    assert_recording_matches(folder / GAME, rehearsal)
    watch_recording(window, rehearsal)
    reopen_game(window, rehearsal)
    undo_everything(window, rehearsal)
    close_window(window)


def read_saved_scenario(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario


def choose_menu_entry(window: Program, menu: str, entry: str) -> None:
    """Click an entry in a menu of the window."""
    window.click(menu)
    window.wait_until(lambda entries: entry in entries, "menu")
    window.click(entry)


def close_window(window: Program) -> None:
    choose_menu_entry(window, "Game", "Close")
    assert window.process.wait(_PATIENCE) == 0


# Playing


def start_scripted_game(start: Start, file: Path, rehearsal: Rehearsal) -> Program:
    """Open a window, choose opponent and speed, start the scripted game; return the program."""
    script = file.with_name("script.txt")
    script.write_text(rehearsal.script, "utf-8")
    window = start("play", str(file), "--script", str(script))
    window.wait_for_window(TITLE)
    window.click("Axis player")
    window.click(f"Computer: {LEVEL}")
    choose_menu_entry(window, "Computer", "Instant")
    window.click("Start Game")
    first = rehearsal.decisions[0]
    window.wait_until(lambda game: game and has_action_count(first.number, game), "game")
    return window


def make_decision(window: Program, rehearsal: Rehearsal, decision: Decision) -> None:
    """Make the decision of the rehearsal once the window has reached that moment."""
    game = wait_for_moment(window, decision.number)
    state, action = decision.state, decision.action
    assert (game["turn"], game["phase"], game["waits"]) == (state.turn, state.phase, True)
    if state.phase is Phase.PLAY:
        assert_latest_moment_matches(window, rehearsal, decision.number)
        assert window.ask("texts")["prompt"] == "Play a card."
    if state.phase in (Phase.AMBUSH, Phase.OVERRUN):
        assert_latest_moment_matches(window, rehearsal, decision.number)
        assert_prompt_matches(window, decision)
        window.picture(state.phase)
    perform_action(window, action, state.phase)


def wait_for_moment(window: Program, number: int) -> dict[str, Any]:
    """Return the game once *number* actions have been taken."""
    answer: dict[str, Any] = window.wait_until(lambda game: game["actions"] >= number, "game")
    assert answer["actions"] == number, "the window plays another game than the rehearsal"
    return answer


def perform_action(window: Program, action: act.Action, phase: Phase) -> None:
    """Carry out an action with the mouse."""
    match action:
        case act.Play(card) | act.KeepCard(card):
            window.click(str(title_of_card(card)))
        case act.Order(name) | act.ChooseTarget(name) | act.Retreat(_, name) | act.IgnoreFlag(name):
            window.click_hex(name)
        case act.Battle(_, target) if phase is Phase.OVERRUN:
            window.click_hex(target)
        case act.Move(unit, name) | act.Battle(unit, name) | act.Resupply(unit, name):
            choose_unit(window, unit)
            window.click_hex(name)
        case act.ClearWire(name):
            choose_unit(window, name)
            window.click("Remove the wire")
        case _:
            window.click(button_label(action, phase))


def choose_unit(window: Program, name: str) -> None:
    window.click_hex(name)
    window.wait_until(lambda game: game["chosen"] == name, "game")


def button_label(action: act.Action, phase: Phase) -> str:
    match action:
        case act.EndStep(step):
            return "No second move" if phase is Phase.MOVE_AGAIN else _ENDS[step]
        case act.Stay():
            return "No overrun" if phase is Phase.OVERRUN else "Stay"
        case act.ChooseSection(section):
            return {"left": "Left flank", "centre": "Center", "right": "Right flank"}[section]
        case act.OrderAll():
            return "Order all"
        case act.TakeGround():
            return "Take ground"
    assert isinstance(action, act.DeclineAmbush)
    return "No ambush"


# Looking


def assert_latest_moment_matches(window: Program, rehearsal: Rehearsal, number: int) -> None:
    """Compare the latest moment on the screen with the rehearsal."""
    assert_moment_matches(window, rehearsal, number)
    assert log_lines(window) == rehearsed_lines(rehearsal, number)


def assert_moment_matches(window: Program, rehearsal: Rehearsal, number: int) -> None:
    """Compare board and score with the rehearsal at a moment."""
    answer = window.wait_until(lambda texts: texts["moment"] == number, "texts")
    state = rehearsal.position_after(number)
    for player, side in ((TOP, "Axis"), (BOTTOM, "Allies")):
        assert re.search(rf"{side}\b[^;]*: {state.medals(player)} of 5 medals", answer["score"])
    assert window.ask("position") == position_yaml(state)


def log_lines(window: Program) -> list[str]:
    """Return the lines of the log, except those about drawn cards, which it combines."""
    lines: list[str] = window.ask("texts")["log"]
    return [line for line in lines if not CARDS_DRAWN.fullmatch(line)]


def rehearsed_lines(rehearsal: Rehearsal, number: int) -> list[str]:
    lines = (ENGLISH.sentence(event.sentence()) for at, event in rehearsal.events if at < number)
    return [line for line in lines if not CARDS_DRAWN.fullmatch(line)]


def position_yaml(state: GameState) -> str:
    return to_text(scenario_of_position(state), FileFormat.YAML)


def assert_prompt_matches(window: Program, decision: Decision) -> None:
    """Compare the prompt with the decision: an ambush or an overrun battle."""
    answer, state = window.ask("texts"), decision.state
    is_own_turn = state.player == state.active
    assert answer["headline"] == ("Allies: your turn" if is_own_turn else "Allies to act")
    fight, names = state.fight, state.field.grid.names
    assert fight is not None
    if state.phase is Phase.AMBUSH:
        start, end = names[fight.start], names[fight.hex]
        assert f"on {start} is about to close assault" in answer["prompt"]
        assert f"on {end}. Ambush it first?" in answer["prompt"]
        assert window.ask("game")["cards"] == ["Ambush"]
    else:
        assert answer["prompt"] == "Armor overrun: click the target."
        assert window.ask("game")["buttons"] == ["No overrun"]


def assert_game_ended(window: Program, rehearsal: Rehearsal) -> None:
    number = len(rehearsal.actions)
    assert wait_for_moment(window, number)["over"]
    assert_latest_moment_matches(window, rehearsal, number)
    answer = window.ask("texts")
    assert (answer["headline"], answer["prompt"]) == ("The Allies win with 5 medals.", "")
    window.picture("end")


# The game as a file


def save_game(window: Program) -> None:
    choose_menu_entry(window, "Game", "Save Game As…")
    window.wait_for_window("Save Game")
    window.press("ctrl+a")
    window.type(GAME)
    window.click("Save")
    window.wait_for_window(f"{TITLE} — {GAME}")
    window.wait_until(lambda _: (window.home / GAME).is_file(), "window")


def open_file(window: Program, entry: str) -> None:
    """Open the game through an entry of the menu and the file dialog."""
    choose_menu_entry(window, "Game", f"{entry}…")
    window.wait_for_window(entry)
    window.click(GAME)
    window.click("Open")
    window.wait_for_window(f"{TITLE} — {GAME}" if entry == "Open Game" else TITLE)


def assert_recording_matches(path: Path, rehearsal: Rehearsal) -> None:
    """Check that the file holds the game with ambush and overrun, and that it replays."""
    text = path.read_text("utf-8")
    assert list(parse_recorded_game(text).actions) == rehearsal.actions
    assert "\nplay ambush\n" in text
    assert f"\ntake-ground\n{rehearsal.overruns[0].action}\n" in text
    replay = (sys.executable, "-m", "m44core.cli.main", "replay", str(path))
    result = subprocess.run(replay, capture_output=True, text=True, timeout=_PATIENCE, check=False)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[-1] == "The Allies win with 5 medals."


# Looking back


def watch_recording(window: Program, rehearsal: Rehearsal) -> None:
    """Watch the recorded game: by steps, by turns, at a line of the log, at its end."""
    open_file(window, "Watch a Recorded Game")
    assert_moment_matches(window, rehearsal, 0)
    window.click("Forward one step")
    assert_moment_matches(window, rehearsal, 1)
    first, second = (moment_of(rehearsal, turn) for turn in (1, 2))
    window.click("Forward one turn")
    assert_moment_matches(window, rehearsal, first)
    window.click("Turn 2: Axis.")
    assert_moment_matches(window, rehearsal, second)
    window.picture("replay")
    window.click("Back one step")
    assert_moment_matches(window, rehearsal, second - 1)
    window.click("Go to end")
    assert_moment_matches(window, rehearsal, len(rehearsal.actions))


def moment_of(rehearsal: Rehearsal, turn: int) -> int:
    """Return the moment at which a turn has just begun."""
    turn_starts = (n for n, e in rehearsal.events if isinstance(e, TurnBegun) and e.turn == turn)
    return next(turn_starts) + 1


def reopen_game(window: Program, rehearsal: Rehearsal) -> None:
    """Open the recorded game as one that can be continued and undone."""
    open_file(window, "Open Game")
    window.wait_until(lambda game: game and game["over"], "game")
    assert_latest_moment_matches(window, rehearsal, len(rehearsal.actions))


def has_action_count(number: int, game: dict[str, Any]) -> bool:
    return bool(game["actions"] == number)


def undo_everything(window: Program, rehearsal: Rehearsal) -> None:
    """Undo all decisions, one after the other."""
    for decision in reversed(rehearsal.decisions):
        choose_menu_entry(window, "Edit", "Undo")
        window.wait_until(partial(has_action_count, decision.number), "game")
        if decision.state.phase is Phase.PLAY:
            assert_latest_moment_matches(window, rehearsal, decision.number)
    game = window.ask("game")
    assert (game["turn"], game["phase"]) == (1, Phase.PLAY)
    assert window.ask("position") == position_yaml(new_game(rehearsal.scenario))
    window.picture("start")
