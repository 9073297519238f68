"""Windows beside the main one: other scenarios, the setup list, the pages of the checks."""
