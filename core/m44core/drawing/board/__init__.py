"""The whole board: frame, hexes, pieces, words, and two boards compared."""
