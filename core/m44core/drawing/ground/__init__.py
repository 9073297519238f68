"""The ground: printed faces, hex tiles, and how tiles join their neighbors."""
