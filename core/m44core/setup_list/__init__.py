"""Set-up lists as people write them: read as pieces on hexes, and laid on a board."""
