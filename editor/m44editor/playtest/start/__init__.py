"""What is told and asked before a game."""
