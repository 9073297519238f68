"""What there is to choose from in each step of the turn."""
