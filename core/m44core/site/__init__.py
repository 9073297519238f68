"""The site of a collection: static pages for any host, or for no host at all."""
