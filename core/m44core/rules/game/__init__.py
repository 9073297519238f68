"""A game as data: its state, its units, its actions and events."""
