"""File > File History: what is kept of the open file, looked at and brought back."""
