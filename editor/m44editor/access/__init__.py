"""For people who see and move otherwise, and letters: motion, screen readers, missing fonts."""
