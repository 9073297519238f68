"""Two scenarios beside each other: what differs, on one board and in words."""
