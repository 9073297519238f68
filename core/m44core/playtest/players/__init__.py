"""The computer players: what they know, how they judge, plan and explain."""
