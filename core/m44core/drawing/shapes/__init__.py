"""The basis of all drawings: shapes, path data, colors, and icons and glyphs used everywhere."""
