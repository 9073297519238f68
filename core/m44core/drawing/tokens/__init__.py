"""Round tokens: medals, markers, badges."""
