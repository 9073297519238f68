"""What command cards say."""
