"""The victory panel: objectives, exits, and what wins in words."""
