"""Making the catalogue of what its data files say."""
