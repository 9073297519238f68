"""The text of files: decoding bytes, and reading and writing JSON and YAML with positions."""
