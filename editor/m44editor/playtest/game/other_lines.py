"""Lines of a game that were left for another decision: kept, told apart, gone back to."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from m44core.catalogue.types import Side
from m44core.messages.message import Message, Value, message
from m44core.rules.cards.command_cards import title
from m44core.rules.game.actions import Action, Play
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply
from m44core.rules.play.recorded_game import common_length
from m44editor.playtest.game.choices import arrange_choices
from m44editor.playtest.game.secrecy import BOTH_SIDES, SECRET_ACTIONS
from m44editor.playtest.game.timeline import GameTimeline

_MOST = 40  # the oldest are forgotten

Line = tuple[Action, ...]


class OtherLines:
    """The lines of one game besides the one that is played.

    Attributes:
        lines: All of them, the one left last at the end.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(self, line: Sequence[Action]) -> None:
        """Keep a line that is left, unless another one begins with all of it."""
        left = tuple(line)
        if not any(other[: len(left)] == left for other in self.lines):
            self.lines = [*self._not_within(left), left][-_MOST:]

    def pop(self, number: int) -> Line:
        """Return a line that is gone back to; it is no other one any more."""
        return self.lines.pop(number)

    def _not_within(self, line: Line) -> list[Line]:
        return [other for other in self.lines if line[: len(other)] != other]


def line_description(
    film: GameTimeline, line: Line, seen: Collection[Side] = BOTH_SIDES
) -> Message:
    """Return where a line leaves the one that is played, by what, and how far it goes.

    A card that was taken back lies in its owner's hand again: only who may see the hands of
    the sides in *seen* is told which.
    """
    number = common_length(film.actions, line)
    state = film.state_at(number).clone()
    turn = state.turn
    does: Value = ""
    if number < len(line):
        hidden = state.side not in seen and isinstance(line[number], Play | SECRET_ACTIONS)
        does = message("another card") if hidden else _does(state.clone(), line[number])
    for action in line[number:]:
        apply(state, action)
    if state.result is not None:
        return message("Turn {turn} to the end: {does}", turn=turn, does=does)
    return message("Turn {turn} to {last}: {does}", turn=turn, does=does, last=state.turn)


def _does(state: GameState, action: Action) -> Value:
    """Return what an action is called that is carried out in a state, which changes by it."""
    buttons = arrange_choices(state, [action], None).buttons
    if isinstance(action, Play):
        return title(action.card)
    told = [event.sentence() for event in apply(state, action)]
    return buttons[0][0] if buttons else next(iter(told), str(action))
