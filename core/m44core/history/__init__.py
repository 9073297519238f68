"""Versions of scenario files: stored byte for byte on each save, thinned with age, restored."""
