"""What each action changes."""
