"""Scenario files: reading, writing, positions in their texts, safe saving."""
