"""What a game came to: losses, objectives, the luck of the dice, the medals of every turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from m44core.catalogue.types import Side
from m44core.messages.message import Message
from m44core.rules.game.actions import Action, Exit, Roll
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.play.apply import apply
from m44core.rules.play.chance import DIE
from m44core.rules.units.battle import count_hits, faces_that_hit_now


@dataclass(slots=True)
class Share:
    """What a game came to for one side.

    Attributes:
        side: The side.
        medals: Its medals at the beginning of every turn, and in the end.
        attacks: How often dice were rolled at an enemy.
        one_die: How often it was one die.
        dice: How many dice in all.
        hits: How many of them hit.
        expected: How many hit on average.
        lost_figures: The figures it lost; those that left the board by an exit are not lost.
        lost_units: What it lost whole, each with the turn.
    """

    side: Side
    medals: list[int] = field(default_factory=list)
    attacks: int = 0
    one_die: int = 0
    dice: int = 0
    hits: int = 0
    expected: float = 0.0
    lost_figures: int = 0
    lost_units: list[tuple[int, Message]] = field(default_factory=list)

    @property
    def luck(self) -> float:
        """How many hits more than on average."""
        return self.hits - self.expected


@dataclass(frozen=True, slots=True)
class Taken:
    """An objective that changed hands.

    Attributes:
        turn: When.
        hex: Where its medal lies.
        side: Who holds it from then on; None if nobody.
    """

    turn: int
    hex: str
    side: Side | None


@dataclass(frozen=True, slots=True)
class Account:
    """What a game came to.

    Attributes:
        turns: How many turns it has had.
        shares: What it came to for the top and for the bottom player.
        objectives: The objectives that changed hands, one after the other.
        reason: Why it ended; None if it goes on.
    """

    turns: int
    shares: tuple[Share, Share]
    objectives: tuple[Taken, ...]
    reason: Message | None


def account_of(start: GameState, actions: Iterable[Action]) -> Account:
    """Return what the actions of a game come to; *start* is left as it is."""
    state = start.clone()
    top, bottom = (Share(side) for side in state.field.sides)
    shares, taken, turn = (top, bottom), list[Taken](), -1
    for action in actions:
        if state.turn != turn:
            turn = state.turn
            _note_medals(state, shares)
        if isinstance(action, Roll) and state.fight is not None:
            _note_roll(state, action, shares)
        figures, holders = list(state.figures), list(state.holders)
        now = state.turn
        apply(state, action)
        _note_losses(state, figures, now, shares, leaving=isinstance(action, Exit))
        taken += _taken(state, holders, now)
    _note_medals(state, shares)
    return Account(state.turn, shares, tuple(taken), state.result.reason if state.result else None)


def _note_medals(state: GameState, shares: tuple[Share, Share]) -> None:
    for player, share in enumerate(shares):
        share.medals.append(state.medals(player))


def _note_roll(state: GameState, roll: Roll, shares: tuple[Share, Share]) -> None:
    """Count the dice rolled at a unit for its enemy; those rolled again are no other attack."""
    assert state.fight is not None
    share = shares[1 - state.field.units[state.fight.target].player]
    if state.phase is not Phase.REROLL:
        share.attacks += 1
        share.one_die += len(roll.faces) == 1
    hitting = faces_that_hit_now(state)
    share.dice += len(roll.faces)
    share.hits += count_hits(roll.faces, hitting)
    share.expected += len(roll.faces) * count_hits(DIE, hitting) / len(DIE)


def _note_losses(
    state: GameState, before: list[int], turn: int, shares: tuple[Share, Share], *, leaving: bool
) -> None:
    for unit, figures in enumerate(before):
        lost = figures - state.figures[unit]
        if lost > 0 and not leaving:
            combatant = state.field.units[unit]
            share = shares[combatant.player]
            share.lost_figures += lost
            if not state.figures[unit]:
                share.lost_units.append((turn, combatant.name))


def _taken(state: GameState, before: list[int], turn: int) -> list[Taken]:
    field_ = state.field
    pairs = zip(field_.objectives, before, state.holders, strict=True)
    return [
        Taken(turn, field_.objective_name(each), None if now == NOBODY else field_.sides[now])
        for each, was, now in pairs
        if was != now
    ]
