"""The General: rehearses several ways to play its turn and the enemy's answer before it chooses."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from m44core.messages.message import Message, message, percent
from m44core.playtest.players.action_reasons import rejected_plan
from m44core.playtest.players.card_values import CardValues, Prospect
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.personality import EVEN, PRESSING, STEADY, Personalities, Personality
from m44core.playtest.players.sergeant import Sergeant
from m44core.playtest.players.win_chance import chance_to_win, luck
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, ChooseSection, Play, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import View
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo
from m44core.rules.play.apply import apply
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.commissar import may_put_down
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.overlord import is_overlord


class Adjutant(Sergeant):
    """Plays like a Sergeant of its tempers, but for the turns it is briefed about."""

    def __init__(self, tempers: Personalities = EVEN) -> None:
        super().__init__(tempers)
        self._briefed: Prospect | None = None

    def brief(self, position: GameState, prospect: Prospect) -> None:
        """Have it carry out a plan, in the turn whose card is now to be played."""
        self._briefed = prospect
        self._remember(position, prospect.play.card, prospect.plan)

    def decide(self, state: GameState, player: PlayerNo, actions: Sequence[Action]) -> Action:
        """Return what it does where there is nothing to hide, as in a game imagined."""
        if len(actions) == 1:
            return actions[0]
        return self._deciding[state.phase](self._judgement(state, player), actions)

    def _section(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Name the section that the plan is about."""
        briefed, position = self._briefed, judgement.position
        if briefed and briefed.section is not None and self._recall(position):
            planned = ChooseSection(briefed.section.name.lower())
            if planned in actions:
                return planned
        return super()._section(judgement, actions)


def imagined_position(view: View, rng: random.Random) -> GameState:
    """Return the position with a hand for the enemy from the cards nobody has seen."""
    world = view.position.clone()
    deck = list(world.deck)
    rng.shuffle(deck)
    held = view.enemy_cards
    world.hands[1 - view.player] = tuple(sorted(deck[:held]))
    world.deck = tuple(sorted(deck[held:]))
    if view.enemy_token:
        _put_under_token(world, 1 - view.player)
    world.legal = None
    return world


def _put_under_token(world: GameState, player: PlayerNo) -> None:
    """Put one of the cards a player is imagined to hold under his token (TH-COM-02)."""
    hand = list(world.hands[player])
    if possible := may_put_down(world.hands[player]):
        world.token = possible[0]
        hand.remove(world.token)
        world.hands[player] = tuple(hand)


class Rehearsal:
    """Plays turns on in the head: the own turn as planned, then the answer of a bold enemy."""

    def __init__(self, own: Personalities, enemy: Personalities) -> None:
        self._own = Adjutant(own)
        self._enemy = Adjutant(enemy)

    def outcome(self, world: GameState, prospect: Prospect, seed: float) -> float:
        """Return the chance to win after both turns, without what is due to lucky rolls."""
        state = world.clone()
        player, last = state.active, state.turn + 2
        chance = RandomChance(str(seed))
        self._own.brief(state, prospect)
        apply(state, prospect.play)
        fortune = 0.0
        while state.result is None and state.turn < last:
            if state.player != CHANCE:
                commander = self._own if state.player == player else self._enemy
                apply(state, commander.decide(state, state.player, legal_actions(state)))
                continue
            fallen = chance.choose(state)
            if isinstance(fallen, Roll) and state.phase is Phase.ROLL:
                fortune += luck(state, player, fallen.faces)
            apply(state, fallen)
        return chance_to_win(state, player) - fortune


_CARDS = 4
_CAREFUL = Personality(fear=0.8, step=0.15)
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
                promised = each._replace(value=before.value, lost_later=before.lost_later)
                merit = promised.merit - number * _ODDITY
                found.setdefault(_what(each), (merit, promised))
    ranked = sorted(found.values(), key=itemgetter(0), reverse=True)
    return [prospect for _, prospect in ranked[:most]]


