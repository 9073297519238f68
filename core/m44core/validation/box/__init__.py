"""What the boxes hold, and what a scenario takes out of them."""
