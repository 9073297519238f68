"""What can be done now, phase by phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from m44core.rules.game.actions import Action, Draw, End, Roll, Stay
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.play.choices.battles import (
    possible_advances,
    possible_battles,
    possible_battles_back,
    possible_overruns,
    possible_retreats,
)
from m44core.rules.play.choices.cards import (
    possible_aims,
    possible_answers,
    possible_keeps,
    possible_plays,
    possible_put_downs,
    possible_sections,
    possible_smokes,
    possible_targets,
    possible_tolls,
)
from m44core.rules.play.choices.chance import (
    possible_draws,
    possible_landings,
    possible_losses,
    possible_rolls,
    possible_uncoverings,
)
from m44core.rules.play.choices.moves import (
    possible_desert_moves,
    possible_moves,
    possible_orders,
    possible_reinforcements,
    possible_second_moves,
    possible_unloadings,
)


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Return everything the player whose turn it is to act can do; nothing once the game is over.

    When chance acts, these are all the outcomes; dice are listed in one order
    only, while :func:`~m44core.rules.play.apply.apply` takes them in any.
    """
    if state.legal is None:
        state.legal = tuple(_ACTIONS[state.phase](state))
    return state.legal


def is_legal(state: GameState, action: Action) -> bool:
    """Tell whether *action* is possible now; dice may come in any order."""
    if isinstance(action, Roll):
        return state.phase in _ROLLING and len(action.faces) == state.dice
    if isinstance(action, Draw):
        return state.phase is Phase.DRAW and action.card in state.deck
    return _among(action, state.legal or legal_actions(state))


def _among(action: Action, actions: tuple[Action, ...]) -> bool:
    """Tell whether an action is one of several: mostly the very one a player was given."""
    for each in actions:
        if each is action:
            return True
    return action in actions


def only_ends(actions: tuple[Action, ...]) -> bool:
    """Tell whether there is nothing left to do in a step but to end it."""
    return len(actions) == 1 and isinstance(actions[0], _ENDS)


def _nothing(_state: GameState) -> Iterator[Action]:
    yield from ()


_ENDS = (End, Stay)
_ROLLING = (Phase.ROLL, Phase.REROLL, Phase.CARD_ROLL, Phase.HAZARD, Phase.DEED, Phase.VISIBILITY)
_ACTIONS: dict[Phase, Callable[[GameState], Iterable[Action]]] = {
    Phase.DRAW: possible_draws,
    Phase.KEEP: possible_keeps,
    Phase.AIM: possible_aims,
    Phase.LAND: possible_landings,
    Phase.TOLL: possible_tolls,
    Phase.VISIBILITY: possible_rolls,
    Phase.SMOKE: possible_smokes,
    Phase.PLAY: possible_plays,
    Phase.COMMISSAR: possible_put_downs,
    Phase.SECTION: possible_sections,
    Phase.TARGET: possible_targets,
    Phase.CARD_ROLL: possible_rolls,
    Phase.HAZARD: possible_rolls,
    Phase.DEED: possible_rolls,
    Phase.LOSS: possible_losses,
    Phase.UNCOVER: possible_uncoverings,
    Phase.UNLOAD: possible_unloadings,
    Phase.REINFORCE: possible_reinforcements,
    Phase.ORDER: possible_orders,
    Phase.MOVE: possible_moves,
    Phase.BATTLE: possible_battles,
    Phase.AMBUSH: possible_answers,
    Phase.ROLL: possible_rolls,
    Phase.REROLL: possible_rolls,
    Phase.RETREAT: possible_retreats,
    Phase.BATTLE_BACK: possible_battles_back,
    Phase.TAKE_GROUND: possible_advances,
    Phase.DESERT_MOVE: possible_desert_moves,
    Phase.OVERRUN: possible_overruns,
    Phase.MOVE_AGAIN: possible_second_moves,
    Phase.OVER: _nothing,
}
