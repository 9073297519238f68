"""Victory: objectives, medals, and the end of the game."""
