"""Everything a scenario or a folder of scenarios is published as, for the window."""
