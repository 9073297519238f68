"""What both formats speak of: names and codes, values of the official editor, allowances."""
