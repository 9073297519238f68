"""The catalogue: every element of the game as data, with names, orientations, figures and rules."""
