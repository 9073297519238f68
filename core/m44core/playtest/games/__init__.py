"""Games without a window: played singly or in bulk, compared and summarized."""
