"""Several scenarios in one window: their tabs, and what belongs to each."""
