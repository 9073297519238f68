"""A scan or a photograph under the pieces, to lay a printed map on the board by."""
