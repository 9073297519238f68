"""Write the built catalogue to standard output.

``build_hook.py`` runs this; it reads the data files of the core in this checkout.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "core"))

from m44core.catalogue.built import catalogue_bytes
from m44core.catalogue.catalogue_reader import read_catalogue
from m44core.catalogue.entries import DATA
from m44core.errors import CatalogueError

if __name__ == "__main__":
    try:
        sys.stdout.buffer.write(catalogue_bytes(read_catalogue(DATA), DATA))
    except CatalogueError as error:
        sys.exit(f"{DATA}: {error}")
