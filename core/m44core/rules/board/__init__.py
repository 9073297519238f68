"""The board as the rules see it: hexes as numbers, what the ground does, lines of sight."""
