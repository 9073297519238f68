"""What can be done in a game, as values that print and parse.

``parse_action(str(action)) == action``: a game is written down as its actions.
Hexes go by their names on the board of the game (``G5``, ``a2``), so that an
action can be read, typed and compared without the board.
"""

from m44core.rules.game.actions.action import (
    Action,
    PlayerAction,
)
from m44core.rules.game.actions.cards import (
    Blow,
    ChooseSection,
    Decline,
    Keep,
    Play,
    PutDown,
    Target,
)
from m44core.rules.game.actions.chance import (
    ChanceAction,
    Draw,
    Face,
    Land,
    Lose,
    Roll,
    Uncover,
)
from m44core.rules.game.actions.consequences import (
    BattleBack,
    Ignore,
    Retreat,
    Stay,
    TakeGround,
)
from m44core.rules.game.actions.notation import (
    parse_action,
)
from m44core.rules.game.actions.orders import (
    End,
    OnTheMove,
    Order,
    OrderAll,
    Place,
    Step,
)
from m44core.rules.game.actions.units import (
    Battle,
    Breach,
    Clear,
    Exit,
    LayBridge,
    LaySmoke,
    Move,
    Recover,
    Resupply,
    Seal,
)

__all__ = [
    "Action",
    "Battle",
    "BattleBack",
    "Blow",
    "Breach",
    "ChanceAction",
    "ChooseSection",
    "Clear",
    "Decline",
    "Draw",
    "End",
    "Exit",
    "Face",
    "Ignore",
    "Keep",
    "Land",
    "LayBridge",
    "LaySmoke",
    "Lose",
    "Move",
    "OnTheMove",
    "Order",
    "OrderAll",
    "Place",
    "Play",
    "PlayerAction",
    "PutDown",
    "Recover",
    "Resupply",
    "Retreat",
    "Roll",
    "Seal",
    "Stay",
    "Step",
    "TakeGround",
    "Target",
    "Uncover",
    "parse_action",
]
