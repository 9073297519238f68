"""The steps of a turn."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The steps of a turn; each has its own legal actions (B-TURN-02)."""

    DRAW = "draw"
    KEEP = "keep"
    AIM = "aim"
    LAND = "land"
    ATTRITION = "toll"
    VISIBILITY = "visibility"
    SMOKE = "smoke"
    REINFORCE = "reinforce"
    PLAY = "play"
    COMMISSAR = "commissar"
    SECTION = "section"
    TARGET = "target"
    CARD_ROLL = "card roll"
    HAZARD = "hazard"
    UNCOVER = "uncover"
    UNLOAD = "unload"
    SPECIAL_ROLL = "deed"
    LOSS = "loss"
    ORDER = "order"
    MOVE = "move"
    BATTLE = "battle"
    AMBUSH = "ambush"
    ROLL = "roll"
    REROLL = "reroll"
    RETREAT = "retreat"
    BATTLE_BACK = "battle back"
    TAKE_GROUND = "take ground"
    DESERT_MOVE = "desert move"
    OVERRUN = "overrun"
    MOVE_AGAIN = "move again"
    OVER = "over"


# The phases in which chance acts, such as rolls and draws.
CHANCE_PHASES = frozenset(
    {
        Phase.DRAW,
        Phase.ROLL,
        Phase.REROLL,
        Phase.LAND,
        Phase.CARD_ROLL,
        Phase.HAZARD,
        Phase.UNCOVER,
        Phase.SPECIAL_ROLL,
        Phase.VISIBILITY,
        Phase.LOSS,
    }
)
ANSWER_PHASES = (Phase.AMBUSH, Phase.BATTLE_BACK)  # of the other player, during a turn
# The phases in which a battle or a strike of a card is under way.
BATTLE_PHASES = (
    Phase.AMBUSH,
    Phase.ROLL,
    Phase.REROLL,
    Phase.RETREAT,
    Phase.BATTLE_BACK,
    Phase.TAKE_GROUND,
    Phase.DESERT_MOVE,
    Phase.OVERRUN,
)
