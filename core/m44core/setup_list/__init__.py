"""Setup lists written by people: parsed into pieces on hexes, and placed on a board."""
