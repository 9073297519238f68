"""Static web sites of scenario collections, for any host or for local use."""
