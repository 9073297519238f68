"""Work that takes longer than one notices: beside the window, shown, and stopped when asked to."""
