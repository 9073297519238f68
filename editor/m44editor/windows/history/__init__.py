"""File > File History: the stored versions of a file, viewed and restored."""
