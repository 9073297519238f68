"""Running the checks: which, over what, what counts, what is allowed, what is mended."""
