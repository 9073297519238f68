"""Branches of a game: lines of play that were abandoned for others, and can be restored."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from m44core.catalogue.catalogue_types import Side
from m44core.messages.message import Message, Value, message
from m44core.rules.cards.command_cards import title_of_card
from m44core.rules.game.actions import Action, Play
from m44core.rules.game.state import GameState
from m44core.rules.play.apply import apply_action
from m44core.rules.play.recorded_game import common_prefix_length
from m44editor.playtest.game.choices import arrange_choices
from m44editor.playtest.game.secrecy import BOTH_SIDES, SECRET_ACTIONS
from m44editor.playtest.game.timeline import GameTimeline

_MAX_BRANCHES = 40  # the oldest are dropped

Branch = tuple[Action, ...]


class BranchList:
    """The abandoned branches of a game; only the last 40 are kept.

    Attributes:
        branches: The branches, each with all actions of the game; the most recent one last.
    """

    def __init__(self) -> None:
        self.branches: list[Branch] = []

    def add(self, branch: Sequence[Action]) -> None:
        """Add a branch unless a stored one begins with it; drop stored branches that it extends."""
        new_branch = tuple(branch)
        if not any(other[: len(new_branch)] == new_branch for other in self.branches):
            self.branches = [*self._branches_without_prefixes_of(new_branch), new_branch][
                -_MAX_BRANCHES:
            ]

    def pop(self, index: int) -> Branch:
        """Remove the branch at an index, and return it."""
        return self.branches.pop(index)

    def _branches_without_prefixes_of(self, branch: Branch) -> list[Branch]:
        return [other for other in self.branches if branch[: len(other)] != other]


def branch_description(
    timeline: GameTimeline, branch: Branch, visible_sides: Collection[Side] = BOTH_SIDES
) -> Message:
    """Describe a branch: the turn and the action with which it begins, and its last turn.

    A card whose play was undone is in its owner's hand again, so it is named only if that side is
    in *visible_sides*.
    """
    branch_point = common_prefix_length(timeline.actions, branch)
    state = timeline.state_at(branch_point).clone()
    turn = state.turn
    description: Value = ""
    if branch_point < len(branch):
        is_hidden = state.side not in visible_sides and isinstance(
            branch[branch_point], Play | SECRET_ACTIONS
        )
        description = (
            message("another card")
            if is_hidden
            else _action_description(state.clone(), branch[branch_point])
        )
    for action in branch[branch_point:]:
        apply_action(state, action)
    if state.result is not None:
        return message("Turn {turn} to the end: {does}", turn=turn, does=description)
    return message("Turn {turn} to {last}: {does}", turn=turn, does=description, last=state.turn)


def _action_description(state: GameState, action: Action) -> Value:
    """Return the description of an action; *state* may be modified."""
    buttons = arrange_choices(state, [action], None).buttons
    if isinstance(action, Play):
        return title_of_card(action.card)
    texts = [event.sentence() for event in apply_action(state, action)]
    return buttons[0][0] if buttons else next(iter(texts), str(action))
