"""Playing a game: setup, legal actions, carrying them out, the turn sequence, recorded games."""
