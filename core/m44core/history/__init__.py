"""Versions of scenario files: stored byte for byte at each save, thinned with age, restored."""
