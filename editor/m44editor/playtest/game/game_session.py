"""A game in progress: people and computer players decide in turn, with chance in between."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.catalogue.catalogue_types import Side
from m44core.errors import IllegalActionError
from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.playtest.games.decision_reasons import public_reason, tie_break_rng
from m44core.playtest.players.levels import Agent, make_agent
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, Battle, DrawCard, OnTheMove, Order, Play
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import BY_THE_BOOK, RuleSettings
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.recorded_game import GameRecording, common_prefix_length
from m44editor.playtest.game.chance_script import NO_SCRIPT, ChanceScript
from m44editor.playtest.game.computer_player import PlayerWorker
from m44editor.playtest.game.game_branches import Branch, BranchList
from m44editor.playtest.game.game_log import GameLog, Trace
from m44editor.playtest.game.players import PERSON, human_sides
from m44editor.playtest.game.secrecy import (
    SECRET_ACTIONS,
    feigned_ambush_position,
    feigned_choice_position,
    feigned_put_down_position,
)
from m44editor.playtest.game.timeline import GameTimeline

Decision = tuple[Action, Message, Message]  # action, reason, and the reason the enemy may know

_PHASES_SKIPPED_WITH_ONE_ANSWER = (Phase.AIM, Phase.SECTION)
_PHASES_ANSWERED_IN_SECRET = (Phase.AMBUSH, Phase.KEEP, Phase.COMMISSAR)
_MIN_SHOW_INTERVAL_S = 0.04  # seconds between two updates at top speed


class GameSession(QObject):
    """Plays a scenario; every decision of a person can be undone and redone.

    Dice and draws depend only on the seed and the number of actions before them: the same seed and
    decisions give the same game, even after undoing and redoing.

    Attributes:
        timeline: The game so far.
        seed: The seed of dice and draws.
        players: The player of each side: a person or a level of the computer.
        teams: The number of people who play each side; one if a side is missing.
        agents: The computer players, by side.
        hides_hands: Whether two people hide their hands from each other.
        reason: The reason for the computer's last decision; None once a person has decided.
        explained_side: The side that made that decision; None once a person has decided.
        open_reason: The part of that reason that the enemy may see: without anything that depends
            on cards the computer still holds.
    """

    changed = Signal()  # once per decision, after everything it caused

    def __init__(
        self,
        scenario: Scenario,
        seed: str,
        players: Mapping[Side, str],
        parent: QObject | None = None,
        *,
        settings: RuleSettings = BY_THE_BOOK,
        script: ChanceScript = NO_SCRIPT,
        teams: Mapping[Side, int] | None = None,
        hides_hands: bool = False,
    ) -> None:
        super().__init__(parent)
        self.timeline = GameTimeline(scenario, settings)
        self.seed = seed
        self.players = dict(players)
        self.teams = dict(teams or {})
        self.agents = _agents_by_side(self.players)
        self.hides_hands = hides_hands
        self.reason: Message | None = None
        self.open_reason: Message | None = None
        self.explained_side: Side | None = None
        self._script = script
        self._decisions: list[int] = []
        self._undone: list[Action] = []
        self._branches = BranchList()
        self._pause_reasons: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._request_decision)
        self._player_worker = PlayerWorker(self)
        self._player_worker.answered.connect(self._carry_out_decision)
        self._feint_answered_at = -1  # the length of the timeline when a feint was answered
        self._answer_undone = False  # whether that answer was undone
        self._pending_decision: Decision | None = None  # found while the computer is paused
        self._is_single_step = False
        self._shown_at = 0.0  # when the game was last updated on screen

    @property
    def scenario(self) -> Scenario:
        """The scenario played."""
        return self.timeline.scenario

    @property
    def state(self) -> GameState:
        """The current position; read-only."""
        return self.timeline.state

    @property
    def visible_state(self) -> GameState:
        """The position as the viewer may see it: it does not reveal who holds an Ambush.

        If hands are hidden, the attacked player is asked at each close assault that an Ambush could
        answer, with or without the card (B-CARD-AMB, B-SETUP-07). Nor does the position reveal that
        the cards to choose from, or those for the Commissar token, are identical.
        """
        feigned_state = self._feigned_state()
        if feigned_state is None:
            return self.timeline.state
        if feigned_state.phase is Phase.AMBUSH:
            feigned_state.hands = self.timeline.state.hands.copy()
        return feigned_state

    @property
    def visible_log(self) -> GameLog:
        """The part of the log that the viewer may see."""
        feigned_state = self._feigned_state()
        match feigned_state and feigned_state.phase:
            case Phase.KEEP:
                return self.log.until_last_draw()
            case Phase.COMMISSAR:
                return self.log.until_last_card_under_token()
        return self.log

    @property
    def is_feint_answered(self) -> bool:
        """Whether the last question was a feint, asked only for secrecy, and has been answered."""
        return self._feint_answered_at == self.timeline.length

    @property
    def log(self) -> GameLog:
        """The log of the game so far."""
        return self.timeline.log

    @property
    def waits_for_person(self) -> bool:
        """Whether a person has a decision to make, or a feint to answer."""
        if self._feigned_state():
            return True
        side = self.state.side
        is_asked = side is not None and self.state.result is None and not self._has_only_one_answer
        return is_asked and side not in self.agents

    @property
    def waits_for_computer(self) -> bool:
        """Whether the game is not over and no person has a decision to make."""
        return self.state.result is None and not self.waits_for_person

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The traces since a person's last decision, but of one turn at most."""
        first_action = self._decisions[-1] if self._decisions else 0
        return self.log.traces(first_action, self.timeline.length)

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision of a person to undo."""
        return bool(self._decisions)

    @property
    def can_redo(self) -> bool:
        """Whether there is a decision to redo."""
        return bool(self._undone) or self._answer_undone

    @property
    def abandoned_branches(self) -> Sequence[Branch]:
        """The branches abandoned for other lines of play, the most recent one last."""
        return self._branches.branches

    def legal_actions(self) -> Sequence[Action]:
        """Return the actions a person can choose from now; empty while no person has to decide."""
        if feigned := self._feigned_state():
            return legal_actions(feigned)
        return legal_actions(self.state) if self.waits_for_person else ()

    def is_feint(self, action: Action) -> bool:
        """Return whether an action is offered only for secrecy: an Ambush that nobody holds."""
        return isinstance(action, Play) and self._feigned_state() is not None

    def hide_hands(self, is_hidden: bool) -> None:
        """Hide the hands of two people from each other, or stop hiding them."""
        was_asked, self.hides_hands = self._feigned_state() is not None, is_hidden
        if was_asked:
            self._resolve_chance_and_continue()

    def set_player(self, side: Side, player: str) -> None:
        """Let a person or a level of the computer play a side from now on.

        If a second person joins, hands become hidden, because the first has seen only their own.
        If one of two leaves, hidden hands stay hidden until the other is alone at the screen.
        """
        if self.players[side] == player:
            return
        self._cancel_thinking()
        was_alone = len(human_sides(self.players)) == 1
        self.players[side] = player
        self.agents = _agents_by_side(self.players)
        self.hides_hands = self.hides_hands or (was_alone and len(human_sides(self.players)) == 2)
        self._resolve_chance_and_continue()

    def set_delay(self, milliseconds: int) -> None:
        """Set how long the computer waits before each step, in milliseconds."""
        self._timer.setInterval(milliseconds)

    def set_paused(self, reason: str, is_paused: bool) -> None:
        """Add or remove a reason to pause the computer; it plays while there are no reasons."""
        was_paused = bool(self._pause_reasons)
        self._pause_reasons = (
            self._pause_reasons | {reason} if is_paused else self._pause_reasons - {reason}
        )
        if bool(self._pause_reasons) != was_paused:
            self._timer.stop()
            self._schedule_computer_step()

    def begin(self) -> None:
        """Deal the cards and let the first player act."""
        self._resolve_chance_and_continue()

    def choose(self, action: Action) -> None:
        """Carry out a person's decision.

        An undone line of play can be redone as long as the decisions stay the same; a different
        decision makes it a branch.

        Raises:
            IllegalActionError: the rules do not allow the action now.
        """
        if self._feigned_state():
            if not self.is_feint(action):
                self._decline_feint()
            return
        if self._undone and self._undone[0] == action:
            self.redo()
            return
        if self._undone:
            self._branches.add([*self.timeline.actions, *self._undone])
        self._apply_decision(action)
        self._undone, self._answer_undone = [], False
        self._resolve_chance_and_continue()

    def cancelable_order_index(self, hex_name: str) -> int | None:
        """Return the index of the action that ordered the unit on a hex, if it can be canceled.

        Only further orders may have followed, the last of which may have ended the orders step.
        None if anything else was done, such as a move, or if the unit was not ordered on its own.
        """
        if not self.state.ordered or not self.waits_for_person:
            return None
        for action_index in range(self.timeline.length - 1, -1, -1):
            action = self.timeline.actions[action_index]
            if not isinstance(action, Order | OnTheMove):
                return None
            if action.hex == hex_name:
                return action_index
        return None

    def cancel_order(self, hex_name: str) -> bool:
        """Remove a unit's order as if it had never been given, keeping the later orders.

        The recording contains only the remaining orders, so it can be replayed.

        Returns:
            Whether that was possible: a later order may depend on the one removed.
        """
        order_index = self.cancelable_order_index(hex_name)
        if order_index is None:
            return False
        old_actions, later_actions = (
            list(self.timeline.actions),
            self.timeline.actions[order_index + 1 :],
        )
        self.timeline.rewind_to(order_index)
        all_kept = self._apply_all(later_actions)
        if not all_kept:
            self.timeline.rewind_to(order_index)
            self._apply_all(old_actions[order_index:])
            return False
        if self._undone:
            self._branches.add([*old_actions, *self._undone])
            self._undone = []
        earlier_decisions = [index for index in self._decisions if index < order_index]
        self._decisions = [*earlier_decisions, *range(order_index, self.timeline.length)]
        self._resolve_chance_and_continue()
        return True

    def _apply_all(self, actions: Iterable[Action]) -> bool:
        """Carry out actions in order; stop at an illegal one and return False."""
        try:
            for action in actions:
                self.timeline.apply(action)
        except IllegalActionError:
            return False
        return True

    def restore_branch(self, index: int) -> None:
        """Return to the branch at an index; the current line of play becomes a branch."""
        branch, current_branch = self._branches.pop(index), [*self.timeline.actions, *self._undone]
        self._cancel_thinking()
        self._branches.add(current_branch)
        common_length = common_prefix_length(self.timeline.actions, branch)
        self.timeline.rewind_to(common_length)
        self._decisions = [
            decision_index for decision_index in self._decisions if decision_index < common_length
        ]
        self._undone, self._feint_answered_at, self._answer_undone = [], -1, False
        self._explain(None)
        self.resume(branch[common_length:])

    def undo(self) -> None:
        """Undo the last decision of a person, if there is one."""
        if not self._decisions:
            return
        self._cancel_thinking()
        decision_index = self._decisions.pop()
        self._answer_undone = decision_index == self.timeline.length
        self._undone = [*self.timeline.actions[decision_index:], *self._undone]
        self.timeline.rewind_to(decision_index)
        self._feint_answered_at = decision_index if decision_index in self._decisions else -1
        self._explain(None)
        self.changed.emit()

    def redo(self) -> None:
        """Redo the decision undone last, and the actions up to a person's next decision."""
        if not self.can_redo:
            return
        if self._feigned_state():
            self._decline_feint()
            return
        self._apply_decision(self._undone.pop(0))
        while self._undone and not self.waits_for_person:
            self.timeline.apply(self._undone.pop(0))
        self._resolve_chance_and_continue()

    def step(self) -> None:
        """Let the computer make its next decision, even if it is paused."""
        if self.waits_for_computer:
            self._is_single_step = True
            self._request_decision()

    def _request_decision(self) -> None:
        """Start computing the computer's next decision, or carry out one that is ready."""
        if self._pending_decision is not None:
            self._carry_out_decision(self._pending_decision)
            return
        side = self.state.side
        computer = self.agents.get(side) if side else None
        if (
            side is None
            or computer is None
            or self.state.result is not None
            or self._player_worker.is_busy
        ):
            return
        rng = tie_break_rng(self.seed, self.timeline.length)
        state, level = self.state.clone(), self.players[side]
        self._player_worker.ask(partial(_computer_decision, computer, level, state, rng))

    def _carry_out_decision(self, decision: Decision) -> None:
        """Carry out the computer's decision, or keep it until the game is no longer paused."""
        if self._pause_reasons and not self._is_single_step:
            self._pending_decision = decision
            return
        action, reason, open_reason = decision
        self._pending_decision, self._is_single_step = None, False
        self._explain(reason, open_reason, action)
        self.explained_side = self.state.side
        self.timeline.apply(action)
        self._resolve_chance()
        if self.waits_for_computer and not self._pause_reasons and self._was_just_shown():
            self._request_decision()
        else:
            self._resolve_chance_and_continue()

    def _was_just_shown(self) -> bool:
        """Return whether, at top speed, the game was shown too recently to be shown again."""
        return not self._timer.interval() and monotonic() < self._shown_at + _MIN_SHOW_INTERVAL_S

    def _cancel_thinking(self) -> None:
        self._timer.stop()
        self._player_worker.cancel()
        self._pending_decision, self._is_single_step = None, False

    def stop(self) -> None:
        """Stop the computer player and the timer."""
        self._cancel_thinking()

    def recording(self, name: str) -> GameRecording:
        """Return the game so far as a recording; *name* is the scenario's file name."""
        recording = self.timeline.recording(name, self.seed, self.players)
        undone_branches = [(*self.timeline.actions, *self._undone)] if self._undone else []
        has_two_people = len(human_sides(self.players)) == 2
        return replace(
            recording,
            teams={s: n for s, n in self.teams.items() if self.players[s] == PERSON},
            others=(*self._branches.branches, *undone_branches),
            hidden_hands=self.hides_hands or (False if has_two_people else None),
            answered=self.is_feint_answered,
        )

    def add_branches(self, branches: Iterable[Branch]) -> None:
        """Add the branches of a recorded game.

        Raises:
            IllegalActionError: the rules do not allow an action in one of them.
        """
        for branch in branches:
            state = self.timeline.state_at(
                common_length := common_prefix_length(self.timeline.actions, branch)
            ).clone()
            for action in branch[common_length:]:
                apply_action(state, action)
            self._branches.add(branch)

    def resume(self, actions: Sequence[Action], *, answered: bool = False) -> None:
        """Carry out the actions of a recorded game, then let the next player act.

        Args:
            actions: The actions.
            answered: Whether the last question was a feint that has been answered.

        Raises:
            IllegalActionError: the rules do not allow one of the actions.
        """
        for action in actions:
            if self.waits_for_person:
                self._decisions.append(self.timeline.length)
            if self._feigned_state() and self.state.player != CHANCE:
                self._decisions.append(self.timeline.length)  # the answer, then the action
            self.timeline.apply(action)
        if answered:
            self._feint_answered_at = self.timeline.length
            self._decisions.append(self.timeline.length)
        self._resolve_chance_and_continue()

    def _apply_decision(self, action: Action) -> None:
        action_index = self.timeline.length
        self.timeline.apply(action)
        self._explain(None)
        self._decisions.append(action_index)

    def _explain(
        self,
        reason: Message | None,
        open_reason: Message | None = None,
        action: Action | None = None,
    ) -> None:
        """Record why the computer chose an action; *reason* is None if a person decided."""
        self.reason, self.explained_side = reason, None
        if not isinstance(action, SECRET_ACTIONS):
            self.open_reason = open_reason

    def _feigned_state(self) -> GameState | None:
        """Return the position with a feigned question; None if no such question is being asked."""
        timeline = self.timeline
        if not (self.hides_hands and timeline.actions) or self.agents or self.is_feint_answered:
            return None
        last_action = timeline.actions[-1]
        if isinstance(last_action, Battle):
            return feigned_ambush_position(timeline.state)
        before = timeline.state_at(timeline.length - 1)
        if isinstance(last_action, DrawCard) and (
            choice := feigned_choice_position(before, last_action)
        ):
            return choice
        return feigned_put_down_position(before, last_action)

    def _decline_feint(self) -> None:
        """Continue after a feigned question as after a real one that was declined."""
        decision_index = self._feint_answered_at = self.timeline.length
        self._answer_undone = False
        if self._undone and self.state.player == CHANCE:
            self.redo()
            return
        self._decisions.append(decision_index)
        self._resolve_chance_and_continue()

    def _resolve_chance_and_continue(self) -> None:
        """Resolve chance, signal the change, and let the next player act."""
        self._resolve_chance()
        self.changed.emit()
        self._shown_at = monotonic()
        self._schedule_computer_step()

    def _resolve_chance(self) -> None:
        while self.state.result is None and not self._feigned_state():
            if self.state.player == CHANCE:
                scripted_outcome = self._script.next_outcome(self.state, self.timeline.actions)
                chance = RandomChance(f"{self.seed}:{self.timeline.length}")
                self.timeline.apply(scripted_outcome or chance.choose(self.state))
            elif self._has_only_one_answer:
                self.timeline.apply(legal_actions(self.state)[0])
            elif self._computer_must_answer_secretly():
                self.timeline.apply(self._computer_answer())
            else:
                return

    @property
    def _has_only_one_answer(self) -> bool:
        """Whether only one hex or section can be chosen, in which case nobody is asked."""
        return (
            self.state.phase in _PHASES_SKIPPED_WITH_ONE_ANSWER
            and len(legal_actions(self.state)) == 1
        )

    def _computer_must_answer_secretly(self) -> bool:
        """Return whether the computer must answer now, hiding the question from the person.

        The rules ask for an Ambush only if the player holds one, and about cards drawn or put under
        the Commissar token only if they differ (B-CARD-AMB, B-CARD-02, B-SETUP-07).
        """
        side = self.state.side
        if side is None or self.state.phase not in _PHASES_ANSWERED_IN_SECRET:
            return False
        return side in self.agents and side.enemy not in self.agents

    def _computer_answer(self) -> Action:
        side = self.state.side
        assert side is not None, "somebody is asked"
        view = PlayerView(self.state.clone(), self.state.player)
        rng = tie_break_rng(self.seed, self.timeline.length)
        return self.agents[side].choose(view, legal_actions(self.state), rng)

    def _schedule_computer_step(self) -> None:
        """Start the computer's timer unless a person has to decide or the game is paused."""
        if self.waits_for_computer and not self._pause_reasons:
            self._timer.start()


def _agents_by_side(players: Mapping[Side, str]) -> dict[Side, Agent]:
    """Return the computer players, keyed by side."""
    return {side: make_agent(player) for side, player in players.items() if player != PERSON}


def _computer_decision(agent: Agent, level: str, state: GameState, rng: Random) -> Decision:
    view = PlayerView(state, state.player)
    action = agent.choose(view, legal_actions(state), rng)
    return action, agent.explain(view, action), public_reason(level, state, action)
