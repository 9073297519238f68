"""Rehearsals of a turn: the player's own turn as planned, then the enemy's answer.

Rehearsals of a turn differ in hidden cards, dice and draws. Everything that does not depend on them
is computed once: the player's own turn up to its first battle or roll for each plan, and the values
of the enemy's cards for each position.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import fields
from operator import attrgetter
from typing import NamedTuple

from m44core.playtest.players.card_values import CardValues, Prospect
from m44core.playtest.players.decisions import RememberedPlan
from m44core.playtest.players.evaluation import PositionEvaluation
from m44core.playtest.players.personality import EVEN, Personalities
from m44core.playtest.players.sergeant import Sergeant
from m44core.playtest.players.win_chance import (
    chance_to_win,
    chance_with_plan,
    position_standing,
    roll_luck,
)
from m44core.rules.board.hex_grid import CHANCE
from m44core.rules.game.actions import Action, ChooseSection, Play, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.player_view import PlayerView
from m44core.rules.game.state import LIST_FIELDS, GameState
from m44core.rules.index_types import PlayerNo
from m44core.rules.play.apply import apply_action
from m44core.rules.play.chance import RandomChance
from m44core.rules.play.commissar import cards_for_token
from m44core.rules.play.legal_actions import legal_actions


class TurnEvaluation(NamedTuple):
    """A player's evaluation of a turn before it plays a card.

    Attributes:
        standing: The weight of the position for the player.
        table: The values of its cards.
    """

    standing: float
    table: CardValues


class RehearsedHalf(NamedTuple):
    """A rehearsal up to the enemy's answer.

    Attributes:
        state: The position before the enemy plays a card.
        dice: The chance that decides the rest of it.
        player: The player whose turn was rehearsed.
        hand: The cards of that player before the turn.
        end: The number of the turn at which the rehearsal ends.
        luck: How much lucky rolls changed the player's chance of winning.
        chance: The player's chance of winning, corrected for luck.
        answer: The enemy's evaluation of the position; None if it cannot answer.
    """

    state: GameState
    dice: RandomChance
    player: PlayerNo
    hand: tuple[str, ...]
    end: int
    luck: float
    chance: float
    answer: TurnEvaluation | None


class RehearsalPlayer(Sergeant):
    """A player in rehearsals: a Sergeant that can be given the plan for a turn."""

    def __init__(self, personalities: Personalities = EVEN) -> None:
        super().__init__(personalities)
        self._given_prospect: Prospect | None = None

    def brief(self, position: GameState, prospect: Prospect) -> None:
        """Set the plan to carry out in the turn whose card is about to be played."""
        self._given_prospect = prospect
        self._remember(position, prospect.play.card, prospect.plan)

    @property
    def memory(self) -> RememberedPlan | None:
        """A copy of the plan that the player remembers; None without a plan."""
        return self._memory and self._memory.copy()

    def resume(self, prospect: Prospect, memory: RememberedPlan | None) -> None:
        """Continue a turn with the plan that :meth:`brief` set earlier; *memory* is copied."""
        self._given_prospect = prospect
        self._memory = memory and memory.copy()

    def turn_evaluation(self, position: GameState, player: PlayerNo) -> TurnEvaluation:
        """Return a player's evaluation of a position before a card is played.

        The position must not change while the evaluation is used.
        """
        standing_ = position_standing(PositionEvaluation(position, player))
        return TurnEvaluation(standing_, CardValues(self._judgement(position, player)))

    def decide(self, state: GameState, player: PlayerNo, actions: Sequence[Action]) -> Action:
        """Choose an action in a rehearsal, where nothing is hidden."""
        if len(actions) == 1:
            return actions[0]
        return self._strategies[state.phase](self._judgement(state, player), actions)

    def decide_card(
        self, table: CardValues, state: GameState, player: PlayerNo, actions: Sequence[Action]
    ) -> Action:
        """Choose a card in a rehearsal, given the card values of the same position.

        The plan of the chosen card is remembered.
        """
        if len(actions) == 1:
            return actions[0]
        action = self._best_card(self._judgement(state, player), table, actions)
        self._given_prospect = table.prospect(action) if isinstance(action, Play) else None
        return action

    def _section(self, judgement: PositionEvaluation, actions: Sequence[Action]) -> Action:
        """Choose the section named in the plan."""
        briefed, position = self._given_prospect, judgement.position
        if briefed and briefed.section is not None and self._recall(position):
            planned_section = ChooseSection(briefed.section.name.lower())
            if planned_section in actions:
                return planned_section
        return super()._section(judgement, actions)


def imagined_position(view: PlayerView, rng: random.Random) -> GameState:
    """Return the position with a random hand for the enemy from the unseen cards."""
    world = view.position.clone()
    deck = list(world.deck)
    rng.shuffle(deck)
    enemy_cards = view.enemy_card_count
    world.hands[1 - view.player] = tuple(sorted(deck[:enemy_cards]))
    world.deck = tuple(sorted(deck[enemy_cards:]))
    if view.has_enemy_token:
        _put_under_token(world, 1 - view.player)
    world.legal = None
    return world


def _put_under_token(world: GameState, player: PlayerNo) -> None:
    """Put a card from a player's imagined hand under the Commissar token (TH-COM-02)."""
    hand = list(world.hands[player])
    if possible_cards := cards_for_token(world.hands[player]):
        world.token = possible_cards[0]
        hand.remove(world.token)
        world.hands[player] = tuple(hand)


