"""Scripted chance: dice and draws taken from a recorded game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from m44core.rules.game.actions import (
    Action,
    ChanceAction,
    DrawCard,
    LandFigure,
    LoseCard,
    Roll,
    UncoverMinefield,
)
from m44core.rules.game.state import GameState
from m44core.rules.play.legal_actions import is_legal

_KINDS = (DrawCard, Roll, LandFigure, UncoverMinefield, LoseCard)


class ChanceScript:
    """The chance outcomes of a recorded game, without its decisions.

    Outcomes of each kind are used in order: the first draw in the script for the first draw in the
    game, and so on. An outcome that does not fit (a card that is not in the draw pile, or a
    different number of dice) is left to chance.
    """

    def __init__(self, actions: Iterable[Action]) -> None:
        self._outcomes: dict[type, list[ChanceAction]] = {kind: [] for kind in _KINDS}
        for action in actions:
            if isinstance(action, _KINDS):
                self._outcomes[type(action)].append(action)

    @property
    def outcomes(self) -> tuple[ChanceAction, ...]:
        """The outcomes, from which an equal script can be made."""
        return tuple(outcome for outcomes in self._outcomes.values() for outcome in outcomes)

    def next_outcome(self, state: GameState, actions: Sequence[Action]) -> ChanceAction | None:
        """Return the scripted outcome that comes after *actions*; None to leave it to chance.

        It depends on *actions* alone, so that redoing an action gives the same dice.
        """
        for kind in _KINDS:
            used_count = sum(isinstance(action, kind) for action in actions)
            outcomes = self._outcomes[kind][used_count : used_count + 1]
            if outcomes and is_legal(state, outcomes[0]):
                return outcomes[0]
        return None


NO_SCRIPT = ChanceScript(())
