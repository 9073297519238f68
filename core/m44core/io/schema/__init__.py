"""Our JSON Schemas: checking content against them, and the rule labels they contain."""
