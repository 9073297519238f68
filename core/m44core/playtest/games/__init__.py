"""Games played without a window: singly or in bulk, compared and summarized."""
