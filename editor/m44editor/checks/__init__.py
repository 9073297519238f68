"""The checks in the editor: their options, the process that runs them, and their results."""
