"""Where a computer player lets units come to the board, and whether it gives up a card's orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from m44core.messages.message import Message, message
from m44core.playtest.players.deciding.choosing import ending
from m44core.playtest.players.judgement import Judgement
from m44core.playtest.players.landscape import landscape_of
from m44core.rules.board.hex_grid import indexes
from m44core.rules.game.actions import Action, Blow, Place
from m44core.rules.index_types import UnitNo
from m44core.rules.special.arrivals import unit_placed_by
from m44core.rules.special.bridge_rules import bridge_worth

_NEAR = 2  # hexes around an aim
_GOOD = 3  # how many hexes from the enemy it is good to come down
_DENIED = 0.5  # what it is worth, in figures, that a way over a river is gone


def drop_worth(judgement: Judgement, unit: UnitNo) -> Callable[[str], float]:
    """Return what tells how good a hex is for a unit to come down at or near."""
    position = judgement.position
    grid, number = position.field.grid, position.field.units[unit].number_of_class
    ways = landscape_of(position.field).distances(
        position.ground, number, position.occupied[1 - judgement.player]
    )
    open_ = position.ground.passable[number] & ~position.all_occupied

    def worth(name: str) -> float:
        around = indexes(grid.within(grid.index[name], _NEAR))
        return sum(2.0 - 0.2 * abs(ways[i] - _GOOD) for i in around if open_ >> i & 1)

    return worth


def best_place(judgement: Judgement, actions: Iterable[Action]) -> Place | None:
    """Return where a unit comes best that may come now, or None where none may."""
    places = [action for action in actions if isinstance(action, Place)]
    if not places:
        return None
    worth = {
        place: drop_worth(judgement, unit_placed_by(judgement.position, place))(place.hex)
        for place in places
    }
    return max(places, key=lambda place: worth[place])


def way_off_train(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Let everybody aboard leave the train, where they come best (TH-TRAIN-04)."""
    return best_place(judgement, actions) or ending(actions)


def next_reinforcement(judgement: Judgement, actions: Sequence[Action]) -> Action:
    """Let everybody come at once who may, where it is best (SO-REINFORCEMENTS)."""
    return best_place(judgement, actions) or ending(actions)


def best_blow(judgement: Judgement, actions: Sequence[Action], instead: float) -> Blow | None:
    """Return the bridge that is worth more to be blown up than what a card would do *instead*."""
    position = judgement.position
    blows = [action for action in actions if isinstance(action, Blow)]

    def worth(blow: Blow) -> float:
        medals, chance = bridge_worth(position, position.field.grid.index[blow.hex])
        return chance * (medals * judgement.medal + _DENIED)

    best = max(blows, key=worth, default=None)
    return best if best is not None and worth(best) > instead else None


def why_there(_judgement: Judgement, place: Place) -> Message:
    """Return what speaks for letting a unit come to a hex."""
    return message("Around {hex} most hexes are good places to come to.", hex=place.hex)


def why_blow(_judgement: Judgement, blow: Blow) -> Message:
    """Return what speaks for giving up the orders of a card for a bridge."""
    return message(
        "The bridge on {hex} is worth more than what the cards would do now.", hex=blow.hex
    )
