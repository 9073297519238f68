"""Command cards: what each one orders, cards played as others, the deck of a game."""
