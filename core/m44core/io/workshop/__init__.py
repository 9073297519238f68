"""The workshop document: our own format, as YAML and as JSON."""
