"""A game with all its past positions, and playback: the choice of the position on the screen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from m44core.catalogue.catalogue_types import Side
from m44core.model.scenario import Scenario
from m44core.rules.game.actions import Action, Roll
from m44core.rules.game.events import Event
from m44core.rules.game.fingerprint import fingerprint_of
from m44core.rules.game.state import GameState
from m44core.rules.game_settings import BY_THE_BOOK, RuleSettings
from m44core.rules.play.apply import apply_action
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.recorded_game import GameRecording
from m44editor.playtest.game.game_log import GameLog, dice_roll

_SNAPSHOT_INTERVAL = 16  # actions between two snapshots


class GameTimeline:
    """A game with all its past positions.

    A moment is the number of actions before it, including those of chance.

    Attributes:
        scenario: The scenario.
        settings: Variants and rulings.
        state: The latest position; read-only.
        actions: All actions so far.
        log: The log of the game.
    """

    def __init__(self, scenario: Scenario, settings: RuleSettings = BY_THE_BOOK) -> None:
        """Start a game.

        Raises:
            M44Error: the scenario cannot be played.
        """
        self.scenario = scenario
        self.settings = settings
        self.state = new_game(scenario, settings)
        self.actions: list[Action] = []
        self.log = GameLog()
        self._snapshots = {0: self.state.clone()}
        self._last_replayed = (0, self._snapshots[0])

    @property
    def length(self) -> int:
        """The number of actions so far."""
        return len(self.actions)

    def apply(self, action: Action) -> list[Event]:
        """Carry out an action, record its events, and return them.

        Raises:
            IllegalActionError: the rules do not allow the action now.
        """
        roll = dice_roll(self.state, action) if isinstance(action, Roll) else None
        events = apply_action(self.state, action)
        self.log.add(self.length, events, roll)
        self.actions.append(action)
        if self.length % _SNAPSHOT_INTERVAL == 0:
            self._snapshots[self.length] = self.state.clone()
        return events

    def rewind_to(self, moment: int) -> None:
        """Return to a moment and drop everything after it."""
        self.state = self.state_at(moment).clone()
        del self.actions[moment:]
        self.log.rewind_to(moment)
        self._snapshots = {
            snapshot_moment: state
            for snapshot_moment, state in self._snapshots.items()
            if snapshot_moment <= moment
        }
        self._last_replayed = (0, self._snapshots[0])

    def state_at(self, moment: int) -> GameState:
        """Return the position at a moment; read-only."""
        if moment == self.length:
            return self.state
        start, state = max(
            (
                entry
                for entry in (*self._snapshots.items(), self._last_replayed)
                if entry[0] <= moment
            ),
            key=lambda entry: entry[0],
        )
        if start < moment:
            state = state.clone()
            for action in self.actions[start:moment]:
                apply_action(state, action)
            self._last_replayed = (moment, state)
        return state

    def recording(self, scenario: str, seed: str, players: Mapping[Side, str]) -> GameRecording:
        """Return the game so far as a recording.

        Args:
            scenario: The name of the scenario's file.
            seed: The seed of the game.
            players: The player of each side.
        """
        return GameRecording(
            actions=tuple(self.actions),
            scenario=scenario,
            fingerprint=fingerprint_of(self.state.field),
            seed=seed,
            players=players,
            settings=self.settings,
        )


class Playback(QObject):
    """Moves through a timeline; while the end is shown, it follows a growing timeline.

    Signals:
        changed: Another moment is shown, or playing started or stopped.

    Attributes:
        hides_action: Returns whether an action is secret; the moment before it is skipped.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hides_action: Callable[[Action], bool] = _hide_nothing
        self._timeline: GameTimeline | None = None
        self._moment: int | None = None  # None for the end
        self._timer = QTimer(self)
        self._timer.timeout.connect(lambda: self._advance())

    @property
    def timeline(self) -> GameTimeline | None:
        """The timeline shown; None if none is shown."""
        return self._timeline

    @property
    def moment(self) -> int:
        """The moment shown; 0 without a timeline."""
        if self._timeline is None:
            return 0
        return self._timeline.length if self._moment is None else self._moment

    @property
    def stops(self) -> list[int]:
        """The moments that can be shown: all except those before a secret action."""
        if self._timeline is None:
            return [0]
        actions = self._timeline.actions
        visible_moments = (n for n, action in enumerate(actions) if not self.hides_action(action))
        return [*visible_moments, len(actions)]

    @property
    def stop_index(self) -> int:
        """The index of the moment shown, among the stops."""
        return bisect_left(self.stops, self.moment)

    @property
    def is_at_end(self) -> bool:
        """Whether the latest moment is shown."""
        return self._moment is None

    @property
    def is_playing(self) -> bool:
        """Whether the game is being played back."""
        return self._timer.isActive()

    @property
    def interval_ms(self) -> int:
        """The time each moment is shown while playing, in milliseconds."""
        return self._timer.interval()

    @property
    def state(self) -> GameState | None:
        """The position shown, read-only; None without a timeline."""
        return None if self._timeline is None else self._timeline.state_at(self.moment)

    def show(self, timeline: GameTimeline | None, moment: int | None = None) -> None:
        """Show a timeline at a moment; a moment of None means its end."""
        self._timer.stop()
        self._timeline = timeline
        self._moment = moment
        self.changed.emit()

    def go_to(self, moment: int) -> None:
        """Show a moment, and stop playing."""
        self._timer.stop()
        self._move_to(moment)

    def go_to_end(self) -> None:
        """Show the latest moment, and stop playing."""
        self._timer.stop()
        self._moment = None
        self.changed.emit()

    def step(self, count: int) -> None:
        """Move by a number of stops, backward if negative, and stop playing."""
        stops = self.stops
        index = bisect_left(stops, self.moment) + count
        self.go_to(stops[max(0, min(index, len(stops) - 1))])

    def go_to_stop(self, index: int) -> None:
        """Show the stop at an index, and stop playing."""
        self.go_to(self.stops[index])

    def step_turn(self, direction: int) -> None:
        """Go to the next (1) or previous (-1) beginning of a turn, and stop playing.

        If there is none, go to the end or the beginning of the game.
        """
        if self._timeline is None:
            return
        turns = [0, *self._timeline.log.turns, self._timeline.length]
        if direction > 0:
            self.go_to(turns[min(bisect_right(turns, self.moment), len(turns) - 1)])
        else:
            self.go_to(turns[max(bisect_left(turns, self.moment) - 1, 0)])

    def set_playing(self, is_playing: bool) -> None:
        """Play to the end, starting over if the end is shown; or stop."""
        if not is_playing:
            self._timer.stop()
        elif self._timeline is not None:
            if self.is_at_end:
                self._moment = 0
            self._timer.start()
        self.changed.emit()

    def set_interval(self, milliseconds: int) -> None:
        """Set how long each moment is shown while playing, in milliseconds."""
        self._timer.setInterval(milliseconds)

    def refresh(self) -> None:
        """Update after the timeline has changed, even if it was rewound."""
        if self._timeline is not None and self.moment >= self._timeline.length:
            self._moment = None
        self.changed.emit()

    def _advance(self) -> None:
        self._move_to(self.moment + 1)
        if self.is_at_end:
            self._timer.stop()
            self.changed.emit()

    def _move_to(self, moment: int) -> None:
        if self._timeline is None:
            return
        stops = self.stops
        index = bisect_left(stops, max(0, moment))
        self._moment = None if moment >= self._timeline.length else stops[index]
        if self._moment == self._timeline.length:
            self._moment = None
        self.changed.emit()


def _hide_nothing(_action: Action) -> bool:
    """Return False: no action is hidden."""
    return False
