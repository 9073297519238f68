"""Rules that texts state: which of them the data hold, and which they lack (M813 to M815)."""
