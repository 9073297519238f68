"""The whole board: frame, hexes, pieces and labels; legends, overlays and comparisons."""
