"""Publishing a scenario or a folder in every form that the Publish window offers."""
