"""The basis of all drawings: shapes, path data, colors, and common icons and glyphs."""
