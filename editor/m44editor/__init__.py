"""The M44 Workshop editor: Qt windows built on m44core."""
