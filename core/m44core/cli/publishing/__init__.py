"""The commands that publish scenarios: on paper, and as a site."""
