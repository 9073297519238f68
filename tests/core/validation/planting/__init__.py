"""Plants defects in clean scenarios, to test whether the checks find them."""
