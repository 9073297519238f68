"""Edit > Search Everything: search and replace in all tabs and in the folder of the scenario."""
