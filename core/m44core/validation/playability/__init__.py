"""What only the rules engine can tell: ways, retreats, medals within reach (M7xx)."""
