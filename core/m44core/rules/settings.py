"""How a game is played where the rules leave a choice: variants, and rulings with an option."""

from __future__ import annotations

from enum import StrEnum

from m44core.values import dataclass

TURN_LIMIT = 600  # a real game is over after some 30 turns, a random one after some 200


class Plateau(StrEnum):
    """Across which hills two units on hills see each other (R-05)."""

    SAME_HILL = "same hill"
    SAME_HEIGHT = "same height"


@dataclass(frozen=True, slots=True)
class Settings:
    """The variants and rulings of one game; the defaults are the book and our rulings.

    Attributes:
        deck: The deck that is played with, by its name in ``decks.yaml``; "" for the one
            the scenario or its board asks for (O-DECK, BT-SET-02, OVL-DECK-02).
        tactic_cards: Whether the tactic cards are in the deck (B-VAR-YG-01).
        takes_ground: Whether units take ground and armor overruns (B-VAR-YG-02, R-25).
        bridge_blocks_sight: Whether a bridge blocks sight (R-01).
        plateau: Across which hills units on hills see each other (R-05).
        sees_over_lower: Whether units on hills see over what is lower (R-06).
        edge_blocks_sight: Whether the edge of the board is an obstacle to sight (R-08).
        overrun_bonus: Whether an overrun has the bonus of Armor Assault (R-14).
        close_assault_overrun_bonus: Whether it has that of Close Assault (R-14).
        chained_air_power: Whether each target of an Air Power must touch the one
            named before it, not any of the group (R-15).
        annihilation: Whether a side without units has lost (R-30).
        drops_stay_on_board: Whether units dropped from the air never drift over the edge
            (TH-DROP-01); if not, those that do are lost.
        turn_limit: The turn, both players' counted, after which a game is a draw.
    """

    deck: str = ""
    tactic_cards: bool = True
    takes_ground: bool = True
    bridge_blocks_sight: bool = False
    plateau: Plateau = Plateau.SAME_HILL
    sees_over_lower: bool = False
    edge_blocks_sight: bool = False
    overrun_bonus: bool = True
    close_assault_overrun_bonus: bool = False
    chained_air_power: bool = False
    annihilation: bool = True
    drops_stay_on_board: bool = True
    turn_limit: int = TURN_LIMIT


BY_THE_BOOK = Settings()
YOUNG_GENERALS = Settings(tactic_cards=False)
