"""User packs: pieces of an author's own, read from a folder. They are data; nothing is executed."""
