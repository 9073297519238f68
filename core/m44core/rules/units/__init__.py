"""Units: which of them a card can order, movement, battles, retreats, exits."""
