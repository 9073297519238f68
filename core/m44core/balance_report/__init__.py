"""Reports on the balance of a scenario, to send to others: as an HTML page or as PDF."""
