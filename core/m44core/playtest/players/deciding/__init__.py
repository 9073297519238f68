"""What a sergeant decides in each step of the turn."""
