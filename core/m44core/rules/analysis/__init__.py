"""Reports of the engine: facts of a position, rules it lacks, why an action is illegal."""
