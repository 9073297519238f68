"""Ways to play a turn: the best cards as commanders of many tempers would carry them out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from operator import itemgetter

from m44core.playtest.players.cards_worth import Prospect, Table
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.tempers import PRESSING, STEADY, Temper
from m44core.rules.game.actions import Action, Play
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo

_CARDS = 4
_CAREFUL = Temper(fear=0.8, step=0.15)
_LEAST = (0.0, 0.3, 0.6)
_DRAWN = 15  # how many more tempers are drawn, for each turn anew
_ODDITY = 0.1  # how many figures less a temper promises than the one before


def proposals(
    position: GameState, player: PlayerNo, actions: Sequence[Action], most: int, rng: random.Random
) -> list[Prospect]:
    """Return up to some number of different ways to play a turn, the most promising first.

    What a card promises is what it promises a steady commander; the first is what he
    would do.
    """
    plays = [action for action in actions if isinstance(action, Play)]
    steady = {each.play: each for each in _prospects(position, player, plays, STEADY)}
    best = sorted(steady.values(), key=_merit, reverse=True)[:_CARDS]
    found = {_what(each): (each.merit, each) for each in best}
    for number, temper in enumerate(_tempers(PRESSING.of(position.field, player), rng), start=1):
        for each in _prospects(position, player, [one.play for one in best], temper):
            if each.plan.intents:
                before = steady[each.play]
                promised = each._replace(worth=before.worth, kept=before.kept)
                merit = promised.merit - number * _ODDITY
                found.setdefault(_what(each), (merit, promised))
    ranked = sorted(found.values(), key=itemgetter(0), reverse=True)
    return [prospect for _, prospect in ranked[:most]]


def _tempers(pressing: Temper, rng: random.Random) -> Iterator[Temper]:
    yield from (pressing, _CAREFUL)
    for _ in range(_DRAWN):
        yield Temper(
            medal=4.0 * rng.lognormvariate(0.0, 0.4),
            fear=0.45 * rng.lognormvariate(0.0, 0.6),
            focus=0.4 * rng.lognormvariate(0.0, 0.4),
            step=0.35 * rng.lognormvariate(0.0, 0.7),
            goal=0.4 * rng.lognormvariate(0.0, 0.6),
            denial=0.4 * rng.lognormvariate(0.0, 0.5),
            least=rng.choice(_LEAST),
        )


def _prospects(
    position: GameState, player: PlayerNo, plays: Sequence[Play], temper: Temper
) -> list[Prospect]:
    table = Table(Judgement(position, player, temper))
    return [table.prospect(play) for play in plays]


def _merit(prospect: Prospect) -> float:
    return prospect.merit


def _what(prospect: Prospect) -> object:
    """Return what is done, whatever it was thought to be worth."""
    intents = prospect.plan.intents
    return prospect.play, frozenset((each.unit, each.end, each.target) for each in intents)
