"""Versions of scenario files: kept at each save byte for byte, thinned with age, brought back."""
