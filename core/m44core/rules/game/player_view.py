"""One player's view: the part of a game that the player can know."""

from __future__ import annotations

from m44core.catalogue.catalogue_types import Side
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import GameState
from m44core.rules.index_types import PlayerNo


class PlayerView:
    """A game as one player sees it: the enemy's hand and the order of the deck are hidden.

    Everything on the table is public. :attr:`position` is an ordinary game for the engine, with all
    hidden cards in its deck. It does not show that the enemy can play an Ambush now, because that
    would reveal the card.
    """

    __slots__ = ("_position", "_state", "player")

    def __init__(self, state: GameState, player: PlayerNo) -> None:
        self._state = state
        self._position: GameState | None = None
        self.player = player

    @property
    def side(self) -> Side:
        """The player's coalition."""
        return self._state.field.sides[self.player]

    @property
    def hand(self) -> tuple[str, ...]:
        """The player's own cards."""
        return self._state.hands[self.player]

    @property
    def enemy_card_count(self) -> int:
        """The number of cards the other player holds."""
        return self._state.held_card_count(1 - self.player)

    @property
    def has_enemy_token(self) -> bool:
        """Whether the other player has a card under the Commissar token (TH-COM-02)."""
        return bool(self._state.token) and self._state.field.commissar == 1 - self.player

    @property
    def position(self) -> GameState:
        """A copy of the game limited to the player's knowledge; unseen cards are in the deck."""
        if self._position is None:
            self._position = self._known_position()
        return self._position

    def _known_position(self) -> GameState:
        copy = self._state.clone()
        hidden_cards = copy.hands[1 - self.player]
        copy.hands[1 - self.player] = ()
        if self.has_enemy_token:
            hidden_cards += (copy.token,)
            copy.token = ""
        if copy.active != self.player:
            hidden_cards += copy.drawn
            copy.drawn = ()
        copy.deck = tuple(sorted(copy.deck + hidden_cards))
        if self._state.player != self.player:
            copy.legal = None
        if copy.phase is Phase.AMBUSH and copy.active == self.player:
            copy.phase = Phase.ROLL
        return copy
