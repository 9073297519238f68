"""File > Publish: all publications of a scenario or a folder, in one window."""
