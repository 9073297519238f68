"""File > Scenario Sheet: what is printed of the open scenario, seen while it is written."""
