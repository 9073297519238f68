"""Cards on the screen."""
