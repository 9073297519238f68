"""Setup lists as people write them: parsed into pieces on hexes, and placed on a board."""
