"""What both file formats share: codes, values of fields, entries of hexes, special rules."""
