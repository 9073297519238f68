"""The board view: hexes on the screen, zoom, pan and hit testing."""
