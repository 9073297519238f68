"""Reports of the engine: facts about a position, unsupported rules, why actions are illegal."""
