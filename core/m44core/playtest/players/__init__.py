"""The computer players: what they know, how they evaluate a position, plan and explain."""
