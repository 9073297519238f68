"""The components of the boxes: what a scenario needs, what is owned, what is left."""
