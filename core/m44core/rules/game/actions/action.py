"""All there is to do, by who does it."""

from __future__ import annotations

from m44core.rules.game.actions.cards import CardAction
from m44core.rules.game.actions.chance import ChanceAction
from m44core.rules.game.actions.consequences import Consequence
from m44core.rules.game.actions.orders import OrderAction
from m44core.rules.game.actions.units import UnitAction

PlayerAction = CardAction | OrderAction | UnitAction | Consequence
Action = ChanceAction | PlayerAction

MOST_SHARED = 4096  # of a kind, where one object stands for all equal ones: half a MB
