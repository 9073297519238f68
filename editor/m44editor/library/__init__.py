"""A folder as a library: the window of its thumbnails, and what works behind it."""
