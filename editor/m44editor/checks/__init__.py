"""What the checks go by, and what they say beyond the list of problems."""
