"""The board for the rules engine: hexes as numbers, effects of the ground, lines of sight."""
