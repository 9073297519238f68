"""The components of the boxes: those a scenario needs, those owned, and those left."""
