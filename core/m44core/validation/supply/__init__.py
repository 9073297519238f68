"""The checks of components, and the set-up checklist."""
