"""Open documents: sheets, undo history, files, settings and stamps."""
