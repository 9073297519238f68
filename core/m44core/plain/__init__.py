"""Files by anybody, read as plain data: ordinary files only, bounded in size and in depth."""
