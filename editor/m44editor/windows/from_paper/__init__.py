"""File > Import: set-up lists, saved games of VASSAL and pictures, brought onto the board."""
