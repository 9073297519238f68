"""Computer players and games played without a window."""
