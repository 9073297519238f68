"""The packages of a release, one module per format; ``packaging/build.py`` is their command."""
