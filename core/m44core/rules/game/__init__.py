"""A game as values: its state, its units, the actions and events."""
