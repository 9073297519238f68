"""What developers need to know about an installation, and the files that come with it."""
