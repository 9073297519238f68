"""A game with all its past positions, and playback: which of them is on the screen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, QTimer, Signal

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
from m44editor.playtest.game.game_log import GameLog, dice_roll

_STRIDE = 16  # actions between two states that are kept


class GameTimeline:
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
        self.log = GameLog()
        self._kept = {0: self.state.clone()}
        self._shown = (0, self._kept[0])

    @property
    def length(self) -> int:
        """How many actions were done."""
        return len(self.actions)

    def apply(self, action: Action) -> list[Event]:
        """Carry an action out and keep what it made happen.

        Raises:
            IllegalActionError: the rules do not allow it now.
        """
        throw = dice_roll(self.state, action) if isinstance(action, Roll) else None
        events = apply(self.state, action)
        self.log.add(self.length, events, throw)
        self.actions.append(action)
        if self.length % _STRIDE == 0:
            self._kept[self.length] = self.state.clone()
        return events

    def rewind_to(self, number: int) -> None:
        """Return to a moment and forget what came after it."""
        self.state = self.state_at(number).clone()
        del self.actions[number:]
        self.log.rewind_to(number)
        self._kept = {at: state for at, state in self._kept.items() if at <= number}
        self._shown = (0, self._kept[0])

    def state_at(self, number: int) -> GameState:
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


class Playback(QObject):
    """Leads through a film; at its end it stays at the end while the film grows.

    Signals:
        moved: Another moment is shown, or it plays, or it stops.

    Attributes:
        conceals: Whether nobody may know of an action; it is never shown as the next one.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hides_action: Callable[[Action], bool] = _nothing
        self._film: GameTimeline | None = None
        self._moment: int | None = None  # None for the end
        self._timer = QTimer(self)
        self._timer.timeout.connect(lambda: self._advance())

    @property
    def timeline(self) -> GameTimeline | None:
        """What is shown."""
        return self._film

    @property
    def moment(self) -> int:
        """How many actions were done at the moment that is shown."""
        if self._film is None:
            return 0
        return self._film.length if self._moment is None else self._moment

    @property
    def stops(self) -> list[int]:
        """The moments that can be shown: an action nobody may know of begins none."""
        if self._film is None:
            return [0]
        actions = self._film.actions
        told = (n for n, action in enumerate(actions) if not self.hides_action(action))
        return [*told, len(actions)]

    @property
    def stop_index(self) -> int:
        """Which of the moments that can be shown is shown, from 0."""
        return bisect_left(self.stops, self.moment)

    @property
    def is_at_end(self) -> bool:
        """Whether the latest moment is shown."""
        return self._moment is None

    @property
    def is_playing(self) -> bool:
        """Whether one moment after the other is shown."""
        return self._timer.isActive()

    @property
    def interval_ms(self) -> int:
        """How many milliseconds each moment is shown while playing."""
        return self._timer.interval()

    @property
    def state(self) -> GameState | None:
        """The game at that moment; not to be written to."""
        return None if self._film is None else self._film.state_at(self.moment)

    def show(self, film: GameTimeline | None, moment: int | None = None) -> None:
        """Show a film from a moment on; None for its end."""
        self._timer.stop()
        self._film = film
        self._moment = moment
        self.changed.emit()

    def go_to(self, moment: int) -> None:
        """Show a moment, and stop playing."""
        self._timer.stop()
        self._move_to(moment)

    def go_to_end(self) -> None:
        """Show the latest moment."""
        self._timer.stop()
        self._moment = None
        self.changed.emit()

    def step(self, by: int) -> None:
        """Show the moment so many actions later."""
        stops = self.stops
        place = bisect_left(stops, self.moment) + by
        self.go_to(stops[max(0, min(place, len(stops) - 1))])

    def go_to_stop(self, number: int) -> None:
        """Show one of the moments that can be shown, by its number."""
        self.go_to(self.stops[number])

    def step_turn(self, by: int) -> None:
        """Show the beginning of the next turn, or of this one, or of the one before."""
        if self._film is None:
            return
        turns = [0, *self._film.log.turns, self._film.length]
        if by > 0:
            self.go_to(turns[min(bisect_right(turns, self.moment), len(turns) - 1)])
        else:
            self.go_to(turns[max(bisect_left(turns, self.moment) - 1, 0)])

    def play(self, playing: bool) -> None:
        """Go on by itself until the end, from the beginning if the end is shown; or stop."""
        if not playing:
            self._timer.stop()
        elif self._film is not None:
            if self.is_at_end:
                self._moment = 0
            self._timer.start()
        self.changed.emit()

    def set_interval(self, milliseconds: int) -> None:
        """Show each moment so long while playing."""
        self._timer.setInterval(milliseconds)

    def refresh(self) -> None:
        """Show the film as it is now: it may have lost its end."""
        if self._film is not None and self.moment >= self._film.length:
            self._moment = None
        self.changed.emit()

    def _advance(self) -> None:
        self._move_to(self.moment + 1)
        if self.is_at_end:
            self._timer.stop()
            self.changed.emit()

    def _move_to(self, moment: int) -> None:
        if self._film is None:
            return
        stops = self.stops
        place = bisect_left(stops, max(0, moment))
        self._moment = None if moment >= self._film.length else stops[place]
        if self._moment == self._film.length:
            self._moment = None
        self.changed.emit()


def _nothing(_action: Action) -> bool:
    """Conceal nothing."""
    return False