def _tempers(pressing: Personality, rng: random.Random) -> Iterator[Personality]:
    yield from (pressing, _CAREFUL)
    for _ in range(_DRAWN):
        yield Personality(
            medal=4.0 * rng.lognormvariate(0.0, 0.4),
            fear=0.45 * rng.lognormvariate(0.0, 0.6),
            focus=0.4 * rng.lognormvariate(0.0, 0.4),
            step=0.35 * rng.lognormvariate(0.0, 0.7),
            goal=0.4 * rng.lognormvariate(0.0, 0.6),
            denial=0.4 * rng.lognormvariate(0.0, 0.5),
            least=rng.choice(_LEAST),
        )


def _prospects(
    position: GameState, player: PlayerNo, plays: Sequence[Play], temper: Personality
) -> list[Prospect]:
    table = CardValues(Judgement(position, player, temper))
    return [table.prospect(play) for play in plays]


def _merit(prospect: Prospect) -> float:
    return prospect.merit


def _what(prospect: Prospect) -> object:
    """Return what is done, whatever it was thought to be worth."""
    intents = prospect.plan.intents
    return prospect.play, frozenset((each.unit, each.end, each.target) for each in intents)


_PROPOSALS = 12
_WORLDS = 5  # in how many worlds all are rehearsed
_TRUST = 0.03  # what a figure that a card promises counts beside what came of rehearsing it
_MORE = 1.5  # how much more often after the worse half was given up


class RehearsedTurn(NamedTuple):
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

    def __init__(self, tempers: Personalities = EVEN, worlds: int = _WORLDS) -> None:
        super().__init__(tempers)
        self._worlds = worlds
        self._rehearsal = Rehearsal(tempers, PRESSING)
        self._rehearsed: tuple[GameState | None, tuple[RehearsedTurn, ...]] = (None, ())

    def choose(self, view: View, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the action that looks best, cards judged by what comes of them."""
        position = view.position
        if not self._rehearses(position):
            return super().choose(view, actions, rng)
        weighed = self.rehearse(view, actions, rng)
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

    def rejected_alternatives(
        self, view: View, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        """Return the ways to play the turn that were rehearsed and given up, the best first."""
        if not self._rehearses(view.position):
            return ()
        judgement = self._judgement(view.position, view.player)
        rejected = self.rehearse(view, actions, rng)[1:]
        return tuple(rejected_plan(judgement, each.prospect, each.chance) for each in rejected)

    def _rehearses(self, position: GameState) -> bool:
        return position.phase is Phase.PLAY and not is_overlord(position.field)

    def rehearse(
        self, view: View, actions: Sequence[Action], rng: random.Random
    ) -> tuple[RehearsedTurn, ...]:
        """Return the ways to play a turn that were rehearsed, the best first.

        All are rehearsed in the same worlds with the same dice. Round by round the
        worse half is given up, and the others are rehearsed more often.
        """
        proposed = proposals(view.position, view.player, actions, _PROPOSALS, rng)
        left, worlds, rehearsed = list(range(len(proposed))), self._worlds, 0
        totals, given_up = [0.0] * len(proposed), list[RehearsedTurn]()

        def merit(number: int) -> float:
            return totals[number] / rehearsed + _TRUST * proposed[number].merit

        while len(left) > 1:
            for _ in range(worlds):
                world, seed = imagined_position(view, rng), rng.random()
                for each in left:
                    totals[each] += self._rehearsal.outcome(world, proposed[each], seed)
            rehearsed += worlds
            left.sort(key=merit, reverse=True)
            most = 1 if len(left) == 2 else (len(left) + 1) // 2
            worse = [
                RehearsedTurn(proposed[each], totals[each] / rehearsed) for each in left[most:]
            ]
            given_up = worse + given_up
            left, worlds = left[:most], int(worlds * _MORE)
        best = [RehearsedTurn(proposed[each], totals[each] / max(1, rehearsed)) for each in left]
        found = (*best, *given_up)
        self._rehearsed = (view.position, found)
        return found
