"""User packs: custom pieces, read from a folder as data; nothing is executed."""
