"""File > Import: set-up lists, brought onto the board."""
