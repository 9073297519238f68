"""The General: rehearses several ways to play its turn, through the answer, before it chooses."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from m44core.messages.message import Message, message, percent
from m44core.playtest.players.adjutant import Adjutant, Rehearsal, imagined
from m44core.playtest.players.cards_worth import Prospect
from m44core.playtest.players.proposals import proposals
from m44core.playtest.players.reasons import rejected_way
from m44core.playtest.players.tempers import EVEN, PRESSING, Tempers
from m44core.rules.game.actions import Action
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import View
from m44core.rules.game.state import GameState
from m44core.rules.play.overlord import is_overlord

_PROPOSALS = 12
_WORLDS = 5  # in how many worlds all are rehearsed
_TRUST = 0.03  # what a figure that a card promises counts beside what came of rehearsing it
_MORE = 1.5  # how much more often after the worse half was given up


class Weighed(NamedTuple):
    """A way to play a turn that was rehearsed.

    Attributes:
        prospect: The card and its plan.
        chance: How likely it wins, by the rehearsals; those given up early had fewer.
    """

    prospect: Prospect
    chance: float


class General(Adjutant):
    """Plans like commanders of several tempers, and does what turns out best in rehearsals.

    It knows no more than its view: for each rehearsal the enemy's hand is drawn
    anew from the cards it has not seen.
    """

    def __init__(self, tempers: Tempers = EVEN, worlds: int = _WORLDS) -> None:
        super().__init__(tempers)
        self._worlds = worlds
        self._rehearsal = Rehearsal(tempers, PRESSING)
        self._rehearsed: tuple[GameState | None, tuple[Weighed, ...]] = (None, ())

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the action that looks best, cards judged by what comes of them."""
        position = view.position
        if not self._rehearses(position):
            return super().choose(view, actions, rng)
        weighed = self.weighed(view, actions, rng)
        if not weighed:
            return super().choose(view, actions, rng)
        chosen = weighed[0].prospect
        self.brief(position, chosen)
        return chosen.play

    def explain(self, view: View, action: Action) -> Message:
        """Return a sentence about what speaks for an action.

        If it is a card that was rehearsed at this moment, its chance to win is said too.
        """
        said = super().explain(view, action)
        about, rehearsed = self._rehearsed
        if about != view.position or len(rehearsed) < 2:
            return said
        chances = (each.chance for each in rehearsed if each.prospect.play == action)
        chance = next(chances, None)
        if chance is None:
            return said
        return message("{reason} {chance} to win.", reason=said, chance=percent(chance))

    def weighed_besides(
        self, view: View, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        """Return the ways to play the turn that were rehearsed and given up, the best first."""
        if not self._rehearses(view.position):
            return ()
        judgement = self._judgement(view.position, view.player)
        rejected = self.weighed(view, actions, rng)[1:]
        return tuple(rejected_way(judgement, each.prospect, each.chance) for each in rejected)

    def _rehearses(self, position: GameState) -> bool:
        return position.phase is Phase.PLAY and not is_overlord(position.field)

    def weighed(
        self, view: View, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Weighed, ...]:
        """Return the ways to play a turn that were rehearsed, the best first.

        All are rehearsed in the same worlds with the same dice. Round by round the
        worse half is given up, and the others are rehearsed more often.
        """
        proposed = proposals(view.position, view.player, actions, _PROPOSALS, rng)
        left, worlds, rehearsed = list(range(len(proposed))), self._worlds, 0
        totals, given_up = [0.0] * len(proposed), list[Weighed]()

        def merit(number: int) -> float:
            return totals[number] / rehearsed + _TRUST * proposed[number].merit

        while len(left) > 1:
            for _ in range(worlds):
                world, seed = imagined(view, rng), rng.random()
                for each in left:
                    totals[each] += self._rehearsal.outcome(world, proposed[each], seed)
            rehearsed += worlds
            left.sort(key=merit, reverse=True)
            most = 1 if len(left) == 2 else (len(left) + 1) // 2
            worse = [Weighed(proposed[each], totals[each] / rehearsed) for each in left[most:]]
            given_up = worse + given_up
            left, worlds = left[:most], int(worlds * _MORE)
        best = [Weighed(proposed[each], totals[each] / max(1, rehearsed)) for each in left]
        found = (*best, *given_up)
        self._rehearsed = (view.position, found)
        return found
