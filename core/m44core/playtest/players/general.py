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
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo
from m44core.rules.play.apply import apply
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.commissar import cards_to_put_down
from m44core.rules.play.legal_actions import legal_actions
from m44core.rules.play.overlord import is_overlord


class Adjutant(Sergeant):
    """Plays like a Sergeant of its personalities, except for turns it is briefed about."""

    def __init__(self, personalities: Personalities = EVEN) -> None:
        super().__init__(personalities)
        self._briefed: Prospect | None = None

    def brief(self, position: GameState, prospect: Prospect) -> None:
        """Set the plan to carry out in the turn whose card is now to be played."""
        self._briefed = prospect
        self._remember(position, prospect.play.card, prospect.plan)

    def decide(self, state: GameState, player: PlayerNo, actions: Sequence[Action]) -> Action:
        """Return its action in a rehearsal, where nothing is hidden."""
        if len(actions) == 1:
            return actions[0]
        return self._deciding[state.phase](self._judgement(state, player), actions)

    def _section(self, judgement: Judgement, actions: Sequence[Action]) -> Action:
        """Choose the section of the plan."""
        briefed, position = self._briefed, judgement.position
        if briefed and briefed.section is not None and self._recall(position):
            planned = ChooseSection(briefed.section.name.lower())
            if planned in actions:
                return planned
        return super()._section(judgement, actions)


def imagined_position(view: PlayerView, rng: random.Random) -> GameState:
    """Return the position with a random hand for the enemy from the unseen cards."""
    world = view.position.clone()
    deck = list(world.deck)
    rng.shuffle(deck)
    held = view.enemy_cards
    world.hands[1 - view.player] = tuple(sorted(deck[:held]))
    world.deck = tuple(sorted(deck[held:]))
    if view.has_enemy_token:
        _put_under_token(world, 1 - view.player)
    world.legal = None
    return world


def _put_under_token(world: GameState, player: PlayerNo) -> None:
    """Put one of the cards of a player's imagined hand under the Commissar token (TH-COM-02)."""
    hand = list(world.hands[player])
    if possible := cards_to_put_down(world.hands[player]):
        world.token = possible[0]
        hand.remove(world.token)
        world.hands[player] = tuple(hand)


class Rehearsal:
    """Simulates two turns: the player's own as planned, then the answer of a bold enemy."""

    def __init__(self, own: Personalities, enemy: Personalities) -> None:
        self._own = Adjutant(own)
        self._enemy = Adjutant(enemy)

    def outcome(self, world: GameState, prospect: Prospect, seed: float) -> float:
        """Return the chance to win after both turns, corrected for lucky rolls."""
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
_DRAWN = 15  # the number of random personalities for each turn
_PERSONALITY_PENALTY = 0.1  # the penalty in figures for each further personality


def proposals(
    position: GameState,
    player: PlayerNo,
    actions: Sequence[Action],
    max_count: int,
    rng: random.Random,
) -> list[Prospect]:
    """Return at most *max_count* different ways to play a turn, the most promising first.

    Cards are valued with the steady personality, whose own choice comes first.
    """
    plays = [action for action in actions if isinstance(action, Play)]
    steady = {each.play: each for each in _prospects(position, player, plays, STEADY)}
    best = sorted(steady.values(), key=_merit, reverse=True)[:_CARDS]
    found = {_plan_key(each): (each.merit, each) for each in best}
    for number, personality in enumerate(
        _personalities(PRESSING.of(position.field, player), rng), start=1
    ):
        for each in _prospects(position, player, [one.play for one in best], personality):
            if each.plan.intents:
                before = steady[each.play]
                promised = each._replace(value=before.value, lost_later=before.lost_later)
                merit = promised.merit - number * _PERSONALITY_PENALTY
                found.setdefault(_plan_key(each), (merit, promised))
    ranked = sorted(found.values(), key=itemgetter(0), reverse=True)
    return [prospect for _, prospect in ranked[:max_count]]


