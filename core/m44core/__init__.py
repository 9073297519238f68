"""M44 Workshop without a window: scenarios, files, checks, drawing and the playtest engine."""

__version__ = "0.1.0"
