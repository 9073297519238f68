"""Which keys belong to which command, and choosing others."""
