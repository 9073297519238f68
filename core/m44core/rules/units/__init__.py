"""Units: which a card may order, where they move, battles, retreats, leaving the board."""
