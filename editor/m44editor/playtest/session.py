"""One game on the screen: people and computers act in turn, chance acts by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.catalogue.types import Side
from m44core.model.scenario import Scenario
from m44core.playtest.agents import Agent
from m44core.rules.actions import Action, Roll
from m44core.rules.chance import RandomChance
from m44core.rules.grid import CHANCE
from m44core.rules.legal import legal_actions
from m44core.rules.replay import Game, Recording
from m44core.rules.state import GameState
from m44core.rules.view import View
from m44editor.playtest.report import Report, Trace, thrown


class Session(QObject):
    """Plays a game of a scenario; every decision of a person can be taken back.

    Dice and draws depend on the seed and on how many actions went before, so
    the same seed and the same decisions give the same game, undone or not.

    Attributes:
        scenario: What is played, as it was on the screen.
        seed: What dice and draws come from.
        agents: The computer players; the other sides are played by people.
        report: What happened so far.
    """

    stepped = Signal(object)  # the events of one action
    taken_back = Signal()

    def __init__(
        self,
        scenario: Scenario,
        seed: str,
        agents: Mapping[Side, Agent],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.scenario = scenario
        self.seed = seed
        self.agents = dict(agents)
        self.report = Report()
        self._game = Game(scenario)
        self._decisions: list[int] = []
        self._paused = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._act_by_itself)

    @property
    def state(self) -> GameState:
        """The game as it stands; not to be written to."""
        return self._game.state

    @property
    def waits_for_person(self) -> bool:
        """Whether a person has to decide now."""
        side = self.state.side
        return side is not None and self.state.result is None and side not in self.agents

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The ways over the board since a person last decided, of one turn at the most."""
        return self.report.traces(self._decisions[-1] if self._decisions else 0)

    @property
    def can_undo(self) -> bool:
        """Whether a person has decided anything yet."""
        return bool(self._decisions)

    def legal_actions(self) -> Sequence[Action]:
        """Return what the person can do now; nothing while others act."""
        return legal_actions(self.state) if self.waits_for_person else ()

    def set_pace(self, milliseconds: int) -> None:
        """Wait so long before each step of the computer."""
        self._timer.setInterval(milliseconds)

    def pause(self, paused: bool) -> None:
        """Let the computer wait, or go on."""
        if paused != self._paused:
            self._paused = paused
            self._timer.stop()
            self._continue()

    def begin(self) -> None:
        """Deal the cards and let the first player act."""
        self._run_chance()
        self._continue()

    def choose(self, action: Action) -> None:
        """Carry out a person's decision.

        Raises:
            IllegalActionError: it is not possible now.
        """
        self._decisions.append(len(self._game.actions))
        try:
            self._do(action)
        except ValueError:
            self._decisions.pop()
            raise
        self._run_chance()
        self._continue()

    def undo(self) -> None:
        """Return to before the last decision of a person."""
        if not self._decisions:
            return
        self._timer.stop()
        length = self._decisions.pop()
        self._game.go_back(length)
        self.report.go_back(length)
        self.taken_back.emit()

    def stop(self) -> None:
        """Let nobody act any more."""
        self._timer.stop()

    def recording(self, name: str) -> Recording:
        """Return the game so far, to be written down; *name* says where the scenario is."""
        return self._game.recording(name, self.seed)

    def resume(self, actions: Sequence[Action]) -> None:
        """Carry out the actions of a recorded game, then let the next player act.

        Raises:
            IllegalActionError: they are not those of a game of this scenario.
        """
        for action in actions:
            if self.state.player != CHANCE and self.state.side not in self.agents:
                self._decisions.append(len(self._game.actions))
            self._do(action)
        self._run_chance()
        self._continue()

    def _do(self, action: Action) -> None:
        number = len(self._game.actions)
        throw = thrown(self.state, action) if isinstance(action, Roll) else None
        events = self._game.do(action)
        self.report.add(number, events, throw)
        self.stepped.emit(events)

    def _continue(self) -> None:
        """Wake the computer if it is its turn."""
        if self.state.result is None and not self.waits_for_person and not self._paused:
            self._timer.start()

    def _act_by_itself(self) -> None:
        side = self.state.side
        agent = self.agents.get(side) if side else None
        if agent is not None:
            rng = Random(f"{self.seed}:{len(self._game.actions)}:choice")
            view = View(self.state, self.state.player)
            self._do(agent.choose(view, legal_actions(self.state), rng))
            self._run_chance()
        self._continue()

    def _run_chance(self) -> None:
        while self.state.player == CHANCE:
            chance = RandomChance(f"{self.seed}:{len(self._game.actions)}")
            self._do(chance.choose(self.state))
