"""An underlay: a scan or a photograph below the pieces, to copy a printed map."""
