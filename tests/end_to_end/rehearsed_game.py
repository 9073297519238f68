"""A game against the computer, rehearsed in the engine before it is played in the window.

The window gets the dice and draws of this game as its script, and the same seed, so the same clicks
lead to the same game. The person's dice always hit; those of the computer are random.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from m44core.model.scenario import Scenario
from m44core.playtest.players.levels import make_agent
from m44core.playtest.players.sergeant import Sergeant
from m44core.rules.board.hex_grid import BOTTOM, CHANCE
from m44core.rules.game.actions import (
    Action,
    Battle,
    ChanceAction,
    DieFace,
    DrawCard,
    LandFigure,
    Play,
    Roll,
)
from m44core.rules.game.events import Event
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.recorded_game import GameRecording, replay_game

LEVEL = "sergeant"  # who plays against the person
_MAX_TURNS = 15  # turns, both sides' counted
_TRIES = 1000


@dataclass(frozen=True)
class Decision:
    """A decision of the person.

    Attributes:
        state: The position before it.
        action: The action.
        number: The number of actions before it, including those of chance.
    """

    state: GameState
    action: Action
    number: int


@dataclass
class Rehearsal:
    """A game from its first draw to its end.

    Attributes:
        scenario: The scenario.
        seed: The seed of the unscripted chance and of the computer's tie-breaks.
        state: The current position.
        actions: All actions.
        events: The events, each with the number of actions before it.
        decisions: The decisions of the person at the bottom edge.
    """

    scenario: Scenario
    seed: str
    state: GameState = field(init=False)
    actions: list[Action] = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state = new_game(self.scenario)

    @property
    def script(self) -> str:
        """The dice and draws as a file for ``m44 play --script``."""
        chance = (str(act) for act in self.actions if isinstance(act, DrawCard | Roll | LandFigure))
        return "\n".join([f"seed: {self.seed}", *chance, ""])

    @property
    def ambushes(self) -> list[Decision]:
        """The decisions to play an Ambush."""
        return [d for d in self._decisions_in(Phase.AMBUSH) if isinstance(d.action, Play)]

    @property
    def overruns(self) -> list[Decision]:
        """The second battles after an armor overrun."""
        return [d for d in self._decisions_in(Phase.OVERRUN) if isinstance(d.action, Battle)]

    def position_after(self, number: int) -> GameState:
        """Return the position after a number of actions."""
        return replay_game(GameRecording(tuple(self.actions[:number])), self.scenario)

    def play(self) -> None:
        """Play until the game is over or too long."""
        players = make_agent(LEVEL), Sergeant()
        while self.state.result is None and self.state.turn <= _MAX_TURNS:
            if self.state.player == CHANCE:
                self._do(self._chance_action())
                continue
            rng = Random(f"{self.seed}:{len(self.actions)}:choice")  # as in the window
            view = PlayerView(self.state.clone(), self.state.player)
            action = players[self.state.player].choose(view, legal_actions(self.state), rng)
            if self.state.player == BOTTOM:
                self.decisions.append(Decision(self.state.clone(), action, len(self.actions)))
            self._do(action)

    def _decisions_in(self, phase: Phase) -> Iterator[Decision]:
        return (decision for decision in self.decisions if decision.state.phase is phase)

    def _do(self, action: Action) -> None:
        number = len(self.actions)
        self.events += [(number, event) for event in apply_action(self.state, action)]
        self.actions.append(action)

    def _chance_action(self) -> ChanceAction:
        state = self.state
        is_attack_of_person = (
            state.fight is not None and state.unit(state.fight.target).player != BOTTOM
        )
        if state.phase is Phase.ROLL and is_attack_of_person:
            return Roll((DieFace.GRENADE,) * state.dice)
        drawer = state.drawing[0] if state.drawing else state.active
        if state.phase is Phase.DRAW and drawer == BOTTOM and "ambush" in state.deck:
            return DrawCard("ambush")
        return RandomChance(f"{self.seed}:{len(self.actions)}").choose(state)


def rehearse(scenario: Scenario) -> Rehearsal:
    """Return a short game that the person wins, with an ambush and an overrun."""
    for seed in range(_TRIES):
        game = Rehearsal(scenario, str(seed))
        game.play()
        is_won = game.state.result and game.state.result.winner is game.state.field.sides[BOTTOM]
        if is_won and game.ambushes and game.overruns:
            return game
    raise AssertionError(f"no game of {_TRIES} has an ambush and an overrun")
