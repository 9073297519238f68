"""What the rules say about each hex, laid over the board while it is edited."""
