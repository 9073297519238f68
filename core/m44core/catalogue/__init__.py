"""The catalogue: every element of the game as data: names, orientations, figures and rules."""
