"""Units: orders, movement, battles, retreats, exits."""
