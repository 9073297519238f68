"""Games without a window: one, many, compared, summed up."""