# Cards are compared by their number, wrecks apart; the other fields are the same in all of a game.
_CARD_FIELDS = ("hands", "deck", "discards", "drawn", "token")
_OTHER_FIELDS = ("field", "wrecks", "legal")
_EXCLUDED_FIELDS = {*_CARD_FIELDS, *_OTHER_FIELDS}
_KEY_FIELDS = [each.name for each in fields(GameState) if each.name not in _EXCLUDED_FIELDS]
_lists_of = attrgetter(*(name for name in _KEY_FIELDS if name in LIST_FIELDS))
_values_of = attrgetter(*(name for name in _KEY_FIELDS if name not in LIST_FIELDS))


def position_key(state: GameState) -> tuple[object, ...]:
    """Return a key that is equal for positions of a game that differ at most in their cards.

    It contains every field of the state except the battlefield and the cards; of the cards, only
    their number in each hand and whether there is a token.
    """
    top, bottom = state.hands
    wrecks = [tuple(sorted(each.items())) for each in state.wrecks] if any(state.wrecks) else ()
    cards = len(top), len(bottom), bool(state.token)
    return _values_of(state), tuple(map(tuple, _lists_of(state))), tuple(wrecks), cards


class _Opening(NamedTuple):
    """A turn from the play of a card up to the first battle or roll.

    Attributes:
        after: The position afterwards.
        memory: The plan its player remembers.
        battle: The battle it chooses next, if it has a choice.
    """

    after: GameState
    memory: RememberedPlan | None
    battle: Action | None


_OPENING_PHASES = (Phase.SECTION, Phase.ORDER, Phase.MOVE)
"""The phases after the play of a card in which decisions do not depend on hidden cards."""


