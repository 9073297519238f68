"""What the engine finds out about a position or a scenario, as plain data."""
