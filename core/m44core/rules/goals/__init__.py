"""What wins: objectives, medals, victory."""
