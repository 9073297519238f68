"""A game and everything that happened in it: any moment of it can be shown."""

from __future__ import annotations

from collections.abc import Mapping

from m44core.catalogue.types import Side
from m44core.model.scenario import Scenario
from m44core.rules.game.actions import Action, Roll
from m44core.rules.game.events import Event
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import BY_THE_BOOK, Settings
from m44core.rules.play.apply import apply
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.recorded_game import Recording
from m44editor.playtest.game.report import Report, thrown

_STRIDE = 16  # actions between two states that are kept


class Film:
    """A game as far as it was played.

    A moment goes by its number: how many actions, those of chance included, were done before.

    Attributes:
        scenario: What is played.
        settings: By which variants and rulings.
        state: The game after the last action; not to be written to.
        actions: What was done.
        report: What happened.
    """

    def __init__(self, scenario: Scenario, settings: Settings = BY_THE_BOOK) -> None:
        """Raises M44Error if the scenario cannot be played."""
        self.scenario = scenario
        self.settings = settings
        self.state = new_game(scenario, settings)
        self.actions: list[Action] = []
        self.report = Report()
        self._kept = {0: self.state.clone()}
        self._shown = (0, self._kept[0])

    @property
    def length(self) -> int:
        """How many actions were done."""
        return len(self.actions)

    def do(self, action: Action) -> list[Event]:
        """Carry an action out and keep what it made happen.

        Raises:
            IllegalActionError: the rules do not allow it now.
        """
        throw = thrown(self.state, action) if isinstance(action, Roll) else None
        events = apply(self.state, action)
        self.report.add(self.length, events, throw)
        self.actions.append(action)
        if self.length % _STRIDE == 0:
            self._kept[self.length] = self.state.clone()
        return events

    def go_back(self, number: int) -> None:
        """Return to a moment and forget what came after it."""
        self.state = self.at(number).clone()
        del self.actions[number:]
        self.report.go_back(number)
        self._kept = {at: state for at, state in self._kept.items() if at <= number}
        self._shown = (0, self._kept[0])

    def at(self, number: int) -> GameState:
        """Return the game as it stood at a moment; not to be written to."""
        if number == self.length:
            return self.state
        start, state = max(
            (entry for entry in (*self._kept.items(), self._shown) if entry[0] <= number),
            key=lambda entry: entry[0],
        )
        if start < number:
            state = state.clone()
            for action in self.actions[start:number]:
                apply(state, action)
            self._shown = (number, state)
        return state

    def recording(self, scenario: str, seed: str, players: Mapping[Side, str]) -> Recording:
        """Return the game so far, to be written down."""
        return Recording(
            actions=tuple(self.actions),
            scenario=scenario,
            fingerprint=fingerprint_of(self.state.field),
            seed=seed,
            players=players,
            settings=self.settings,
        )
