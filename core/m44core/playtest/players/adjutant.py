"""The Adjutant: carries out what another has planned, and plays both sides of a game imagined."""

from __future__ import annotations

import random
from collections.abc import Sequence

from m44core.playtest.players.cards_worth import Prospect
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.sergeant import Sergeant
from m44core.playtest.players.standing import chance_to_win, luck
from m44core.playtest.players.tempers import EVEN, Tempers
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, ChooseSection, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import View
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo
from m44core.rules.play.apply import apply
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.commissar import may_put_down
from m44core.rules.play.legal_actions import legal_actions


class Adjutant(Sergeant):
    """Plays like a Sergeant of its tempers, but for the turns it is briefed about."""

    def __init__(self, tempers: Tempers = EVEN) -> None:
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


def imagined(view: View, rng: random.Random) -> GameState:
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

    def __init__(self, own: Tempers, enemy: Tempers) -> None:
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
