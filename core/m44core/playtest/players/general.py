"""The General: rehearses several ways to play its turn, through the answer, before it chooses."""

from __future__ import annotations

import random
from collections.abc import Sequence

from m44core.playtest.players.adjutant import Adjutant, Rehearsal, imagined
from m44core.playtest.players.cards_worth import Prospect
from m44core.playtest.players.judgement import BOLD, STEADY, Temper
from m44core.playtest.players.proposals import proposals
from m44core.rules.game.actions import Action
from m44core.rules.game.state import Phase
from m44core.rules.game.view import View
from m44core.rules.play.overlord import is_overlord

_PROPOSALS = 16
_WORLDS = 4  # in how many worlds all are rehearsed
_TRUST = 0.03  # what a figure that a card promises counts beside what came of rehearsing it
_MORE = 1.5  # how much more often after the worse half was given up


class General(Adjutant):
    """Plans like commanders of several tempers, and does what turns out best in rehearsals.

    It knows no more than its view: for each rehearsal the enemy's hand is drawn
    anew from the cards it has not seen.
    """

    def __init__(self, temper: Temper = STEADY, worlds: int = _WORLDS) -> None:
        super().__init__(temper)
        self._worlds = worlds
        self._rehearsal = Rehearsal(temper, BOLD)

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the action that looks best, cards judged by what comes of them."""
        position = view.position
        if position.phase is not Phase.PLAY or is_overlord(position.field):
            return super().choose(view, actions, rng)
        proposed = proposals(position, view.player, actions, _PROPOSALS, rng)
        if not proposed:
            return super().choose(view, actions, rng)
        chosen = self._best(view, proposed, rng)
        self.brief(position, chosen)
        return chosen.play

    def _best(self, view: View, proposed: Sequence[Prospect], rng: random.Random) -> Prospect:
        """Return what turns out best; of two that are left over in the end, the one ahead.

        All are rehearsed in the same worlds with the same dice. Round by round the
        worse half is given up, and the others are rehearsed more often.
        """
        left, worlds, rehearsed = list(range(len(proposed))), self._worlds, 0
        totals = [0.0] * len(proposed)

        def merit(number: int) -> float:
            return totals[number] / rehearsed + _TRUST * proposed[number].merit

        while len(left) > 1:
            for _ in range(worlds):
                world, seed = imagined(view, rng), rng.random()
                for each in left:
                    totals[each] += self._rehearsal.outcome(world, proposed[each], seed)
            rehearsed += worlds
            left.sort(key=merit, reverse=True)
            left = left[: 1 if len(left) == 2 else (len(left) + 1) // 2]
            worlds = int(worlds * _MORE)
        return proposed[left[0]]