class Rehearsal:
    """Simulates two turns: the player's own as planned, then the enemy's answer.

    One instance is used for all rehearsals of a turn, because positions recur.

    Args:
        own_personalities: The personalities of the player.
        enemy_personalities: The personalities of the enemy.
        remembers: Whether to cache results by plan and position, which does not change outcomes.
    """

    def __init__(
        self,
        own_personalities: Personalities,
        enemy_personalities: Personalities,
        *,
        remembers: bool = True,
    ) -> None:
        self._own = RehearsalPlayer(own_personalities)
        self._enemy = RehearsalPlayer(enemy_personalities)
        self._remembers = remembers
        self._openings: dict[Prospect, _Opening | None] = {}
        self._enemy_turns: dict[object, TurnEvaluation] = {}

    def own_turn(self, world: GameState, prospect: Prospect, seed: float) -> RehearsedHalf:
        """Simulate the player's own turn, up to the enemy's choice of a card.

        Args:
            world: The position before the player's turn; always the same except for hidden cards.
            prospect: The card to play, and its plan.
            seed: The seed of dice and draws.
        """
        player, end, dice = world.active, world.turn + 2, RandomChance(str(seed))
        hand = world.hands[player]
        state = self._after_opening(world, prospect)
        total_luck = self._simulate(state, player, end, dice, to_next_card=True)
        if state.result is not None or state.turn >= end:
            chance = chance_to_win(state, player, hand) - total_luck
            return RehearsedHalf(state, dice, player, hand, end, total_luck, chance, None)
        answer = self._enemy_turn_evaluation(state)
        plays = [each for each in legal_actions(state) if isinstance(each, Play)]
        promise = max((answer.table.prospect(each).value for each in plays), default=0.0)
        enemy_chance = chance_with_plan(state, state.player, answer.standing, promise)
        chance = 1.0 - enemy_chance - total_luck
        return RehearsedHalf(state, dice, player, hand, end, total_luck, chance, answer)

    def enemy_turn(self, half: RehearsedHalf) -> float:
        """Simulate the enemy's answer, and return the player's chance of winning after it.

        The chance is corrected for luck: cards drawn in the rehearsal do not count either. The
        position of *half* changes, so it can be used once.
        """
        state, player = half.state, half.player
        if half.answer is None:
            return half.chance
        actions = legal_actions(state)
        play = self._enemy.decide_card(half.answer.table, state, state.player, actions)
        apply_action(state, play)
        luck_in_answer = self._simulate(state, player, half.end, half.dice)
        return chance_to_win(state, player, half.hand) - half.luck - luck_in_answer

    def _simulate(
        self,
        state: GameState,
        player: PlayerNo,
        end: int,
        dice: RandomChance,
        *,
        to_next_card: bool = False,
    ) -> float:
        """Advance a position to a turn, or to the next card, and return the player's luck."""
        total_luck = 0.0
        while state.result is None and state.turn < end:
            if state.player == CHANCE:
                action = dice.choose(state)
                if isinstance(action, Roll) and state.phase is Phase.ROLL:
                    total_luck += roll_luck(state, player, action.faces)
                apply_action(state, action)
            elif to_next_card and state.phase is Phase.PLAY:
                break
            else:
                commander = self._own if state.player == player else self._enemy
                apply_action(state, commander.decide(state, state.player, legal_actions(state)))
        return total_luck

    def _enemy_turn_evaluation(self, state: GameState) -> TurnEvaluation:
        """Return the enemy's evaluation of a position before it plays a card."""
        if not self._remembers:
            return self._enemy.turn_evaluation(state, state.player)
        key = position_key(state)
        cached = self._enemy_turns.get(key)
        if cached is None:
            cached = self._enemy_turns[key] = self._enemy.turn_evaluation(
                state.clone(), state.player
            )
        return cached

    def _after_opening(self, world: GameState, prospect: Prospect) -> GameState:
        """Return the position after the opening of the player's turn, or else after its card."""
        opening = self._opening(world, prospect) if self._remembers else None
        if opening is None:
            self._own.brief(world, prospect)
            state = world.clone()
            apply_action(state, prospect.play)
            return state
        self._own.resume(prospect, opening.memory)
        state = _with_hidden_cards(opening.after, world)
        if opening.battle is not None:
            apply_action(state, opening.battle)
        return state

    def _opening(self, world: GameState, prospect: Prospect) -> _Opening | None:
        """Return the opening of the player's turn, or None if it moves cards that are hidden."""
        if prospect not in self._openings:
            self._own.brief(world, prospect)
            self._openings[prospect] = _play_opening(world, self._own, prospect.play)
        return self._openings[prospect]


def _play_opening(world: GameState, commander: RehearsalPlayer, play: Play) -> _Opening | None:
    """Return the opening of a turn, or None if it moves cards that are hidden."""
    player, after = world.active, world.clone()
    apply_action(after, play)
    while after.player == player and after.turn == world.turn and after.phase in _OPENING_PHASES:
        apply_action(after, commander.decide(after, player, legal_actions(after)))
    if after != _with_hidden_cards(after, world):
        return None
    is_battle = after.phase is Phase.BATTLE and after.player == player
    battle = commander.decide(after, player, legal_actions(after)) if is_battle else None
    return _Opening(after, commander.memory, battle)


def _with_hidden_cards(state: GameState, world: GameState) -> GameState:
    """Return a position with the cards of *world* that are hidden from its active player."""
    imagined_state, enemy = state.clone(), 1 - world.active
    imagined_state.hands[enemy], imagined_state.deck, imagined_state.token = (
        world.hands[enemy],
        world.deck,
        world.token,
    )
    if imagined_state.phase is not Phase.BATTLE:
        imagined_state.legal = None
    return imagined_state
