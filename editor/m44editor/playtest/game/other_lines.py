"""Other lines of a game: continuations left for another decision, to return to."""

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

_MAX_LINES = 40  # the oldest are dropped

Line = tuple[Action, ...]


class OtherLines:
    """The other lines of a game.

    Attributes:
        lines: The lines, the one left last at the end.
    """

    def __init__(self) -> None:
        self.lines: list[Line] = []

    def add(self, line: Sequence[Action]) -> None:
        """Add a line, unless it is the beginning of another one."""
        left = tuple(line)
        if not any(other[: len(left)] == left for other in self.lines):
            self.lines = [*self._not_within(left), left][-_MAX_LINES:]

    def pop(self, number: int) -> Line:
        """Remove and return a line."""
        return self.lines.pop(number)

    def _not_within(self, line: Line) -> list[Line]:
        return [other for other in self.lines if line[: len(other)] != other]


def line_description(
    timeline: GameTimeline, line: Line, seen: Collection[Side] = BOTH_SIDES
) -> Message:
    """Return where a line leaves the current one, with which action, and how far it goes.

    A card taken back is in its owner's hand again: it is named only if that side is in *seen*.
    """
    number = common_length(timeline.actions, line)
    state = timeline.state_at(number).clone()
    turn = state.turn
    description: Value = ""
    if number < len(line):
        hidden = state.side not in seen and isinstance(line[number], Play | SECRET_ACTIONS)
        description = message("another card") if hidden else _does(state.clone(), line[number])
    for action in line[number:]:
        apply(state, action)
    if state.result is not None:
        return message("Turn {turn} to the end: {does}", turn=turn, does=description)
    return message("Turn {turn} to {last}: {does}", turn=turn, does=description, last=state.turn)


def _does(state: GameState, action: Action) -> Value:
    """Return the description of an action; applies it to *state*."""
    buttons = arrange_choices(state, [action], None).buttons
    if isinstance(action, Play):
        return title(action.card)
    texts = [event.sentence() for event in apply(state, action)]
    return buttons[0][0] if buttons else next(iter(texts), str(action))
