"""Every element of the game as data: names, layers, orientations, figures, base rules."""
