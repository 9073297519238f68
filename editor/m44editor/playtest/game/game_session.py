"""One game on the screen: people and computers act in turn, chance acts by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.catalogue.types import Side
from m44core.errors import IllegalActionError
from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.playtest.games.decision_reasons import public_reason, tie_break_rng
from m44core.playtest.players.levels import Agent, make_agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, Battle, Draw, OnTheMove, Order, Play
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import View
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import BY_THE_BOOK, Settings
from m44core.rules.play.apply import apply
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.recorded_game import Recording, common_length
from m44editor.playtest.game.chance_script import NO_SCRIPT, Script
from m44editor.playtest.game.computer_player import PlayerWorker
from m44editor.playtest.game.game_log import GameLog, Trace
from m44editor.playtest.game.other_lines import Line, OtherLines
from m44editor.playtest.game.players import PERSON, human_sides
from m44editor.playtest.game.secrecy import (
    SECRET_ACTIONS,
    feigned_choice,
    feigned_put_down,
    feigned_question,
)
from m44editor.playtest.game.timeline import GameTimeline

Decision = tuple[Action, Message, Message]  # what to do, why, and what the enemy may hear of it

_ASKED_OF_SEVERAL = (Phase.AIM, Phase.SECTION)
_ANSWERED_IN_SECRET = (Phase.AMBUSH, Phase.KEEP, Phase.COMMISSAR)
_SLICE = 0.04  # seconds the computer plays at once before the game is shown again


class GameSession(QObject):
    """Plays a game of a scenario; every decision of a person can be taken back and done again.

    Dice and draws depend on the seed and on how many actions went before, so
    the same seed and the same decisions give the same game, undone or not.

    Attributes:
        film: The game so far.
        seed: What dice and draws come from.
        players: Who plays each side: a level of the computer, or a person.
        teams: How many people play a side; one where it is not said.
        agents: The computer players.
        hides_hands: Whether two people hide their hands from each other.
        reason: Why the computer did what it did last, None once a person decided.
        explained: The side that is about, None once a person decided.
        open_reason: The same for the last of its decisions that the enemy may know of, without
            what depends on the cards it still holds.
    """

    changed = Signal()  # once for a decision, with all that followed by itself

    def __init__(
        self,
        scenario: Scenario,
        seed: str,
        players: Mapping[Side, str],
        parent: QObject | None = None,
        *,
        settings: Settings = BY_THE_BOOK,
        script: Script = NO_SCRIPT,
        teams: Mapping[Side, int] | None = None,
        hides_hands: bool = False,
    ) -> None:
        super().__init__(parent)
        self.timeline = GameTimeline(scenario, settings)
        self.seed = seed
        self.players = dict(players)
        self.teams = dict(teams or {})
        self.agents = _agents(self.players)
        self.hides_hands = hides_hands
        self.reason: Message | None = None
        self.open_reason: Message | None = None
        self.explained_side: Side | None = None
        self._script = script
        self._decisions: list[int] = []
        self._undone: list[Action] = []
        self._others = OtherLines()
        self._held: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._think)
        self._thinking = PlayerWorker(self)
        self._thinking.answered.connect(self._take)
        self._declined = -1  # the length of the film when a feigned question was answered
        self._answer_undone = False  # whether the answer to such a question was taken back
        self._found: Decision | None = None  # what the computer will do once it is not held back
        self._steps_once = False
        self._shown = 0.0  # when the game was last shown

    @property
    def scenario(self) -> Scenario:
        """What is played, as it was on the screen."""
        return self.timeline.scenario

    @property
    def state(self) -> GameState:
        """The game as it stands; not to be written to."""
        return self.timeline.state

    @property
    def visible_state(self) -> GameState:
        """The game as it stands for those who may look: it does not tell who holds an Ambush.

        Where hands are hidden, the attacked player is asked at each close assault that an
        Ambush could answer, with or without the card (B-CARD-AMB, B-SETUP-07). Nor does it tell
        that the cards somebody is to choose from are alike, or those for the Commissar token.
        """
        feigned = self._feigned()
        if feigned is None:
            return self.timeline.state
        if feigned.phase is Phase.AMBUSH:
            feigned.hands = self.timeline.state.hands.copy()
        return feigned

    @property
    def visible_log(self) -> GameLog:
        """What happened as far as those may know who look."""
        feigned = self._feigned()
        match feigned and feigned.phase:
            case Phase.KEEP:
                return self.log.until_last_draw()
            case Phase.COMMISSAR:
                return self.log.until_last_put_down()
        return self.log

    @property
    def is_feint_answered(self) -> bool:
        """Whether the last question was asked for secrecy alone, and has been answered."""
        return self._declined == self.timeline.length

    @property
    def log(self) -> GameLog:
        """What happened so far."""
        return self.timeline.log

    @property
    def waits_for_person(self) -> bool:
        """Whether a person has to decide now."""
        if self._feigned():
            return True
        side = self.state.side
        asked = side is not None and self.state.result is None and not self._has_one_answer
        return asked and side not in self.agents

    @property
    def waits_for_computer(self) -> bool:
        """Whether the computer has to decide now."""
        return self.state.result is None and not self.waits_for_person

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The ways over the board since a person last decided, of one turn at the most."""
        since = self._decisions[-1] if self._decisions else 0
        return self.log.traces(since, self.timeline.length)

    @property
    def can_undo(self) -> bool:
        """Whether a person has decided anything yet."""
        return bool(self._decisions)

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back that can be done again."""
        return bool(self._undone) or self._answer_undone

    @property
    def other_lines(self) -> Sequence[Line]:
        """The lines that were left for another decision, the one left last at the end."""
        return self._others.lines

    def legal_actions(self) -> Sequence[Action]:
        """Return what the person can do now; nothing while others act."""
        if feigned := self._feigned():
            return legal_actions(feigned)
        return legal_actions(self.state) if self.waits_for_person else ()

    def is_feint(self, action: Action) -> bool:
        """Tell whether an action is offered for secrecy alone: an Ambush nobody holds."""
        return isinstance(action, Play) and self._feigned() is not None

    def hide_hands(self, hidden: bool) -> None:
        """Let two people hide their hands from each other, or no longer."""
        asked, self.hides_hands = self._feigned() is not None, hidden
        if asked:
            self._go_on()

    def set_player(self, side: Side, who: str) -> None:
        """Let a person or a level of the computer play a side from now on.

        Where a second person joins, hands are hidden: the first has seen his own alone.
        """
        if self.players[side] == who:
            return
        self._forget_thoughts()
        alone = len(human_sides(self.players)) == 1
        self.players[side] = who
        self.agents = _agents(self.players)
        self.hides_hands = self.hides_hands or (alone and len(human_sides(self.players)) == 2)
        self._go_on()

    def set_delay(self, milliseconds: int) -> None:
        """Wait so long before each step of the computer."""
        self._timer.setInterval(milliseconds)

    def hold(self, why: str, held: bool) -> None:
        """Let the computer wait, or go on unless it waits for another reason, too."""
        before = bool(self._held)
        self._held = self._held | {why} if held else self._held - {why}
        if bool(self._held) != before:
            self._timer.stop()
            self._continue()

    def begin(self) -> None:
        """Deal the cards and let the first player act."""
        self._go_on()

    def choose(self, action: Action) -> None:
        """Carry out a person's decision.

        What was taken back can be done again only as long as the decisions are the same;
        after another one it is kept as another line.

        Raises:
            IllegalActionError: it is not possible now.
        """
        if self._feigned():
            if not self.is_feint(action):
                self._decline()
            return
        if self._undone and self._undone[0] == action:
            self.redo()
            return
        if self._undone:
            self._others.add([*self.timeline.actions, *self._undone])
        self._decide(action)
        self._undone, self._answer_undone = [], False
        self._go_on()

    def order_number(self, hex_: str) -> int | None:
        """Return the number of the action that ordered the unit on a hex, if nothing followed it.

        Other orders may have followed, and the end of the step that the last of them brought
        about. None where anything else was done since, such as a move or the end of the step
        by its player, or where the unit has no order that was given for itself.
        """
        if not self.state.ordered or not self.waits_for_person:
            return None
        for number in range(self.timeline.length - 1, -1, -1):
            action = self.timeline.actions[number]
            if not isinstance(action, Order | OnTheMove):
                return None
            if action.hex == hex_:
                return number
        return None

    def cancel_order(self, hex_: str) -> bool:
        """Let a unit go without its order, as if it had never been given; keep the later ones.

        The recorded game holds the orders that are left and nothing else, so it replays. Return
        whether that was possible: a later order may need the one that is taken back.
        """
        number = self.order_number(hex_)
        if number is None:
            return False
        before, later = list(self.timeline.actions), self.timeline.actions[number + 1 :]
        self.timeline.rewind_to(number)
        kept = self._do_all(later)
        if not kept:
            self.timeline.rewind_to(number)
            self._do_all(before[number:])
            return False
        if self._undone:
            self._others.add([*before, *self._undone])
            self._undone = []
        earlier = [decided for decided in self._decisions if decided < number]
        self._decisions = [*earlier, *range(number, self.timeline.length)]
        self._go_on()
        return True

    def _do_all(self, actions: Iterable[Action]) -> bool:
        """Carry actions out, one after the other; stop and return False where one is illegal."""
        try:
            for action in actions:
                self.timeline.apply(action)
        except IllegalActionError:
            return False
        return True

    def go_to_line(self, number: int) -> None:
        """Go back to a line that was left, and keep the present one instead."""
        line, present = self._others.pop(number), [*self.timeline.actions, *self._undone]
        self._forget_thoughts()
        self._others.add(present)
        alike = common_length(self.timeline.actions, line)
        self.timeline.rewind_to(alike)
        self._decisions = [decided for decided in self._decisions if decided < alike]
        self._undone, self._declined, self._answer_undone = [], -1, False
        self._explain(None)
        self.resume(line[alike:])

    def undo(self) -> None:
        """Return to before the last decision of a person, if there was one."""
        if not self._decisions:
            return
        self._forget_thoughts()
        number = self._decisions.pop()
        self._answer_undone = number == self.timeline.length
        self._undone = [*self.timeline.actions[number:], *self._undone]
        self.timeline.rewind_to(number)
        self._declined = number if number in self._decisions else -1
        self._explain(None)
        self.changed.emit()

    def redo(self) -> None:
        """Do the decision again that was taken back last, with all that came of it."""
        if not self.can_redo:
            return
        if self._feigned():
            self._decline()
            return
        self._decide(self._undone.pop(0))
        while self._undone and not self.waits_for_person:
            self.timeline.apply(self._undone.pop(0))
        self._go_on()

    def step(self) -> None:
        """Let the computer take its next decision, whether or not it is held back."""
        if self.waits_for_computer:
            self._steps_once = True
            self._think()

    def _think(self) -> None:
        """Let the computer find its next decision, or take it if it has been found."""
        if self._found is not None:
            self._take(self._found)
            return
        side = self.state.side
        computer = self.agents.get(side) if side else None
        if (
            side is None
            or computer is None
            or self.state.result is not None
            or self._thinking.is_busy
        ):
            return
        rng = tie_break_rng(self.seed, self.timeline.length)
        state, level = self.state.clone(), self.players[side]
        self._thinking.ask(partial(_decide, computer, level, state, rng))

    def _take(self, thought: Decision) -> None:
        """Carry out what the computer decided, unless it is held back."""
        if self._held and not self._steps_once:
            self._found = thought
            return
        action, reason, open_ = thought
        self._found, self._steps_once = None, False
        self._explain(reason, open_, action)
        self.explained_side = self.state.side
        self.timeline.apply(action)
        self._run_chance()
        if self.waits_for_computer and not self._held and self._is_too_early():
            self._think()
        else:
            self._go_on()

    def _is_too_early(self) -> bool:
        """Tell whether the game at once need not be shown again so soon."""
        return not self._timer.interval() and monotonic() < self._shown + _SLICE

    def _forget_thoughts(self) -> None:
        self._timer.stop()
        self._thinking.cancel()
        self._found, self._steps_once = None, False

    def stop(self) -> None:
        """Let nobody act any more."""
        self._forget_thoughts()

    def recording(self, name: str) -> Recording:
        """Return the game so far, to be written down; *name* says where the scenario is."""
        recording = self.timeline.recording(name, self.seed, self.players)
        undone = [(*self.timeline.actions, *self._undone)] if self._undone else []
        two = len(human_sides(self.players)) == 2
        return replace(
            recording,
            teams={s: n for s, n in self.teams.items() if self.players[s] == PERSON},
            others=(*self._others.lines, *undone),
            hidden_hands=self.hides_hands if two else None,
            answered=self.is_feint_answered,
        )

    def add_lines(self, lines: Iterable[Line]) -> None:
        """Take over the lines of a recorded game that were left for another decision.

        Raises:
            IllegalActionError: they are not those of a game of this scenario.
        """
        for line in lines:
            state = self.timeline.state_at(
                alike := common_length(self.timeline.actions, line)
            ).clone()
            for action in line[alike:]:
                apply(state, action)
            self._others.add(line)

    def resume(self, actions: Sequence[Action], *, answered: bool = False) -> None:
        """Carry out the actions of a recorded game, then let the next player act.

        *answered* says that the last question was asked for secrecy alone, and answered.

        Raises:
            IllegalActionError: they are not those of a game of this scenario.
        """
        for action in actions:
            if self.waits_for_person:
                self._decisions.append(self.timeline.length)
            if self._feigned() and self.state.player != CHANCE:
                self._decisions.append(self.timeline.length)  # the answer, then the action itself
            self.timeline.apply(action)
        if answered:
            self._declined = self.timeline.length
            self._decisions.append(self.timeline.length)
        self._go_on()

    def _decide(self, action: Action) -> None:
        number = self.timeline.length
        self.timeline.apply(action)
        self._explain(None)
        self._decisions.append(number)

    def _explain(
        self,
        reason: Message | None,
        open_: Message | None = None,
        action: Action | None = None,
    ) -> None:
        """Keep why the computer did an action; None where a person decided."""
        self.reason, self.explained_side = reason, None
        if not isinstance(action, SECRET_ACTIONS):
            self.open_reason = open_

    def _feigned(self) -> GameState | None:
        """Return the game with a question that is asked for secrecy alone; None if none is."""
        film = self.timeline
        if not (self.hides_hands and film.actions) or self.agents or self.is_feint_answered:
            return None
        last = film.actions[-1]
        if isinstance(last, Battle):
            return feigned_question(film.state)
        before = film.state_at(film.length - 1)
        if isinstance(last, Draw) and (choice := feigned_choice(before, last)):
            return choice
        return feigned_put_down(before, last)

    def _decline(self) -> None:
        """Go on from a feigned question as from a real one that was declined."""
        number = self._declined = self.timeline.length
        self._answer_undone = False
        if self._undone and self.state.player == CHANCE:
            self.redo()
            return
        self._decisions.append(number)
        self._go_on()

    def _go_on(self) -> None:
        """Let chance act, tell what changed, and wake whoever is next."""
        self._run_chance()
        self.changed.emit()
        self._shown = monotonic()
        self._continue()

    def _run_chance(self) -> None:
        while self.state.result is None and not self._feigned():
            if self.state.player == CHANCE:
                scripted = self._script.next_outcome(self.state, self.timeline.actions)
                chance = RandomChance(f"{self.seed}:{self.timeline.length}")
                self.timeline.apply(scripted or chance.choose(self.state))
            elif self._has_one_answer:
                self.timeline.apply(legal_actions(self.state)[0])
            elif self._answers_in_secret():
                self.timeline.apply(self._answer())
            else:
                return

    @property
    def _has_one_answer(self) -> bool:
        """Whether only one hex can be aimed at, or one section named: nobody is asked."""
        return self.state.phase in _ASKED_OF_SEVERAL and len(legal_actions(self.state)) == 1

    def _answers_in_secret(self) -> bool:
        """Tell whether the computer is asked what a person must not see that it is asked.

        It is asked for an Ambush only where it holds one, and for the cards it drew or may put
        under the Commissar token only where they differ (B-CARD-AMB, B-CARD-02, B-SETUP-07).
        """
        side = self.state.side
        if side is None or self.state.phase not in _ANSWERED_IN_SECRET:
            return False
        return side in self.agents and side.enemy not in self.agents

    def _answer(self) -> Action:
        side = self.state.side
        assert side is not None, "somebody is asked"
        view = View(self.state.clone(), self.state.player)
        rng = tie_break_rng(self.seed, self.timeline.length)
        return self.agents[side].choose(view, legal_actions(self.state), rng)

    def _continue(self) -> None:
        """Wake the computer if it is its turn."""
        if self.waits_for_computer and not self._held:
            self._timer.start()


def _agents(players: Mapping[Side, str]) -> dict[Side, Agent]:
    """Return the computer players of a game."""
    return {side: make_agent(who) for side, who in players.items() if who != PERSON}


def _decide(agent: Agent, level: str, state: GameState, rng: Random) -> Decision:
    view = View(state, state.player)
    action = agent.choose(view, legal_actions(state), rng)
    return action, agent.explain(view, action), public_reason(level, state, action)
