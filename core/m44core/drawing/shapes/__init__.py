"""The basis of all drawings: shapes, path data, colours, and icons and glyphs used everywhere."""
