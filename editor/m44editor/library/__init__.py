"""The library window: the scenarios of a folder as thumbnails, searched and filtered."""
