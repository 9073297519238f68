"""A game as values: its position, what can be done in it, what happened."""
