"""Our JSON Schemas: checking content against them, and their labels of special rules."""
