"""Set-up lists as people write them: read as pieces on hexes, and placed on a board."""
