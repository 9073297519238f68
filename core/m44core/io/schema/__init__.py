"""The JSON Schemas of our files: whether content keeps to them, and what they say."""
