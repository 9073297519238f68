"""The workshop document: our own YAML and JSON."""
