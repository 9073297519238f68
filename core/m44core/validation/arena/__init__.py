"""Whether Board Game Arena accepts an uploaded scenario, and plays it as meant (M9xx)."""
