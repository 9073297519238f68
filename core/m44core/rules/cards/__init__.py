"""Command cards: their orders, cards played as other cards, the deck of a game."""
