"""Reports of findings for people and for programs, one module per format."""
