"""File > Publish: everything a scenario or a folder is published as, in one window."""
