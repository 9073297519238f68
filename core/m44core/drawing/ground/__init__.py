"""The ground: printed faces, tiles, and how they join their neighbours."""
