"""A game on the screen as values: whose move, what can be chosen, what happened."""