def _personalities(pressing: Personality, rng: random.Random) -> Iterator[Personality]:
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
    position: GameState, player: PlayerNo, plays: Sequence[Play], personality: Personality
) -> list[Prospect]:
    table = CardValues(Judgement(position, player, personality))
    return [table.prospect(play) for play in plays]


def _merit(prospect: Prospect) -> float:
    return prospect.merit


def _plan_key(prospect: Prospect) -> object:
    """Return a key that is equal for plans with the same actions, whatever their values."""
    intents = prospect.plan.intents
    return prospect.play, frozenset((each.unit, each.end, each.target) for each in intents)


_PROPOSALS = 12
_WORLDS = 5  # the number of imagined positions in the first round
_TRUST = 0.03  # the weight of a figure of a card's value, relative to the rehearsed chance
_MORE = 1.5  # the growth of the number of positions per round


class RehearsedTurn(NamedTuple):
    """A rehearsed way to play a turn.

    Attributes:
        prospect: The card and its plan.
        chance: The chance to win in the rehearsals; plans rejected early had fewer.
    """

    prospect: Prospect
    chance: float


class General(Adjutant):
    """Plans with several personalities, and chooses the plan with the best rehearsals.

    It knows only its view, so for each rehearsal the enemy's hand is drawn from the cards it has
    not seen.
    """

    def __init__(self, personalities: Personalities = EVEN, worlds: int = _WORLDS) -> None:
        super().__init__(personalities)
        self._worlds = worlds
        self._rehearsal = Rehearsal(personalities, PRESSING)
        self._rehearsed: tuple[GameState | None, tuple[RehearsedTurn, ...]] = (None, ())

    def choose(self, view: PlayerView, actions: Sequence[Action], rng: random.Random) -> Action:
        """Return the best action; cards are evaluated by rehearsals."""
        position = view.position
        if not self._rehearses(position):
            return super().choose(view, actions, rng)
        rehearsed = self.rehearse(view, actions, rng)
        if not rehearsed:
            return super().choose(view, actions, rng)
        chosen = rehearsed[0].prospect
        self.brief(position, chosen)
        return chosen.play

    def explain(self, view: PlayerView, action: Action) -> Message:
        """Return the reason for an action.

        For a card that was just rehearsed it includes the chance to win.
        """
        reason = super().explain(view, action)
        about, rehearsed = self._rehearsed
        if about != view.position or len(rehearsed) < 2:
            return reason
        chances = (each.chance for each in rehearsed if each.prospect.play == action)
        chance = next(chances, None)
        if chance is None:
            return reason
        return message("{reason} {chance} to win.", reason=reason, chance=percent(chance))

    def rejected_alternatives(
        self, view: PlayerView, actions: Sequence[Action], rng: random.Random
    ) -> tuple[Message, ...]:
        """Return the rehearsed plans that were rejected, the best first."""
        if not self._rehearses(view.position):
            return ()
        judgement = self._judgement(view.position, view.player)
        rejected = self.rehearse(view, actions, rng)[1:]
        return tuple(rejected_plan(judgement, each.prospect, each.chance) for each in rejected)

    def _rehearses(self, position: GameState) -> bool:
        return position.phase is Phase.PLAY and not is_overlord(position.field)

    def rehearse(
        self, view: PlayerView, actions: Sequence[Action], rng: random.Random
    ) -> tuple[RehearsedTurn, ...]:
        """Rehearse ways to play a turn, and return them, the best first.

        All are rehearsed in the same positions with the same dice. Each round the worse half is
        rejected, and the others are rehearsed more often.
        """
        proposed = proposals(view.position, view.player, actions, _PROPOSALS, rng)
        left, worlds, rehearsed = list(range(len(proposed))), self._worlds, 0
        totals, rejected = [0.0] * len(proposed), list[RehearsedTurn]()

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
            rejected = worse + rejected
            left, worlds = left[:most], int(worlds * _MORE)
        best = [RehearsedTurn(proposed[each], totals[each] / max(1, rehearsed)) for each in left]
        found = (*best, *rejected)
        self._rehearsed = (view.position, found)
        return found
