"""The properties panel: the pieces on the selected hexes."""
