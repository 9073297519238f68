"""Edit > Search Everything: in all tabs and the folder of the scenario, with replacing."""
