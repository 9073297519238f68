"""The M44 Workshop editor: Qt windows over the values of m44core."""
