"""What chance can do: every draw, roll and fall."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations_with_replacement

from m44core.rules.board.grid import indexes
from m44core.rules.game.actions import Action, Draw, Face, Land, Lose, Roll, Uncover
from m44core.rules.game.actions.action import MOST_SHARED
from m44core.rules.game.state import GameState
from m44core.rules.special.airdrop import landings
from m44core.rules.units.mines import strengths_left

_draw = cache(Draw)
_land = lru_cache(MOST_SHARED)(Land)


def possible_draws(state: GameState) -> Iterator[Action]:
    """Return the draw of each card that is left."""
    return (_draw(card) for card in sorted(set(state.deck)))


def possible_landings(state: GameState) -> Iterator[Action]:
    """Return where the next figure of an air drop may come down (O-DROP)."""
    names = state.field.grid.names
    yield from (_land(names[index]) for index in indexes(landings(state)))
    if not state.field.settings.drops_stay_on_board:
        yield _land("")


def possible_rolls(state: GameState) -> Iterator[Action]:
    """Return what the dice may show."""
    return (Roll(faces) for faces in combinations_with_replacement(Face, state.dice))


def possible_uncoverings(state: GameState) -> Iterator[Action]:
    """Return the strengths a hidden minefield may have (TH-MINE-03)."""
    return (Uncover(strength) for strength in sorted(set(strengths_left(state))))


def possible_losses(state: GameState) -> Iterator[Action]:
    """Return the cards that may be lost with a headquarters or a unit (TH-HQ-02, E-ITA-01)."""
    _, owner = state.raids[0]
    return (Lose(card) for card in sorted(set(state.hands[owner])))
