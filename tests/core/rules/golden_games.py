"""The golden games: one recorded game for each shipped scenario, and counts of legal actions.

    .venv/bin/python -m tests.core.rules.golden_games [NAME...]

plays and counts them again, and writes into the folder ``golden``:

    NAME.game     the game, as written by ``m44 play scenarios/NAME.yaml --seed 44 --record``
    NAME.log      the output of ``m44 replay`` for it
    counts.yaml   how many actions are legal at each of the first decisions of that game, and how
                  many sequences of 1, 2, 3 ... actions lead on from some positions

A change shows as a readable diff. Review it before it is committed: the rules must have changed
on purpose.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import yaml
from tests.reference_data import load_yaml

from m44core.catalogue.catalogue_types import Side
from m44core.io.files.file_reader import read_file
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import SimulationPlan, play_game
from m44core.resources import scenarios_folder, shipped_scenarios
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, DrawCard
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.recorded_game import GameRecording, format_recorded_game, replay_steps

ENGLISH = renderer_in("en")

GOLDEN = Path(__file__).parent / "golden"
COUNTS = GOLDEN / "counts.yaml"

_SEED = 44
_DECISIONS = 48  # counted at the start of a game
_DEPTH = 6  # actions in a sequence
_MAX_SEQUENCES = 4000  # sequences of actions; a higher count is left out
_PLACES = (0, 1 / 3, 2 / 3)  # of the counted positions, as fractions of a game

Counts = dict[str, dict[str, list[int] | dict[int, list[int]]]]


def shipped_names() -> list[str]:
    """Return the names of the shipped scenarios."""
    return sorted(path.stem for path in shipped_scenarios())


def scenario_file(name: str) -> Path:
    """Return the file of the shipped scenario with a name."""
    return next(path for path in shipped_scenarios() if path.stem == name)


def scenario_named(name: str) -> Scenario:
    """Return the shipped scenario with a name."""
    scenario = read_file(scenario_file(name)).scenario
    assert scenario is not None
    return scenario


def play_golden_game(name: str) -> GameRecording:
    """Play the golden game of a scenario and return it."""
    plan = SimulationPlan(scenario_named(name), range(1, 2), seed=_SEED)
    start = plan.start()
    return GameRecording(
        actions=play_game(plan, start, 1).result.actions,
        scenario=f"../../../../scenarios/{scenario_file(name).relative_to(scenarios_folder()).as_posix()}",
        fingerprint=fingerprint_of(start.field),
        seed=plan.seed_of(1),
        players={side: plan.levels.of(side) for side in Side},
    )


def log_sentences(game: GameRecording, scenario: Scenario) -> Iterator[str]:
    """Yield the sentences of the events of a game."""
    for _, events in replay_steps(game, scenario):
        yield from (ENGLISH.sentence(event.sentence()) for event in events)


def legal_action_counts(game: GameRecording, scenario: Scenario, number: int) -> list[int]:
    """Return the number of legal actions at each of the first *number* decisions of a game."""
    state, counts = new_game(scenario, game.settings), []
    for action in game.actions:
        if state.player != CHANCE:
            counts.append(len(legal_actions(state)))
        if len(counts) == number:
            break
        apply_action(state, action)
    return counts


def position_after(game: GameRecording, scenario: Scenario, length: int) -> GameState:
    """Return the position after *length* actions of a game."""
    state = new_game(scenario, game.settings)
    for action in game.actions[:length]:
        apply_action(state, action)
    return state


def count_sequences(state: GameState, depth: int) -> int:
    """Count the sequences of *depth* actions, or of fewer if the game ends.

    Only one outcome of a draw is counted, but all outcomes of dice.
    """
    actions = _actions_to_count(state)
    if depth == 1 or not actions:
        return len(actions) or 1
    sequence_count = 0
    for action in actions:
        after = state.clone()
        apply_action(after, action)
        sequence_count += count_sequences(after, depth - 1)
    return sequence_count


def _actions_to_count(state: GameState) -> Sequence[Action]:
    actions = legal_actions(state)
    return actions[:1] if actions and isinstance(actions[0], DrawCard) else actions


def _sequence_counts(state: GameState) -> list[int]:
    """Return the counts of sequences of 1, 2, 3 ... actions, as long as they are not too high."""
    counts: list[int] = []
    for depth in range(1, _DEPTH + 1):
        count = count_sequences(state, depth)
        if count > _MAX_SEQUENCES:
            break
        counts.append(count)
    return counts


def _position_lengths(game: GameRecording, scenario: Scenario) -> Iterator[int]:
    """Yield the numbers of actions before the positions for which sequences are counted."""
    decision_lengths = []
    state = new_game(scenario, game.settings)
    for number, action in enumerate(game.actions):
        if state.player != CHANCE and len(legal_actions(state)) > 1:
            decision_lengths.append(number)
        apply_action(state, action)
    yield from (decision_lengths[int(len(decision_lengths) * place)] for place in _PLACES)


def game_counts(
    game: GameRecording, scenario: Scenario
) -> dict[str, list[int] | dict[int, list[int]]]:
    """Return the entry of ``counts.yaml`` for a game."""
    lengths = _position_lengths(game, scenario)
    return {
        "decisions": legal_action_counts(game, scenario, _DECISIONS),
        "sequences": {n: _sequence_counts(position_after(game, scenario, n)) for n in lengths},
    }


def read_counts() -> Counts:
    """Return the stored counts of each game."""
    counts: Counts = load_yaml(COUNTS) if COUNTS.exists() else {}
    return counts


def write_golden_games(names: Iterable[str]) -> None:
    """Play and count the games again, and write the files."""
    counts = read_counts()
    for name in names:
        scenario, game = scenario_named(name), play_golden_game(name)
        files = {
            "game": format_recorded_game(game, scenario),
            "log": "\n".join(log_sentences(game, scenario)),
        }
        (GOLDEN / f"{name}.game").write_text(files["game"], "utf-8")
        (GOLDEN / f"{name}.log").write_text(f"{files['log']}\n", "utf-8")
        counts[name] = game_counts(game, scenario)
    text = yaml.safe_dump(counts, default_flow_style=None, width=98, sort_keys=True)
    COUNTS.write_text(f"# Written by: python -m tests.core.rules.golden_games\n{text}", "utf-8")


if __name__ == "__main__":
    write_golden_games(sys.argv[1:] or shipped_names())
