"""Reports of the engine: facts of a position, gaps in what it plays, why an action is illegal."""
