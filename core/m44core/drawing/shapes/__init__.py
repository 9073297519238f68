"""The means of drawing: shapes, outlines, colours, and what several pictures share."""
