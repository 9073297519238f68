"""Scenario files: opened, located, mended, saved without loss."""
