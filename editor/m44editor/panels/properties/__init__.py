"""The properties panel: what lies on the selected hexes."""
